"""Pages that a reader saved: entries of a feed of their own, made on first use.

They enter as every entry does. The feed shows them for ever, so retention leaves them.
"""

from dataclasses import dataclass

from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import key_number, url_key
from tidings.store.automation.rule_effects import PendingEvent, publish_all
from tidings.store.automation.rules_at_ingest import Arrived, apply_rules
from tidings.store.engine.connection import Connection, idempotent
from tidings.store.engine.rows import update
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.own_feed import own_feed, own_feed_key
from tidings.store.reading.marking import Star, star_entries
from tidings.store.system.events import publish_event

_FIND = """
select e.id, e.feed_id, s.id, e.url, e.title, e.words + coalesce(length(t.content), 0),
  t.error
from feeds f cross join entries e cross join subscriptions s
left join entry_full_texts t on t.entry_id = e.id
where f.url_key = :feed_key and f.deleted_at is null
  and e.feed_id = f.id and e.url_key = :key
  and s.user_id = :user and s.feed_id = f.id
"""


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A page that was saved; `has_text` unless it could not be fetched."""

    entry_id: int
    feed_id: int
    subscription_id: int
    url: str
    title: str
    has_text: bool
    code: str | None  # None: nothing failed
    reason: str | None


@dataclass(frozen=True, slots=True)
class PageToSave:
    """A page as it is stored; `problem` is a code and words, None if it was fetched."""

    entry: NewEntry
    published_at: int | None  # None: not said
    problem: tuple[str, str] | None
    starred: bool


def find_page(db: Connection, user_id: int, url: str) -> SavedPage | None:
    """Return what a user saved from an address; None if they did not."""
    key = key_number(url_key(url))
    row = db.row(_FIND, user=user_id, feed_key=own_feed_key(user_id), key=key)
    if row is None:
        return None
    entry_id, feed_id, subscription_id, stored_url, title, size, error = row
    code, _, reason = (error or "").partition(": ")
    return SavedPage(
        entry_id=entry_id,
        feed_id=feed_id,
        subscription_id=subscription_id,
        url=stored_url,
        title=title,
        has_text=size > 0,
        code=code or None,
        reason=reason or None,
    )


@idempotent
def save_page(
    db: Connection, user_id: int, url: str, page: PageToSave, now: int
) -> tuple[SavedPage, bool]:
    """Store a page, unless it is there; return it and whether it is new.

    Events are published last: nothing may be locked after them.
    """
    feed_id, came_back = own_feed(db, user_id, now)
    known = find_page(db, user_id, url)
    numbers, events = range(0), []
    if known is None:
        numbers = append_entries(db, feed_id, [page.entry], now)
        _note(db, numbers[0], page, now)
        events = apply_rules(db, [Arrived(feed_id, numbers, [page.entry])], now)
    saved = known or _just_saved(db, user_id, url)
    starred = _star(db, user_id, saved.entry_id, now) if page.starred else []
    if came_back:
        publish_event(db, "feed_changed", now, user_id=user_id, feed_id=feed_id)
    if numbers:
        payload = {"first_id": numbers[0], "last_id": numbers[0], "count": 1}
        publish_event(db, "entry_added", now, feed_id=feed_id, payload=payload)
    publish_all(db, [*events, *starred], now)
    return saved, known is None


@idempotent
def star_page(db: Connection, user_id: int, entry_id: int, now: int) -> None:
    """Star a saved page."""
    publish_all(db, _star(db, user_id, entry_id, now), now)


def _star(db: Connection, user_id: int, entry_id: int, now: int) -> list[PendingEvent]:
    if not star_entries(db, user_id, [Star(entry_id, now)]):
        return []
    payload = {"ids": [entry_id], "starred": True}
    return [PendingEvent(user_id, "state_changed", payload)]


def _just_saved(db: Connection, user_id: int, url: str) -> SavedPage:
    saved = find_page(db, user_id, url)
    if saved is None:
        raise LookupError("a page that was just saved is not there")
    return saved


def _note(db: Connection, entry_id: int, page: PageToSave, now: int) -> None:
    # Saved pages stand by when they were saved, and still say when they were written.
    if page.published_at is not None:
        update(db, "entries", "id", id=entry_id, published_at=page.published_at)
    if page.problem is not None:
        db.run(
            "insert into entry_full_texts (entry_id, tried_at, error)"
            " values (:id, :now, :error)",
            id=entry_id,
            now=now,
            error=": ".join(page.problem),
        )
