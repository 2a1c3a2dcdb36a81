"""Opaque tokens: 32 random bytes as text for the owner, a SHA-256 for the database."""

import hashlib
from base64 import urlsafe_b64encode

TOKEN_BYTES = 32


def token_text(random: bytes) -> str:
    """Return random bytes as the text that their owner keeps; the bytes come from outside."""
    if len(random) != TOKEN_BYTES:
        raise ValueError(f"A token is made of {TOKEN_BYTES} bytes.")
    return urlsafe_b64encode(random).rstrip(b"=").decode("ascii")


def token_hash(token: str) -> bytes:
    """Return what is stored: of no use to whoever steals the database."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
