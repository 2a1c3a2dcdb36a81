"""Lists that a reader publishes under an address that nobody can guess."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import Field

from tidings.auth.secret_box import SecretUnreadable
from tidings.context import Context, Fetching
from tidings.core.errors import NotFound
from tidings.core.publishing.ceilings import ceilings_of
from tidings.core.reading.reading import tag_name
from tidings.core.views import view_of
from tidings.formats.feeds.writers import FORMATS
from tidings.operations.publishing.publication_secret import PURPOSE, new_secret
from tidings.services.fields import Id, Number, RequestModel, Storable, TagName
from tidings.store.engine.connection import Connection
from tidings.store.publishing import publications as store
from tidings.store.publishing.publications import Publication, Source
from tidings.store.system.events import publish_settings_changed

_Title = Annotated[Storable, Field(min_length=1, max_length=200, pattern=r"\S")]
_Most = Annotated[int, Field(ge=1, le=200)]
_Score = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class CeilingFields(RequestModel):
    """The most of each score; what is left out may be any. With a ceiling, only entries
    that were scored are published."""

    overall: _Score | None = None
    framing: _Score | None = None
    clickbait: _Score | None = None
    persuasive: _Score | None = None
    hyper_stimulus: _Score | None = None
    speculative: _Score | None = None


class NewPublication(RequestModel):
    """A list to publish. A folder needs `folder_id`, a tag `tag`, a search
    `search_id`."""

    source: Source
    title: _Title
    folder_id: Number | None = None
    tag: TagName | None = None
    search_id: Id | None = None
    ceilings: CeilingFields = Field(default_factory=CeilingFields)
    neutral: bool = False
    full_content: bool = False
    limit: _Most = 50


class PublicationChanges(RequestModel):
    """What is to be different; what is left out stays."""

    title: _Title | None = None
    ceilings: CeilingFields | None = None
    neutral: bool | None = None
    full_content: bool | None = None
    limit: _Most | None = None


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
    neutral: bool  # neutral titles, where there are any
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
    context: Context, fetching: Fetching, user_id: int, wanted: NewPublication
) -> PublicationView:
    """Publish a list."""
    secret_hash, sealed = new_secret(context, fetching)
    now = context.clock()
    new = Publication(
        id=context.new_id(),
        user_id=user_id,
        source=wanted.source,
        folder_id=wanted.folder_id,
        tag=None if wanted.tag is None else tag_name(wanted.tag),
        search_id=wanted.search_id,
        title=wanted.title,
        ceilings=_stored(wanted.ceilings),
        neutral=wanted.neutral,
        full_content=wanted.full_content,
        most=wanted.limit,
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
    changes: PublicationChanges,
) -> PublicationView:
    """Change how a list is published; its address and what it is of stay."""
    changed = await context.database.write(
        _change, user_id, id_, changes, context.clock()
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


def _stored(ceilings: CeilingFields) -> str:
    return json.dumps(dict(ceilings_of(ceilings.model_dump()).most))


def _change(
    db: Connection, user_id: int, id_: str, changes: PublicationChanges, now: int
) -> Publication:
    known = store.find_publication(db, user_id, id_)
    given = changes.model_dump(exclude_none=True, exclude={"ceilings", "limit"})
    if changes.ceilings is not None:
        given["ceilings"] = _stored(changes.ceilings)
    if changes.limit is not None:
        given["most"] = changes.limit
    changed = replace(known, **given, changed_at=now)
    store.update_publication(db, changed)
    publish_settings_changed(db, user_id, "publications", now)
    return changed


def _renew(
    db: Connection, user_id: int, id_: str, secret: tuple[bytes, bytes], now: int
) -> Publication:
    known = store.find_publication(db, user_id, id_)
    secret_hash, sealed = secret
    store.set_secret(db, known, secret_hash, sealed)
    publish_settings_changed(db, user_id, "publications", now)
    return replace(known, sealed=sealed)


def _withdraw(db: Connection, user_id: int, id_: str, now: int) -> None:
    if not store.delete_publication(db, user_id, id_):
        raise NotFound("There is no such publication.")
    publish_settings_changed(db, user_id, "publications", now)


def _view(context: Context, fetching: Fetching, row: Publication) -> PublicationView:
    return view_of(
        PublicationView,
        row,
        ceilings=json.loads(row.ceilings),
        limit=row.most,
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
    return {form: f"{base}/p/{secret}.{form}" for form in ("html", *FORMATS)}
