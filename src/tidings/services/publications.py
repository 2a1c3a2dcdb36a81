"""Lists that a reader publishes under an address that nobody can guess."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tidings.auth.secret_box import SecretUnreadable
from tidings.context import Context, Fetching
from tidings.core.ceilings import ceilings_of
from tidings.core.errors import NotFound
from tidings.core.reading import tag_name
from tidings.formats.feed_writers import FORMATS
from tidings.jobs.publication_secret import PURPOSE, new_secret
from tidings.store import publications as store
from tidings.store.connection import Connection
from tidings.store.events import tell_settings_changed
from tidings.store.publications import Publication, Source

Ceiling = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class PublicationWish:
    """What is to be published, and how."""

    source: Source
    title: str
    folder_id: int | None = None
    tag: str | None = None
    search_id: str | None = None
    ceilings: Ceiling = field(default_factory=dict)
    neutral: bool = False
    full_content: bool = False
    limit: int = 50


@dataclass(frozen=True, slots=True)
class PublicationChange:
    """What is to be different; None stays."""

    title: str | None = None
    ceilings: Ceiling | None = None
    neutral: bool | None = None
    full_content: bool | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class PublicationView:
    """A publication as its owner sees it."""

    id: str
    source: Source
    folder_id: int | None
    tag: str | None
    search_id: str | None
    title: str
    ceilings: Mapping[str, float]
    neutral: bool
    full_content: bool
    limit: int
    created_at: int
    changed_at: int
    # By format; None: the instance's key is another now, renewing gives new ones.
    addresses: Mapping[str, str] | None = field(repr=False)


async def list_publications(
    context: Context, fetching: Fetching, user_id: int
) -> list[PublicationView]:
    """Return all that a user published."""
    rows = await context.database.read(store.list_publications, user_id)
    return [_view(context, fetching, row) for row in rows]


async def get_publication(
    context: Context, fetching: Fetching, user_id: int, id_: str
) -> PublicationView:
    """Return one publication."""
    row = await context.database.read(store.find_publication, user_id, id_)
    return _view(context, fetching, row)


async def publish(
    context: Context, fetching: Fetching, user_id: int, wish: PublicationWish
) -> PublicationView:
    """Publish a list."""
    secret_hash, sealed = new_secret(context, fetching)
    now = context.clock()
    new = Publication(
        id=context.new_id(),
        user_id=user_id,
        source=wish.source,
        folder_id=wish.folder_id,
        tag=None if wish.tag is None else tag_name(wish.tag),
        search_id=wish.search_id,
        title=wish.title,
        ceilings=_ceilings(wish.ceilings),
        neutral=wish.neutral,
        full_content=wish.full_content,
        most=wish.limit,
        created_at=now,
        changed_at=now,
        sealed=sealed,
    )
    await context.database.write(store.publish, new, secret_hash)
    return _view(context, fetching, new)


async def change_publication(
    context: Context,
    fetching: Fetching,
    user_id: int,
    id_: str,
    change: PublicationChange,
) -> PublicationView:
    """Change how a list is published; its address and what it is of stay."""
    ceilings = None if change.ceilings is None else _ceilings(change.ceilings)
    changed = await context.database.write(
        _change, user_id, id_, change, ceilings, context.clock()
    )
    return _view(context, fetching, changed)


async def renew_publication(
    context: Context, fetching: Fetching, user_id: int, id_: str
) -> PublicationView:
    """Publish a list under another address; the old one leads nowhere from now on."""
    secret = new_secret(context, fetching)
    now = context.clock()
    renewed = await context.database.write(_renew, user_id, id_, secret, now)
    return _view(context, fetching, renewed)


async def withdraw(context: Context, user_id: int, id_: str) -> None:
    """Publish a list no more."""
    await context.database.write(_withdraw, user_id, id_, context.clock())


def _ceilings(values: Ceiling) -> str:
    return json.dumps(dict(ceilings_of(values).most))


def _change(
    db: Connection,
    user_id: int,
    id_: str,
    change: PublicationChange,
    ceilings: str | None,
    now: int,
) -> Publication:
    known = store.find_publication(db, user_id, id_)
    changed = replace(
        known,
        title=known.title if change.title is None else change.title,
        ceilings=known.ceilings if ceilings is None else ceilings,
        neutral=known.neutral if change.neutral is None else change.neutral,
        full_content=known.full_content
        if change.full_content is None
        else change.full_content,
        most=known.most if change.limit is None else change.limit,
        changed_at=now,
    )
    store.update_publication(db, changed)
    tell_settings_changed(db, user_id, "publications", now)
    return changed


def _renew(
    db: Connection, user_id: int, id_: str, secret: tuple[bytes, bytes], now: int
) -> Publication:
    known = store.find_publication(db, user_id, id_)
    secret_hash, sealed = secret
    store.set_secret(db, known, secret_hash, sealed)
    tell_settings_changed(db, user_id, "publications", now)
    return replace(known, sealed=sealed)


def _withdraw(db: Connection, user_id: int, id_: str, now: int) -> None:
    if not store.delete_publication(db, user_id, id_):
        raise NotFound("There is no such publication.")
    tell_settings_changed(db, user_id, "publications", now)


def _view(context: Context, fetching: Fetching, row: Publication) -> PublicationView:
    return PublicationView(
        id=row.id,
        source=row.source,
        folder_id=row.folder_id,
        tag=row.tag,
        search_id=row.search_id,
        title=row.title,
        ceilings=json.loads(row.ceilings),
        neutral=row.neutral,
        full_content=row.full_content,
        limit=row.most,
        created_at=row.created_at,
        changed_at=row.changed_at,
        addresses=_addresses(context, fetching, row.sealed),
    )


def _addresses(
    context: Context, fetching: Fetching, sealed: bytes
) -> dict[str, str] | None:
    try:
        secret = fetching.box.open(sealed, PURPOSE).decode()
    except SecretUnreadable:
        return None
    base = context.server.base_url.rstrip("/")
    return {form: f"{base}/p/{secret}.{form}" for form in FORMATS}
