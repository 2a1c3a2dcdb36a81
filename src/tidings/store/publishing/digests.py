"""Digests of readers: how they want them, and one row for each period that was covered.

The row, the entry and the next time are written together, so that a crash can neither
lose a digest nor make it twice.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tidings.core.entries.entry import NewEntry
from tidings.core.publishing.digest import DigestLine, Every
from tidings.core.reading.reading import ListQuery
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.rows import all_of, insert_new, one_of, stored, values_of
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.own_feed import feed_of_reader
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, VISIBLE
from tidings.store.system.events import publish_event

_TITLE = "Briefings"
# Unread entries that a digest is chosen from.
_LOOK_AT = 1000

_PLAN = """
select {p.*} from digest_plans p
"""
_SAVE_PLAN = """
insert into digest_plans (user_id, every, weekday, hour, time_zone, length, language,
  by_mail, since, next_at)
values (:user_id, :every, :weekday, :hour, :time_zone, :length, :language, :by_mail,
  :since, :next_at)
on conflict (user_id) do update set every = excluded.every, weekday = excluded.weekday,
  hour = excluded.hour, time_zone = excluded.time_zone, length = excluded.length,
  language = excluded.language, by_mail = excluded.by_mail, next_at = excluded.next_at
"""
_BRING_FORWARD = """
update digest_plans set next_at = :now where user_id = :user and next_at > :now
  and not exists (select 1 from digests d where d.user_id = digest_plans.user_id
    and (d.made_at is null or d.due_at >= :now))
"""
_LINES = with_words(
    """
select e.id, e.feed_id, coalesce(s.title, f.title), e.title, e.excerpt, e.url
from ids(:ids) i cross join {entry_seen_by_user} cross join feeds f
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and f.id = e.feed_id
  and (f.url_key is null or f.url_key <> :own) and e.received_at >= :since
  and {visible}
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_WAITING = """
select {d.*} from digests d
where d.made_at is null order by d.due_at, d.user_id limit :most
"""
_TO_MAIL = """
select d.user_id, d.due_at, d.material, u.email
from digests d cross join digest_plans p cross join users u
where p.user_id = d.user_id and p.by_mail = 1 and u.id = d.user_id
  and u.disabled_at is null and u.email is not null and u.email = u.proven_email
  and d.made_at >= :since and d.entry_id is not null and d.mailed_at is null
order by d.due_at, d.user_id limit :most
"""


@dataclass(frozen=True, slots=True)
class DigestPlan:
    """How a reader wants digests. `language` is None for that of summaries."""

    user_id: int
    every: Every
    weekday: int
    hour: int
    time_zone: str
    length: int
    language: str | None
    by_mail: bool
    since: int
    next_at: int


@dataclass(frozen=True, slots=True)
class WaitingDigest:
    """A digest that is not made yet; `material` is JSON."""

    user_id: int
    due_at: int
    material: str
    task_key: bytes | None  # None: no model was asked


@dataclass(frozen=True, slots=True)
class DigestMail:
    """A digest to be sent to an address that is its reader's."""

    user_id: int
    due_at: int
    material: str
    email: str


@dataclass(frozen=True, slots=True)
class DigestRow:
    """A digest as it is listed."""

    due_at: int
    since: int
    made_at: int | None  # None: it waits for a model
    entry_id: int | None  # None: not made, or there was nothing to tell
    mailed_at: int | None


def plan_of(db: Connection, user_id: int) -> DigestPlan | None:
    """Return how a reader wants digests; None: not at all."""
    return one_of(db, DigestPlan, f"{_PLAN} where p.user_id = :user", user=user_id)


def save_plan(db: Connection, plan: DigestPlan) -> None:
    """Keep how a reader wants digests; periods that were covered stay covered."""
    db.run(_SAVE_PLAN, **stored(values_of(plan)))


def delete_plan(db: Connection, user_id: int) -> None:
    """Make no more digests for a reader."""
    db.run("delete from digest_plans where user_id = :user", user=user_id)


def due_plans(db: Connection, now: int, most: int) -> list[DigestPlan]:
    """Return whose digests are due; not those of accounts that are disabled."""
    return all_of(
        db,
        DigestPlan,
        f"{_PLAN} cross join users u where p.next_at <= :now and u.id = p.user_id"
        " and u.disabled_at is null order by p.next_at, p.user_id limit :most",
        now=now,
        most=most,
    )


