"""A search that takes too long is refused in words."""

import asyncio
import threading
from datetime import timedelta

import pytest

from tests import make
from tests.contexts import make_context
from tidings.core.errors import DatabaseTimeout
from tidings.services.reading.search import FoundList, SearchQuery, search_entries
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database

_READERS = 8  # as many as either engine has in tests, or more


async def test_search_that_takes_too_long_is_refused_in_words(
    database: Database,
) -> None:
    context = make_context(database)
    user = await database.write(make.a_user)
    done = threading.Event()

    def hold(_: Connection) -> None:
        done.wait()

    query, patience = SearchQuery(q="fox"), timedelta(seconds=0.1)
    held = [asyncio.create_task(database.read(hold)) for _ in range(_READERS)]
    await asyncio.sleep(0)  # they stand in line before the search
    try:
        with pytest.raises(DatabaseTimeout, match="takes too long"):
            await search_entries(context, user, query, as_it_is, patience=patience)
    finally:
        done.set()
    await asyncio.gather(*held)
    found = await search_entries(context, user, query, as_it_is)
    assert found.items == []


def as_it_is(found: FoundList) -> FoundList:
    return found
