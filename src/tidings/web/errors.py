"""Every refusal in one shape: {"error": {"code", "message", "details"}}.

A mistake of the caller says what it is; a bug of ours says nothing but its number.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.core import errors
from tidings.core.codes import Code
from tidings.core.errors import TidingsError
from tidings.observe.logs import get_log
from tidings.web.wrong_values import wrong_values

_NOTHING: Mapping[str, object] = MappingProxyType({})
_STATUS: tuple[tuple[type[TidingsError], int], ...] = (
    (errors.NotFound, 404),
    (errors.Invalid, 422),
    (errors.Conflict, 409),
    (errors.Unauthorized, 401),
    (errors.Forbidden, 403),
    (errors.RateLimited, 429),
    (errors.ListExpired, 410),
    (errors.LeaseLost, 409),
    (errors.UnsupportedMedia, 415),
    (errors.UpstreamFailed, 424),
    (errors.DatabaseBusy, 503),
    (errors.DatabaseTimeout, 503),
    (errors.DatabaseUnavailable, 503),
    (errors.DatabaseTooNew, 503),
    (errors.DatabaseTooOld, 503),
    (errors.DatabaseDamaged, 503),
)
_HTTP_CODES = {
    400: (Code.BAD_REQUEST, "The request cannot be understood."),
    404: (Code.NOT_FOUND, "There is nothing here."),
    405: (Code.METHOD_NOT_ALLOWED, "This address does not do that."),
    413: (Code.TOO_LARGE, "The request is too large."),
}
_MEANINGS = "\n".join(f"- `{code}`: {code.meaning}" for code in Code)
_SOON = 5  # seconds, where an error does not say when to come back

log = get_log()


class ErrorBody(BaseModel):
    """What went wrong: `code` for programs, `message` for people."""

    code: Annotated[Code, Field(description=_MEANINGS)]
    message: str
    details: dict[str, Any] = {}


class ErrorAnswer(BaseModel):
    """Any answer that is not a success."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "error": {
                    "code": "NOT_FOUND",
                    "message": "There is nothing here.",
                    "details": {},
                }
            }
        }
    )
    error: ErrorBody


def error_answer(
    status: int,
    code: Code,
    message: str,
    details: Mapping[str, object] = _NOTHING,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    """Return an error in its one shape."""
    body = {"error": {"code": code, "message": message, "details": dict(details)}}
    return JSONResponse(body, status, headers)


def add_error_handlers(app: FastAPI) -> None:
    """Make the app answer refusals in their one shape."""
    app.add_exception_handler(TidingsError, refusal)
    app.add_exception_handler(RequestValidationError, _wrong_values)
    app.add_exception_handler(HTTPException, http_error)


class UnexpectedErrors:
    """Turns a bug into a constant answer with the request's number, and logs the rest."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watch)
        except Exception as error:
            if started and isinstance(error, ConnectionError):
                # A file that is handed on broke off at its origin: nothing of ours failed.
                log.warning(
                    "answer broke off", path=_route_of(scope), reason=str(error)
                )
                raise
            log.exception("request failed", path=_route_of(scope))
            if started:  # too late for an answer: end the connection
                raise
            request_id = scope["state"]["request_id"]
            answer = error_answer(
                500,
                Code.INTERNAL,
                "Something went wrong in Tidings; its log has details.",
                {"request_id": request_id},
            )
            await answer(scope, receive, send)


def _route_of(scope: Scope) -> str:
    # Not the path itself: it may hold a secret.
    return str(getattr(scope.get("route"), "path", "unknown"))


def refusal(_request: Request, error: Exception) -> JSONResponse:
    """Return the answer to a mistake that has a code of its own."""
    assert isinstance(error, TidingsError)
    status = next((code for kind, code in _STATUS if isinstance(error, kind)), 400)
    headers = {}
    if status in (429, 503):
        headers["retry-after"] = str(error.details.get("retry_after", _SOON))
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return error_answer(status, error.code, error.message, error.details, headers)


def _wrong_values(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    # The values themselves stay out: one of them may be a password.
    wrong = wrong_values(error.errors(), error.body)
    first = wrong[0]
    listed = [
        {"field": one.field, "in": one.place, "message": one.message} for one in wrong
    ]
    return error_answer(
        422,
        first.code,
        f"{first.field}: {first.message}",
        {"field": first.field, "errors": listed},
    )


def http_error(_request: Request, error: Exception) -> JSONResponse:
    """Return the answer to a refusal that is of HTTP, not of ours."""
    assert isinstance(error, HTTPException)
    code, message = _HTTP_CODES.get(
        error.status_code, (Code.BAD_REQUEST, str(error.detail))
    )
    return error_answer(error.status_code, code, message, headers=error.headers)
