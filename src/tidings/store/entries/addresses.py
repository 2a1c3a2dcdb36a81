"""Which entry a user can see at an address."""

from tidings.core.entries.identity import key_number, url_key
from tidings.store.engine.connection import Connection
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.visible import VISIBLE

# The user's feeds first: each is one look into the two indexes of its addresses. One
# condition with "or" would make both engines read the whole feed.
_AT = with_words(
    """
select e.id, e.url, e.title, e.language
from (select x.id as entry_id from subscriptions s cross join entries x
      where s.user_id = :user and x.feed_id = s.feed_id and x.url_key = :key
      union all
      select x.id as entry_id from subscriptions s cross join entries x
      where s.user_id = :user and x.feed_id = s.feed_id and x.link_key = :key) found
cross join entries e cross join subscriptions s
left join entry_states st on st.user_id = :user and st.entry_id = e.id
where e.id = found.entry_id and s.user_id = :user and s.feed_id = e.feed_id
  and e.url is not null and {visible}
order by e.id desc limit 1
""",
    visible=VISIBLE,
)


def entry_at(
    db: Connection, user_id: int, url: str
) -> tuple[int, str, str, str | None] | None:
    """Return the id, address, title and language of an entry; None if there is none."""
    key = key_number(url_key(url))
    row = None if key is None else db.row(_AT, user=user_id, key=key)
    return None if row is None else (row[0], row[1], row[2], row[3])


def feed_addresses(db: Connection, user_id: int, most: int) -> list[str | None]:
    """Return the addresses of the feeds that a user follows, and of their sites."""
    rows = db.rows(
        "select f.url, f.site_url from subscriptions s cross join feeds f"
        " where s.user_id = :user and s.active = 1 and f.id = s.feed_id"
        " order by f.id limit :most",
        user=user_id,
        most=most,
    )
    return [address for row in rows for address in row]
