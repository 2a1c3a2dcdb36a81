"""Documents that were just sent, kept for a second: a crowd costs one look at the
database, and what is switched off is gone a second later."""

from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from fastapi import Request, Response

from tidings.core.clock import micros
from tidings.formats.feeds.writers import MEDIA_TYPES, FeedFormat
from tidings.store.publishing.builds import Build
from tidings.web.deps import get_context
from tidings.web.feed_answer import feed_answer
from tidings.web.json_route import NamedRoute

KEPT_FOR = timedelta(seconds=1)
CACHING = "public, max-age=60"
_MOST = 256


@dataclass(frozen=True, slots=True)
class Ready:
    """A document to send; `dated` as for `feed_answer`."""

    form: FeedFormat
    build: Build
    dated: bool


class ReadyBuilds:
    """Documents by what was asked."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, tuple[int, Ready]] = OrderedDict()

    def get(self, asked: bytes, now: int) -> Ready | None:
        """Return what was answered a moment ago; None: nothing was."""
        found = self._kept.get(asked)
        if found is None or not 0 <= now - found[0] < micros(KEPT_FOR):
            return None
        return found[1]

    def keep(self, asked: bytes, now: int, ready: Ready) -> None:
        """Remember an answer."""
        self._kept[asked] = (now, ready)
        self._kept.move_to_end(asked)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)


class ReadyRoute(NamedRoute):
    """Answers from memory where it can, else as every route does."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        usual = super().get_route_handler()

        async def handle(request: Request) -> Response:
            kept: ReadyBuilds = request.app.state.ready_builds
            asked = request.scope["query_string"]
            found = kept.get(asked, get_context(request).clock())
            if found is None:
                return await usual(request)
            return public_feed_answer(request, found)

        return handle


def public_feed_answer(request: Request, ready: Ready) -> Response:
    """Return a document that everybody may read, from pages of every origin."""
    answer = feed_answer(
        request,
        MEDIA_TYPES[ready.form],
        ready.build,
        caching=CACHING,
        dated=ready.dated,
    )
    answer.headers["access-control-allow-origin"] = "*"
    return answer
