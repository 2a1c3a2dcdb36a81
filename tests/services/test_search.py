"""A search that takes too long is refused in words."""

from datetime import timedelta

import pytest

from tests import make
from tests.contexts import make_context
from tidings.core.errors import DatabaseTimeout
from tidings.services.search import SearchAsk, search_entries
from tidings.store.database import Database


async def test_search_that_takes_too_long_is_refused_in_words(
    database: Database,
) -> None:
    context = make_context(database)
    user = await database.write(make.a_user)
    with pytest.raises(DatabaseTimeout, match="takes too long"):
        await search_entries(context, user, SearchAsk("fox"), patience=timedelta(0))
    assert b'"items":[]' in await search_entries(context, user, SearchAsk("fox"))
