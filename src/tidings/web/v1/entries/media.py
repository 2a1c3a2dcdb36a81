"""Pictures through us. The signature in the address is all that is needed."""

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import StreamingResponse

from tidings.services.entries.media import open_picture
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute

router = APIRouter(tags=["media"], route_class=JsonRoute)

_HEADERS = {
    # Addresses stand for one picture; whoever changes it publishes another address.
    "cache-control": "private, max-age=2592000, immutable",
    "content-disposition": "inline",
    "content-security-policy": "sandbox; default-src 'none'",
    # Reading apps on other origins show them as well.
    "cross-origin-resource-policy": "cross-origin",
}
_PICTURE = {"schema": {"type": "string", "format": "binary"}}


@router.get(
    "/media/{signature}/{url}",
    response_class=StreamingResponse,
    responses={200: {"content": {"image/*": _PICTURE}}},
)
async def get_media(
    context: Given,
    fetching: GivenFetching,
    signature: Annotated[str, Path(max_length=100, examples=["9fG3…"])],
    url: Annotated[
        str, Path(max_length=8_000, description="the picture's address, in base64url")
    ],
) -> StreamingResponse:
    """Hand on a picture. Addresses come out of the entries themselves, signed."""
    picture = await open_picture(context, fetching, signature, url)
    return StreamingResponse(
        picture.pieces, headers=_HEADERS, media_type=picture.media_type
    )
