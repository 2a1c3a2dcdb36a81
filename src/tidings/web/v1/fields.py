"""Values that many routes take, with the limits that keep them harmless."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

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


class Body(BaseModel):
    """What a request carries; a field that nobody knows is a mistake worth telling."""

    # Strict: true is no number, and "1" is none either.
    model_config = ConfigDict(extra="forbid", strict=True)


# Text that both databases and UTF-8 can hold. Give it a length: Annotated[Storable, Field(…)].
Storable = Annotated[str, AfterValidator(_storable)]
Number = Annotated[int, Field(ge=1, le=LARGEST)]
NumberInPath = Annotated[int, Path(ge=1, le=LARGEST)]
IdInPath = Annotated[str, Path(pattern=r"^[0-9a-f-]{36}$")]
Limit = Annotated[int, Query(ge=1, le=200, description="how many items at most")]
Cursor = Annotated[
    Storable | None,
    Query(max_length=2000, description="`next_cursor` of the page before"),
]
