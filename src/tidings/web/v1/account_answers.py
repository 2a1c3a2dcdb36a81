"""What the API tells about accounts: never anything secret but what was just made."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tidings.core.account import Account, User
from tidings.services.sign_in import SignedIn

_NOON = 1_760_000_000_000_000
_ANN: dict[str, Any] = {
    "id": 1,
    "name": "ann",
    "email": "ann@example.org",
    "email_proven": True,
    "role": "admin",
    "preferences": {"language": "en"},
    "created_at": _NOON,
    "has_password": True,
    "api_password_set_at": None,
}
Time = Annotated[int, Field(description="microseconds since 1970, UTC")]
RoleName = Literal["user", "admin"]


class AccountAnswer(BaseModel):
    """An account as its owner sees it."""

    model_config = ConfigDict(json_schema_extra={"example": _ANN})
    id: int
    name: str
    email: str | None
    email_proven: Annotated[
        bool, Field(description="a sign-in service vouched for the address")
    ]
    role: RoleName
    preferences: dict[str, Any]
    created_at: Time
    has_password: bool
    api_password_set_at: Time | None

    @classmethod
    def of(cls, account: Account) -> "AccountAnswer":
        return cls.model_validate(account, from_attributes=True)


class SignedInAnswer(BaseModel):
    """A session that has begun; the cookie holds the same token."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "token": "Wk3n1Yw9…",
                "expires_at": _NOON + 30 * 86_400_000_000,
                "user": _ANN,
            }
        }
    )
    token: str
    expires_at: Time
    user: AccountAnswer

    @classmethod
    def of(cls, signed_in: SignedIn) -> "SignedInAnswer":
        return cls(
            token=signed_in.token,
            expires_at=signed_in.expires_at,
            user=AccountAnswer.of(signed_in.account),
        )


class UserAnswer(BaseModel):
    """An account as administrators see it."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "id": 2,
                "name": "bob",
                "role": "user",
                "created_at": _NOON,
                "disabled_at": None,
                "last_seen_at": _NOON,
            }
        }
    )
    id: int
    name: str
    role: RoleName
    created_at: Time
    disabled_at: Time | None
    last_seen_at: Time | None

    @classmethod
    def of(cls, user: User) -> "UserAnswer":
        return cls.model_validate(user, from_attributes=True)
