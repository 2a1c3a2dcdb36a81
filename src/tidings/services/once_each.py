"""Lists with each story once, where the reader wants that."""

from tidings.core.reading import EntryFilter
from tidings.store.connection import Connection
from tidings.store.stories import without_duplicates


def once_each(
    db: Connection, user_id: int, ids: list[int], wanted: EntryFilter
) -> list[int]:
    """Leave out what another entry of the list stands for; a page becomes shorter.

    Only in lists of many feeds: whoever looks at one feed, a tag or what they starred
    asks for these very entries.
    """
    of_one_feed = wanted.feeds is not None and len(wanted.feeds) == 1
    by_mark = wanted.starred or wanted.tag or wanted.language
    if of_one_feed or by_mark or wanted.most_framed is not None:
        return ids
    return without_duplicates(db, user_id, ids, wanted.feeds, unread=wanted.unread)
