"""Sample feeds, for a look around before one has feeds of one's own."""

from fastapi import APIRouter, Response

from tidings.services.feeds import samples as service
from tidings.services.feeds.samples import SampleChoice, SamplesView
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Writer

router = APIRouter(tags=["samples"], route_class=JsonRoute)


@router.post(
    "/samples",
    status_code=201,
    responses={200: {"model": SamplesView, "description": "They were all followed."}},
)
async def follow_samples(
    context: Given, visitor: Writer, response: Response, body: SampleChoice
) -> SamplesView:
    """Follow a few invented feeds, which only you have and nothing is fetched for.
    Unsubscribe when you have seen enough."""
    followed, is_new = await service.follow_samples(context, visitor.user_id, body)
    response.status_code = 201 if is_new else 200
    return followed
