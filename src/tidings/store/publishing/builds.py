"""Feeds that everybody may read, without their framing: only what the operator published.

A document is built when an event of its feed was published, and served as it lies here.
That somebody follows a feed makes nothing of it public.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, one_of, upsert_text, values_of
from tidings.store.engine.sql_words import with_words
from tidings.store.feeds.addresses import feed_at, public_key

# Whoever asks for more gets the newest of these.
LOOK_AT = 1000

IS_PUBLIC = """
f.deleted_at is null and f.secrets is null and f.owner_id is null and f.url is not null
"""
_FEED = with_words(
    """
select {f.*} from published_feeds p cross join feeds f
where f.id = p.feed_id and {is_public} and {which}
""",
    is_public=IS_PUBLIC,
)
_BUILD = with_words(
    """
select f.enabled, b.updated_at, b.tag, b.body, b.packed
from feeds f cross join published_feeds p
left join feed_builds b on b.feed_id = f.id and b.format = :format
where f.{key} and p.feed_id = f.id and {is_public}
""",
    is_public=IS_PUBLIC,
)
_TO_BUILD = """
f.enabled = 1 and f.id in (
  select v.feed_id from events v
  where v.id > :after and v.id <= :up_to and v.feed_id is not null)
order by f.id
"""
_DEFRAMED = """
select e.id, e.feed_id, e.url, e.title, e.excerpt, e.author,
  coalesce(e.published_at, e.received_at), e.changed_at, r.result, r.made_at
from {entries} e cross join ai_targets t cross join ai_results r
where t.entry_id = e.id and t.kind = 'deframe' and t.language = '' and t.version = 0
  and r.key = t.ready_key {which}
order by e.sort_at desc, e.id desc limit :most
"""
_OF_FEED = with_words(
    _DEFRAMED,
    entries="(select id, feed_id, url, title, excerpt, author, published_at,"
    " received_at, changed_at, sort_at from entries where feed_id = :feed"
    " order by sort_at desc, id desc limit :look_at)",
    which="and coalesce(t.overall, 0) <= :most_framed",
)
# Two looks into indexes for each feed; "or" would read the whole of it.
_AT_ADDRESS = with_words(
    _DEFRAMED,
    entries=with_words(
        "(select x.* from published_feeds p cross join feeds f cross join entries x"
        " where {of_feed} and x.url_key = :key"
        " union all"
        " select x.* from published_feeds p cross join feeds f cross join entries x"
        " where {of_feed} and x.link_key = :key)",
        of_feed=with_words(
            "f.id = p.feed_id and f.enabled = 1 and {is_public} and x.feed_id = f.id",
            is_public=IS_PUBLIC,
        ),
    ),
    which="",
)
_SAVE = upsert_text(
    "feed_builds",
    ("feed_id", "format", "updated_at", "tag", "body", "packed"),
    "feed_id, format",
)


@dataclass(frozen=True, slots=True)
class PublicFeed:
    """A feed that the operator published."""

    id: int
    url: str
    title: str
    description: str
    site_url: str | None
    language: str | None
    root_domain: str | None
    enabled: bool
    enforce_feed_domain: bool


@dataclass(frozen=True, slots=True)
class DeframedEntry:
    """An entry with what was made of it, as JSON."""

    id: int
    feed_id: int
    url: str | None
    title: str
    excerpt: str
    author: str
    at: int
    changed_at: int | None  # None: never
    result: str
    made_at: int


@dataclass(frozen=True, slots=True)
class Build:
    """A document that is ready to be sent; `tag` tells it from all others."""

    updated_at: int
    tag: str
    body: bytes
    packed: bytes


def publish_feed(db: Connection, feed_id: int, now: int) -> bool:
    """Let everybody read a feed; return False for one that is behind a login, or is
    somebody's own."""
    db.run(
        with_words(
            "insert into published_feeds (feed_id, since) select f.id, :now"
            " from feeds f where f.id = :feed and {is_public}"
            " on conflict (feed_id) do nothing",
            is_public=IS_PUBLIC,
        ),
        feed=feed_id,
        now=now,
    )
    return feed_id in published_among(db, [feed_id])


def carry_publication(db: Connection, leaving: int, staying: int) -> None:
    """Let everybody go on reading what was published under another address."""
    db.run(
        with_words(
            "insert into published_feeds (feed_id, since) select f.id, p.since"
            " from published_feeds p cross join feeds f"
            " where p.feed_id = :leaving and f.id = :staying and {is_public}"
            " on conflict (feed_id) do nothing",
            is_public=IS_PUBLIC,
        ),
        leaving=leaving,
        staying=staying,
    )


