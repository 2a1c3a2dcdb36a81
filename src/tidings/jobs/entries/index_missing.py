"""Makes entries findable that the search index lacks, in slices that hold nobody up."""

import asyncio

from tidings.context import Context
from tidings.core.entries.entry import Indexed
from tidings.html.text import plain_text
from tidings.observe.logs import get_log
from tidings.store.engine.connection import Engine
from tidings.store.engine.packing import unpack, unpack_behind
from tidings.store.entries.search_index import (
    BodyToIndex,
    Searchable,
    bodies_to_index,
    index_missing_entries,
    to_index,
)

_SLICE = 200

log = get_log()


async def index_missing(context: Context) -> None:
    """Go through all entries once and index those that are missing."""
    done = after = 0
    engine = context.database.engine
    while bodies := await context.database.read(bodies_to_index, after, _SLICE):
        entries = await asyncio.to_thread(_searchable, bodies, engine)
        done += await context.database.write(index_missing_entries, entries)
        after = bodies[-1].id
    if done:
        log.info("indexed for search", entries=done)


def _searchable(bodies: list[BodyToIndex], engine: Engine) -> list[Searchable]:
    return [(body.id, _indexed(body, engine)) for body in bodies]


def _indexed(body: BodyToIndex, engine: Engine) -> Indexed:
    packed = bytes(body.content or b"")
    known = unpack_behind(body.codec, packed)
    if known is not None:  # also the article, if it was fetched
        return to_index(engine, *known)
    text = plain_text(unpack(body.codec, packed))
    return to_index(engine, body.title, body.author, text)
