"""Signing in with Apple by a key: the secret is signed when it is needed."""

from collections.abc import Callable

from joserfc import jwt
from joserfc.jwk import ECKey

from tests.web.v1.provider import CLIENT_ID, SECONDS
from tests.web.v1.sign_in import leave, open_house

KEY = ECKey.generate_key("P-256")
PEM = KEY.as_pem(private=True).decode()


def is_signed(secret: str) -> bool:
    return bool(jwt.decode(secret, KEY, ["ES256"]))


async def test_apple_is_shown_a_secret_that_our_key_just_signed(
    new_url: Callable[..., str],
) -> None:
    apple = "TIDINGS_OAUTH_APPLE_"
    settings = {
        f"{apple}TEAM_ID": "TEAM123456",
        f"{apple}KEY_ID": "KEY1234567",
        f"{apple}PRIVATE_KEY": PEM.replace("\n", "\\n"),
    }
    async with open_house(new_url("sqlite", migrated=True), settings) as house:
        house.provider.knows = is_signed
        house.provider.configuration = {
            "token_endpoint_auth_methods_supported": ["client_secret_post"]
        }
        async with house.browser() as browser:
            await leave(house, browser, "oauth/apple")
            answer = await browser.post(
                "/api/v1/auth/oauth/apple/callback",
                data={"state": house.provider.asked["state"], "code": "code"},
                headers={"origin": "https://appleid.apple.com"},
            )
        assert answer.status_code == 303
    secret = jwt.decode(house.provider.form["client_secret"], KEY, ["ES256"])
    assert secret.header == {"alg": "ES256", "kid": "KEY1234567", "typ": "JWT"}
    assert secret.claims == {
        "iss": "TEAM123456",
        "iat": SECONDS,
        "exp": SECONDS + 600,
        "aud": "https://appleid.apple.com",
        "sub": CLIENT_ID,
    }
