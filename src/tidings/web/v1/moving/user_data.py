"""A reader's data as a file, out and in again."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from tidings.services.moving.user_data import LARGEST_FILE, export_data, start_import
from tidings.services.system.long_jobs import JobView
from tidings.web.deps import Given
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.uploads import spooled_file

router = APIRouter(tags=["me"], route_class=JsonRoute)

_TYPE = "application/x-ndjson"
_FILE: dict[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "example": '{"kind":"tidings_export","version":1,"exported_at":1760000000000000}\n'
    '{"kind":"folder","path":["News"]}\n{"kind":"end","lines":2}\n',
}


@router.get(
    "/users/me/export",
    response_class=Response,
    responses={200: {"content": {_TYPE: _FILE}}},
)
async def export_my_data(context: Given, visitor: Reader) -> StreamingResponse:
    """Return preferences, folders, subscriptions, tags, all that you starred, tagged,
    highlighted or saved with its whole text, webhooks without their secrets, rules and
    searches. Passwords and logins are not in it."""
    return StreamingResponse(
        export_data(context, visitor.user_id),
        media_type=_TYPE,
        headers={"content-disposition": 'attachment; filename="tidings.ndjson"'},
    )


@router.post(
    "/users/me/import",
    status_code=202,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": _FILE,
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "properties": {"file": {"type": "string", "format": "binary"}},
                        "required": ["file"],
                    }
                },
            },
        }
    },
)
async def import_my_data(context: Given, visitor: Owner, request: Request) -> JobView:
    """Merge an export of at most 1 GB into your account, sent as the body or as the
    field `file` of a form. What is there already stays; doing it twice changes nothing
    more. Webhooks come switched off, with a new secret."""
    async with spooled_file(request, "file", LARGEST_FILE) as file:
        return await start_import(context, visitor.user_id, file)
