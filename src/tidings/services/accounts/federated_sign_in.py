"""Signing in elsewhere: leave for a provider, come back once, and be who it proves.

A state is good for one return, of the browser that left, within ten minutes.
"""

import hmac
import json
from dataclasses import asdict, dataclass
from datetime import timedelta

from tidings.auth.oidc import (
    IdentityRefused,
    Person,
    ProviderUnavailable,
    authorization_address,
    code_challenge,
)
from tidings.auth.providers import Graph, SignInProvider
from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context, Fetching
from tidings.core.accounts.own_path import own_path
from tidings.core.accounts.visitor import Visitor
from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Forbidden
from tidings.core.pages import WholeList
from tidings.services.accounts.admit_person import Admission, admit_person, link_person
from tidings.services.accounts.prove_identity import Grant, prove_identity
from tidings.services.accounts.provider_documents import ProviderDocuments
from tidings.services.accounts.recent_sign_in import require_recent_sign_in
from tidings.services.accounts.registration import registration_mode
from tidings.store.accounts.identities import (
    Identity,
    LinkedProvider,
    list_identities,
    unlink_identity,
)
from tidings.store.accounts.sign_in_flows import Flow, insert_flow, take_flow

FLOW_LENGTH = timedelta(minutes=10)

_PURPOSE = "sign-in flow"
_LONGEST_CODE = 4000


class SignInExpired(Forbidden):
    """The way back was used already, is too old, or belongs to another browser."""

    code = Code.SIGN_IN_EXPIRED


class SignInCancelled(Forbidden):
    """The person, or the provider, did not want to."""

    code = Code.SIGN_IN_CANCELLED


@dataclass(frozen=True, slots=True)
class Departure:
    """Where the browser goes, and what it has to keep until it comes back."""

    address: str
    browser: str  # secret of this browser


@dataclass(frozen=True, slots=True)
class ProviderAnswer:
    """What came back from the provider, by way of the browser."""

    state: str
    browser: str
    code: str = ""
    error: str = ""
    issuer: str | None = None  # None: not said


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who came back, and which page they wanted."""

    user_id: int
    next_path: str
    is_linked: bool  # whether they were signed in already and added a way in


@dataclass(frozen=True, slots=True)
class _ProviderMemory:
    nonce: str
    verifier: str
    next_path: str
    session_id: str


async def begin_sign_in(
    context: Context,
    fetching: Fetching,
    documents: ProviderDocuments,
    provider: SignInProvider,
    next_path: str | None,
    linker: Visitor | None,
) -> Departure:
    """Remember a sign-in that leaves for a provider; a `linker` adds it to their account."""
    if linker is not None:
        await require_recent_sign_in(context, linker)
    endpoint = await _authorize_endpoint(documents, provider)
    state, browser, nonce, verifier = (_secret(context) for _ in range(4))
    memory = _ProviderMemory(
        nonce,
        verifier,
        own_path(next_path),
        (linker.session_id or "") if linker else "",
    )
    now = context.clock()
    flow = Flow(
        key_hash=token_hash(state),
        kind=provider.name,
        user_id=linker.user_id if linker else None,
        browser_hash=token_hash(browser),
        memory=fetching.box.seal(
            json.dumps(asdict(memory)).encode(), _PURPOSE, context.random_bytes(12)
        ),
        created_at=now,
        expires_at=now + micros(FLOW_LENGTH),
    )
    await context.database.write(insert_flow, flow)
    parameters = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": _redirect_uri(context, provider),
        "scope": provider.scope,
        "state": state,
        "nonce": nonce,
        "code_challenge": code_challenge(verifier),
        "code_challenge_method": "S256",
        **provider.more,
    }
    return Departure(authorization_address(endpoint, parameters), browser)


async def finish_sign_in(
    context: Context,
    fetching: Fetching,
    documents: ProviderDocuments,
    provider: SignInProvider,
    answer: ProviderAnswer,
) -> Arrival:
    """Return who came back, or refuse; either way this state is used up."""
    flow = await _taken_flow(context, provider, answer)
    memory = _ProviderMemory(**json.loads(fetching.box.open(flow.memory, _PURPOSE)))
    _check_answer(answer)
    grant = Grant(
        code=answer.code,
        issuer=answer.issuer,
        redirect_uri=_redirect_uri(context, provider),
        verifier=memory.verifier,
        nonce=memory.nonce,
        begun_at=flow.created_at,
        now=context.clock(),
    )
    person = await prove_identity(fetching.client, documents, provider, grant)
    admission = _admission(context, provider, person)
    if flow.user_id is None:
        user_id = await context.database.write(admit_person, admission)
    else:
        user_id = flow.user_id
        await context.database.write(link_person, admission, user_id, memory.session_id)
    return Arrival(user_id, memory.next_path, flow.user_id is not None)


async def linked_identities(
    context: Context, user_id: int
) -> WholeList[LinkedProvider]:
    """Return the providers that a user has linked."""
    found = await context.database.read(list_identities, user_id)
    return WholeList(found)


async def unlink_provider(context: Context, user_id: int, provider: str) -> None:
    """Remove a provider from a user's ways in, unless it is the last one."""
    await context.database.write(unlink_identity, user_id, provider)


async def _authorize_endpoint(
    documents: ProviderDocuments, provider: SignInProvider
) -> str:
    if isinstance(provider.speaks, Graph):
        return provider.speaks.authorize
    return (await documents.configuration(provider.speaks)).authorize


async def _taken_flow(
    context: Context, provider: SignInProvider, answer: ProviderAnswer
) -> Flow:
    flow = await context.database.write(
        take_flow, token_hash(answer.state), provider.name, context.clock()
    )
    browser = token_hash(answer.browser)
    if flow is None or not hmac.compare_digest(flow.browser_hash or b"", browser):
        raise SignInExpired(
            "This sign-in was used already, is too old, or began in another browser:"
            " start again."
        )
    return flow


def _check_answer(answer: ProviderAnswer) -> None:
    if answer.error in ("access_denied", "user_cancelled_authorize"):
        raise SignInCancelled("The sign-in was cancelled at the provider.")
    if answer.error:
        raise ProviderUnavailable("The provider reports an error of its own.")
    if not 0 < len(answer.code) <= _LONGEST_CODE or not answer.code.isprintable():
        raise IdentityRefused("The provider sent no code.")


def _admission(context: Context, provider: SignInProvider, person: Person) -> Admission:
    subject = person.subject
    if provider.name == "oidc":
        # The administrator may change the provider: another one's "42" is somebody else.
        assert not isinstance(provider.speaks, Graph)
        subject = f"{provider.speaks.issuer} {subject}"
    return Admission(
        Identity(provider.name, subject),
        person,
        registration_mode(context),
        context.clock(),
    )


def _redirect_uri(context: Context, provider: SignInProvider) -> str:
    place = "oidc" if provider.name == "oidc" else f"oauth/{provider.name}"
    return f"{context.server.base_url}/api/v1/auth/{place}/callback"


def _secret(context: Context) -> str:
    return token_text(context.random_bytes(TOKEN_BYTES))
