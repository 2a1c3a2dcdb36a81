"""A browser with a push subscription: the other end of RFC 8291 and RFC 8292.

Written from the RFCs with HMAC by hand, so that it shares no mistake with what it tests.
"""

import hashlib
import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.fetch.origin import Received


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "==")


def _private_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@dataclass
class PushDevice:
    """What only the browser knows."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=_private_key)
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def point(self) -> bytes:
        public = self.key.public_key()
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """Return what `PushSubscription.toJSON()` gives."""
        keys = {"p256dh": encoded(self.point), "auth": encoded(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def decrypt(self, body: bytes) -> bytes:
        """Return the text of a message with one record."""
        salt, size, length = body[:16], body[16:20], body[20]
        theirs, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= int.from_bytes(size, "big")
        point = ec.EllipticCurvePublicKey.from_encoded_point(self.key.curve, theirs)
        shared = self.key.exchange(ec.ECDH(), point)
        info = b"WebPush: info\0" + self.point + theirs
        secret = _hkdf(self.auth, shared, info, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
        assert text[-1:] == b"\x02"
        return text[:-1]

    def read(self, request: Received) -> dict[str, Any]:
        """Return what the service worker would be given."""
        assert request.headers["content-encoding"] == "aes128gcm"
        text = self.decrypt(request.body)
        assert len(text) <= 3072
        message: dict[str, Any] = json.loads(text)
        return message


def proven_claims(request: Received, public_key: str) -> dict[str, Any]:
    """Return what a sender says of itself, once its signature is found to be good."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", public_key)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decoded(signature)
    halves = [int.from_bytes(half, "big") for half in (raw[:32], raw[32:])]
    point = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(), decoded(parts["k"])
    )
    point.verify(
        encode_dss_signature(*halves),
        f"{head}.{claims}".encode(),
        ec.ECDSA(SHA256()),
    )
    said: dict[str, Any] = json.loads(decoded(claims))
    return said


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    key = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(key, info + b"\x01", hashlib.sha256)[:length]
