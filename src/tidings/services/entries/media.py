"""Pictures of entries through us, so that strangers do not learn who reads what.

Only addresses that we signed are fetched, only pixels are handed on, and what leaves
is named by its own bytes.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.core.errors import (
    AddressBlocked,
    Forbidden,
    NotFound,
    TidingsError,
    UnsupportedMedia,
    UpstreamFailed,
)
from tidings.fetch.exchange import FetchFailed, Response
from tidings.fetch.picture import Incoming, picture_request
from tidings.formats.picture_type import HEAD, picture_type
from tidings.html.absolutize import Media

_BLOCKED = frozenset({"blocked_address", "bad_url", "bad_redirect"})
_GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on its way; whoever has it must read or close it."""

    media_type: str
    pieces: AsyncIterator[bytes]


def media_url(context: Context, url: str) -> str:
    """Return from where a picture is to be loaded: by default through us."""
    path = context.media.path(url)
    return url if path is None else urlsplit(context.server.base_url).path + path


def media_hook(context: Context, *, absolute: bool = False) -> Media | None:
    """Return what `sanitize` asks about each picture, film and sound; None if none is
    loaded through us.

    Apps that are not pages of ours need `absolute` addresses.
    """
    if context.media.mode == "off":
        return None

    def shown(url: str, *, film: bool = False) -> str:
        links = context.media
        path = links.enclosure_path(url) if film else links.path(url)
        if path is None:
            return url
        base = context.server.base_url
        return (base if absolute else urlsplit(base).path) + path

    return shown


async def open_picture(
    context: Context, fetching: Fetching, signature: str, packed: str
) -> Picture:
    """Begin to load a picture by an address that we signed, or refuse."""
    url = context.media.url_of(signature, packed)
    if url is None:
        raise Forbidden(
            "This address was not created by Tidings.", code=Code.BAD_SIGNATURE
        )
    incoming = Incoming(fetching.client, picture_request(url))
    try:
        media_type = picture_type(await incoming.head(HEAD))
        if media_type is not None:
            return Picture(media_type, incoming.pieces())
        problem = problem_of(await incoming.answer(), "picture")
    except BaseException:
        incoming.close()
        raise
    incoming.close()
    raise problem


def problem_of(answer: Response | FetchFailed | None, what: str) -> TidingsError:
    """Return the message about a file that could not be passed on."""
    if isinstance(answer, FetchFailed):
        if answer.code in _BLOCKED:
            return AddressBlocked(
                f"The {what} is not fetched: {answer.message}.",
                details={"reason": answer.code},
            )
        return UpstreamFailed(
            f"The {what} could not be fetched: {answer.message}.",
            details={"reason": answer.code},
        )
    if answer is not None and answer.status in _GONE:
        return NotFound(f"The {what} is gone.")
    if answer is not None and not 200 <= answer.status <= 299:
        return UpstreamFailed(
            f"The {what}'s server answered with HTTP {answer.status}.",
            details={"reason": "http_error", "status": answer.status},
        )
    return UnsupportedMedia(f"This type of {what} is not passed on.")
