"""The secret in the address of a publication: its hash finds the list, and sealed it shows
its owner the address again."""

from tidings.auth.tokens import TOKEN_BYTES, token_hash, token_text
from tidings.context import Context, Fetching

PURPOSE = "publication"
_NONCE_BYTES = 12


def new_secret(context: Context, fetching: Fetching) -> tuple[bytes, bytes]:
    """Return the hash of a new secret, and the secret sealed."""
    secret = token_text(context.random_bytes(TOKEN_BYTES))
    nonce = context.random_bytes(_NONCE_BYTES)
    return token_hash(secret), fetching.box.seal(secret.encode(), PURPOSE, nonce)
