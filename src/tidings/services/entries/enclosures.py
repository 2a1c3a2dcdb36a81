"""Sounds and films of entries through us, streamed: seeking works, nothing is stored.

Only addresses that we signed are fetched; a part that a player asks for is asked of the
server as it is.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.core.errors import Forbidden, UpstreamFailed
from tidings.fetch.exchange import FetchFailed, Request, Response
from tidings.fetch.headers import media_type
from tidings.fetch.picture import Beginning, Incoming
from tidings.services.entries.media import problem_of

LARGEST = 4 * 1024**3  # bytes: a film of some hours
# A player takes an hour's sound as slowly as it likes.
_DEADLINE = timedelta(hours=6)
_FIRST_WORD = timedelta(seconds=30)
# Of an answer, what a player needs to find its way.
_HANDED_ON = (
    "accept-ranges",
    "content-length",
    "content-range",
    "etag",
    "last-modified",
)
# Servers that do not know what they have: the name says it then.
_BY_NAME = {
    ".aac": "audio/aac",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
    ".m4v": "video/mp4",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".ogv": "video/ogg",
    ".opus": "audio/ogg",
    ".wav": "audio/wav",
    ".webm": "video/webm",
}
_UNKNOWN = frozenset({"", "application/octet-stream", "binary/octet-stream"})


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound or film on its way; whoever has it must read or close it."""

    status: int
    headers: Mapping[str, str]
    media_type: str
    pieces: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True)
class NoSuchPart:
    """The file is shorter than the part that was asked for."""

    headers: Mapping[str, str]


def enclosure_url(context: Context, url: str) -> str:
    """Return from where a sound or film is to be loaded: by default through us."""
    path = context.media.enclosure_path(url)
    return url if path is None else urlsplit(context.server.base_url).path + path


def is_played(media_type: str | None, url: str) -> bool:
    """Return whether a file that a feed names is audio or video."""
    return _type_if_played((media_type or "").strip().lower(), url) is not None


async def open_enclosure(
    context: Context,
    fetching: Fetching,
    signed: tuple[str, str],
    part: Mapping[str, str],
    *,
    only_head: bool = False,
) -> Sound | NoSuchPart:
    """Begin to load a file by an address that we signed (as signature and packed
    address), or refuse. `part` are the headers by which a part is asked for."""
    url = context.media.enclosure_of(*signed)
    if url is None:
        raise Forbidden(
            "This address was not created by Tidings.", code=Code.BAD_SIGNATURE
        )
    request = Request(
        url,
        method="HEAD" if only_head else "GET",
        headers={"Accept": "audio/*, video/*, */*;q=0.5", **part},
        body_limit=LARGEST,
        deadline=_DEADLINE,
        compressed=False,
    )
    incoming = Incoming(fetching.client, request)
    try:
        beginning = await _begun(incoming)
        kind = None if beginning is None else _kind(beginning, url)
        if beginning is not None and kind is not None:
            headers = _handed_on(beginning.headers)
            return Sound(beginning.status, headers, kind, incoming.pieces())
        # What is under way is of no use to us.
        answer = None if beginning is not None else await incoming.answer()
    except BaseException:
        incoming.close()
        raise
    incoming.close()
    return _refused(answer)


async def _begun(incoming: Incoming) -> Beginning | None:
    try:
        async with asyncio.timeout(_FIRST_WORD.total_seconds()):
            return await incoming.beginning()
    except TimeoutError as error:
        raise UpstreamFailed(
            "The file's server did not answer in time.", details={"reason": "timeout"}
        ) from error


def _refused(answer: Response | FetchFailed | None) -> NoSuchPart:
    if isinstance(answer, Response) and answer.status == 416:
        # What the server says in its body is not handed on, and neither is its length.
        headers = _handed_on(answer.headers)
        headers.pop("content-length", None)
        return NoSuchPart(headers)
    raise problem_of(answer, "file")


def _kind(beginning: Beginning, url: str) -> str | None:
    """Return the media type of a sound or film; None for anything else."""
    if beginning.status not in (200, 206) or "content-encoding" in beginning.headers:
        return None
    return _type_if_played(media_type(beginning.headers), url)


def _type_if_played(said: str, url: str) -> str | None:
    if said.startswith(("audio/", "video/")) or said == "application/ogg":
        return said[:100] if said.isascii() and said.isprintable() else None
    name = urlsplit(url).path.lower()
    if said not in _UNKNOWN:
        return None
    return next((kind for end, kind in _BY_NAME.items() if name.endswith(end)), None)


def _handed_on(headers: Mapping[str, str]) -> dict[str, str]:
    return {
        name: headers[name]
        for name in _HANDED_ON
        if name in headers and headers[name].isascii() and headers[name].isprintable()
    }
