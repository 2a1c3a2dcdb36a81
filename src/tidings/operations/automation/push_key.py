"""Our key for push services, opened; the database keeps it sealed."""

from typing import TYPE_CHECKING

from tidings.auth.push_encryption import new_private_key
from tidings.auth.secret_box import SecretUnreadable
from tidings.auth.vapid import private_bytes, private_key
from tidings.context import Context, Fetching
from tidings.store.automation import push_subscriptions as store

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

AUTH_PURPOSE = "push device"
_KEY_PURPOSE = "push key"
_NONCE_BYTES = 12


async def ensure_push_key(
    context: Context, fetching: Fetching
) -> "EllipticCurvePrivateKey":
    """Return the key, made if it is missing, or if it was sealed with a lost secret."""
    sealed = await context.database.read(store.find_push_key)
    if sealed is None:
        sealed = await context.database.write(
            store.keep_push_key, _new_key(context, fetching), context.clock()
        )
    try:
        return _open(fetching, sealed)
    except SecretUnreadable:
        new = _new_key(context, fetching)
        sealed = await context.database.write(
            store.replace_push_key, sealed, new, context.clock()
        )
        return _open(fetching, sealed)


async def find_push_key(
    context: Context, fetching: Fetching
) -> "EllipticCurvePrivateKey | None":
    """Return the key if there is one that can be read; a sender makes none."""
    sealed = await context.database.read(store.find_push_key)
    try:
        return None if sealed is None else _open(fetching, sealed)
    except SecretUnreadable:
        return None


def seal(context: Context, fetching: Fetching, secret: bytes, purpose: str) -> bytes:
    """Return a secret as it may be stored."""
    return fetching.box.seal(secret, purpose, context.random_bytes(_NONCE_BYTES))


def _new_key(context: Context, fetching: Fetching) -> bytes:
    return seal(context, fetching, private_bytes(new_private_key()), _KEY_PURPOSE)


def _open(fetching: Fetching, sealed: bytes) -> "EllipticCurvePrivateKey":
    return private_key(fetching.box.open(sealed, _KEY_PURPOSE))
