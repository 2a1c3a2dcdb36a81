"""A search for one user: names of feeds, folders and tags turned into numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from tidings.core.reading.reading import BEYOND
from tidings.core.reading.search_leaves import (
    Before,
    Has,
    InLanguage,
    InPlace,
    InState,
    InUrl,
    PlaceKind,
    Since,
    State,
)
from tidings.core.reading.search_terms import Either, Term, Terms, dated, leaves_of
from tidings.store.engine.connection import Connection, Engine
from tidings.store.reading.search_names import SearchNames, names_for
from tidings.store.reading.text_matches import TextQuery, is_about_words, text_query


@dataclass(frozen=True, slots=True)
class TagTerm:
    """Entries with one of these tags, or without them all."""

    tags: tuple[int, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class OfFeeds:
    """Entries of these feeds, or of none of them."""

    feeds: tuple[int, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class AnyWay:
    """Entries that meet all of one of these ways."""

    ways: tuple[tuple["Judged", ...], ...]


Judged = (
    TextQuery
    | TagTerm
    | OfFeeds
    | InState
    | InLanguage
    | InUrl
    | Has
    | Since
    | Before
    | AnyWay
)
"""What an entry is asked one by one, in numbers and in the index's own language."""


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
    others: tuple[Judged, ...] = ()


def search_for(
    db: Connection,
    user_id: int,
    terms: Terms,
    now: int,
    scope: tuple[int, ...] | None = None,
) -> Search | None:
    """Return what is to be looked for, None if nothing can meet it.

    `scope` is the feeds to look in, None for the whole account.
    """
    terms = dated(terms, now)
    text = text_query(db.engine, terms)
    places = [leaf for leaf in leaves_of(terms) if isinstance(leaf, InPlace)]
    names = names_for(db, user_id, places)
    bounds = _bounds(names, terms)
    feeds = None if bounds is None else tuple(sorted(bounds))
    if scope is not None:
        feeds = scope if feeds is None else tuple(sorted({*scope} & {*feeds}))
    tags = tuple(
        TagTerm(names.tags_called(term.name), term.negated)
        for term in terms
        if isinstance(term, InPlace) and term.kind is PlaceKind.TAG
    )
    unread = _wanted_states(terms, State.UNREAD) | _wanted_states(
        terms, State.READ, opposite=True
    )
    starred = _wanted_states(terms, State.STARRED)
    contradiction = len(unread) > 1 or len(starred) > 1
    lost_tag = any(not request.negated and not request.tags for request in tags)
    if text.impossible or contradiction or not terms or lost_tag or feeds == ():
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
        tuple(
            _judged(db.engine, names, term)
            for term in terms
            if isinstance(term, Has | InUrl)
            or (isinstance(term, Either) and not is_about_words(term))
        ),
    )


def _wanted_states(
    terms: Iterable[Term], state: State, *, opposite: bool = False
) -> set[bool]:
    return {
        term.negated == opposite
        for term in terms
        if isinstance(term, InState) and term.state is state
    }


def _bounds(names: SearchNames, terms: Iterable[Term]) -> set[int] | None:
    """Return the only feeds that can meet the terms, None if any may."""
    bounds = [bound for term in terms if (bound := _bound(names, term)) is not None]
    return reduce(set.intersection, bounds) if bounds else None


def _bound(names: SearchNames, term: Term) -> set[int] | None:
    match term:
        case InPlace(PlaceKind.TAG):
            return None
        case InPlace():
            inside = names.feeds_in(term)
            return names.all_feeds - inside if term.negated else inside
        case Either(ways):
            bounds = [_bounds(names, way) for way in ways]
            known = [bound for bound in bounds if bound is not None]
            return set().union(*known) if len(known) == len(bounds) else None
    return None


def _judged(engine: Engine, names: SearchNames, term: Term) -> Judged:
    match term:
        case Either(ways):
            return AnyWay(tuple(_judged_way(engine, names, way) for way in ways))
        case InPlace(PlaceKind.TAG, name, negated):
            return TagTerm(names.tags_called(name), negated)
        case InPlace(negated=negated):
            return OfFeeds(tuple(sorted(names.feeds_in(term))), negated)
        case InState() | InLanguage() | InUrl() | Has() | Since() | Before():
            return term
    raise AssertionError(
        term
    )  # ages are times by now, and words are looked up together


def _judged_way(
    engine: Engine, names: SearchNames, way: Sequence[Term]
) -> tuple[Judged, ...]:
    others = [term for term in way if not is_about_words(term)]
    judged = tuple(_judged(engine, names, term) for term in others)
    if len(others) == len(way):
        return judged
    words = [term for term in way if is_about_words(term)]
    return (text_query(engine, words), *judged)
