"""Judges candidates: may the user see them, and do they meet the rest of the search?"""

from typing import Any

from tidings.core.reading.reading import Place
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.search_scope import Search
from tidings.store.reading.visible import ENTRY_SEEN_BY_USER, READ, VISIBLE

_VISIBLE_MATCHES = with_words(
    """
select e.sort_at, e.id from ids(:ids) i cross join {entry_seen_by_user}
where e.id = i.id and s.user_id = :user and s.feed_id = e.feed_id and {visible}
  and (e.sort_at, e.id) < (:at, :id) and e.sort_at >= :since {filters}
order by e.sort_at desc, e.id desc limit :n
""",
    entry_seen_by_user=ENTRY_SEEN_BY_USER,
    visible=VISIBLE,
)
_FEEDS = "and e.feed_id in (select id from ids(:feeds))"
# What a user left is not waiting to be read, though a star keeps it visible.
_UNREAD = f"(s.active = 1 and {READ} = 0)"
_STARRED = "coalesce(st.starred, 0) = 1"
_TAGGED = """
(select count(*) from entry_tags t where t.entry_id = e.id and t.user_id = :user
  and t.tag_id in (select id from ids(:{tags}))) > 0
"""
# An entry that names none has that of its feed, as in lists.
_LANGUAGE = """
coalesce(substr(replace(lower(coalesce(e.language, (
    select f.language from feeds f where f.id = e.feed_id))), '_', '-') || '-',
  1, length(:{language}) + 1) = :{language} || '-', false)
"""


def visible_matches(
    db: Connection, search: Search, ids: list[int], start: Place, limit: int
) -> list[Place]:
    """Return candidates that the user may see and the search means, newest first."""
    filters, parameters = _filters(search)
    return all_of(
        db,
        Place,
        with_words(_VISIBLE_MATCHES, filters=filters),
        user=search.user_id,
        ids=ids,
        at=start.at,
        id=start.id,
        since=search.since,
        n=limit,
        **parameters,
    )


def _filters(search: Search) -> tuple[str, dict[str, Any]]:
    """Return conditions, made of constants only, and their parameters."""
    conditions: list[str] = []
    parameters: dict[str, Any] = {}
    if search.feeds is not None:
        conditions.append(_FEEDS)
        parameters["feeds"] = list(search.feeds)
    for request, condition in ((search.unread, _UNREAD), (search.starred, _STARRED)):
        if request is not None:
            conditions.append(_wanted(condition, negated=not request))
    for place, tag in enumerate(search.tags):
        name = f"tags_{place}"
        conditions.append(_wanted(with_words(_TAGGED, tags=name), negated=tag.negated))
        parameters[name] = list(tag.tags)
    for place, term in enumerate(search.languages):
        name = f"language_{place}"
        condition = with_words(_LANGUAGE, language=name)
        conditions.append(_wanted(condition, negated=term.negated))
        parameters[name] = term.language
    return " ".join(conditions), parameters


def _wanted(condition: str, *, negated: bool) -> str:
    return f"and not ({condition})" if negated else f"and ({condition})"
