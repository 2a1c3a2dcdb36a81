"""Which entry a user can see at an address."""

from tidings.core.identity import url_key
from tidings.store.connection import Connection
from tidings.store.entry_keys import key_number
from tidings.store.sql_words import with_words
from tidings.store.visible import VISIBLE

# The user's feeds first: each is one look into the index of its addresses.
_AT = with_words(
    """
select e.id, e.url, e.title, e.language
from subscriptions s cross join entries e
left join entry_states st on st.user_id = :user and st.entry_id = e.id
where s.user_id = :user and e.feed_id = s.feed_id and e.url_key = :key
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
