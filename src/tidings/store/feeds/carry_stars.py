"""When feeds become one, stars stay on the words they were given to.

The staying feed may have published the same entry otherwise: a starred text that it lacks
becomes one of the entry's earlier versions there.
"""

from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words

_PAIRS = "(select q.feed_id as old_id, q.seq as new_id from pairs(:pairs) q) p"
# Beside an entry `l` and a star `ost` on it: the starred version, unless it is the
# present one.
STARRED_TEXT = """
left join entry_versions ov
  on ov.entry_id = l.id and ov.version = ost.starred_version
"""
_HASH = "coalesce(ov.content_hash, l.content_hash)"
# Which version of the entry `e` has the same words; null: none.
STARRED_VERSION_HERE = with_words(
    """
case when ost.starred = 1 and e.content_hash = {hash} then e.version
     when ost.starred = 1 then (
       select max(w.version) from entry_versions w
       where w.entry_id = e.id and w.content_hash = {hash}) end
""",
    hash=_HASH,
)
_LACKING = with_words(
    """
select distinct l.id, e.id, ost.starred_version
from {pairs} cross join entries l cross join entries e
cross join entry_states ost {starred_text}
where l.id = p.old_id and e.id = p.new_id and ost.feed_id = :leaving
  and ost.entry_id = l.id and ost.starred = 1 and {version_here} is null
order by e.id, l.id, ost.starred_version
""",
    pairs=_PAIRS,
    starred_text=STARRED_TEXT,
    version_here=STARRED_VERSION_HERE,
)
# The present text moves up by one, and the starred one takes its number.
_LET_STARS_FOLLOW = """
update entry_states set starred_version = starred_version + 1
where feed_id = :staying and entry_id = :new
  and starred_version = (select e.version from entries e where e.id = :new)
"""
_ADD_VERSION = """
insert into entry_versions (entry_id, version, seen_at, replaced_at, title, author, url,
  content_hash, codec, content, full_codec, full_content)
select e.id, e.version, coalesce(v.seen_at, l.changed_at, l.received_at),
  coalesce(v.replaced_at, :now), coalesce(v.title, l.title),
  coalesce(v.author, l.author), coalesce(v.url, l.url),
  coalesce(v.content_hash, l.content_hash), coalesce(v.codec, b.codec),
  coalesce(v.content, b.content),
  coalesce(case when v.entry_id is null then t.codec else v.full_codec end, 0),
  case when v.entry_id is null then t.content else v.full_content end
from entries e cross join entries l
cross join entry_bodies b
left join entry_versions v on v.entry_id = l.id and v.version = :version
left join entry_full_texts t on t.entry_id = l.id
where e.id = :new and l.id = :old and b.entry_id = l.id
"""
_MAKE_ROOM = "update entries set version = version + 1 where id = :new"
_CARRY_TIMES = with_words(
    """
insert into mark_times (user_id, entry_id, field, at, value)
select m.user_id, p.new_id, m.field, m.at, m.value
from {pairs} cross join subscriptions o cross join mark_times m
where o.feed_id = :leaving and m.user_id = o.user_id and m.entry_id = p.old_id
on conflict (user_id, entry_id, field) do nothing
""",
    pairs=_PAIRS,
)


def carry_starred_texts(
    db: Connection, feeds: dict[str, int], pairs: str, now: int
) -> None:
    """Give entries of the staying feed the texts that were starred in the leaving one;
    `STARRED_VERSION_HERE` finds them then."""
    lacking = db.rows(_LACKING, pairs=pairs, leaving=feeds["leaving"])
    for old, new, version in lacking:
        db.run(_LET_STARS_FOLLOW, staying=feeds["staying"], new=new)
        db.run(_ADD_VERSION, old=old, new=new, version=version, now=now)
        db.run(_MAKE_ROOM, new=new)


def carry_mark_times(db: Connection, leaving: int, pairs: str) -> None:
    """Let it be known still when entries were read and marked."""
    db.run(_CARRY_TIMES, leaving=leaving, pairs=pairs)
