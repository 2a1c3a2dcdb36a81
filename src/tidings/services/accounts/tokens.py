"""Tokens for programs, and the password for old clients that know no tokens."""

import hashlib
from base64 import b32encode
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from tidings.auth.passwords import check_password
from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context
from tidings.core.accounts.account import name_key
from tidings.core.accounts.visitor import Caller, Visitor
from tidings.core.clock import micros
from tidings.core.codes import Code
from tidings.core.errors import Conflict, NotFound
from tidings.core.views import view_of
from tidings.services.accounts.sign_in import WrongCredentials
from tidings.services.accounts.sign_in_limits import (
    change_access,
    check_key,
    count_wrong_key,
    limit_sign_in,
)
from tidings.services.fields import Password, RequestModel, Storable
from tidings.store.accounts import accounts, api_tokens
from tidings.store.accounts.api_tokens import ApiToken, NewToken, OldClient, TokenScope
from tidings.store.engine.connection import Connection

MOST_TOKENS = 100
# 100 bits in letters and digits that are easy to type on a phone.
_API_PASSWORD_LETTERS = 20


class TokenWanted(RequestModel):
    """A token: `read` looks only, `write` does all that reading needs."""

    name: Annotated[Storable, Field(min_length=1, max_length=100)]
    scope: TokenScope = "read"
    days: Annotated[int, Field(ge=1, le=3650)] | None = None  # None: for ever


class ApiPasswordWanted(RequestModel):
    """The password for old clients; one is made up if none is given."""

    password: Password | None = None


@dataclass(frozen=True, slots=True)
class MadeToken(ApiToken):
    """A token that was just made; its text is shown this once."""

    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ApiPassword:
    """The password for old clients, shown this once."""

    username: str
    password: str = field(repr=False)


async def make_token(context: Context, user_id: int, wanted: TokenWanted) -> MadeToken:
    """Make a token for a program; its text is nowhere kept."""
    now = context.clock()
    text = token_text(context.random_bytes(TOKEN_BYTES))
    lasts = None if wanted.days is None else micros(timedelta(days=wanted.days))
    new = NewToken(
        id=context.new_id(),
        user_id=user_id,
        name=wanted.name,
        token_hash=token_hash(text),
        scope=wanted.scope,
        created_at=now,
        expires_at=None if lasts is None else now + lasts,
    )
    await context.database.write(_insert, new)
    return view_of(MadeToken, new, last_used_at=None, token=text)


async def make_token_for(context: Context, user: str, scope: TokenScope) -> MadeToken:
    """Make a token for the user with a name, as the administrator may."""
    found = await context.database.read(accounts.require_user, user)
    wanted = TokenWanted(name="command line", scope=scope)
    return await make_token(context, found.id, wanted)


async def list_tokens(context: Context, visitor: Visitor) -> list[ApiToken]:
    """Return the tokens that somebody's programs have."""
    return await context.database.read(
        api_tokens.list_tokens, visitor.user_id, context.clock()
    )


async def end_token(context: Context, visitor: Visitor, token_id: str) -> None:
    """End one of somebody's tokens."""
    ended = await change_access(
        context, api_tokens.revoke_token, visitor.user_id, token_id, context.clock()
    )
    if not ended:
        raise NotFound("There is no such token.")


async def set_api_password(
    context: Context, visitor: Visitor, wanted: ApiPasswordWanted, caller: Caller
) -> ApiPassword:
    """Set the password for old clients, the given one or one made up; return it."""
    await limit_sign_in(context, caller, name_key(visitor.name))
    password = wanted.password
    if password is None:
        letters = b32encode(context.random_bytes(TOKEN_BYTES)).decode().lower()
        password = letters[:_API_PASSWORD_LETTERS]
    check_password(visitor.name, password)
    await context.database.write(
        api_tokens.set_api_password,
        visitor.user_id,
        await context.sign_in_state.hashing.hash(password),
        fever_hash(fever_key(visitor.name, password)),
        context.clock(),
    )
    return ApiPassword(visitor.name, password)


async def drop_api_password(context: Context, visitor: Visitor) -> None:
    """Take the password for old clients away."""
    if not await context.database.write(
        api_tokens.delete_api_password, visitor.user_id
    ):
        raise NotFound("There is no password for old clients.")


async def old_client(
    context: Context, name: str, password: str, caller: Caller
) -> Visitor:
    """Return who signs in with a name and a password for old clients, or refuse."""
    await limit_sign_in(context, caller, name_key(name))
    found = await context.database.read(api_tokens.find_old_client, name)
    stored = found.password_hash if found else None
    right = await context.sign_in_state.hashing.matches(stored, password)
    return _let_in(found if right else None)


async def fever_client(context: Context, key: str, caller: Caller) -> Visitor:
    """Return who sends this Fever key, or refuse; only wrong keys count as tries."""
    await check_key(context, caller)
    found = await context.database.read(
        api_tokens.find_fever_client, fever_hash(key.strip().lower())
    )
    if found is None:
        await count_wrong_key(context, caller)
    return _let_in(found)


def fever_key(name: str, password: str) -> str:
    """Return what Fever clients send: the protocol asks for MD5."""
    login = f"{name}:{password}".encode("utf-8", "surrogatepass")
    return hashlib.md5(login, usedforsecurity=False).hexdigest()


def fever_hash(key: str) -> bytes:
    """Return what is stored of a Fever key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def _insert(db: Connection, new: NewToken) -> None:
    if len(api_tokens.list_tokens(db, new.user_id, new.created_at)) >= MOST_TOKENS:
        raise Conflict(
            "There are too many tokens; delete some first.",
            code=Code.LIMIT_REACHED,
            details={"limit": MOST_TOKENS},
        )
    api_tokens.insert_token(db, new)


def _let_in(found: OldClient | None) -> Visitor:
    if found is None:
        raise WrongCredentials("The user name or the password is wrong.")
    return Visitor(found.user_id, found.name, found.role, found.scope, None)