def count_published(db: Connection) -> int:
    """Return how many feeds everybody may read."""
    count: int = db.value(
        with_words(
            "select count(*) from published_feeds p cross join feeds f"
            " where f.id = p.feed_id and {is_public}",
            is_public=IS_PUBLIC,
        )
    )
    return count


def unpublish_feed(db: Connection, feed_id: int) -> None:
    """Let nobody read a feed any more but those who follow it."""
    db.run("delete from published_feeds where feed_id = :feed", feed=feed_id)
    db.run("delete from feed_builds where feed_id = :feed", feed=feed_id)


def published_among(db: Connection, feed_ids: Sequence[int]) -> set[int]:
    """Return which of these feeds everybody may read."""
    sql = with_words(_FEED, which="f.id in (select id from ids(:ids))")
    return {feed.id for feed in all_of(db, PublicFeed, sql, ids=list(feed_ids))}


def public_feed_at(db: Connection, url: str) -> PublicFeed | None:
    """Return a published feed by its address, also by one that it has left."""
    number = feed_at(db, public_key(url))
    return None if number is None else public_feed(db, number)


def public_feed(db: Connection, feed_id: int) -> PublicFeed | None:
    """Return a published feed; None: it is none, whatever else it is."""
    return one_of(db, PublicFeed, with_words(_FEED, which="f.id = :id"), id=feed_id)


def public_feeds_of(db: Connection, root_domain: str, most: int) -> list[PublicFeed]:
    """Return the published and enabled feeds of a domain."""
    sql = with_words(
        _FEED,
        which="f.root_domain = :root and f.enabled = 1 order by f.id limit :most",
    )
    return all_of(db, PublicFeed, sql, root=root_domain, most=most)


def stored_build(
    db: Connection, url: str, form: str
) -> tuple[bool, Build | None] | None:
    """Return whether a published feed is enabled, and its document if there is one;
    None: there is no such feed."""
    row = db.row(
        with_words(_BUILD, key="url_key = :key"), key=public_key(url), format=form
    )
    if row is None:
        number = feed_at(db, public_key(url))
        row = db.row(with_words(_BUILD, key="id = :id"), id=number, format=form)
    if row is None:
        return None
    enabled, updated_at, tag, body, packed = row
    if updated_at is None:
        return bool(enabled), None
    return bool(enabled), Build(updated_at, tag, bytes(body), bytes(packed))


def feeds_to_build(db: Connection, after: int, up_to: int) -> list[int]:
    """Return the published feeds that events between two numbers are about."""
    sql = with_words(_FEED, which=_TO_BUILD)
    found = all_of(db, PublicFeed, sql, after=after, up_to=up_to)
    return [feed.id for feed in found]


def all_published(db: Connection) -> list[int]:
    """Return every feed that is published and enabled."""
    sql = with_words(_FEED, which="f.enabled = 1 order by f.id")
    return [feed.id for feed in all_of(db, PublicFeed, sql)]


def newest_entries(db: Connection, feed_id: int, most: int) -> list[int]:
    """Return the newest entries of a feed, deframed or not."""
    rows = db.rows(
        "select id from entries where feed_id = :feed"
        " order by sort_at desc, id desc limit :most",
        feed=feed_id,
        most=most,
    )
    return [row[0] for row in rows]


def deframed_entries(
    db: Connection, feed_id: int, most: int, most_framed: int = 1000
) -> list[DeframedEntry]:
    """Return the newest entries of a feed that a deframing is there of, framed by so
    many thousandths at most."""
    return all_of(
        db,
        DeframedEntry,
        _OF_FEED,
        feed=feed_id,
        look_at=LOOK_AT,
        most=most,
        most_framed=most_framed,
    )


def deframed_at(db: Connection, url_key: int, most: int) -> list[DeframedEntry]:
    """Return what published feeds have of one address, newest first."""
    return all_of(db, DeframedEntry, _AT_ADDRESS, key=url_key, most=most)


def build_tags(db: Connection, feed_id: int) -> dict[str, str]:
    """Return the tag of each document of a feed, by format."""
    return dict(
        db.rows("select format, tag from feed_builds where feed_id = :f", f=feed_id)
    )


def save_builds(db: Connection, feed_id: int, builds: dict[str, Build]) -> None:
    """Put documents in the place of older ones, unless the feed went meanwhile."""
    if public_feed(db, feed_id) is None:
        return
    rows = [
        {"feed_id": feed_id, "format": form, **values_of(build)}
        for form, build in builds.items()
    ]
    db.run_many(_SAVE, rows)


def drop_builds(db: Connection, feed_id: int) -> None:
    """Forget the documents of a feed that has nothing to say any more."""
    db.run("delete from feed_builds where feed_id = :feed", feed=feed_id)
