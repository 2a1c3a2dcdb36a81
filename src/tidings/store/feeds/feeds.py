"""Feeds as operators see them: add, find, list, switch, remove."""

from dataclasses import dataclass
from typing import Any

from tidings.core.errors import NotFound
from tidings.core.urls import place_of
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import all_of, insert
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.addresses import feed_at, private_key, public_key
from tidings.store.feeds.asked_checks import ASK
from tidings.store.feeds.heads import lock_head
from tidings.store.publishing.builds import IS_PUBLIC


@dataclass(frozen=True, slots=True)
class FeedRow:
    """A feed with what people set and the part of its state that lists show."""

    id: int
    url: str | None
    kind: str
    title: str
    site_url: str | None
    root_domain: str | None
    enabled: int
    polling: int
    enforce_feed_domain: int
    retry_policy: str | None
    poll_interval: int | None
    next_check_at: int | None
    check_code: str
    check_figures: str
    last_checked_at: int | None
    last_success_at: int | None
    failures: int
    last_error_code: str | None
    last_error: str | None
    entries: int
    subscribers: int
    last_error_kind: str | None
    last_error_at: int | None
    failing_since: int | None
    limited_since: int | None
    last_status: int | None
    cache_control: str | None
    expires: str | None
    retry_after_until: int | None
    guid_collisions: int
    disabled_by: int | None  # None: an operator, if it is disabled
    published_since: int | None  # None: it is not published


_ROW = with_words(
    """
select f.id, f.url, f.kind, f.title, f.site_url, f.root_domain, f.enabled, f.polling,
  f.enforce_feed_domain, f.retry_policy, f.poll_interval, t.next_check_at,
  t.check_code, t.check_figures, t.last_checked_at, t.last_success_at, t.failures,
  t.last_error_code, t.last_error, h.last_seq - h.floor_seq - h.gaps,
  (select count(*) from subscriptions s where s.feed_id = f.id and s.active = 1),
  t.last_error_kind, t.last_error_at, t.failing_since, t.limited_since, t.last_status,
  t.cache_control, t.expires, t.retry_after_until, t.guid_collisions, f.disabled_by,
  p.since
from feeds f cross join feed_heads h cross join feed_fetch_state t
  left join published_feeds p on p.feed_id = t.feed_id and {is_public}
where h.feed_id = f.id and t.feed_id = f.id and f.deleted_at is null {which}
""",
    is_public=IS_PUBLIC,
)
# That its server limits a feed is no failure: it stays until the server answers otherwise.
_MAKE_DUE = """
update feed_fetch_state set {ask}, failures = 0, gone_in_a_row = 0,
  failing_since = null, dormant_since = null, resting_since = null,
  last_error_code = case when limited_since is null then null else last_error_code end,
  last_error = case when limited_since is null then null else last_error end,
  last_error_kind = case when limited_since is null then null else last_error_kind end
where feed_id {which}
"""


@dataclass(frozen=True, slots=True)
class NewFeed:
    """A feed to register; `url` carries no credentials."""

    url: str
    root_domain: str | None = None  # None: it belongs to no group
    enabled: bool = True
    polling: bool = True
    enforce_domain: bool = False
    full_text: bool = False
    title: str = ""  # until the feed says its own
    secrets: bytes | None = None  # None: everybody may read it
    owner_id: int | None = None  # None: nobody's in particular

    @property
    def key(self) -> bytes:
        if self.secrets is None:
            return public_key(self.url)
        return private_key(self.owner_id, self.url)


def add_feed(
    db: Connection,
    url: str,
    now: int,
    *,
    root_domain: str | None = None,
    enabled: bool = True,
    polling: bool = True,
) -> tuple[int, bool]:
    """Register a feed, due at once; return its number and whether it is new."""
    return insert_feed(db, NewFeed(url, root_domain, enabled, polling), now)


def insert_feed(db: Connection, new: NewFeed, now: int) -> tuple[int, bool]:
    """Register a feed, due at once; return its number and whether it is new."""
    known = feed_at(db, new.key)
    if known is not None:
        return known, False
    number = next_number(db, "feed")
    inserted = db.rows(
        """
        insert into feeds (id, kind, url, url_key, root_domain, enabled, polling,
          enforce_feed_domain, full_text, title, secrets, owner_id, created_at)
        values (:id, 'rss', :url, :key, :root, :enabled, :polling, :enforced,
          :full_text, :title, :secrets, :owner, :now)
        on conflict (url_key) where deleted_at is null do nothing
        returning id
        """,
        id=number,
        url=new.url,
        key=new.key,
        root=new.root_domain,
        enabled=int(new.enabled),
        polling=int(new.polling),
        enforced=int(new.enforce_domain),
        full_text=int(new.full_text),
        title=new.title,
        secrets=new.secrets,
        owner=new.owner_id if new.secrets is not None else None,
        now=now,
    )
    if not inserted:
        return insert_feed(db, new, now)
    insert(db, "feed_heads", feed_id=number)
    insert(db, "feed_fetch_state", feed_id=number, host=place_of(new.url))
    make_due(db, number, now)
    return number, True


