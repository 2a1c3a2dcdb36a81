"""Signing in elsewhere: leaving for a provider, coming back, and what one has linked.

Browsers are sent to our own pages only, also with an error; programs get JSON.
"""

from collections.abc import Awaitable
from typing import Annotated, Literal
from urllib.parse import parse_qs, urlencode, urlsplit

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException

from tidings.auth.providers import (
    Preset,
    SignInProvider,
    configured_providers,
)
from tidings.core.accounts.account import ProviderName
from tidings.core.accounts.visitor import Visitor
from tidings.core.codes import Code
from tidings.core.errors import Forbidden, Invalid, NotFound, TidingsError
from tidings.core.pages import WholeList
from tidings.observe.logs import get_log
from tidings.services.accounts import federated_sign_in as service
from tidings.services.accounts.federated_sign_in import ProviderAnswer
from tidings.services.accounts.flow_limit import count_flow_step
from tidings.services.accounts.provider_documents import ProviderDocuments
from tidings.services.accounts.sign_in import begin_session
from tidings.services.fields import Storable
from tidings.store.accounts.identities import LinkedProvider
from tidings.web.client_address import caller_of
from tidings.web.cookies import set_session_cookie
from tidings.web.deps import Given, GivenFetching
from tidings.web.flow_cookie import flow_in, forget_flow_cookie, set_flow_cookie
from tidings.web.json_route import JsonRoute
from tidings.web.signed_in import Owner, Reader, owner, reader

router = APIRouter(tags=["auth"], route_class=JsonRoute)
log = get_log()

_LARGEST_FORM = 64 * 1024
_FIELDS = ("state", "code", "error")
_Next = Annotated[
    Storable | None,
    Query(alias="next", max_length=2000, description="a page of ours to end at"),
]
_Link = Annotated[
    bool, Query(description="add the provider to the account that is signed in")
]


class ReturnQuery(BaseModel):
    """What a provider adds to the address that it sends the browser back to."""

    state: Annotated[Storable, Query(max_length=500)] = ""
    code: Annotated[Storable, Query(max_length=4000)] = ""
    error: Annotated[Storable, Query(max_length=200)] = ""
    iss: Annotated[Storable, Query(max_length=2000)] | None = None


def given_providers(context: Given) -> dict[str, SignInProvider]:
    """Return the providers that the settings name."""
    return configured_providers(context.accounts)


class _Counter:
    """Everything that a sign-in elsewhere needs, from one request."""

    def __init__(
        self,
        request: Request,
        context: Given,
        fetching: GivenFetching,
        providers: Annotated[dict[str, SignInProvider], Depends(given_providers)],
    ) -> None:
        self.request = request
        self.context = context
        self.fetching = fetching
        self._providers = providers

    @property
    def documents(self) -> ProviderDocuments:
        """What this process remembers of providers; made when first needed."""
        state = self.request.app.state
        if not hasattr(state, "provider_documents"):
            state.provider_documents = ProviderDocuments(
                self.fetching.client, self.context.clock
            )
        documents: ProviderDocuments = state.provider_documents
        return documents

    def provider(self, name: str) -> SignInProvider:
        try:
            return self._providers[name]
        except KeyError:
            raise NotFound("Signing in this way is not set up here.") from None


At = Annotated[_Counter, Depends()]


@router.get("/auth/oidc", status_code=302, response_class=RedirectResponse)
async def start_oidc_sign_in(
    at: At, next_path: _Next = None, link: _Link = False
) -> Response:
    """Leave for the OpenID provider."""
    return await _or_sign_in_page(at, _depart(at, "oidc", next_path, link))


@router.get("/auth/oidc/callback", status_code=302, response_class=RedirectResponse)
async def finish_oidc_sign_in(
    at: At, answer: Annotated[ReturnQuery, Query()]
) -> Response:
    """Come back from the OpenID provider."""
    return await _or_sign_in_page(at, _arrive(at, "oidc", answer))


@router.get("/auth/oauth/{provider}", status_code=302, response_class=RedirectResponse)
async def start_oauth_sign_in(
    at: At, provider: Preset, next_path: _Next = None, link: _Link = False
) -> Response:
    """Leave for Google, Facebook or Apple."""
    return await _or_sign_in_page(at, _depart(at, provider, next_path, link))


@router.get(
    "/auth/oauth/{provider}/callback", status_code=302, response_class=RedirectResponse
)
async def finish_oauth_sign_in(
    at: At, provider: Preset, answer: Annotated[ReturnQuery, Query()]
) -> Response:
    """Come back from Google, Facebook or Apple."""
    return await _or_sign_in_page(at, _arrive(at, provider, answer))


