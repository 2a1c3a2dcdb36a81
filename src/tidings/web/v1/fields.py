"""What many routes take in their path or query."""

from typing import Annotated

from fastapi import Path, Query

from tidings.services.fields import LARGEST, Storable

NumberInPath = Annotated[int, Path(ge=1, le=LARGEST)]
IdInPath = Annotated[str, Path(pattern=r"^[0-9a-f-]{36}$")]
Limit = Annotated[int, Query(ge=1, le=200, description="how many items at most")]
Cursor = Annotated[
    Storable | None,
    Query(max_length=2000, description="`next_cursor` of the page before"),
]
