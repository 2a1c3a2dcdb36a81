"""Notifications that only one device can read: RFC 8291, with the record of RFC 8188.

The push service in between sees sizes and times, nothing else.

Our own because pywebpush makes requests past our guarded client (and takes 92 ms and 9 MB
to import), and http-ece would replace `encrypt` alone, at the same 0.24 ms a message.
`cryptography` itself takes 7 MB: it comes with the first message.
"""

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tidings.core.errors import Invalid

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

POINT_BYTES = 65
AUTH_BYTES = 16
SALT_BYTES = 16
_RECORD_SIZE = 4096
_LAST_RECORD = b"\x02"


@dataclass(frozen=True, slots=True)
class DeviceKeys:
    """What a browser gave: its public key and a secret that it shares with us."""

    p256dh: bytes
    auth: bytes = field(repr=False)


def check_keys(keys: DeviceKeys) -> None:
    """Raise Invalid for keys that nothing can be encrypted with."""
    if len(keys.auth) != AUTH_BYTES:
        raise Invalid(f"It has {AUTH_BYTES} bytes.", details={"field": "keys.auth"})
    if len(keys.p256dh) != POINT_BYTES:
        raise Invalid(f"It has {POINT_BYTES} bytes.", details={"field": "keys.p256dh"})
    try:
        _point(keys.p256dh)
    except ValueError as error:
        raise Invalid(
            "It is no point of the curve P-256.", details={"field": "keys.p256dh"}
        ) from error


def new_private_key() -> "ec.EllipticCurvePrivateKey":
    """Return a key that nobody has."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def public_bytes(key: "ec.EllipticCurvePrivateKey") -> bytes:
    """Return the public half as browsers and push services spell it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    text: bytes, keys: DeviceKeys, salt: bytes, ours: "ec.EllipticCurvePrivateKey"
) -> bytes:
    """Return the body of a request; salt and key must be new for every message."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    our_point = public_bytes(ours)
    shared = ours.exchange(ec.ECDH(), _point(keys.p256dh))
    info = b"WebPush: info\0" + keys.p256dh + our_point
    secret = _derive(shared, keys.auth, info, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    record = AESGCM(key).encrypt(nonce, text + _LAST_RECORD, None)
    head = salt + struct.pack("!IB", _RECORD_SIZE, POINT_BYTES) + our_point
    return head + record


def _point(encoded: bytes) -> "ec.EllipticCurvePublicKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), encoded)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)
