"""Tags: listing, renaming, merging, deleting. Entries get them by `entries/{id}/tags`."""

from fastapi import APIRouter

from tidings.core.pages import Listing, Page, page_of
from tidings.services.reading import tags
from tidings.services.reading.tags import TagChanges
from tidings.store.reading.tags import Tag
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Reader, Writer
from tidings.web.v1.fields import Cursor, Limit, NumberInPath

router = APIRouter(tags=["tags"], route_class=JsonRoute)
_TAGS: Listing[Tag] = Listing("tags", (str, int), lambda each: (each.name, each.id))


@router.get("/tags")
async def list_tags(
    context: Given, visitor: Reader, cursor: Cursor = None, limit: Limit = 50
) -> Page[Tag]:
    """List your tags by name, with how many entries have them."""
    return page_of(_TAGS, await tags.list_tags(context, visitor.user_id), cursor, limit)


@router.patch("/tags/{id}")
async def rename_tag(
    context: Given, visitor: Writer, id: NumberInPath, body: TagChanges
) -> Tag:
    """Rename a tag. If there is one of that name, the two become one."""
    return await tags.rename_tag(context, visitor.user_id, id, body)


@router.delete("/tags/{id}", status_code=204)
async def delete_tag(context: Given, visitor: Writer, id: NumberInPath) -> None:
    """Delete a tag from all entries. The entries stay."""
    await tags.delete_tag(context, visitor.user_id, id)
