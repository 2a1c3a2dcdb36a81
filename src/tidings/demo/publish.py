"""Publishes a part of the demo: its news for everybody, and a reader's stars as a feed."""

from collections.abc import Mapping

from tidings.context import Context, Fetching
from tidings.samples.content import sample_feeds
from tidings.services.deframed import publish_if_public
from tidings.services.digests import PlanWish, set_plan
from tidings.services.publications import PublicationWish, list_publications, publish

_FOLDER = "News"
_STARS = PublicationWish("starred", "Worth reading", neutral=True, full_content=True)
_BRIEFING = PlanWish("daily", 0, 7, "UTC", 20, None, by_mail=False)


async def publish_samples(
    context: Context, fetching: Fetching, user_id: int, numbers: Mapping[str, int]
) -> None:
    """Publish what is not published yet; `numbers` are the feeds' by name."""
    for name, number in numbers.items():
        if sample_feeds()[name].folder[:1] == (_FOLDER,):
            await publish_if_public(context, number)
    if not await list_publications(context, fetching, user_id):
        await publish(context, fetching, user_id, _STARS)
    await set_plan(context, user_id, _BRIEFING)
