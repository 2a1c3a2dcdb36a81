"""Makes a long history to measure on: feeds, entries, and readers of every habit."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from tidings.core.ai.prompts import SCORES
from tidings.store.engine.connection import Connection
from tidings.store.reading.counts import recount_feed

DAY = 86_400_000_000
START = 1_600_000_000_000_000
_SUBSCRIPTIONS = 1_000_000  # numbers kept for those of one reader
READERS = {
    "all unread": 1,
    "daily reader": 2,
    "older half read": 3,
    "5 % unread": 4,
    "dense": 5,
    "none unread": 6,
    "ten quiet feeds": 7,
}


@dataclass(frozen=True, slots=True)
class Size:
    """How long the history is."""

    entries: int
    feeds: int = 1000

    @property
    def per_feed(self) -> int:
        return self.entries // self.feeds


def fill(db: Connection, size: Size) -> None:
    """Write the whole history by a few statements. Feeds take turns in time."""
    for name, user in READERS.items():
        db.run(
            "insert into users (id, name, name_key, created_at) values (:i, :n, :n, 1)",
            i=user,
            n=name,
        )
    numbers = _numbers(db)
    db.run(
        f"insert into feeds (id, kind, url, title, created_at)"
        f" select n, 'rss', 'https://feeds.example/' || n, 'Feed ' || n, 1"
        f" from {numbers}",
        many=size.feeds,
    )
    db.run(
        f"insert into feed_heads (feed_id, last_seq, last_at)"
        f" select n, :per, :start + :per * {DAY} + n from {numbers}",
        many=size.feeds,
        per=size.per_feed,
        start=START,
    )
    _fill_entries(db, size, numbers)
    for user in READERS.values():
        _follow(db, user, size)
    _take_numbers(db, size)


def answer_by_ai(db: Connection, size: Size, most: int = 50_000) -> None:
    """Give the newest entries a summary and a deframing each, as lists show them."""
    lines = {
        "summary": {"one_line": "What happened, said in one line of usual length."},
        "deframe": {
            "title": "A neutral title of usual length",
            "description": "What happened, without the noise.",
            "overall": 0.4,
            "scores": dict.fromkeys(SCORES, 0.4),
        },
    }
    known = {"after": size.entries - most}
    for kind, line in lines.items():
        named = {**known, "kind": kind}
        key = "cast(:kind || '-' || e.id as bytea)"
        if db.engine == "sqlite":
            key = "cast(:kind || '-' || e.id as blob)"
        db.run(
            f"""
            insert into ai_results (key, kind, content_hash, language, prompt_key, model,
              provider, made_at, line, result, overall)
            select {key}, :kind, e.content_hash, '', '', 'model', 'bench', 1, :line,
              :line, case when :kind = 'deframe' then (e.id * 7919) % 1001 end
            from entries e where e.id > :after
            """,
            **named,
            line=json.dumps(line),
        )
        db.run(
            f"""
            insert into ai_targets (entry_id, kind, language, version, key, ready_key,
              overall, wanted_at)
            select e.id, :kind, '', 0, {key}, {key},
              case when :kind = 'deframe' then (e.id * 7919) % 1001 end, 1
            from entries e where e.id > :after
            """,
            **named,
        )


def _take_numbers(db: Connection, size: Size) -> None:
    """Let what is added later get numbers that are free."""
    taken = {
        "user": len(READERS),
        "feed": size.feeds,
        "entry": size.entries,
        "subscription": (len(READERS) + 1) * _SUBSCRIPTIONS,
    }
    for name, last in taken.items():
        db.run("insert into numbers (name, last) values (:n, :l)", n=name, l=last)


def _numbers(db: Connection) -> str:
    if db.engine == "postgres":
        return "generate_series(1, :many) as numbers(n)"
    return (
        "(with recursive numbers(n) as"
        " (select 1 union all select n + 1 from numbers where n < :many)"
        " select n from numbers)"
    )


def _fill_entries(db: Connection, size: Size, numbers: str) -> None:
    """Entry n belongs to feed 1 + (n - 1) % feeds; the newest 20 are still shown."""
    filler = "'Words about what happened, at some length, as excerpts are. '"
    db.run(
        f"""
        insert into entries (id, feed_id, seq, sort_at, received_at, published_at,
          shown, guid, url, guid_key, content_key, content_hash, meta_key, title, author,
          excerpt)
        select n, 1 + (n - 1) % :feeds, 1 + (n - 1) / :feeds,
          :start + (1 + (n - 1) / :feeds) * {DAY} + 1 + (n - 1) % :feeds,
          :start + (1 + (n - 1) / :feeds) * {DAY} + 1 + (n - 1) % :feeds,
          :start + (1 + (n - 1) / :feeds) * {DAY},
          case when 1 + (n - 1) / :feeds > :per - 20 then 1 else 0 end,
          'guid-' || n, 'https://feeds.example/entry/' || n, (n * 7919) % 1000000007, n, :hash, n,
          'A title of usual length, number ' || n, 'Some Author',
          {filler} || {filler} || {filler}
        from {numbers}
        """,
        many=size.entries,
        feeds=size.feeds,
        per=size.per_feed,
        start=START,
        hash=bytes(32),
    )


# Of each reader: the first feed number not followed, and the watermark.
_HABITS: dict[str, tuple[int, Callable[[int], int]]] = {
    "all unread": (10**9, lambda per: 0),
    "daily reader": (10**9, lambda per: per - 20),
    "older half read": (10**9, lambda per: per // 2),
    "5 % unread": (10**9, lambda per: per),
    "dense": (10**9, lambda per: per),
    "none unread": (10**9, lambda per: per),
    "ten quiet feeds": (11, lambda per: per - 3),
}
# Which entries have rows, and what the rows say.
_ROWS = {
    "daily reader": ("e.seq > :per - 20 and (e.seq + e.feed_id) % 2 = 0", 1),
    "5 % unread": ("(e.id * 7919) % 20 = 0", 0),
    "dense": ("e.seq <= :per * 7 / 10", 0),
}


def _follow(db: Connection, user: int, size: Size) -> None:
    name = next(name for name, number in READERS.items() if number == user)
    stop, watermark = _HABITS[name]
    seq = watermark(size.per_feed)
    db.run(
        f"""
        insert into subscriptions (id, user_id, feed_id, created_at, first_seq,
          first_at, read_seq, read_at)
        select :user * {_SUBSCRIPTIONS} + feed_id, :user, feed_id, 1, 0, 0, :seq,
          case when :seq = 0 then 0 else :start + :seq * {DAY} + feed_id end
        from feed_heads where feed_id < :stop
        """,
        user=user,
        seq=seq,
        start=START,
        stop=stop,
    )
    if name in _ROWS:
        which, read = _ROWS[name]
        db.run(
            f"""
            insert into entry_states
              (user_id, entry_id, feed_id, seq, sort_at, read, granted)
            select :user, e.id, e.feed_id, e.seq, e.sort_at, :read, 0
            from entries e where {which}
            """,
            user=user,
            read=read,
            **({"per": size.per_feed} if ":per" in which else {}),
        )


def recount_everything(db: Connection, size: Size) -> None:
    for feed in range(1, size.feeds + 1):
        recount_feed(db, feed)
