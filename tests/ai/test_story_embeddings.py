"""Doubtful stories are decided by embeddings, if there is somebody who makes them."""

from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import pytest

from tests.ai.lab import AiLab, open_lab
from tests.jobs.stories.test_cluster_stories import publish_event, rows_in, stories
from tidings.core.ai.breaker import BreakerPosition
from tidings.core.ai.budget import most_tokens
from tidings.core.clock import micros
from tidings.core.stories.stories import USUAL_RULE
from tidings.jobs.ai.embed_texts import Embeddings
from tidings.jobs.stories.cluster_stories import (
    cluster_stories,
    forget_old_fingerprints,
)
from tidings.jobs.stories.settle_doubts import settle_doubts
from tidings.store.ai.calls import lane_now, used_tokens
from tidings.store.ai.embeddings import (
    keep_doubts,
    lease_texts,
    next_to_embed,
    open_doubts,
    want_embeddings,
)
from tidings.store.ai.ledger import ledger_lines
from tidings.worker.loop import Loop, work_off_queue
from tidings.worker.queues import EMBEDDINGS

MODEL = {"TIDINGS_AI_EMBEDDING_MODEL": "vectors"}
# Each shares two words with each other: too few to join, too many to say no.
FIRE = "Warehouse fire near Brannock harbour, hundreds leave homes"
BLAZE = "Blaze destroys depot, Brannock harbour streets evacuated"
PARKING = "Brannock council: harbour parking fees rise again"


@pytest.fixture
async def lab(database_url: str) -> AsyncIterator[AiLab]:
    async with open_lab(database_url, MODEL) as opened:
        opened.server.vector_of = by_subject
        yield opened


@pytest.fixture
async def plain_lab(new_url: Callable[..., str]) -> AsyncIterator[AiLab]:
    async with open_lab(new_url("sqlite", migrated=True), MODEL) as opened:
        opened.server.vector_of = by_subject
        yield opened


def by_subject(text: str) -> list[float]:
    """Two ways to tell of a fire are nearly the same; parking is something else."""
    if text == PARKING:
        return [0.0, 3.0]
    return [3.0, 0.5] if text == FIRE else [1.0, 0.0]


def always(outcome: str):
    return lambda number, body: outcome


def tells(lab: AiLab, *titles: str) -> list[int]:
    return [lab.write(publish_event, title, at=lab.clock()) for title in titles]


async def look(lab: AiLab) -> list[int]:
    """Look for stories as workers do, twice; return the entries that are in one."""
    for _ in range(2):
        await cluster_stories(lab.context)
        await settle_doubts(lab.context)
        texts = Embeddings(lab.context, lab.asking, lab.sleep)
        await Loop(lab.context, EMBEDDINGS, texts).work_off()
    await settle_doubts(lab.context)
    return [entry for _, entry in lab.context.database.read_now(stories)]


def asked_texts(lab: AiLab) -> list[str]:
    return [text for call in lab.server.asked for text in call.body["input"]]


def lane(lab: AiLab):
    return lab.context.database.read_now(lane_now, "openai", lab.clock())


async def test_a_doubtful_pair_that_is_near_becomes_a_story(lab: AiLab) -> None:
    fire, blaze, _ = tells(lab, FIRE, BLAZE, PARKING)
    assert await look(lab) == [fire, blaze]
    assert sorted(asked_texts(lab)) == sorted([FIRE, BLAZE, PARKING])
    (call,) = lab.server.asked
    assert call.body["model"] == "vectors"
    assert call.authorization == "Bearer sk-instance"
    assert lab.context.database.read_now(open_doubts, 0, 9) == []


async def test_each_text_is_asked_for_once_and_enters_the_ledger(lab: AiLab) -> None:
    tells(lab, FIRE, BLAZE)
    await look(lab)
    (third,) = tells(lab, PARKING)
    assert third not in await look(lab)
    await look(lab)
    assert sorted(asked_texts(lab)) == sorted([FIRE, BLAZE, PARKING])
    (line,) = lab.context.database.read_now(ledger_lines, None, "", 0, 9)
    assert (line.kind, line.model, line.feed_id) == ("embedding", "vectors", 0)
    assert (line.calls, line.failures) == (2, 0)
    assert (line.tokens_in, line.tokens_out) == lab.server.tokens
    used = lab.context.database.read_now(used_tokens, "openai", lab.clock())
    assert used == (line.tokens_in, line.tokens_in)


async def test_a_later_entry_joins_the_story_that_embeddings_made(
    plain_lab: AiLab,
) -> None:
    lab = plain_lab
    both = tells(lab, FIRE, BLAZE)
    await look(lab)
    again = "Brannock depot blaze: harbour smoke eases, evacuated neighbours return"
    assert await look(lab) == both
    (third,) = tells(lab, again)
    assert await look(lab) == [*both, third]
    assert len({story for story, _ in lab.context.database.read_now(stories)}) == 1


