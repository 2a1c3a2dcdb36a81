"""Who makes a request, and what they may do."""

from dataclasses import dataclass
from typing import Literal

from tidings.core.account import Role

Scope = Literal["read", "write", "all"]


@dataclass(frozen=True, slots=True)
class Visitor:
    """A signed-in person, or a program that one of them gave a token to.

    `read` looks only, `write` does all that reading needs, `all` may also change the
    account itself: only sessions have it.
    """

    user_id: int
    name: str
    role: Role
    scope: Scope
    session_id: str | None  # None: came with an API token
    by_cookie: bool = False
