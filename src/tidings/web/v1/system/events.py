"""Live updates: a stream of server-sent events that ends only when someone ends it."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request

from tidings.auth.tokens import token_hash
from tidings.core.accounts.visitor import Visitor
from tidings.core.system.events import event_number
from tidings.web.json_route import JsonRoute
from tidings.web.live import Live
from tidings.web.middleware.head import WAS_HEAD
from tidings.web.signed_in import Reader
from tidings.web.sse import EventStream

router = APIRouter(tags=["events"], route_class=JsonRoute)
_LONGEST = 40
_EXAMPLE = (
    "retry: 3000\nid: 1041\n\n"
    "event: entry_added\nid: 1042\n"
    'data: {"first_id":90210,"last_id":90212,"count":3,"feed_id":7}\n\n'
    ": still here\nid: 1042\n\n"
)
_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            "text/event-stream": {"schema": {"type": "string"}, "example": _EXAMPLE}
        }
    }
}


def get_live(request: Request) -> Live:
    """Return the streams of this process."""
    live: Live = request.app.state.live
    return live


@router.get(
    "/events", status_code=200, response_class=EventStream, responses=_RESPONSES
)
async def stream_events(
    request: Request,
    visitor: Reader,
    live: Annotated[Live, Depends(get_live)],
    seen: Annotated[
        str | None,
        Header(
            alias="Last-Event-ID",
            max_length=_LONGEST,
            description="the last event received; what came after it is sent first",
        ),
    ] = None,
    last_event_id: Annotated[
        str | None,
        Query(max_length=_LONGEST, description="the same, for who cannot set headers"),
    ] = None,
) -> EventStream:
    """Publish what changes: `entry_added`, `entry_changed`, `state_changed`,
    `summary_ready`, `feed_changed`, `settings_changed`, `status_changed`, `notify` and
    `job_progress`, each with JSON as its data.

    Open the stream first, then load what you show: no change can fall between the two.
    After a break, send the number of the last event. The answer begins with all that
    was missed or, when that is too much or too long ago, with the event `reset`: load
    everything again. Every 30 seconds there is a sign of life.
    """
    if request.scope.get(WAS_HEAD):
        return EventStream()
    # A browser that comes back sends the header; the address is still the first one.
    last = last_event_id if seen is None else seen
    stream = await live.join(
        visitor.user_id,
        _credential(request, visitor),
        after=None if last is None else event_number(last),
        again=last is not None,
    )
    return EventStream(stream)


def _credential(request: Request, visitor: Visitor) -> str | bytes:
    if visitor.session_id is not None:
        return visitor.session_id
    return token_hash(request.headers["authorization"].partition(" ")[2].strip())
