"""A search for one user: names of feeds, folders and tags turned into numbers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tidings.core.reading.reading import BEYOND
from tidings.core.reading.search_terms import (
    Before,
    InLanguage,
    InPlace,
    InState,
    PlaceKind,
    Since,
    State,
    Term,
    Words,
)
from tidings.core.reading.search_words import words_of
from tidings.store.engine.connection import Connection
from tidings.store.reading.text_matches import TextQuery, text_query

_FEEDS = """
select s.feed_id, s.folder_id, coalesce(s.title, f.title)
from subscriptions s cross join feeds f
where s.user_id = :user and f.id = s.feed_id
"""


@dataclass(frozen=True, slots=True)
class TagTerm:
    """Entries with one of these tags, or without them all."""

    tags: tuple[int, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class Search:
    """Everything an entry must meet. `feeds` is None for the whole account."""

    user_id: int
    text: TextQuery
    feeds: tuple[int, ...] | None
    tags: tuple[TagTerm, ...]
    unread: bool | None  # None: either
    starred: bool | None
    languages: tuple[InLanguage, ...]
    since: int
    before: int


def search_for(
    db: Connection,
    user_id: int,
    terms: Sequence[Term],
    scope: tuple[int, ...] | None = None,
) -> Search | None:
    """Return what is to be looked for, None if nothing can meet it.

    `scope` is the feeds to look in, None for the whole account.
    """
    text = text_query(db.engine, terms)
    places = [term for term in terms if isinstance(term, InPlace)]
    feeds = _feeds(db, user_id, places)
    if scope is not None:
        feeds = scope if feeds is None else tuple(sorted({*scope} & {*feeds}))
    tags = _tags(db, user_id, [p for p in places if p.kind is PlaceKind.TAG])
    unread = _wanted_states(terms, State.UNREAD) | _wanted_states(
        terms, State.READ, opposite=True
    )
    starred = _wanted_states(terms, State.STARRED)
    contradiction = len(unread) > 1 or len(starred) > 1
    nothing_asked = not any(map(_asks_something, terms))
    lost_tag = any(not request.negated and not request.tags for request in tags)
    if text.impossible or contradiction or nothing_asked or lost_tag or feeds == ():
        return None
    return Search(
        user_id,
        text,
        feeds,
        tags,
        next(iter(unread), None),
        next(iter(starred), None),
        tuple(term for term in terms if isinstance(term, InLanguage)),
        max([0, *(term.at for term in terms if isinstance(term, Since))]),
        min([BEYOND, *(term.at for term in terms if isinstance(term, Before))]),
    )


def _asks_something(term: Term) -> bool:
    """Return whether a term means anything: marks without a letter do not."""
    return not isinstance(term, Words) or bool(words_of(" ".join(term.words)))


def _wanted_states(
    terms: Iterable[Term], state: State, *, opposite: bool = False
) -> set[bool]:
    return {
        term.negated == opposite
        for term in terms
        if isinstance(term, InState) and term.state is state
    }


def _feeds(
    db: Connection, user_id: int, places: list[InPlace]
) -> tuple[int, ...] | None:
    requests = [place for place in places if place.kind is not PlaceKind.TAG]
    if not requests:
        return None
    rows = db.rows(_FEEDS, user=user_id)
    left = {row[0] for row in rows}
    for request in requests:
        if request.kind is PlaceKind.FEED:
            meets = _named(request.name, _holds_words)
            inside = {feed for feed, _, title in rows if meets(feed, title)}
        else:
            folders = _folders_in(db, user_id, request.name)
            inside = {feed for feed, folder, _ in rows if folder in folders}
        left = left - inside if request.negated else left & inside
    return tuple(sorted(left))


def _folders_in(db: Connection, user_id: int, name: str) -> set[int]:
    """Return the folders of a name, and all that are in them."""
    rows = db.rows(
        "select id, parent_id, name from folders where user_id = :user", user=user_id
    )
    meets = _named(name, _is_same)
    found = {id_ for id_, _, folder in rows if meets(id_, folder)}
    grown = True
    while grown:
        inner = {id_ for id_, parent, _ in rows if parent in found} - found
        found |= inner
        grown = bool(inner)
    return found


def _tags(db: Connection, user_id: int, requests: list[InPlace]) -> tuple[TagTerm, ...]:
    if not requests:
        return ()
    rows = db.rows("select id, name from tags where user_id = :user", user=user_id)
    return tuple(
        TagTerm(
            tuple(
                id_ for id_, name in rows if _named(request.name, _is_same)(id_, name)
            ),
            request.negated,
        )
        for request in requests
    )


def _named(wanted: str, same: Callable[[str, str], bool]) -> Callable[[int, str], bool]:
    """Return whether something of a number and a name is what was meant."""
    return lambda number, name: wanted == str(number) or same(wanted, name)


def _is_same(wanted: str, name: str) -> bool:
    return _plain(wanted) == _plain(name)


def _holds_words(wanted: str, name: str) -> bool:
    """Return whether the words stand in the name, one right after the other."""
    run, words = words_of(wanted), words_of(name)
    starts = range(len(words) - len(run) + 1) if run else ()
    return any(words[at : at + len(run)] == run for at in starts) or _is_same(
        wanted, name
    )


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
