"""Counts: what is unread, by feed, folder and in all, and what was kept."""

from fastapi import APIRouter

from tidings.services.reading.counts import Counts, count_entries
from tidings.web.deps import Given
from tidings.web.json_route import Encoded, JsonRoute, as_json
from tidings.web.signed_in import Reader

router = APIRouter(tags=["counts"], route_class=JsonRoute)


@router.get("/counts")
async def get_counts(context: Given, visitor: Reader) -> Encoded[Counts]:
    """Count what is unread, starred and tagged."""
    return await count_entries(context, visitor.user_id, as_json)
