"""Entries that were there before anyone wanted AI of them: the newest of each feed, up to
the limit of its reader. Asked for by requests, queued by a worker, estimated before."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tidings.core.ai.tasks import (
    USUAL_BACKLOG,
    AiInstance,
    AiRequest,
    TaskKind,
    key_of_request,
)
from tidings.core.entries.full_texts import is_fetched_first
from tidings.store.ai.requests import publish_ready, request
from tidings.store.ai.wanted import (
    EntryToRead,
    Wanted,
    entries_to_read,
    fetch_first,
    kinds_for,
    requests_for,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import VISIBLE

MOST = 5_000
# What an article may have that is still to be fetched, in letters as they are packed.
_ARTICLE = 2_000

_NEXT = """
select feed_id, user_id from ai_backlogs order by user_id, feed_id limit :many
for update skip locked
"""
_TAKE = "delete from ai_backlogs where user_id = :user and feed_id = :feed"
_PAIRS = "(select q.feed_id, q.seq as user_id from pairs(:pairs) q) p"
_OF_READER = "(select feed_id, user_id from subscriptions where user_id = :user) p"
_OF_FEED = """
(select feed_id, user_id from subscriptions
 where user_id = :user and feed_id = :feed) p
"""
_HAS_AI = "coalesce(c.ai, w.ai, :by_default) = 1"
_IS_NOT_OFF = "coalesce(c.ai, 1) = 1"
_WHATEVER_IS_CHOSEN = "1 = 1"
# Numbers are dense within a feed: the newest are found without counting.
_NEWEST = with_words(
    """
select s.user_id, coalesce(w.language, :language), coalesce(w.deframing, 1),
  coalesce(s.full_text, w.full_text, 1), e.id
from {whom} cross join subscriptions s cross join feed_heads h cross join entries e
left join entry_states st on st.user_id = s.user_id and st.entry_id = e.id
left join ai_readers w on w.user_id = s.user_id
left join ai_feed_choices c on c.user_id = s.user_id and c.feed_id = s.feed_id
where s.user_id = p.user_id and s.feed_id = p.feed_id and s.active = 1
  and {wanted} and h.feed_id = s.feed_id
  and e.feed_id = s.feed_id
  and e.seq > h.last_seq - coalesce(cast(:newest as integer), w.backlog, :usual)
  and {visible}
order by e.sort_at desc, e.id desc limit :most
""",
    visible=VISIBLE,
)
_SIZES = """
select e.id, coalesce(length(ft.content), length(b.content), 0)
from ids(:ids) i cross join entries e
left join entry_full_texts ft on ft.entry_id = e.id
left join entry_bodies b on b.entry_id = e.id
where e.id = i.id
"""
_READY = """
select t.ready_key from ids(:ids) i cross join ai_targets t
where t.entry_id = i.id and t.ready_key is not null
"""


@dataclass(frozen=True, slots=True)
class BacklogEstimate:
    """What the newest entries of a reader's feeds would cost."""

    entries: int
    cached: int  # of them nothing is missing
    calls: dict[TaskKind, int]
    letters: dict[TaskKind, int]  # packed as they are


@dataclass(frozen=True, slots=True)
class _Found:
    user_id: int
    entry: EntryToRead
    wanted: Wanted
    requests: list[AiRequest]


def queue_backlogs(db: Connection, instance: AiInstance, now: int, many: int) -> int:
    """Queue the newest entries for some who wait; return for how many feeds."""
    rows = db.rows(_NEXT, many=many)
    if not rows:
        return 0
    db.run_many(_TAKE, [{"user": user, "feed": feed} for feed, user in rows])
    pairs = json.dumps([list(row) for row in rows])
    sql = with_words(_NEWEST, whom=_PAIRS, wanted=_HAS_AI)
    by_default = int(instance.on_by_default)
    found = _newest(db, instance, sql, pairs=pairs, by_default=by_default)
    fetch_first(db, [(each.entry, each.wanted) for each in found])
    requests = [wanted for each in found for wanted in each.requests]
    publish_ready(db, request(db, instance, requests, now), now)
    return len(rows)


def is_backlog_waiting(db: Connection) -> bool:
    """Whether entries of a feed are to be queued."""
    return db.value("select 1 from ai_backlogs limit 1") is not None


def estimate_backlog(
    db: Connection,
    instance: AiInstance,
    user_id: int,
    feed_id: int | None,
    newest: int | None,
) -> BacklogEstimate:
    """Return what queueing would bring: of one feed, or of all but those for which AI is
    switched off; of the newest so many, or as many as the reader has set.

    It is the same before and after AI is switched on, so that one may look first.
    """
    if feed_id is None:
        whom = {"user": user_id}
        sql = with_words(_NEWEST, whom=_OF_READER, wanted=_IS_NOT_OFF)
    else:
        whom = {"user": user_id, "feed": feed_id}
        sql = with_words(_NEWEST, whom=_OF_FEED, wanted=_WHATEVER_IS_CHOSEN)
    found = _newest(db, instance, sql, newest, **whom)
    ids = sorted(each.entry.id for each in found)
    ready = {bytes(row[0]) for row in db.rows(_READY, ids=ids)}
    sizes: dict[int, int] = dict(db.rows(_SIZES, ids=ids))
    letters: dict[TaskKind, dict[bytes, int]] = {}
    undone = set()
    for each in found:
        size = _size(each, sizes)
        for wanted in each.requests:
            key = key_of_request(instance, wanted)
            if key not in ready:
                undone.add(each.entry.id)
                # Equal content is read once.
                letters.setdefault(wanted.kind, {})[key] = size
    asked = {each.entry.id for each in found if each.requests}
    return BacklogEstimate(
        entries=len(asked),
        cached=len(asked - undone),
        calls={kind: len(by_key) for kind, by_key in letters.items()},
        letters={kind: sum(by_key.values()) for kind, by_key in letters.items()},
    )


def _size(found: _Found, sizes: dict[int, int]) -> int:
    comes = is_fetched_first(
        found.entry.text,
        deframed=found.wanted.deframed,
        allowed=found.wanted.full_text,
    )
    return max(sizes.get(found.entry.id, 0), _ARTICLE if comes else 0)


def _newest(
    db: Connection,
    instance: AiInstance,
    sql: str,
    newest: int | None = None,
    **whom: object,
) -> Sequence[_Found]:
    rows = db.rows(
        sql,
        language=instance.language,
        newest=newest,
        usual=USUAL_BACKLOG,
        most=MOST,
        **whom,
    )
    entries, prompts = entries_to_read(db, sorted({row[-1] for row in rows}))
    by_id = {entry.id: entry for entry in entries}
    found = []
    for user, language, deframing, full_text, entry_id in rows:
        wanted = Wanted(
            kinds_for(instance, language, deframing=bool(deframing)), bool(full_text)
        )
        entry = by_id[entry_id]
        requests = requests_for(instance, entry, wanted, prompts, user)
        found.append(_Found(user, entry, wanted, requests))
    return found
