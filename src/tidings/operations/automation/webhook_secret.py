"""The secret that signs what a webhook is sent: its owner has it, we keep it sealed."""

from tidings.auth.webhook_signature import SECRET_BYTES, secret_text
from tidings.context import Context, Fetching

PURPOSE = "webhook"
_NONCE_BYTES = 12


def new_secret(context: Context, fetching: Fetching) -> tuple[str, bytes]:
    """Return a new secret as its owner keeps it, and as we do."""
    secret = secret_text(context.random_bytes(SECRET_BYTES))
    nonce = context.random_bytes(_NONCE_BYTES)
    return secret, fetching.box.seal(secret.encode(), PURPOSE, nonce)
