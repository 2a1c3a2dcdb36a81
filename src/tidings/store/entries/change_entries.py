"""Gives entries another text. What they said before stays as a version."""

from collections.abc import Sequence

from tidings.core.entries.entry import NewEntry
from tidings.core.entries.full_texts import BACKGROUND
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import changes
from tidings.store.engine.sql_words import with_words
from tidings.store.entries.entry_columns import META_AND_TEXT, entry_row
from tidings.store.entries.search_index import drop_from_index, index_entries
from tidings.store.entries.wanted_texts import TEXT_IS_OF_PRESENT, renew_texts

MOST_VERSIONS = 100  # earlier ones, of an entry that nobody starred

_KEEP_VERSIONS = with_words(
    """
insert into entry_versions (entry_id, version, seen_at, replaced_at, title, author, url,
  content_hash, codec, content, full_codec, full_content)
select e.id, e.version, coalesce(e.changed_at, e.received_at), :now, e.title, e.author,
  e.url, e.content_hash, b.codec, b.content, coalesce(ft.codec, 0), ft.content
from ids(:ids) i cross join entries e cross join entry_bodies b
left join entry_full_texts ft on ft.entry_id = e.id and {text_is_of_present}
where e.id = i.id and b.entry_id = e.id
returning version
""",
    text_is_of_present=TEXT_IS_OF_PRESENT,
)
# Of an entry that changes for ever the first version, the newest and what readers starred
# are worth most. Looks up a state for each subscriber: no index leads from an entry to
# its stars.
_DROP_VERSIONS = """
delete from entry_versions
where entry_id in (select id from ids(:ids)) and version > 1
  and version < (select e.version from entries e where e.id = entry_versions.entry_id)
    - :most + 2
  and not exists (
    select 1 from entries e cross join subscriptions s cross join entry_states x
    where e.id = entry_versions.entry_id and s.feed_id = e.feed_id
      and x.user_id = s.user_id and x.entry_id = e.id
      and x.starred_version = entry_versions.version)
"""
_CHANGE = with_words(
    """
update entries set version = version + 1, changed_at = :now, {changes} where id = :id
""",
    changes=changes(META_AND_TEXT),
)
_CHANGE_BODY = """
update entry_bodies set codec = :codec, content = :content where entry_id = :id
"""


def change_entries(
    db: Connection, changed: Sequence[tuple[int, NewEntry]], now: int
) -> None:
    """Give entries another text; what they said before stays as a version. Articles that
    were fetched are fetched again: they may say something else by now."""
    ids = [id_ for id_, _ in changed]
    keep_versions(db, ids, now)
    renew_texts(db, ids, BACKGROUND)
    drop_from_index(db, ids)
    rows = [entry_row(entry, id=id_, now=now) for id_, entry in changed]
    db.run_many(_CHANGE, rows)
    db.run_many(
        _CHANGE_BODY,
        [
            {"id": id_, "codec": entry.codec, "content": entry.content}
            for id_, entry in changed
        ],
    )
    index_entries(db, [(id_, entry.indexed) for id_, entry in changed])


def keep_versions(db: Connection, ids: Sequence[int], now: int) -> None:
    """Keep what entries say now, with the article if it was fetched, as a version."""
    kept = db.rows(_KEEP_VERSIONS, ids=list(ids), now=now)
    if any(version > MOST_VERSIONS for (version,) in kept):
        db.run(_DROP_VERSIONS, ids=list(ids), most=MOST_VERSIONS)
