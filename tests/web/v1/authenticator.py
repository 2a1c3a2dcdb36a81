"""A security key made of software, which speaks as browsers do."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from soft_webauthn import SoftWebauthnDevice

ORIGIN = "http://localhost:8000"


class Authenticator(SoftWebauthnDevice):
    """Holds one passkey; takes our options and answers in JSON."""

    def make(self, options: dict[str, Any], origin: str = ORIGIN) -> dict[str, Any]:
        asked = {**options, "challenge": decoded(options["challenge"])}
        asked["user"] = {**options["user"], "id": decoded(options["user"]["id"])}
        return _as_json(self.create({"publicKey": asked}, origin))

    def sign(self, options: dict[str, Any], origin: str = ORIGIN) -> dict[str, Any]:
        asked = {**options, "challenge": decoded(options["challenge"])}
        return _as_json(self.get({"publicKey": asked}, origin))


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def _as_json(credential: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": encoded(credential["rawId"]),
        "rawId": encoded(credential["rawId"]),
        "type": "public-key",
        "clientExtensionResults": {},
        "authenticatorAttachment": "platform",
        "response": {
            name: encoded(value) for name, value in credential["response"].items()
        },
    }