async def test_without_the_setting_nothing_is_doubted_and_nobody_asked(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        tells(lab, FIRE, BLAZE)
        assert await look(lab) == []
        await work_off_queue(lab.context, lab.fetching, EMBEDDINGS)
        assert lab.server.asked == []
        for table in ("story_doubts", "story_embeddings"):
            assert lab.context.database.read_now(rows_in, table) == 0


async def test_a_provider_that_fails_holds_up_nothing_and_is_asked_again(
    lab: AiLab,
) -> None:
    lab.server.behave = always("broken")
    told = tells(lab, FIRE, BLAZE)
    assert await look(lab) == []
    assert len(lab.server.asked) == 1
    assert lane(lab).breaker.failures == 1
    same = tells(lab, *["Ferry runs aground off Tarrin, 40 aboard are safe"] * 2)
    assert await look(lab) == same
    (line,) = lab.context.database.read_now(ledger_lines, None, "", 0, 9)
    assert (line.calls, line.failures, line.tokens_in) == (1, 1, 0)
    lab.server.behave = always("ok")
    lab.clock.move(timedelta(minutes=2))
    assert await look(lab) == [*told, *same]
    assert lane(lab).breaker.failures == 0


async def test_a_dead_provider_opens_the_breaker_and_is_left_alone(
    plain_lab: AiLab,
) -> None:
    lab = plain_lab
    lab.server.behave = always("broken")
    tells(lab, FIRE, BLAZE)
    for _ in range(12):
        await look(lab)
        lab.clock.move(timedelta(seconds=61))
    assert lane(lab).breaker.position is not BreakerPosition.CLOSED
    assert 5 <= len(lab.server.asked) <= 7


async def test_a_server_without_embeddings_may_go_on_chatting(plain_lab: AiLab) -> None:
    lab = plain_lab
    lab.server.behave = always("missing")
    tells(lab, FIRE, BLAZE)
    for _ in range(3):
        assert await look(lab) == []
        lab.clock.move(timedelta(minutes=10))
    assert len(lab.server.asked) == 1
    assert lane(lab).breaker.failures == 0


async def test_who_asks_for_patience_is_left_alone(plain_lab: AiLab) -> None:
    lab = plain_lab
    lab.server.behave, lab.server.retry_after = always("throttled"), "600"
    tells(lab, FIRE, BLAZE)
    for _ in range(3):
        assert await look(lab) == []
        lab.clock.move(timedelta(minutes=3))
    assert len(lab.server.asked) == 1
    lab.server.behave = always("ok")
    lab.clock.move(timedelta(minutes=3))
    assert len(await look(lab)) == 2


@pytest.mark.parametrize(("spare", "calls"), [(-1, 0), (0, 1)])
async def test_a_call_that_could_pass_the_cap_is_not_made(
    database_url: str, spare: int, calls: int
) -> None:
    cap = most_tokens(f"{FIRE}\n{BLAZE}", 8) + spare
    settings = MODEL | {"TIDINGS_AI_DAILY_TOKENS": str(cap)}
    async with open_lab(database_url, settings) as lab:
        tells(lab, FIRE, BLAZE)
        assert len(await look(lab)) == 2 * calls
        assert len(lab.server.asked) == calls


async def test_what_a_call_leaves_unreadable_is_paid_for(plain_lab: AiLab) -> None:
    lab = plain_lab
    lab.server.vector_of = lambda text: []
    tells(lab, FIRE, BLAZE)
    assert await look(lab) == []
    (line,) = lab.context.database.read_now(ledger_lines, None, "", 0, 9)
    assert (line.calls, line.failures) == (1, 1)
    assert line.tokens_in == lab.server.tokens[0] > 0


async def test_embeddings_are_forgotten_with_the_tellings(lab: AiLab) -> None:
    tells(lab, FIRE, BLAZE)
    await look(lab)
    lab.write(keep_doubts, [(1, 2)], lab.clock())
    await forget_old_fingerprints(lab.context)
    assert lab.context.database.read_now(rows_in, "story_embeddings") == 2
    lab.clock.move(USUAL_RULE.window + timedelta(days=2))
    await forget_old_fingerprints(lab.context)
    for table in ("story_doubts", "story_embeddings"):
        assert lab.context.database.read_now(rows_in, table) == 0
    assert len(lab.context.database.read_now(stories)) == 2


async def test_texts_wait_in_order_within_bounds_and_for_one_worker(lab: AiLab) -> None:
    texts = {bytes([number]): f"text {number}" for number in range(5)}
    now = lab.clock()
    lab.write(want_embeddings, "vectors", texts, 3, now)
    lab.write(want_embeddings, "vectors", texts, 3, now)
    first = lab.write(next_to_embed, "vectors", 2, now)
    assert [each.text for each in first] == ["text 0", "text 1"]
    lab.write(lease_texts, [each.key for each in first], now + 10)
    (last,) = lab.write(next_to_embed, "vectors", 9, now)
    assert last.text == "text 2"
    assert lab.write(next_to_embed, "another model", 9, now) == []
    assert len(lab.write(next_to_embed, "vectors", 9, now + 10)) == 3


async def test_pairs_whose_entries_are_gone_are_not_asked_for(plain_lab: AiLab) -> None:
    lab = plain_lab
    lab.write(keep_doubts, [(7, 8)], lab.clock() - micros(timedelta(hours=1)))
    await settle_doubts(lab.context)
    assert lab.context.database.read_now(open_doubts, 0, 9) == []
    assert lab.context.database.read_now(rows_in, "story_embeddings") == 0
