"""A file in a request: as the whole body, or as a part of a form; never more than allowed."""

from collections.abc import AsyncGenerator

from fastapi import HTTPException, Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

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
        raise Invalid("The file is empty.", details={"field": field})
    return body, kind or None


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


async def _part(request: Request, body: bytes, field: str) -> tuple[bytes, str]:
    async def stream() -> AsyncGenerator[bytes, None]:
        for start in range(0, len(body), _CHUNK):
            yield body[start : start + _CHUNK]

    parser = MultiPartParser(request.headers, stream(), max_files=1, max_fields=10)
    try:
        form = await parser.parse()
    # A form may name an encoding that is none, or fail to decode by it.
    except (MultiPartException, LookupError, ValueError) as error:
        raise Invalid("The form cannot be read.", details={"field": field}) from error
    file = form.get(field)
    try:
        if isinstance(file, UploadFile):
            return await file.read(), file.content_type or ""
    finally:
        await form.close()
    if file is None:
        raise Invalid(f"The form has no file “{field}”.", details={"field": field})
    return file.encode(errors="replace"), ""
