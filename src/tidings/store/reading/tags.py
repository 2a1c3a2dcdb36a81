"""A user's tags: names with a number, which entries may have any of."""

from dataclasses import dataclass

from tidings.core.codes import Code
from tidings.core.errors import Conflict
from tidings.store.engine.connection import Connection
from tidings.store.engine.numbers import next_number
from tidings.store.engine.rows import all_of
from tidings.store.reading.marking import marking

MOST_TAGS = 1000

# A tagged entry always has a state row.
_TAGS = """
select g.id, g.name, g.created_at,
  (select count(*) from entry_tags t where t.user_id = :user and t.tag_id = g.id),
  (select count(*) from entry_tags t cross join entry_states st
   where t.user_id = :user and t.tag_id = g.id
     and st.user_id = :user and st.entry_id = t.entry_id and st.read = 0)
from tags g where g.user_id = :user order by g.name, g.id
"""
_TAG_SIZES = """
select g.id, g.name,
  (select count(*) from entry_tags t where t.user_id = :user and t.tag_id = g.id)
from tags g where g.user_id = :user order by g.name, g.id
"""
_COPY_TO = """
insert into entry_tags (user_id, tag_id, sort_at, entry_id)
select user_id, :target, sort_at, entry_id from entry_tags
where user_id = :user and tag_id = :tag
on conflict (user_id, tag_id, sort_at, entry_id) do nothing
"""
_TAGGED = """
select entry_id from entry_tags where user_id = :user and tag_id = :tag
order by entry_id
"""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag and how many entries have it."""

    id: int
    name: str
    created_at: int
    entries: int
    unread: int


@dataclass(frozen=True, slots=True)
class TagSize:
    """How many entries have a tag."""

    id: int
    name: str
    entries: int


def all_tags(db: Connection, user_id: int) -> list[Tag]:
    """Return a user's tags by name."""
    return all_of(db, Tag, _TAGS, user=user_id)


def tag_sizes(db: Connection, user_id: int) -> list[TagSize]:
    """Return a user's tags by name, without asking what is unread."""
    return all_of(db, TagSize, _TAG_SIZES, user=user_id)


def find_tag(db: Connection, user_id: int, tag_id: int) -> Tag | None:
    """Return one of a user's tags."""
    return next((tag for tag in all_tags(db, user_id) if tag.id == tag_id), None)


def find_tag_id(db: Connection, user_id: int, name: str) -> int | None:
    """Return the number of a user's tag, None if there is none of that name."""
    found: int | None = db.value(
        "select id from tags where user_id = :user and name = :name",
        user=user_id,
        name=name,
    )
    return found


def ensure_tag(db: Connection, user_id: int, name: str, now: int) -> int:
    """Return the number of a tag, which is made if there is none of that name."""
    known = find_tag_id(db, user_id, name)
    if known is not None:
        return known
    if db.value("select count(*) from tags where user_id = :u", u=user_id) >= MOST_TAGS:
        raise Conflict(
            f"There are {MOST_TAGS} tags already: delete one first.",
            code=Code.LIMIT_REACHED,
            details={"limit": MOST_TAGS},
        )
    db.run(
        "insert into tags (id, user_id, name, created_at)"
        " values (:id, :user, :name, :now) on conflict (user_id, name) do nothing",
        id=next_number(db, "tag"),
        user=user_id,
        name=name,
        now=now,
    )
    made = find_tag_id(db, user_id, name)
    assert made is not None
    return made


def rename_tag(db: Connection, user_id: int, tag_id: int, name: str) -> int:
    """Give a tag another name, or merge it into the tag that has it; return which is
    left. The tag must be the user's own."""
    target = find_tag_id(db, user_id, name)
    if target == tag_id:
        return tag_id
    if target is None:
        db.run("update tags set name = :name where id = :tag", name=name, tag=tag_id)
        return tag_id
    db.run(_COPY_TO, user=user_id, tag=tag_id, target=target)
    delete_tag(db, user_id, tag_id)
    return target


def delete_tag(db: Connection, user_id: int, tag_id: int) -> list[int]:
    """Delete a user's tag and return the entries that had it."""
    known = {"user": user_id, "tag": tag_id}
    ids = [row[0] for row in db.rows(_TAGGED, **known)]
    with marking(db, user_id, ids):
        db.run(
            "delete from entry_tags where user_id = :user and tag_id = :tag", **known
        )
        db.run("delete from tags where user_id = :user and id = :tag", **known)
    return ids
