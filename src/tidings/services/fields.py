"""Values that requests carry, with the limits that keep them harmless.

A service says what it can be asked for as a `RequestModel` of its own.
"""

from collections.abc import Callable
from typing import Annotated, LiteralString

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from tidings.core.codes import Code
from tidings.core.reading.reading import LONGEST_TAG

# No number in the database grows so far, and every client can hold it exactly.
LARGEST = 2**53 - 1


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("may not hold the character NUL")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("must be Unicode text") from error
    return text


def refused_as(code: Code, message: LiteralString) -> WrapValidator:
    """Give whatever may be wrong with a value one code and one message."""

    def check(value: object, rules: Callable[[object], object]) -> object:
        try:
            return rules(value)
        except ValidationError as error:
            raise PydanticCustomError(code.value, message) from error

    return WrapValidator(check)


class RequestModel(BaseModel):
    """What a service is asked for; a field that nobody knows is a mistake."""

    # Strict: true is no number, and "1" is none either.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def __repr_args__(self) -> list[tuple[str | None, str]]:
        # Without the values: one of them may be a password.
        return [(None, name) for name in sorted(self.model_fields_set)]


# Text that both databases and UTF-8 can hold. Give it a length: Annotated[Storable, Field(…)].
Storable = Annotated[str, AfterValidator(_storable)]
Number = Annotated[int, Field(ge=1, le=LARGEST)]
Id = Annotated[str, Field(pattern=r"^[0-9a-f-]{36}$")]
TagName = Annotated[
    Storable, Field(min_length=1, max_length=LONGEST_TAG, pattern=r"\S")
]
# As people type them when they sign in.
NameOrEmail = Annotated[Storable, Field(min_length=1, max_length=254)]
Password = Annotated[str, Field(min_length=1, max_length=1000)]
SecretText = Annotated[Storable, Field(min_length=1, max_length=200)]
Moment = Annotated[int, Field(ge=0, le=LARGEST)]


class PageQuery(BaseModel):
    """Which page of a list."""

    model_config = ConfigDict(frozen=True)

    limit: Annotated[int, Field(ge=1, le=200, description="how many items at most")] = (
        50
    )
    cursor: Annotated[
        Storable | None,
        Field(max_length=2000, description="`next_cursor` of the page before"),
    ] = None
