"""Makes entries findable that the search index lacks, in slices that hold nobody up."""

import asyncio

from tidings.context import Context
from tidings.html.text import plain_text
from tidings.observe.logs import get_log
from tidings.store.full_text import Searchable
from tidings.store.missing_index import (
    BodyToIndex,
    bodies_to_index,
    index_missing_entries,
)
from tidings.store.packing import unpack

_SLICE = 200

log = get_log()


async def index_missing(context: Context) -> None:
    """Go through all entries once and index those that are missing."""
    done = after = 0
    while bodies := await context.database.read(bodies_to_index, after, _SLICE):
        entries = await asyncio.to_thread(_searchable, bodies)
        done += await context.database.write(index_missing_entries, entries)
        after = bodies[-1].id
    if done:
        log.info("indexed for search", entries=done)


def _searchable(bodies: list[BodyToIndex]) -> list[Searchable]:
    return [
        (body.id, body.title, body.author, _text(body.codec, body.content))
        for body in bodies
    ]


def _text(codec: int, content: bytes | None) -> str:
    return "" if content is None else plain_text(unpack(codec, bytes(content)))
