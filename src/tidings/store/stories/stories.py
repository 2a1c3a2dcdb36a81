"""Stories as one reader sees them: only entries they may see and have not split off."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

import msgspec

from tidings.core.reading.reading import Place
from tidings.core.stories.policy import (
    Outlet,
    StoryPolicy,
    is_story,
    story_policy,
    survivor_of,
)
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

_STEP = 200
# A reader of few feeds on a large installation looks past many stories of others.
_LOOK_AT = 2_000
_STORY_OF = """
select m.entry_id, m.story_id from ids(:ids) i cross join story_entries m
where m.entry_id = i.id
"""
_OUTLETS = with_words(
    """
select m.story_id, e.id, e.feed_id, e.received_at, e.sort_at, e.words, {read_now}
from ids(:ids) i cross join story_entries m cross join {entry_seen_by_user}
where m.story_id = i.id and e.id = m.entry_id
  and s.user_id = :user and s.feed_id = e.feed_id and {visible}
  and coalesce(st.hidden, 0) = 0
  and not exists (select 1 from story_splits x
                  where x.user_id = :user and x.entry_id = e.id)
order by e.sort_at, e.id
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    read_now=READ,
    visible=VISIBLE,
)
# Cost by stories, not by what is unread: of those that are older, a reader who marks a
# feed read has not seen any for long.
_UNREAD_IN = with_words(
    """
select distinct m.story_id
from (select id from stories order by last_at desc, id desc limit :many) r
cross join story_entries m cross join {entry_seen_by_user}
where m.story_id = r.id and m.entry_id <= :up and e.id = m.entry_id
  and e.feed_id in (select id from ids(:feeds))
  and s.user_id = :user and s.feed_id = e.feed_id and {visible} and {read_now} = 0
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    read_now=READ,
    visible=VISIBLE,
)
_NEWEST = """
select id, last_at from stories
where last_at <= :at and (last_at <> :at or id < :id)
order by last_at desc, id desc limit :many
"""
_SPLIT = """
insert into story_splits (user_id, entry_id, at) values (:user, :entry, :now)
on conflict (user_id, entry_id) do nothing
"""
_IS_IN_STORY = with_words(
    """
select 1 from story_entries m cross join {entry_seen_by_user}
where m.entry_id = :entry and m.story_id = :story and e.id = m.entry_id
  and s.user_id = :user and s.feed_id = e.feed_id and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_JOIN_AGAIN = """
delete from story_splits where user_id = :user and entry_id = :entry
"""
_FEED_TITLES = """
select f.id, coalesce(nullif(s.title, ''), f.title), f.site_url
from ids(:ids) i cross join subscriptions s cross join feeds f
where s.user_id = :user and s.feed_id = i.id and f.id = i.id
"""

Outlets = Sequence[Outlet]


class StoryMark(msgspec.Struct, frozen=True, gc=False):
    """What lists say of an entry whose event others report too; `size` counts what is seen."""

    id: int
    size: int


class StoryFeed(msgspec.Struct, frozen=True, gc=False):
    """A source of a story, by the name that the reader knows."""

    id: int
    title: str
    site_url: str | None


def policy_of(db: Connection, user_id: int) -> StoryPolicy:
    """Return what a reader wants of stories."""
    text = db.value("select preferences from users where id = :user", user=user_id)
    return story_policy(json.loads(text)) if text else StoryPolicy()


def seen_stories(
    db: Connection, user_id: int, story_ids: Collection[int]
) -> dict[int, list[Outlet]]:
    """Return the entries of stories that are stories to this reader, the earliest first."""
    seen: dict[int, list[Outlet]] = defaultdict(list)
    rows = db.rows(_OUTLETS, user=user_id, ids=sorted(story_ids))
    for story_id, entry_id, feed_id, at, published_at, words, read in rows:
        outlet = Outlet(entry_id, feed_id, at, published_at, words, bool(read))
        seen[story_id].append(outlet)
    return {id_: outlets for id_, outlets in seen.items() if is_story(outlets)}


def story_marks(
    db: Connection, user_id: int, ids: Collection[int], story_ids: Collection[int]
) -> dict[int, StoryMark]:
    """Return how the reader sees the stories that entries are in; no query for none."""
    stories = _seen_around(db, user_id, ids, story_ids)
    if not stories or not policy_of(db, user_id).shown:
        return {}
    return {
        outlet.entry_id: StoryMark(id_, len(outlets))
        for id_, outlets in stories.items()
        for outlet in outlets
    }


def duplicates(
    db: Connection,
    user_id: int,
    ids: Collection[int],
    feeds: Collection[int] | None,
    *,
    unread: bool,
) -> set[int]:
    """Return entries that another one of the same list stands for, if that is wanted.

    In a list of unread entries an unread one stands for the rest: nothing that counts as
    unread is ever out of reach.
    """
    policy = policy_of(db, user_id)
    if not (policy.shown and policy.hide_duplicates):
        return set()
    stories = _stories_around(db, user_id, ids)
    hidden: set[int] = set()
    for outlets in stories.values():
        here = [each for each in outlets if _is_listed(each, feeds, unread)]
        if here:
            kept = survivor_of(here, policy)
            hidden |= {each.entry_id for each in here} - {kept.entry_id}
    return hidden


def read_together(db: Connection, user_id: int, ids: list[int]) -> list[int]:
    """Return entries with all that is read by reading them, if the reader wants so."""
    return [*ids, *sorted(read_along(db, user_id, ids))]


def read_along(db: Connection, user_id: int, ids: list[int]) -> dict[int, list[int]]:
    """Return what else is read by reading entries, if the reader wants so: each with
    those of the entries that it is read with."""
    stories = _stories_around(db, user_id, ids)
    policy = policy_of(db, user_id) if stories else StoryPolicy()
    if not (policy.shown and policy.read_together):
        return {}
    asked = set(ids)
    return {
        outlet.entry_id: [each.entry_id for each in outlets if each.entry_id in asked]
        for outlets in stories.values()
        for outlet in outlets
        if not outlet.read and outlet.entry_id not in asked
    }


def reported_elsewhere(
    db: Connection, user_id: int, feeds: Collection[int] | None, up_to: int
) -> list[int]:
    """Return what else is read when feeds are marked read up to an entry, if the reader
    wants so: unread entries of other feeds, up to the same point, in those of the newest
    stories that have something unread here."""
    policy = policy_of(db, user_id) if feeds else StoryPolicy()
    if not (feeds and policy.shown and policy.read_together):
        return []
    inside = set(feeds)
    rows = db.rows(
        _UNREAD_IN, user=user_id, feeds=sorted(inside), up=up_to, many=_LOOK_AT
    )
    return [
        outlet.entry_id
        for outlets in seen_stories(db, user_id, [row[0] for row in rows]).values()
        if any(_is_unread(each, up_to) and each.feed_id in inside for each in outlets)
        for outlet in outlets
        if _is_unread(outlet, up_to) and outlet.feed_id not in inside
    ]


def story_page(
    db: Connection, user_id: int, after: Place, limit: int
) -> tuple[Mapping[int, Outlets], Place | None]:
    """Return a reader's stories after a place, newest first, and where to go on.

    A page may be short, or empty, and still have a next one.
    """
    page: dict[int, Outlets] = {}
    for _ in range(_LOOK_AT // _STEP):
        rows = db.rows(_NEWEST, at=after.at, id=after.id, many=_STEP)
        seen = seen_stories(db, user_id, [row[0] for row in rows])
        for id_, last_at in rows:
            after = Place(last_at, id_)
            if id_ in seen:
                page[id_] = seen[id_]
            if len(page) == limit:
                return page, after
        if len(rows) < _STEP:
            return page, None
    return page, after


@idempotent
def split_entry(db: Connection, user_id: int, entry_id: int, now: int) -> None:
    """Take an entry out of its story, for this reader, until they put it back."""
    db.run(_SPLIT, user=user_id, entry=entry_id, now=now)


def is_in_story(db: Connection, user_id: int, entry_id: int, story_id: int) -> bool:
    """Return whether an entry that a reader sees is of a story, split off or not."""
    known = {"user": user_id, "entry": entry_id, "story": story_id}
    return db.value(_IS_IN_STORY, **known) is not None


@idempotent
def join_entry(db: Connection, user_id: int, entry_id: int) -> bool:
    """Put an entry back that a reader split off; return False if they had not."""
    return db.run(_JOIN_AGAIN, user=user_id, entry=entry_id) > 0


def story_feeds(
    db: Connection, user_id: int, feed_ids: Collection[int]
) -> dict[int, StoryFeed]:
    """Return how a reader calls feeds."""
    rows = db.rows(_FEED_TITLES, user=user_id, ids=sorted(feed_ids))
    return {row[0]: StoryFeed(*row) for row in rows}


def _stories_around(
    db: Connection, user_id: int, ids: Collection[int]
) -> dict[int, list[Outlet]]:
    """Return the stories of entries, without those that the reader split off."""
    found = {row[1] for row in db.rows(_STORY_OF, ids=sorted(set(ids)))}
    return _seen_around(db, user_id, ids, found)


def _seen_around(
    db: Connection, user_id: int, ids: Collection[int], found: Collection[int]
) -> dict[int, list[Outlet]]:
    if not found:
        return {}
    asked = set(ids)
    return {
        id_: outlets
        for id_, outlets in seen_stories(db, user_id, found).items()
        if any(outlet.entry_id in asked for outlet in outlets)
    }


def _is_unread(outlet: Outlet, up_to: int) -> bool:
    return not outlet.read and outlet.entry_id <= up_to


def _is_listed(outlet: Outlet, feeds: Collection[int] | None, unread: bool) -> bool:
    inside = feeds is None or outlet.feed_id in feeds
    return inside and not (unread and outlet.read)
