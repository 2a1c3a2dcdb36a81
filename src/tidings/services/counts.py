"""How much there is to read: by feed, by folder, in all; and what was kept."""

from collections.abc import Sequence

import msgspec

from tidings.context import Context
from tidings.core.reading import folder_totals
from tidings.store.connection import Connection
from tidings.store.counts import starred_total, unread_rows
from tidings.store.reading_scope import folder_parents
from tidings.store.tags import TagSize, tag_sizes

_encoder = msgspec.json.Encoder()


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
    """What is not named has nothing unread."""

    unread: int
    starred: int
    feeds: Sequence[FeedCount]
    folders: Sequence[FolderCount]
    tags: Sequence[TagSize]


async def count_entries(context: Context, user_id: int) -> bytes:
    """Return a user's counts as JSON."""
    return await context.database.read(_counts, user_id)


def _counts(db: Connection, user_id: int) -> bytes:
    rows = unread_rows(db, user_id)
    inside = ((folder, unread) for _, folder, unread, _ in rows)
    folders = folder_totals(folder_parents(db, user_id), inside)
    return _encoder.encode(
        Counts(
            unread=sum(unread for _, _, unread, _ in rows),
            starred=starred_total(db, user_id),
            feeds=[FeedCount(feed, own, unread) for feed, _, unread, own in rows],
            folders=[FolderCount(*total) for total in sorted(folders.items())],
            tags=tag_sizes(db, user_id),
        )
    )
