"""Lists that readers publish: each under a secret of which only the hash finds it."""

from dataclasses import dataclass
from typing import Literal

from tidings.core.codes import Code
from tidings.core.errors import Conflict, Invalid, NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of, insert, one_of, update, values_of
from tidings.store.feeds.folders import require_folder
from tidings.store.reading.saved_searches import saved_search
from tidings.store.system.events import publish_settings_changed

Source = Literal["all", "folder", "tag", "search", "starred", "stories"]

_DEFRAMINGS = """
select t.entry_id, r.result from ids(:ids) i cross join ai_targets t
cross join ai_results r
where t.entry_id = i.id and t.kind = 'deframe' and t.language = '' and t.version = 0
  and r.key = t.ready_key
"""
# The whole article where there is one that is not older than the entry itself.
_BODIES = """
select e.id, e.extras, b.codec, b.content,
  case when ft.tried_at >= coalesce(e.changed_at, 0) then ft.codec end,
  case when ft.tried_at >= coalesce(e.changed_at, 0) then ft.content end
from ids(:ids) i cross join entries e
left join entry_bodies b on b.entry_id = e.id and length(b.content) <= :most
left join entry_full_texts ft on ft.entry_id = e.id and length(ft.content) <= :most
where e.id = i.id
"""
_SOURCES = """
select f.id, f.title, f.site_url from ids(:ids) i cross join feeds f where f.id = i.id
"""
_MOST = 100  # of one user
_CHANGEABLE = (
    *("id", "user_id", "title", "ceilings", "neutral", "full_content", "most"),
    "changed_at",
)
# What each source needs beside its name.
_NEEDS: dict[Source, str] = {"folder": "folder_id", "tag": "tag", "search": "search_id"}
# Packed: hundreds of them are written into one document.
_LONGEST_BODY = 200_000


@dataclass(frozen=True, slots=True)
class Publication:
    """A list that its owner published. What `source` does not need is None."""

    id: str
    user_id: int
    source: Source
    folder_id: int | None
    tag: str | None
    search_id: str | None
    title: str
    ceilings: str  # JSON
    neutral: bool
    full_content: bool
    most: int
    created_at: int
    changed_at: int
    sealed: bytes


@dataclass(frozen=True, slots=True)
class PackedBody:
    """What an entry says, as it is stored; the full text where there is one."""

    extras: str
    codec: int
    content: bytes


def list_publications(db: Connection, user_id: int) -> list[Publication]:
    """Return what a user published, in the order it was made."""
    return all_of(
        db,
        Publication,
        "select {*} from publications where user_id = :user order by created_at, id",
        user=user_id,
    )


def find_publication(db: Connection, user_id: int, id_: str) -> Publication:
    """Return one publication of a user, or raise `NotFound`."""
    found = one_of(
        db,
        Publication,
        "select {*} from publications where id = :id and user_id = :user",
        id=id_,
        user=user_id,
    )
    if found is None:
        raise NotFound("There is no such publication.")
    return found


def publication_at(db: Connection, secret_hash: bytes) -> Publication | None:
    """Return what is published under a secret, if its owner may still sign in."""
    return one_of(
        db,
        Publication,
        "select {p.*} from publications p cross join users u"
        " where p.secret_hash = :hash and u.id = p.user_id and u.disabled_at is null",
        hash=secret_hash,
    )


def publish(db: Connection, new: Publication, secret_hash: bytes) -> None:
    """Publish a list; what it is of must be its owner's."""
    _check_needs(new)
    if len(list_publications(db, new.user_id)) >= _MOST:
        raise Conflict(
            f"There are {_MOST} publications: nobody may have more.",
            code=Code.LIMIT_REACHED,
            details={"limit": _MOST},
        )
    if new.folder_id is not None:
        require_folder(db, new.user_id, new.folder_id)
    if new.search_id is not None:
        saved_search(db, new.user_id, new.search_id)
    insert(db, "publications", **values_of(new), secret_hash=secret_hash)
    publish_settings_changed(db, new.user_id, "publications", new.created_at)


def update_publication(db: Connection, changed: Publication) -> None:
    """Write how a list is published now; what it is of stays."""
    values = {name: getattr(changed, name) for name in _CHANGEABLE}
    update(db, "publications", "id, user_id", **values)


def set_secret(
    db: Connection, publication: Publication, secret_hash: bytes, sealed: bytes
) -> None:
    """Publish a list under another secret; the old one is of no more use."""
    db.run(
        "update publications set secret_hash = :hash, sealed = :sealed where id = :id",
        id=publication.id,
        hash=secret_hash,
        sealed=sealed,
    )


def delete_publication(db: Connection, user_id: int, id_: str) -> bool:
    """Withdraw a publication; return whether there was one."""
    gone = db.run(
        "delete from publications where id = :id and user_id = :user",
        id=id_,
        user=user_id,
    )
    return gone > 0


def deframings_of(db: Connection, ids: list[int]) -> dict[int, str]:
    """Return the deframings of entries as JSON. Whether these may be seen is the
    caller's to know."""
    return dict(db.rows(_DEFRAMINGS, ids=ids)) if ids else {}


def sources_of(
    db: Connection, feed_ids: list[int]
) -> dict[int, tuple[str, str | None]]:
    """Return what feeds are called, and their sites; not what a reader calls them, and
    not their addresses, which may be secret."""
    found = db.rows(_SOURCES, ids=feed_ids) if feed_ids else []
    return {id_: (title, site_url) for id_, title, site_url in found}


def bodies_of(db: Connection, ids: list[int]) -> dict[int, PackedBody]:
    """Return the raw texts of entries; what is huge is left out. Whether these may be
    seen is the caller's to know."""
    found = {}
    rows = db.rows(_BODIES, ids=ids, most=_LONGEST_BODY)
    for id_, extras, codec, content, full_codec, full in rows:
        if full is not None:
            codec, content = full_codec, full
        if content is not None:
            found[id_] = PackedBody(extras, codec, bytes(content))
    return found


def _check_needs(new: Publication) -> None:
    given = {"folder_id": new.folder_id, "tag": new.tag, "search_id": new.search_id}
    needed = _NEEDS.get(new.source)
    for name, value in given.items():
        if (value is not None) is not (name == needed):
            word = "needs" if name == needed else "has no"
            raise Invalid(
                f"A publication of {new.source} {word} {name}.", details={"field": name}
            )
