"""SearchNames of feeds, folders and tags in a search, turned into numbers.

A whole name, or whole words of a feed's name, come first: only where nothing has those,
a part of a name will do. `#7` is the number 7 and no name.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tidings.core.reading.search_leaves import InPlace, PlaceKind
from tidings.core.reading.search_words import words_of
from tidings.store.engine.connection import Connection

_FEEDS = """
select s.feed_id, s.folder_id, coalesce(s.title, f.title)
from subscriptions s cross join feeds f
where s.user_id = :user and f.id = s.feed_id
"""
_FOLDERS = "select id, parent_id, name from folders where user_id = :user"
_TAGS = "select id, name from tags where user_id = :user"

_Named = tuple[int, str]
_Same = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class SearchNames:
    """What a reader calls things; what a search does not ask for is left out."""

    feeds: Sequence[tuple[int, int | None, str]] = ()  # number, folder, title
    folders: Sequence[
        tuple[int, int | None, str]
    ] = ()  # number, folder around it, name
    tags: Sequence[_Named] = ()

    def feeds_in(self, place: InPlace) -> set[int]:
        """Return the feeds of a name, or in folders of that name, however deep."""
        if place.kind is PlaceKind.FEED:
            return _best(place.name, self._titles, _holds_words)
        if place.kind is PlaceKind.FOLDER:
            return self._inside(_best(place.name, self._folder_names, _is_same))
        feeds = _named(place.name, self._titles, _holds_words)
        folders = _named(place.name, self._folder_names, _is_same)
        if not feeds and not folders:
            feeds = _named(place.name, self._titles, _holds_part)
            folders = _named(place.name, self._folder_names, _holds_part)
        return feeds | self._inside(folders)

    def tags_called(self, name: str) -> tuple[int, ...]:
        """Return the tags of a name, whole."""
        return tuple(sorted(_named(name, self.tags, _is_same)))

    @property
    def all_feeds(self) -> set[int]:
        """Every feed that the reader follows or followed."""
        return {feed for feed, _, _ in self.feeds}

    @property
    def _titles(self) -> list[_Named]:
        return [(feed, title) for feed, _, title in self.feeds]

    @property
    def _folder_names(self) -> list[_Named]:
        return [(folder, name) for folder, _, name in self.folders]

    def _inside(self, folders: set[int]) -> set[int]:
        found, grown = set(folders), bool(folders)
        while grown:
            inner = {id_ for id_, around, _ in self.folders if around in found} - found
            found |= inner
            grown = bool(inner)
        return {feed for feed, folder, _ in self.feeds if folder in found}


def names_for(db: Connection, user_id: int, places: Iterable[InPlace]) -> SearchNames:
    """Return the names that these places need."""
    kinds = {place.kind for place in places}
    user = {"user": user_id}
    with_folders = kinds & {PlaceKind.FOLDER, PlaceKind.IN}
    return SearchNames(
        db.rows(_FEEDS, **user) if kinds - {PlaceKind.TAG} else (),
        db.rows(_FOLDERS, **user) if with_folders else (),
        db.rows(_TAGS, **user) if PlaceKind.TAG in kinds else (),
    )


def _best(wanted: str, names: list[_Named], same: _Same) -> set[int]:
    return _named(wanted, names, same) or _named(wanted, names, _holds_part)


def _named(wanted: str, names: Iterable[_Named], same: _Same) -> set[int]:
    """Return what has a number or a name that was meant."""
    if wanted.startswith("#") and wanted[1:].isascii() and wanted[1:].isdigit():
        return {number for number, _ in names if wanted[1:] == str(number)}
    return {
        number for number, name in names if wanted == str(number) or same(wanted, name)
    }


def _is_same(wanted: str, name: str) -> bool:
    return _plain(wanted) == _plain(name)


def _holds_words(wanted: str, name: str) -> bool:
    """Return whether the words stand in the name, one right after the other."""
    run, words = words_of(wanted), words_of(name)
    starts = range(len(words) - len(run) + 1) if run else ()
    return any(words[at : at + len(run)] == run for at in starts) or _is_same(
        wanted, name
    )


def _holds_part(wanted: str, name: str) -> bool:
    """Return whether the letters stand in the name; accents and capitals are no matter."""
    run = " ".join(words_of(wanted))
    return bool(run) and run in " ".join(words_of(name))


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
