"""Secrets at rest: what is stored can be read only with the instance's key.

AES-256-GCM with a fresh nonce each time; `purpose` binds a secret to its use, so that
one kind cannot be passed off as another.
"""

import hashlib
import hmac
from typing import TYPE_CHECKING

from tidings.core.codes import Code
from tidings.core.errors import TidingsError

if TYPE_CHECKING:  # takes memory and time that most runs do not need
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE_BYTES = 12


class SecretUnreadable(TidingsError):
    """The stored secret was written with another key, or was tampered with."""

    code = Code.SECRET_UNREADABLE


class SecretBox:
    """Encrypts and decrypts with keys derived from one, a key for each purpose."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def seal(self, secret: bytes, purpose: str, nonce: bytes) -> bytes:
        """Return the secret as it may be stored; `nonce` must be new: 12 random bytes."""
        if len(nonce) != _NONCE_BYTES:
            raise ValueError("a nonce has 12 bytes")
        return nonce + self._cipher(purpose).encrypt(nonce, secret, purpose.encode())

    def open(self, sealed: bytes, purpose: str) -> bytes:
        """Return the secret, or raise `SecretUnreadable`."""
        from cryptography.exceptions import InvalidTag

        nonce, rest = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self._cipher(purpose).decrypt(nonce, rest, purpose.encode())
        except (InvalidTag, ValueError) as error:
            raise SecretUnreadable(
                "A stored secret cannot be read: TIDINGS_SECRET_KEY is not the key it"
                " was written with. Set the old key again, or enter the secret again."
            ) from error

    def _cipher(self, purpose: str) -> "AESGCM":
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        key = hmac.digest(self._key, b"tidings " + purpose.encode(), hashlib.sha256)
        return AESGCM(key)
