"""How much there is to read: by feed, by folder, in all; and what was kept."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from tidings.context import Context
from tidings.core.reading.reading import folder_totals
from tidings.store.engine.connection import Connection
from tidings.store.reading.counts import starred_total, unread_rows
from tidings.store.reading.reading_scope import folder_parents
from tidings.store.reading.tags import TagSize, tag_sizes

Rendered = TypeVar("Rendered")


class FeedCount(msgspec.Struct, frozen=True, gc=False):
    """A subscription with something unread."""

    feed_id: int
    subscription_id: int
    unread: int


class FolderCount(msgspec.Struct, frozen=True, gc=False):
    """A folder with something unread in it, or in a folder inside."""

    folder_id: int
    unread: int


class Counts(msgspec.Struct, frozen=True):
    """What is not named has nothing unread. `unread` is that of all feeds but muted ones."""

    unread: int
    starred: int
    feeds: Sequence[FeedCount]
    folders: Sequence[FolderCount]
    tags: Sequence[TagSize]


async def count_entries(
    context: Context, user_id: int, render: Callable[[Counts], Rendered]
) -> Rendered:
    """Return a user's counts as `render` makes them."""
    return await context.database.read(_counts, user_id, render)


def _counts(
    db: Connection, user_id: int, render: Callable[[Counts], Rendered]
) -> Rendered:
    rows = unread_rows(db, user_id)
    inside = ((folder, unread) for _, folder, unread, *_ in rows)
    folders = folder_totals(folder_parents(db, user_id), inside)
    return render(
        Counts(
            unread=sum(unread for _, _, unread, _, muted in rows if not muted),
            starred=starred_total(db, user_id),
            feeds=[FeedCount(feed, own, unread) for feed, _, unread, own, _ in rows],
            folders=[FolderCount(*total) for total in sorted(folders.items())],
            tags=tag_sizes(db, user_id),
        )
    )
