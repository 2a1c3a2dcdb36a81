"""One reader follows another feed in place of the one they followed.

The feeds themselves stay as they are: others follow them, and nobody may change what
others read.
"""

from tidings.core.errors import NotFound
from tidings.store.engine.connection import Connection
from tidings.store.entries.copy_entries import matching_entries, pairs_of
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.feeds.heads import lock_head
from tidings.store.feeds.owners import refuse_others_feed
from tidings.store.feeds.subscription_lists import is_following
from tidings.store.reading.marking import mark_entries

_OWN = """
select folder_id, title, position from subscriptions
where user_id = :user and feed_id = :feed and active = 1
"""
# What the reader had read of entries that both feeds have.
_READ = """
select p.new_id
from (select q.feed_id as old_id, q.seq as new_id from pairs(:pairs) q) p
cross join entries l cross join subscriptions o
left join entry_states st on st.user_id = :user and st.entry_id = l.id
where l.id = p.old_id and o.user_id = :user and o.feed_id = l.feed_id
  and coalesce(st.read, case when l.seq <= o.read_seq then 1 else 0 end) = 1
"""


def move_subscription(
    db: Connection, user_id: int, leaving: int, staying: int, now: int
) -> int:
    """Move a reader from one feed to another with title, folder, place and what they
    read of what both have; return the subscription's number. Stars, tags and
    highlights stay with their entries, as after unsubscribing."""
    for feed_id in sorted((leaving, staying)):
        lock_head(db, feed_id)
    refuse_others_feed(db, user_id, staying)
    own = db.row(_OWN, user=user_id, feed=leaving)
    if own is None:
        raise NotFound("There is no such subscription.")
    folder, title, position = own
    if is_following(db, user_id, [staying]):
        folder = title = None
    number = follow_feed(db, user_id, staying, now, folder_id=folder, title=title)
    db.run(
        "update subscriptions set position = :position"
        " where user_id = :user and feed_id = :feed",
        position=position,
        user=user_id,
        feed=staying,
    )
    _carry_read(db, user_id, leaving, staying)
    leave_feed(db, user_id, leaving, now)
    return number


def _carry_read(db: Connection, user_id: int, leaving: int, staying: int) -> None:
    known, _ = matching_entries(db, leaving, staying)
    rows = db.rows(_READ, pairs=pairs_of(known), user=user_id)
    mark_entries(db, user_id, [row[0] for row in rows], read=True)
