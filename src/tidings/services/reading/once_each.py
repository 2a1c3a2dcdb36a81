"""Lists with each story once, where the reader wants that."""

from tidings.core.reading.reading import EntryFilter
from tidings.store.engine.connection import Connection
from tidings.store.reading.entry_rows import ListedEntry
from tidings.store.stories.stories import duplicates


def once_each(
    db: Connection, user_id: int, entries: list[ListedEntry], wanted: EntryFilter
) -> list[ListedEntry]:
    """Collapse stories: keep one entry of each; a page becomes shorter.

    Only in lists of many feeds: whoever looks at one feed, a tag or what they starred
    asks for these very entries.
    """
    of_one_feed = wanted.feeds is not None and len(wanted.feeds) == 1
    by_mark = wanted.starred or wanted.tag or wanted.language
    if of_one_feed or by_mark or wanted.most_framed is not None:
        return entries
    in_stories = [entry.id for entry in entries if entry.story is not None]
    if not in_stories:
        return entries
    hidden = duplicates(db, user_id, in_stories, wanted.feeds, unread=wanted.unread)
    return [entry for entry in entries if entry.id not in hidden]
