"""The mistakes a caller can make, each with a stable code.

What the world does (a feed that is gone, a slow server) is a value, not an exception;
a bug is any other exception and is allowed to fly.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tidings.core.codes import Code

_NOTHING: Mapping[str, object] = MappingProxyType({})


class TidingsError(Exception):
    """A refusal that is safe to show: `code` is stable, the message names the thing.

    Kinds that stand for one thing have their code; others are raised with one.
    """

    code: Code

    def __init__(
        self,
        message: str,
        *,
        code: Code | None = None,
        details: Mapping[str, object] = _NOTHING,
    ) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code
        self.message = message
        self.details = details


class NotFound(TidingsError):
    """The thing is not there, or not for this user: the two look the same."""

    code = Code.NOT_FOUND


class Invalid(TidingsError):
    """A value is not allowed; `details` names the field where there is one."""

    code = Code.INVALID


class Conflict(TidingsError):
    """The change clashes with what is there already; the code says with what."""


class Unauthorized(TidingsError):
    """Nobody is signed in, or the credentials are wrong."""

    code = Code.UNAUTHORIZED


class Forbidden(TidingsError):
    """The user is known and may not do this; the code says why."""


class AddressBlocked(Forbidden):
    """What was asked for is not on the public internet, so it is not fetched."""

    code = Code.ADDRESS_BLOCKED


class UpstreamFailed(TidingsError):
    """A stranger's server gave nothing usable; `details["reason"]` is its code."""

    code = Code.UPSTREAM_FAILED


class UnsupportedMedia(TidingsError):
    """What a stranger's server sent is not of a kind that we hand on."""

    code = Code.UNSUPPORTED_MEDIA


class RateLimited(TidingsError):
    """Too many tries; `details["retry_after"]` says how many seconds to wait."""

    code = Code.RATE_LIMITED


class CursorInvalid(Invalid):
    """The page cursor was not made by us, or belongs to another list."""

    code = Code.CURSOR_INVALID


class ListExpired(TidingsError):
    """A stored list behind a cursor is gone; start again from the first page."""

    code = Code.LIST_EXPIRED


class SettingInvalid(TidingsError):
    """A setting has a value that Tidings cannot start with."""

    code = Code.SETTING_INVALID


class DatabaseBusy(TidingsError):
    """More work waits for the database than it may hold; try again shortly."""

    code = Code.DATABASE_BUSY


class DatabaseTimeout(TidingsError):
    """The database did not finish in time; nothing was changed."""

    code = Code.DATABASE_TIMEOUT


class DatabaseUnavailable(TidingsError):
    """The database cannot be reached, or Tidings is shutting down."""

    code = Code.DATABASE_UNAVAILABLE


class DatabaseFull(DatabaseUnavailable):
    """There is no room left to write; what is there can be read."""


class DatabaseTooNew(TidingsError):
    """The database was written by a newer Tidings; this one must not touch it."""

    code = Code.DATABASE_TOO_NEW


class DatabaseTooOld(TidingsError):
    """The database server is of a version that Tidings does not run on."""

    code = Code.DATABASE_TOO_OLD


class DatabaseDamaged(TidingsError):
    """The integrity check found damage; the message says what to do."""

    code = Code.DATABASE_DAMAGED


class LeaseLost(TidingsError):
    """Someone else holds the lease now; what was learnt must not be written."""

    code = Code.LEASE_LOST
