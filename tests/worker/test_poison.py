"""An entry or a plan that the store cannot take stops nobody else.

A rule that the database itself keeps, and that nothing else knows of, makes the poison.
"""

from tests.jobs.feed_lab import DAY, HOUR, Lab, Reply, five, item, open_lab, rss
from tidings.core.clock import micros
from tidings.store.engine.connection import Connection

SQLITE = """
create trigger poison before {what} on entries when new.title = 'Entry 666'
begin select raise(abort, 'poison'); end
"""
POSTGRES = "alter table entries add constraint poison check (title <> 'Entry 666')"
ALL_POISON = {
    "sqlite": """
create trigger poison before update on feed_fetch_state
when new.feed_id = 1 and new.etag = '"poison"'
begin select raise(abort, 'poison'); end
""",
    "postgres": "alter table feed_fetch_state add constraint poison"
    " check (feed_id <> 1 or etag is null or etag <> '\"poison\"')",
}


def forbid_entry_666(db: Connection) -> None:
    if db.engine == "postgres":
        db.run(POSTGRES)
    else:
        db.run(SQLITE.format(what="insert"))
        db.run(SQLITE.format(what="update").replace("poison b", "poison2 b", 1))


def allow_entry_666(db: Connection) -> None:
    if db.engine == "postgres":
        db.run("alter table entries drop constraint poison")
    else:
        db.run("drop trigger poison")


def aside(lab: Lab) -> list[tuple[object, ...]]:
    return lab.read(lambda db: db.rows("select feed_id, title from poison_entries"))


async def test_one_poison_entry_is_set_aside_and_its_neighbours_are_stored(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        lab.write(forbid_entry_666)
        numbers = [*range(300), 666, *range(300, 400)]
        feed = lab.add("poisoned", lambda _: rss(*(item(n) for n in numbers)))
        lab.add("healthy", lambda _: five())
        await lab.poll(3)
        assert len(lab.entry_ids(feed)) == 400
        assert len(lab.column("healthy", "e.id")) == 5
        assert aside(lab) == [(feed, "Entry 666")]
        assert lab.fetch_state("poisoned", "failures, leased_until") == (0, None)


async def test_what_was_set_aside_is_tried_again_once_a_day(database_url: str) -> None:
    def restless(poll: int) -> bytes:
        return rss(item(666), *(item(n) for n in range(poll + 1)))

    async with open_lab(database_url) as lab:
        lab.write(forbid_entry_666)
        lab.add("poisoned", restless)
        await lab.poll(9)  # two hours apart
        assert [line["event"] for line in lab.trouble()] == ["entries set aside"]
        await lab.poll(6)
        assert len(lab.trouble()) == 2
        assert len(lab.column("poisoned", "e.id")) == 15
        lab.write(allow_entry_666)
        await lab.poll(2, DAY)
        assert "Entry 666" in lab.column("poisoned", "e.title")


async def test_a_change_that_cannot_be_stored_leaves_the_entry_as_it_was(
    database_url: str,
) -> None:
    def changing(poll: int) -> bytes:
        return rss(item(1, guid="a") if poll == 0 else item(666, guid="a"), item(2))

    async with open_lab(database_url) as lab:
        lab.write(forbid_entry_666)
        feed = lab.add("changing", changing)
        await lab.poll(2)
        assert sorted(lab.column("changing", "e.title")) == ["Entry 1", "Entry 2"]
        assert aside(lab) == [(feed, "Entry 666")]


async def test_a_feed_that_we_cannot_handle_waits_longer_and_longer(
    database_url: str,
) -> None:
    """Its state itself cannot be written, so that no entry is to blame."""
    async with open_lab(database_url) as lab:
        lab.write(lambda db: db.run(ALL_POISON[db.engine]))
        lab.add("hopeless", lambda _: Reply(five(), headers=('ETag: "poison"',)))
        lab.add("healthy", lambda _: five())
        await lab.work_off()
        assert len(lab.column("healthy", "e.id")) == 5
        at, failures, code, leased = lab.fetch_state(
            "hopeless", "next_check_at, failures, last_error_code, leased_until"
        )
        assert at > lab.clock.now + micros(HOUR) // 2
        assert (failures, code, leased) == (1, "our_mistake", None)
        assert [line["event"] for line in lab.trouble()] == ["check failed"]
