"""A reader's tags: listing, renaming, merging, deleting."""

from tidings.context import Context
from tidings.core.errors import NotFound
from tidings.core.reading.reading import tag_name
from tidings.services.fields import RequestModel, TagName
from tidings.store.engine.connection import Connection
from tidings.store.reading import tags
from tidings.store.reading.tags import Tag
from tidings.store.system.events import publish_event


class TagChanges(RequestModel):
    """Another name for a tag."""

    name: TagName


async def list_tags(context: Context, user_id: int) -> list[Tag]:
    """Return a user's tags by name."""
    return await context.database.read(tags.all_tags, user_id)


async def rename_tag(
    context: Context, user_id: int, tag_id: int, changes: TagChanges
) -> Tag:
    """Rename a tag; if there is one of that name, the two become one."""
    known, now = tag_name(changes.name), context.clock()
    return await context.database.write(_rename, user_id, tag_id, known, now)


async def delete_tag(context: Context, user_id: int, tag_id: int) -> None:
    """Delete a tag; its entries stay, as far as nothing else kept them."""
    await context.database.write(_delete, user_id, tag_id, context.clock())


def _rename(db: Connection, user_id: int, tag_id: int, name: str, now: int) -> Tag:
    before = _require(db, user_id, tag_id)
    if before.name == name:
        return before
    left = tags.rename_tag(db, user_id, tag_id, name)
    _publish_event(db, user_id, now)
    return _require(db, user_id, left)


def _delete(db: Connection, user_id: int, tag_id: int, now: int) -> None:
    _require(db, user_id, tag_id)
    tags.delete_tag(db, user_id, tag_id)
    _publish_event(db, user_id, now)


def _require(db: Connection, user_id: int, tag_id: int) -> Tag:
    tag = tags.find_tag(db, user_id, tag_id)
    if tag is None:
        raise NotFound("There is no such tag.")
    return tag


def _publish_event(db: Connection, user_id: int, now: int) -> None:
    # A tag may be on more entries than an event could name.
    payload = {"tags": True}
    publish_event(db, "state_changed", now, user_id=user_id, payload=payload)
