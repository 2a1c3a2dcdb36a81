"""Readers who bring a key of their own: a lane and a bill apart from everybody's."""

from dataclasses import replace

import pytest

from tests.ai.lab import AiLab, open_lab
from tidings.store.ai.choices import save_key
from tidings.store.ai.queue import queue_counts


def counts(lab: AiLab) -> dict:
    return lab.context.database.read_now(queue_counts, lab.clock())


async def test_who_brings_a_key_pays_with_it_and_outside_the_caps(
    database_url: str,
) -> None:
    settings = {"TIDINGS_AI_DAILY_TOKENS": "1"}
    async with open_lab(database_url, settings) as lab:
        sealed = lab.fetching.box.seal(b"sk-own", "ai key", b"n" * 12)
        lab.write(save_key, lab.user, sealed, lab.clock())
        lab.entry("Background")
        entry = lab.entry("Mine")
        lab.write(
            lambda db: db.run(
                "update ai_tasks set user_id = :u where entry_id = :e",
                u=lab.user,
                e=entry,
            )
        )
        await lab.work()
        assert [call.authorization for call in lab.server.asked] == ["Bearer sk-own"]
        assert counts(lab)["waiting"] == 1


@pytest.mark.both_engines
async def test_a_readers_bad_key_holds_nobody_up(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        sealed = lab.fetching.box.seal(b"sk-bad", "ai key", b"n" * 12)
        lab.write(save_key, lab.user, sealed, lab.clock())
        for n in range(8):
            lab.entry(f"Mine {n}")
        lab.write(
            lambda db: db.run(
                "update ai_tasks set user_id = :u, priority = 10", u=lab.user
            )
        )
        lab.entry("Of all")

        def only_bad_keys(number: int, body: object) -> str:
            return "denied" if number < 5 else "ok"

        lab.server.behave = only_bad_keys
        # Five are refused; what others may wait for too is not left to that key.
        assert await lab.work() == 5 + 4
        asked = [call.authorization for call in lab.server.asked]
        assert asked == ["Bearer sk-bad"] * 5 + ["Bearer sk-instance"] * 4
        assert counts(lab)["cooling"] == 5


async def test_where_there_are_only_keys_of_readers_work_waits_for_them(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        lab.asking = replace(lab.asking, api_key=None)
        sealed = lab.fetching.box.seal(b"sk-own", "ai key", b"n" * 12)
        lab.write(save_key, lab.user, sealed, lab.clock())
        for n in range(8):
            lab.entry(f"Mine {n}")
        lab.write(lambda db: db.run("update ai_tasks set user_id = :u", u=lab.user))
        lab.server.behave = lambda number, body: "denied"
        # Five are refused, then all the others are set aside at once.
        assert await lab.work() == 5 + 1
        assert counts(lab)["cooling"] == 8
        assert {call.authorization for call in lab.server.asked} == {"Bearer sk-own"}


@pytest.mark.both_engines
async def test_what_only_its_reader_may_read_waits_for_their_key(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        sealed = lab.fetching.box.seal(b"sk-bad", "ai key", b"n" * 12)
        lab.write(save_key, lab.user, sealed, lab.clock())
        for n in range(8):
            lab.entry(f"Mine {n}")
        lab.write(lambda db: db.run("update ai_tasks set user_id = :u", u=lab.user))
        lab.write(lambda db: db.run("update feeds set owner_id = :u", u=lab.user))
        lab.server.behave = lambda number, body: "denied"
        await lab.work()
        assert {call.authorization for call in lab.server.asked} == {"Bearer sk-bad"}
        assert counts(lab)["cooling"] == 8