def find_feed(db: Connection, number_or_url: str) -> FeedRow:
    """Return a feed by its number or its URL, or raise `NotFound`."""
    number = _number(number_or_url)
    if number is None:
        number = feed_at(db, public_key(number_or_url))
    rows = _rows(db, "and f.id = :id", id=number)
    if not rows:
        rows = _rows(
            db,
            "and f.secrets is not null and f.url = :url order by f.id limit 1",
            url=number_or_url,
        )
    if not rows:
        raise NotFound(f"There is no feed {number_or_url}.")
    return rows[0]


def list_feeds(db: Connection, after: int, limit: int) -> list[FeedRow]:
    """Return feeds by number, a page at a time."""
    return _rows(
        db, "and f.id > :after order by f.id limit :limit", after=after, limit=limit
    )


def set_feed(db: Connection, feed_id: int, column: str, value: object) -> None:
    """Change one setting of a feed."""
    if column not in _SETTABLE:
        raise ValueError(f"{column} is not a setting of a feed")
    sql = with_words("update feeds set {column} = :value where id = :id", column=column)
    db.run(sql, value=value, id=feed_id)


def touch_feed(db: Connection, feed_id: int, now: int) -> None:
    """Note that somebody changed a feed."""
    db.run("update feeds set updated_at = :now where id = :id", now=now, id=feed_id)


def set_secrets(
    db: Connection, feed_id: int, secrets: bytes | None, *, private: bool
) -> None:
    """Keep what only the feed's server may see; `private` hides what it answers, too:
    whoever adds the bare address from now on gets a feed of its own."""
    db.run("update feeds set secrets = :new where id = :id", new=secrets, id=feed_id)
    row = db.row("select url, owner_id from feeds where id = :id", id=feed_id)
    if row is None or row[0] is None:
        return
    url, owner = row
    db.run(
        """
        update feeds set url_key = :key where id = :id and not exists (
          select 1 from feeds f
          where f.url_key = :key and f.deleted_at is null and f.id <> :id)
        """,
        key=private_key(owner, url) if private else public_key(url),
        id=feed_id,
    )


def make_due(db: Connection, feed_id: int, now: int) -> None:
    """Let a feed be checked at once, or as soon as its server allows it, whatever else
    kept it from that; after a check that is under way there is another one."""
    db.run(with_words(_MAKE_DUE, ask=ASK, which="= :id"), now=now, id=feed_id)
    db.wake_on_commit()


def make_all_due(db: Connection, now: int) -> tuple[int, int]:
    """Let every enabled feed be checked at once, as `make_due`; return how many are, and
    how many have to wait for their servers."""
    which = """in (
      select id from feeds where enabled = 1 and deleted_at is null
        and url is not null)"""
    many = db.run(with_words(_MAKE_DUE, ask=ASK, which=which), now=now)
    db.wake_on_commit()
    held: int = db.value(
        "select count(*) from feed_fetch_state"
        " where asked_at = :now and next_check_at > :now",
        now=now,
    )
    return many - held, held


def delete_feed(db: Connection, feed_id: int, now: int) -> None:
    """Remove a feed softly: nobody sees or fetches it, stars and history stay."""
    head = lock_head(db, feed_id)
    db.run("update feeds set deleted_at = :now where id = :id", now=now, id=feed_id)
    db.run(
        "update subscriptions set active = 0, left_seq = :last"
        " where feed_id = :id and active = 1",
        last=head.last_seq,
        id=feed_id,
    )
    db.run(
        "update feed_fetch_state set next_check_at = null, leased_until = null"
        " where feed_id = :id",
        id=feed_id,
    )


def is_deleted(db: Connection, number_or_url: str) -> bool:
    """Return whether there was such a feed, by its number or its URL."""
    number = _number(number_or_url)
    gone = db.value(
        "select 1 from feeds where deleted_at is not null"
        " and (id = :id or url_key = :key) limit 1",
        id=0 if number is None else number,
        key=public_key(number_or_url),
    )
    return gone is not None


def root_domains(db: Connection) -> list[tuple[str, int]]:
    """Return every root domain with the number of its feeds."""
    rows = db.rows(
        "select root_domain, count(*) from feeds where root_domain is not null"
        " and deleted_at is null group by root_domain order by root_domain limit 10000"
    )
    return [(row[0], row[1]) for row in rows]


_SETTABLE = frozenset(
    {
        "enabled",
        "polling",
        "root_domain",
        "enforce_feed_domain",
        "allow_duplicate_urls",
        "full_text",
        "retry_policy",
        "poll_interval",
        "user_agent",
        "secrets",
    }
)


def _number(text: str) -> int | None:
    return int(text[:18]) if text.isascii() and text.isdigit() else None


def _rows(db: Connection, which: str, **parameters: Any) -> list[FeedRow]:
    return all_of(db, FeedRow, with_words(_ROW, which=which), **parameters)
