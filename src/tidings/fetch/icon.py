"""Ask for a picture, small or not at all."""

from dataclasses import dataclass, field
from datetime import timedelta

from tidings.fetch.client import FetchClient
from tidings.fetch.exchange import FetchFailed, Request

_ICON_LIMIT = 512 * 1024
_DEADLINE = timedelta(seconds=15)
_ACCEPT = "image/png, image/x-icon, image/vnd.microsoft.icon, image/*;q=0.8, */*;q=0.1"


@dataclass(frozen=True, slots=True)
class PictureFetched:
    """A file that should be a picture."""

    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class NoPicture:
    """Why none came; safe to show."""

    reason: str


async def fetch_picture(client: FetchClient, url: str) -> PictureFetched | NoPicture:
    """Fetch a file of at most 512 KiB."""
    request = Request(
        url, headers={"Accept": _ACCEPT}, body_limit=_ICON_LIMIT, deadline=_DEADLINE
    )
    answer = await client.request(request)
    if isinstance(answer, FetchFailed):
        return NoPicture(answer.message)
    if answer.status != 200:
        return NoPicture(f"the server answered with HTTP {answer.status}")
    return PictureFetched(answer.body)
