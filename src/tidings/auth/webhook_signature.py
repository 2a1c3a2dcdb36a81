"""Signatures by which a receiver knows our messages: Standard Webhooks, version 1."""

import hashlib
import hmac
from base64 import b64decode, b64encode

SECRET_BYTES = 32
_PREFIX = "whsec_"


def secret_text(random: bytes) -> str:
    """Return random bytes as the secret that the receiver is given."""
    if len(random) != SECRET_BYTES:
        raise ValueError(f"A secret is made of {SECRET_BYTES} bytes.")
    return _PREFIX + b64encode(random).decode()


def signed_headers(
    secret: str, message_id: str, seconds: int, body: bytes
) -> dict[str, str]:
    """Return the headers of a message sent at a time, in seconds since 1970."""
    key = b64decode(secret.removeprefix(_PREFIX))
    signed = f"{message_id}.{seconds}.".encode() + body
    digest = hmac.digest(key, signed, hashlib.sha256)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{b64encode(digest).decode()}",
    }