@router.post(
    "/auth/oauth/{provider}/callback",
    status_code=303,
    response_class=RedirectResponse,
    openapi_extra={
        "requestBody": {
            "content": {
                "application/x-www-form-urlencoded": {
                    "schema": {
                        "type": "object",
                        "properties": {
                            "state": {"type": "string", "maxLength": 500},
                            "code": {"type": "string", "maxLength": 4000},
                            "error": {"type": "string", "maxLength": 200},
                        },
                    }
                }
            }
        }
    },
)
async def finish_apple_sign_in(at: At, provider: Literal["apple"]) -> Response:
    """Come back from Apple, which posts a form."""
    answer = await _posted(at.request)
    return await _or_sign_in_page(at, _arrive(at, provider, answer, status=303))


@router.get("/users/me/identities")
async def list_identities(context: Given, visitor: Reader) -> WholeList[LinkedProvider]:
    """List the providers that open the account."""
    return await service.linked_identities(context, visitor.user_id)


@router.delete("/users/me/identities/{provider}", status_code=204)
async def unlink_identity(
    context: Given, visitor: Owner, provider: ProviderName
) -> None:
    """Stop a provider from opening the account."""
    await service.unlink_provider(context, visitor.user_id, provider)


async def _depart(
    at: _Counter, name: str, next_path: str | None, link: bool
) -> Response:
    provider = at.provider(name)
    await count_flow_step(at.context, caller_of(at.request))
    linker = await _linker(at) if link else None
    departure = await service.begin_sign_in(
        at.context, at.fetching, at.documents, provider, next_path, linker
    )
    response = RedirectResponse(departure.address, 302)
    set_flow_cookie(
        response, at.context, departure.browser, posted_back=provider.posts_back
    )
    return response


async def _arrive(
    at: _Counter, name: str, returned: ReturnQuery, status: int = 302
) -> Response:
    answer = ProviderAnswer(
        state=returned.state,
        browser=flow_in(at.request, at.context),
        code=returned.code,
        error=returned.error,
        issuer=returned.iss,
    )
    provider = at.provider(name)
    caller = caller_of(at.request)
    await count_flow_step(at.context, caller)
    arrival = await service.finish_sign_in(
        at.context, at.fetching, at.documents, provider, answer
    )
    log.info("signed in elsewhere", provider=name, user_id=arrival.user_id)
    response = RedirectResponse(arrival.next_path, status)
    forget_flow_cookie(response, at.context)
    if not arrival.is_linked:
        session = await begin_session(at.context, arrival.user_id, caller)
        set_session_cookie(response, at.context, session.token)
    return response


async def _or_sign_in_page(at: _Counter, work: Awaitable[Response]) -> Response:
    """Return the answer; a refusal brings a browser to our own sign-in page."""
    try:
        return await work
    except TidingsError as error:
        log.warning("sign-in refused", code=error.code, reason=error.message)
        if "text/html" not in at.request.headers.get("accept", ""):
            raise
        status = 302 if at.request.method == "GET" else 303
        response = RedirectResponse(
            f"/login?{urlencode({'error': error.code})}", status
        )
        forget_flow_cookie(response, at.context)
        return response


async def _linker(at: _Counter) -> Visitor:
    """Return who wants to link, if they asked for it themselves and no other site did.

    A site that first signs the browser in to the provider as somebody else could
    otherwise have that somebody linked to this account.
    """
    visitor = await owner(await reader(at.request, at.context))
    if visitor.by_cookie and not _is_from_ourselves(at.request, at.context):
        raise Forbidden(
            "Link a provider from the settings page of Tidings.", code=Code.CROSS_SITE
        )
    return visitor


def _is_from_ourselves(request: Request, context: Given) -> bool:
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    # Browsers send it to https and to this machine only; elsewhere the referrer must do.
    came_from = urlsplit(request.headers.get("referer", ""))
    own = urlsplit(context.server.base_url)
    return (came_from.scheme, came_from.netloc) == (own.scheme, own.netloc)


async def _posted(request: Request) -> ReturnQuery:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST_FORM:
            raise HTTPException(413)
    try:
        fields = parse_qs(body.decode("ascii", "replace"), max_num_fields=100)
    except ValueError as error:
        raise Invalid("The form has too many fields.") from error
    known = {name: fields[name][0] for name in _FIELDS if name in fields}
    try:
        return ReturnQuery.model_validate(known)
    except ValidationError as error:
        wrong = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise RequestValidationError(wrong) from error
