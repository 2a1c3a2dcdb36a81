"""Judges candidates: may the user see them, and do they meet the rest of the search?"""

from dataclasses import dataclass
from typing import Any

from tidings.core.reading.entry_extras import FILE_SIGNS, VIDEO_PAGES
from tidings.core.reading.reading import Place
from tidings.core.reading.search_leaves import (
    Before,
    Extra,
    Has,
    InLanguage,
    InState,
    InUrl,
    Since,
    State,
)
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import all_of
from tidings.store.engine.sql_words import with_words
from tidings.store.reading.search_scope import (
    AnyWay,
    Judged,
    OfFeeds,
    Search,
    TagTerm,
)
from tidings.store.reading.text_matches import TextQuery, matches_among
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


_OF_FEEDS = "e.feed_id in (select id from ids(:{feeds}))"
_AMONG = "e.id in (select id from ids(:{found}))"
# A mark of the reader's on the entry, with something in one of its columns.
_MARKED = """
(select count(*) from highlights h where h.entry_id = e.id and h.user_id = :user
  and h.deleted_at is null and h.{column} <> '') > 0
"""
_MARKS = {Extra.NOTES: "note", Extra.HIGHLIGHT: "quote"}
# Which files an entry has is written as JSON.
_FILES = """
(e.has_enclosures = 1 and (select count(*) from texts(:{signs}) sign
  where lower(e.extras) like sign.text escape '!') > 0)
"""
_ADDRESS = "lower(coalesce(e.url, '')) like :{part} escape '!'"


def visible_matches(
    db: Connection, search: Search, ids: list[int], start: Place, limit: int
) -> list[Place]:
    """Return candidates that the user may see and the search means, newest first."""
    filters, parameters = _filters(search)
    if search.others:
        judge = _Judge(db, ids, parameters)
        filters = " ".join([filters, *(f"and {judge.on(o)}" for o in search.others)])
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
            conditions.append(f"and {_wanted(condition, negated=not request)}")
    for place, tag in enumerate(search.tags):
        name = f"tags_{place}"
        tagged = with_words(_TAGGED, tags=name)
        conditions.append(f"and {_wanted(tagged, negated=tag.negated)}")
        parameters[name] = list(tag.tags)
    for place, term in enumerate(search.languages):
        name = f"language_{place}"
        speaks = with_words(_LANGUAGE, language=name)
        conditions.append(f"and {_wanted(speaks, negated=term.negated)}")
        parameters[name] = term.language
    return " ".join(conditions), parameters


def _wanted(condition: str, *, negated: bool) -> str:
    return f"not ({condition})" if negated else f"({condition})"


@dataclass(slots=True)
class _Judge:
    """Spells terms as conditions on a candidate, however deep; every value is a
    parameter."""

    db: Connection
    candidates: list[int]
    parameters: dict[str, Any]

    def on(self, term: Judged) -> str:
        """Return the condition, in brackets."""
        match term:
            case AnyWay(ways):
                spelled = (" and ".join(map(self.on, way)) for way in ways)
                return f"({' or '.join(f'({way})' for way in spelled)})"
            case TextQuery():
                return self._says(term)
            case Since(at):
                return f"(e.sort_at >= :{self._named(at)})"
            case Before(at):
                return f"(e.sort_at < :{self._named(at)})"
        return _wanted(self._wanted(term), negated=term.negated)

    def _wanted(
        self, term: TagTerm | OfFeeds | InState | InLanguage | InUrl | Has
    ) -> str:
        match term:
            case TagTerm(tags):
                return with_words(_TAGGED, tags=self._named(list(tags)))
            case OfFeeds(feeds):
                return with_words(_OF_FEEDS, feeds=self._named(list(feeds)))
            case InState(state):
                return _STATES[state]
            case InLanguage(language):
                return with_words(_LANGUAGE, language=self._named(language))
            case InUrl(text):
                return with_words(_ADDRESS, part=self._named(_like(text)))
            case Has(extra):
                return self._has(extra)

    def _has(self, extra: Extra) -> str:
        if extra is Extra.IMAGE:
            return "e.image_url is not null"
        if extra in _MARKS:
            return with_words(_MARKED, column=_MARKS[extra])
        signs = [_like(sign) for sign in FILE_SIGNS[extra]]
        files = with_words(_FILES, signs=self._named(signs))
        if extra is Extra.AUDIO:
            return files
        pages = [
            with_words(_ADDRESS, part=self._named(_like(page))) for page in VIDEO_PAGES
        ]
        return " or ".join([files, *pages])

    def _says(self, text: TextQuery) -> str:
        if text.impossible:
            return "(1 = 0)"
        query = text.wanted or text.unwanted
        if query is None:
            return "(1 = 1)"
        found = matches_among(self.db, query, self.candidates)
        says = with_words(_AMONG, found=self._named(sorted(found)))
        return _wanted(says, negated=text.wanted is None)

    def _named(self, value: object) -> str:
        name = f"other_{len(self.parameters)}"
        self.parameters[name] = value
        return name


_STATES = {
    State.UNREAD: _UNREAD,
    State.READ: f"not {_UNREAD}",
    State.STARRED: _STARRED,
}


def _like(text: str) -> str:
    """Return a pattern for what has this text in it."""
    for sign in "!%_":
        text = text.replace(sign, f"!{sign}")
    return f"%{text}%"
