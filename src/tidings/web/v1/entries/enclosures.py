"""Sounds and films through us. The signature in the address is all that is needed."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Request, Response
from fastapi.responses import StreamingResponse

from tidings.services.entries.enclosures import NoSuchPart, open_enclosure
from tidings.web.deps import Given, GivenFetching
from tidings.web.json_route import JsonRoute
from tidings.web.middleware.head import WAS_HEAD

router = APIRouter(tags=["media"], route_class=JsonRoute)

_HEADERS = {
    "cache-control": "private, max-age=86400",
    "content-disposition": "inline",
    "content-security-policy": "sandbox; default-src 'none'",
    # Reading apps on other origins play them as well.
    "cross-origin-resource-policy": "cross-origin",
}
_FILE: dict[str, Any] = {"schema": {"type": "string", "format": "binary"}}
_CONTENT = {"audio/*": _FILE, "video/*": _FILE}
_ONE_PART = re.compile(r"bytes=(\d{1,15}-\d{0,15}|-\d{1,15})", re.ASCII)
_A_VALIDATOR = re.compile(r"[\x21-\x7e ]{1,200}")


def wanted_part(
    part: Annotated[
        str | None,
        Header(alias="Range", description="one part of the file, as `bytes=0-1023`"),
    ] = None,
    unless_changed: Annotated[
        str | None,
        Header(
            alias="If-Range", description="the part only if the file is still this one"
        ),
    ] = None,
) -> dict[str, str]:
    """Return what the server is asked for; a part that makes no sense is the whole."""
    if part is None or not _ONE_PART.fullmatch(part):
        return {}
    if unless_changed is None:
        return {"Range": part}
    if not _A_VALIDATOR.fullmatch(unless_changed):
        return {}
    return {"Range": part, "If-Range": unless_changed}


@router.get(
    "/enclosures/{signature}/{url}",
    response_class=StreamingResponse,
    responses={
        200: {"content": _CONTENT},
        206: {"description": "The part that was asked for.", "content": _CONTENT},
        416: {"description": "The file has no such part."},
    },
)
async def get_enclosure(
    request: Request,
    context: Given,
    fetching: GivenFetching,
    signature: Annotated[str, Path(max_length=100, examples=["9fG3…"])],
    url: Annotated[
        str, Path(max_length=8_000, description="the file's address, in base64url")
    ],
    part: Annotated[dict[str, str], Depends(wanted_part)],
) -> Response:
    """Hand on a file piece by piece, or a part of it. Addresses come out of the entries
    themselves, signed."""
    found = await open_enclosure(
        context,
        fetching,
        (signature, url),
        part,
        only_head=bool(request.scope.get(WAS_HEAD)),
    )
    if isinstance(found, NoSuchPart):
        return Response(status_code=416, headers={**_HEADERS, **found.headers})
    return StreamingResponse(
        found.pieces,
        status_code=found.status,
        headers={**_HEADERS, **found.headers},
        media_type=found.media_type,
    )
