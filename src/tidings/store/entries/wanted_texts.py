"""Articles that are to be fetched: asked for here, fetched by a worker."""

from collections.abc import Collection

from tidings.store.engine.connection import Connection

# Whether an article that is stored is of what the feed says now: not if the entry has
# changed since, whether it is being fetched again or that has failed. `ft` and `e`.
TEXT_IS_OF_PRESENT = """
(ft.content is not null and ft.error is null and ft.wanted = 0
 and ft.tried_at >= coalesce(e.changed_at, 0))
"""
_WANT = """
insert into entry_full_texts (entry_id, tried_at, wanted)
select e.id, 0, :wanted from ids(:ids) i cross join entries e where e.id = i.id
on conflict (entry_id) do update
set wanted = greatest(entry_full_texts.wanted, excluded.wanted)
"""
_RENEW = """
update entry_full_texts set wanted = greatest(wanted, :wanted)
where entry_id in (select id from ids(:ids)) and content is not null
"""


def want_texts(db: Connection, ids: Collection[int], wanted: int) -> None:
    """Let a worker fetch the articles of entries; AI waits for them meanwhile."""
    if ids:
        db.run(_WANT, ids=sorted(ids), wanted=wanted)
        db.wake_on_commit()


def renew_texts(db: Connection, ids: Collection[int], wanted: int) -> None:
    """Let a worker fetch articles again that were fetched before."""
    if db.run(_RENEW, ids=sorted(ids), wanted=wanted):
        db.wake_on_commit()
