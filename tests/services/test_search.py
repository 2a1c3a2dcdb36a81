"""A search that takes too long is refused in words."""

import asyncio
import threading
from datetime import timedelta

import pytest

from tests import make
from tests.contexts import make_context
from tidings.core.errors import DatabaseTimeout
from tidings.services.search import SearchAsk, search_entries
from tidings.store.connection import Connection
from tidings.store.database import Database

_READERS = 8  # as many as either engine has in tests, or more


async def test_search_that_takes_too_long_is_refused_in_words(
    database: Database,
) -> None:
    context = make_context(database)
    user = await database.write(make.a_user)
    done = threading.Event()

    def hold(_: Connection) -> None:
        done.wait()

    ask, patience = SearchAsk("fox"), timedelta(seconds=0.1)
    held = [asyncio.create_task(database.read(hold)) for _ in range(_READERS)]
    await asyncio.sleep(0)  # they stand in line before the search
    try:
        with pytest.raises(DatabaseTimeout, match="takes too long"):
            await search_entries(context, user, ask, patience=patience)
    finally:
        done.set()
    await asyncio.gather(*held)
    assert b'"items":[]' in await search_entries(context, user, ask)
