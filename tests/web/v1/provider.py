"""A sign-in provider on this machine that can lie in every way a test asks for."""

import hmac
import json
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.fetch.origin import Endless, Origin, Received
from tests.make import NOON

CLIENT_ID = "tidings at home"
CLIENT_SECRET = "a secret: 100% ours"
SECONDS = NOON // 1_000_000
KEY = RSAKey.generate_key(2048, {"kid": "first", "use": "sig"}, auto_kid=False)
OTHER_KEY = RSAKey.generate_key(2048, {"kid": "second", "use": "sig"}, auto_kid=False)
# Unless a test removes it with None.
ANN = {
    "sub": "ann-1",
    "email": "Ann@Example.org",
    "email_verified": True,
    "preferred_username": "ann",
}

Signer = Callable[[dict[str, Any]], str]


def signed(claims: dict[str, Any], key: RSAKey = KEY, **header: str) -> str:
    return jwt.encode({"alg": "RS256", "kid": key.kid, **header}, claims, key)


def signed_by_nobody(claims: dict[str, Any]) -> str:
    parts = ({"alg": "none", "kid": KEY.kid}, claims)
    return ".".join(map(_encoded, parts)) + "."


def signed_with_the_public_key(claims: dict[str, Any]) -> str:
    """What a library accepts that lets the token choose how it is verified."""
    parts = ({"alg": "HS256", "kid": KEY.kid}, claims)
    text = ".".join(map(_encoded, parts))
    signature = hmac.digest(KEY.as_pem(private=False), text.encode(), "sha256")
    return f"{text}.{urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def tampered(claims: dict[str, Any]) -> str:
    head, _, signature = signed({**claims, "sub": "somebody"}).split(".")
    return f"{head}.{_encoded(claims)}.{signature}"


@dataclass
class LyingProvider(Origin):
    """Follows the standard but for what a test changes."""

    claims: dict[str, Any] = field(default_factory=dict)  # None removes one
    configuration: dict[str, Any] = field(default_factory=dict)
    userinfo: dict[str, Any] | None = None  # None: what the ID token should say
    keys: list[RSAKey] = field(default_factory=lambda: [KEY])
    sign: Signer = signed
    token_status: int = 200
    knows: Callable[[str], bool] = CLIENT_SECRET.__eq__  # our secret there
    asked: dict[str, str] = field(default_factory=dict)  # by the browser
    form: dict[str, str] = field(default_factory=dict)  # by Tidings, for the code

    def __getattr__(self, name: str) -> object:
        if name.startswith("do_"):
            return self.do_any
        raise AttributeError(name)

    @property
    def issuer(self) -> str:
        return self.url("")

    def visit(self, address: str) -> None:
        """See what a browser sees that is sent here."""
        assert address.startswith(self.issuer), address
        self.asked = dict(parse_qsl(urlsplit(address).query))

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.received]

    async def do_any(self, request: Received) -> Endless:
        answers = {
            "/.well-known/openid-configuration": self._configuration,
            "/jwks": self._jwks,
            "/token": self._token,
            "/userinfo": self._userinfo,
            "/me": self._me,
        }
        status, value = answers[request.path](request)
        body = json.dumps(value).encode()
        yield (
            f"HTTP/1.1 {status} Word\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body

    def _configuration(self, _request: Received) -> tuple[int, object]:
        sign_in_state = {
            "authorization_endpoint": self.url("/authorize"),
            "token_endpoint": self.url("/token"),
            "jwks_uri": self.url("/jwks"),
            "userinfo_endpoint": self.url("/userinfo"),
        }
        return 200, {"issuer": self.issuer, **sign_in_state, **self.configuration}

    def _jwks(self, _request: Received) -> tuple[int, object]:
        return 200, {"keys": [key.as_dict(private=False) for key in self.keys]}

    def _token(self, request: Received) -> tuple[int, object]:
        self.form = dict(parse_qsl(request.body.decode()))
        if self.token_status != 200:
            return self.token_status, {"error": "invalid_grant"}
        if (problem := self._problem(request)) is not None:
            return 400, {"error": problem}
        claims = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "iat": SECONDS,
            "exp": SECONDS + 300,
            "nonce": self.asked["nonce"],
            **ANN,
            **self.claims,
        }
        claims = {name: value for name, value in claims.items() if value is not None}
        return 200, {"access_token": "access", "id_token": self.sign(claims)}

    def _problem(self, request: Received) -> str | None:
        """What an honest provider checks before it gives tokens."""
        proof = sha256(self.form["code_verifier"].encode()).digest()
        challenge = urlsafe_b64encode(proof).rstrip(b"=").decode()
        if challenge != self.asked["code_challenge"] or self.form["code"] != "code":
            return "invalid_grant"
        if self.form["redirect_uri"] != self.asked["redirect_uri"]:
            return "invalid_grant"
        sent = (self.form.get("client_id"), self.form.get("client_secret"))
        if "authorization" in request.headers:
            encoded = request.headers["authorization"].removeprefix("Basic ")
            sent = tuple(map(unquote_plus, b64decode(encoded).decode().split(":")))
        is_known = sent[0] == CLIENT_ID and self.knows(sent[1] or "")
        return None if is_known else "invalid_client"

    def _userinfo(self, request: Received) -> tuple[int, object]:
        if request.headers.get("authorization") != "Bearer access":
            return 401, {}
        return 200, ANN if self.userinfo is None else self.userinfo

    def _me(self, request: Received) -> tuple[int, object]:
        if request.headers.get("authorization") != "Bearer access":
            return 401, {}
        return 200, {"id": "1020", "name": "Ann Lee", **request.query}


def _encoded(value: object) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
