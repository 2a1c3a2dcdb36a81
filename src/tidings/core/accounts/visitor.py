"""Who makes a request, and what they may do."""

from dataclasses import dataclass
from typing import Literal

from tidings.core.accounts.account import Role

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


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a request came from, as far as that can be believed."""

    address: str = ""
    user_agent: str = ""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose token it is, as the database said when `changes` was its count of changes
    to sessions, tokens and accounts."""

    id: str  # of the session or the API token
    user_id: int
    name: str
    role: Role
    scope: Scope
    expires_at: int | None  # None: never
    seen_at: int
    changes: int

    @property
    def is_session(self) -> bool:
        return self.scope == "all"

    def visitor(self, *, by_cookie: bool) -> Visitor:
        """Return them as whoever makes a request."""
        session_id = self.id if self.is_session else None
        return Visitor(
            self.user_id, self.name, self.role, self.scope, session_id, by_cookie
        )
