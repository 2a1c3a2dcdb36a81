"""Lists that need not be sent again: a tag of the bytes, and 304 for who has them."""

import hashlib

from fastapi import Request, Response

# May be kept by the reader's own browser, and asked about each time.
_CACHE = "private, no-cache"
_LONGEST = 4096


def with_tag(request: Request, response: Response) -> Response:
    """Return an answer with its tag, or nothing but the tag if the caller has it."""
    # Weak: the same list may be sent packed in several ways.
    tag = f'W/"{hashlib.sha1(response.body, usedforsecurity=False).hexdigest()}"'
    headers = {"etag": tag, "cache-control": _CACHE, "vary": "Authorization, Cookie"}
    if names_tag(request.headers.get("if-none-match"), tag):
        return Response(status_code=304, headers=headers)
    # Not by `headers.update`, which looks through all headers for each of these.
    added = ((name.encode(), value.encode()) for name, value in headers.items())
    response.raw_headers.extend(added)
    return response


def names_tag(known: str | None, tag: str) -> bool:
    """Return whether the `If-None-Match` of a caller names the tag."""
    if known is None:
        return False
    if known.strip() == "*":
        return True
    value = tag.removeprefix("W/")
    named = (one.strip().removeprefix("W/") for one in known[:_LONGEST].split(","))
    return value in named
