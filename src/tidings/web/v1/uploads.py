"""A file in a request: as the whole body, or as a part of a form; never more than allowed."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from tempfile import SpooledTemporaryFile
from typing import IO

from fastapi import HTTPException, Request
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from tidings.core.codes import Code
from tidings.core.errors import Invalid

# What a form adds around its file.
_FRAME = 64 * 1024
_CHUNK = 256 * 1024


async def uploaded_file(
    request: Request, field: str, largest: int
) -> tuple[bytes, str | None]:
    """Return the file of a request with its type, None if it is not said; a form has it
    in `field`. Raises 413 for more than `largest` bytes."""
    kind = request.headers.get("content-type", "")
    body = await _read(request, largest + _FRAME)
    if kind.partition(";")[0].strip().lower() == "multipart/form-data":
        body, kind = await _part(request, body, field)
    if len(body) > largest:
        raise HTTPException(413)
    if not body:
        raise _empty(field)
    return body, kind or None


@asynccontextmanager
async def spooled_file(
    request: Request, field: str, largest: int
) -> AsyncGenerator[IO[bytes]]:
    """Give the file of a request, on disk if it is large: it is never whole in memory.
    Raises 413 for more than `largest` bytes."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() == "multipart/form-data":
        form = await _form(request, _counted(request, largest + _FRAME), field)
        try:
            file = form.get(field)
            if not isinstance(file, UploadFile):
                raise Invalid(
                    "The form has no file.", code=Code.MISSING, details={"field": field}
                )
            if not file.size:
                raise _empty(field)
            yield file.file
        finally:
            await form.close()
        return
    with SpooledTemporaryFile(_CHUNK) as spool:
        async for piece in _counted(request, largest):
            spool.write(piece)
        if not spool.tell():
            raise _empty(field)
        yield spool


async def _counted(request: Request, most: int) -> AsyncGenerator[bytes]:
    """Yield what a request sends, as long as it is not too much."""
    length = 0
    async for piece in request.stream():
        length += len(piece)
        if length > most:
            raise HTTPException(413)
        yield piece


async def _read(request: Request, most: int) -> bytes:
    said = request.headers.get("content-length", "")
    if said.isdigit() and int(said[:18]) > most:
        raise HTTPException(413)
    pieces, length = [], 0
    async for piece in request.stream():
        length += len(piece)
        if length > most:
            raise HTTPException(413)
        pieces.append(piece)
    return b"".join(pieces)


async def _form(
    request: Request, pieces: AsyncGenerator[bytes], field: str
) -> FormData:
    parser = MultiPartParser(request.headers, pieces, max_files=1, max_fields=10)
    try:
        return await parser.parse()
    # A form may name an encoding that is none, or fail to decode by it.
    except (MultiPartException, LookupError, ValueError) as error:
        raise Invalid("The form cannot be read.", details={"field": field}) from error


async def _part(request: Request, body: bytes, field: str) -> tuple[bytes, str]:
    async def stream() -> AsyncGenerator[bytes, None]:
        for start in range(0, len(body), _CHUNK):
            yield body[start : start + _CHUNK]

    form = await _form(request, stream(), field)
    file = form.get(field)
    try:
        if isinstance(file, UploadFile):
            return await file.read(), file.content_type or ""
    finally:
        await form.close()
    if file is None:
        raise Invalid(
            f"The form has no file “{field}”.",
            code=Code.MISSING,
            details={"field": field},
        )
    return file.encode(errors="replace"), ""


def _empty(field: str) -> Invalid:
    return Invalid(
        "The file is empty.",
        code=Code.EMPTY_FILE,
        details={"field": field},
    )
