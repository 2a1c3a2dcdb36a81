"""Our secret at Apple: not a fixed text, but a statement signed by the developer's key."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from tidings.core.settings.values import Secret

if TYPE_CHECKING:  # takes memory and time that only signing needs
    from joserfc.jwk import ECKey

APPLE = "https://appleid.apple.com"
# Signed for each use; Apple would allow half a year.
_VALID_FOR = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class AppleKey:
    """A key for "Sign in with Apple", as the developer's account shows it."""

    team_id: str
    key_id: str
    private_key: Secret  # the .p8 file: PEM


def read_private_key(pem: Secret) -> "ECKey":
    """Return the key in a .p8 file; raises ValueError if it cannot sign for Apple."""
    from joserfc.errors import JoseError
    from joserfc.jwk import ECKey

    # A variable that cannot hold line ends has them written as \n.
    text = pem.reveal().replace("\\n", "\n").strip()
    try:
        key = ECKey.import_key(text + "\n")
    except (JoseError, ValueError, TypeError):
        key = None
    if key is None or not key.is_private or key.curve_name != "P-256":
        # Out here, so that an error that may quote the key stays behind.
        raise ValueError("not a private key of the curve P-256")
    return key


def client_secret(key: AppleKey, client_id: str, now: int) -> Secret:
    """Return the secret of `client_id` for the next minutes; `now` is in microseconds."""
    from joserfc import jwt

    issued = now // 1_000_000
    claims = {
        "iss": key.team_id,
        "iat": issued,
        "exp": issued + int(_VALID_FOR.total_seconds()),
        "aud": APPLE,
        "sub": client_id,
    }
    header = {"alg": "ES256", "kid": key.key_id}
    return Secret(jwt.encode(header, claims, read_private_key(key.private_key)))
