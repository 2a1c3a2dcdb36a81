"""Documents that were just sent, kept for a second: a crowd costs one look at the
database, and what is switched off is gone a second later."""

from collections import OrderedDict
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from tidings.core.clock import micros
from tidings.formats.feed_writers import FeedFormat
from tidings.store.builds import Build
from tidings.web.deps import get_context
from tidings.web.feed_answer import feed_answer

KEPT_FOR = timedelta(seconds=1)
CACHING = "public, max-age=60"
_MOST = 256

_Kept = tuple[int, FeedFormat, Build]


class ReadyBuilds:
    """Documents by what was asked."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, _Kept] = OrderedDict()

    def get(self, asked: bytes, now: int) -> tuple[FeedFormat, Build] | None:
        """Return what was answered a moment ago; None: nothing was."""
        found = self._kept.get(asked)
        if found is None or not 0 <= now - found[0] < micros(KEPT_FOR):
            return None
        return found[1], found[2]

    def keep(self, asked: bytes, now: int, form: FeedFormat, build: Build) -> None:
        """Remember an answer."""
        self._kept[asked] = (now, form, build)
        self._kept.move_to_end(asked)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)


class ReadyRoute(APIRoute):
    """Answers from memory where it can, else as every route does."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        usual = super().get_route_handler()

        async def handle(request: Request) -> Response:
            kept: ReadyBuilds = request.app.state.ready_builds
            asked = request.scope["query_string"]
            found = kept.get(asked, get_context(request).clock())
            if found is None:
                return await usual(request)
            return public_feed_answer(request, *found)

        return handle


def public_feed_answer(request: Request, form: FeedFormat, build: Build) -> Response:
    """Return a document that everybody may read, from pages of every origin."""
    answer = feed_answer(request, form, build, caching=CACHING, dated=True)
    answer.headers["access-control-allow-origin"] = "*"
    return answer