def unread_lines(db: Connection, user_id: int, since: int) -> list[DigestLine]:
    """Return what a reader has not read of what came since a time, newest first."""
    ids = [place.id for place in entry_places(db, ListQuery(user_id, _LOOK_AT))]
    rows = db.rows(
        _LINES, user=user_id, ids=ids, own=digest_feed_key(user_id), since=since
    )
    lines = {row[0]: DigestLine(*row) for row in rows}
    return [lines[number] for number in ids if number in lines]


def begin_digest(
    db: Connection, plan: DigestPlan, material: str, key: bytes | None, made: int | None
) -> bool:
    """Claim a period; False if somebody else did."""
    return insert_new(
        db,
        "digests",
        "user_id, due_at",
        user_id=plan.user_id,
        due_at=plan.next_at,
        since=plan.since,
        material=material,
        task_key=key,
        made_at=made,
    )


def move_plan(db: Connection, plan: DigestPlan, since: int, next_at: int) -> bool:
    """Let the next period begin; False if somebody moved it already."""
    moved = db.run(
        "update digest_plans set since = :since, next_at = :next"
        " where user_id = :user and next_at = :due",
        user=plan.user_id,
        due=plan.next_at,
        since=since,
        next=next_at,
    )
    return moved > 0


def bring_forward(db: Connection, user_id: int, now: int) -> bool:
    """Let a reader's next digest be due now; False if one is due or begun already."""
    moved = db.run(_BRING_FORWARD, user=user_id, now=now)
    return moved > 0


def waiting_digests(db: Connection, most: int) -> list[WaitingDigest]:
    """Return digests that are begun and not made."""
    return all_of(db, WaitingDigest, _WAITING, most=most)


@idempotent
def finish_digest(
    db: Connection, digest: WaitingDigest, entry: NewEntry, material: str, now: int
) -> int | None:
    """Put a digest into its reader's own feed; None if it is there already."""
    key = digest_feed_key(digest.user_id)
    feed_id, came_back = feed_of_reader(db, digest.user_id, key, _TITLE, now)
    still_waits = db.row(
        "select 1 from digests where user_id = :user and due_at = :due"
        " and made_at is null for update",
        user=digest.user_id,
        due=digest.due_at,
    )
    if still_waits is None:
        return None
    number = append_entries(db, feed_id, [entry], now)[0]
    db.run(
        "update digests set made_at = :now, entry_id = :entry, material = :material"
        " where user_id = :user and due_at = :due",
        user=digest.user_id,
        due=digest.due_at,
        now=now,
        entry=number,
        material=material,
    )
    if digest.task_key is not None:
        # It would cost something, and nobody waits for it any more.
        db.run(
            "delete from ai_tasks where key = :key and leased_until is null",
            key=digest.task_key,
        )
    if came_back:
        publish_event(db, "feed_changed", now, user_id=digest.user_id, feed_id=feed_id)
    span = {"first_id": number, "last_id": number, "count": 1}
    publish_event(db, "entry_added", now, feed_id=feed_id, payload=span)
    return number


def digests_to_mail(db: Connection, since: int, most: int) -> list[DigestMail]:
    """Return digests made since a time whose readers want them by mail."""
    return all_of(db, DigestMail, _TO_MAIL, since=since, most=most)


def claim_mail(db: Connection, mail: DigestMail, now: int) -> bool:
    """Note that a digest is sent; False if somebody else sends it."""
    claimed = db.run(
        "update digests set mailed_at = :now"
        " where user_id = :user and due_at = :due and mailed_at is null",
        user=mail.user_id,
        due=mail.due_at,
        now=now,
    )
    return claimed > 0


def list_digests(
    db: Connection, user_id: int, before: int, most: int
) -> Sequence[DigestRow]:
    """Return a reader's digests, newest first."""
    return all_of(
        db,
        DigestRow,
        "select {*} from digests"
        " where user_id = :user and due_at < :before order by due_at desc limit :most",
        user=user_id,
        before=before,
        most=most,
    )


def forget_digests(db: Connection, user_id: int, before: int) -> int:
    """Forget a reader's digests that were due before a time; return how many.

    Their entries go when entries do. One that still waits for a model stays.
    """
    return db.run(
        "delete from digests where user_id = :user and due_at < :before"
        " and made_at is not null",
        user=user_id,
        before=before,
    )


def digest_feed_key(user_id: int) -> bytes:
    """Return the key of the feed that a reader's digests are in."""
    # No address has such a key: those are hashes of addresses.
    return hashlib.sha256(f"digests of {user_id}".encode()).digest()[:16]
