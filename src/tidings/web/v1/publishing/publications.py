"""Publishing lists as feeds, under addresses that can be renewed and withdrawn."""

from fastapi import APIRouter

from tidings.core.pages import Listing, Page, page_of
from tidings.services.publishing import publications as service
from tidings.services.publishing.publications import (
    NewPublication,
    PublicationChanges,
    PublicationView,
)
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner
from tidings.web.v1.fields import Cursor, IdInPath, Limit

router = APIRouter(tags=["publications"], route_class=JsonRoute)
_PUBLICATIONS: Listing[PublicationView] = Listing(
    "publications", (int, str), lambda each: (each.created_at, each.id)
)


@router.get("/publications")
async def list_publications(
    context: Given,
    fetching: GivenFetching,
    visitor: Owner,
    cursor: Cursor = None,
    limit: Limit = 50,
) -> Page[PublicationView]:
    """List what you published, with its addresses, the oldest first."""
    found = await service.list_publications(context, fetching, visitor.user_id)
    return page_of(_PUBLICATIONS, found, cursor, limit)


@router.post("/publications", status_code=201)
async def create_publication(
    context: Given, fetching: GivenFetching, visitor: Owner, body: NewPublication
) -> PublicationView:
    """Publish a list: whoever has one of its addresses can read what you can."""
    return await service.publish(context, fetching, visitor.user_id, body)


@router.get("/publications/{id}")
async def get_publication(
    context: Given, fetching: GivenFetching, visitor: Owner, id: IdInPath
) -> PublicationView:
    """Return one publication."""
    return await service.get_publication(context, fetching, visitor.user_id, id)


@router.patch("/publications/{id}")
async def change_publication(
    context: Given,
    fetching: GivenFetching,
    visitor: Owner,
    id: IdInPath,
    body: PublicationChanges,
) -> PublicationView:
    """Change how a list is published; its addresses stay."""
    return await service.change_publication(
        context, fetching, visitor.user_id, id, body
    )


@router.post("/publications/{id}/renew")
async def renew_publication(
    context: Given, fetching: GivenFetching, visitor: Owner, id: IdInPath
) -> PublicationView:
    """Make new addresses and forget the old ones."""
    return await service.renew_publication(context, fetching, visitor.user_id, id)


@router.delete("/publications/{id}", status_code=204)
async def withdraw_publication(context: Given, visitor: Owner, id: IdInPath) -> None:
    """Publish a list no more."""
    await service.withdraw(context, visitor.user_id, id)
