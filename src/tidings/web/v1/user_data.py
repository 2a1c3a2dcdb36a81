"""A reader's data as a file, out and in again."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from tidings.services.user_data import LARGEST_FILE, export_data, start_import
from tidings.web.deps import Given
from tidings.web.signed_in import Owner, Reader
from tidings.web.v1.jobs import JobAnswer, job_answer
from tidings.web.v1.uploads import spooled_file

router = APIRouter(tags=["me"])

_TYPE = "application/x-ndjson"
_FILE: dict[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "example": '{"kind":"tidings_export","version":1,"exported_at":1760000000000000}\n'
    '{"kind":"folder","path":["News"]}\n{"kind":"end","lines":2}\n',
}


@router.get(
    "/users/me/export",
    operation_id="export_my_data",
    summary="Take out everything that is yours",
    response_class=Response,
    response_description="One JSON value a line, the first of the kind `tidings_export`.",
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
    operation_id="import_my_data",
    summary="Bring in what was taken out",
    status_code=202,
    response_model=JobAnswer,
    response_description="The job that brings it in.",
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
async def import_my_data(context: Given, visitor: Owner, request: Request) -> Response:
    """Merge an export of at most 1 GB into your account, sent as the body or as the
    field `file` of a form. What is there already stays; doing it twice changes nothing
    more. Webhooks come switched off, with a new secret."""
    async with spooled_file(request, "file", LARGEST_FILE) as file:
        return job_answer(await start_import(context, visitor.user_id, file), 202)
