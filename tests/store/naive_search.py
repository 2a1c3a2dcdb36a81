"""Search the naive way: every entry in turn, every term in turn, plain Python."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.store.reading_model import Model, ModelEntry
from tidings.core.reading.search_leaves import (
    Before,
    Extra,
    Has,
    InLanguage,
    InPlace,
    InState,
    InUrl,
    Newer,
    Older,
    PlaceKind,
    Since,
    State,
    TextField,
    Words,
)
from tidings.core.reading.search_terms import Either, Term
from tidings.core.reading.search_words import LONGEST_WORD, words_of


@dataclass(frozen=True)
class Said:
    """What an entry says."""

    title: str = ""
    author: str = ""
    text: str = ""
    language: str | None = None
    url: str = ""
    image: bool = False
    files: tuple[str, ...] = ()  # their media types


@dataclass
class NaiveSearch:
    """What should be found."""

    model: Model
    said: dict[int, Said]
    feed_names: dict[int, str]
    folders: dict[str, set[int]]  # a folder's name: all feeds in it, however deep

    noted: dict[int, set[int]] = field(default_factory=dict)  # by reader
    highlighted: dict[int, set[int]] = field(default_factory=dict)
    now: int = 0
    longest: int = LONGEST_WORD  # of the words that begin as asked

    def found(self, user: int, terms: tuple[Term, ...]) -> list[int]:
        if not terms:
            return []
        entries = [
            entry
            for entry in self.model.entries.values()
            if self.model.sees(self.model.users[user], entry.id)
            and all(self.meets(user, entry, term) for term in terms)
        ]
        ids = {entry.id for entry in entries}
        return [entry.id for entry in self.model.sorted(ids)]

    def meets(self, user: int, entry: ModelEntry, term: Term) -> bool:
        match term:
            case Either(ways):
                return any(
                    all(self.meets(user, entry, each) for each in way) for way in ways
                )
            case Since(at):
                return entry.sort_at >= at
            case Before(at):
                return entry.sort_at < at
            case Newer(age):
                return entry.sort_at >= self.now - age
            case Older(age):
                return entry.sort_at < self.now - age
        if isinstance(term, Words | InLanguage | InUrl | Has):
            return self.holds(user, entry, term) is not term.negated
        return self.is_there(user, entry, term) is not term.negated

    def holds(
        self, user: int, entry: ModelEntry, term: Words | InLanguage | InUrl | Has
    ) -> bool:
        said = self.said[entry.id]
        match term:
            case Words():
                return _says(said, term, self.longest)
            case InLanguage(language):
                own = (said.language or "").lower()
                return own == language or own.startswith(f"{language}-")
            case InUrl(text):
                return text in said.url.lower()
            case Has(Extra.IMAGE):
                return said.image
            case Has(Extra.NOTES):
                return entry.id in self.noted.get(user, ())
            case Has(Extra.HIGHLIGHT):
                return entry.id in self.highlighted.get(user, ())
            case Has(extra):
                return any(file.startswith(f"{extra}/") for file in said.files)

    def is_there(self, user: int, entry: ModelEntry, term: InPlace | InState) -> bool:
        reader = self.model.users[user]
        match term:
            case InPlace(PlaceKind.TAG, name):
                return name.lower() == "keep" and entry.id in reader.tagged
            case InPlace(kind, name):
                return entry.feed in self.feeds_called(kind, name)
            case InState(State.STARRED):
                return entry.id in reader.starred
            case InState(state):
                active = reader.subscriptions[entry.feed].active
                unread = active and entry.id not in reader.read
                return unread is (state is State.UNREAD)

    def feeds_called(self, kind: PlaceKind, name: str) -> set[int]:
        whole = {
            feed
            for feed, title in self.feed_names.items()
            if name == str(feed) or _holds(words_of(title), words_of(name))
        }
        part = {
            feed
            for feed, title in self.feed_names.items()
            if words_of(name) and name.lower() in title.lower()
        }
        inside = set(self.folders.get(name.lower(), ()))
        around = {
            feed
            for folder, feeds in self.folders.items()
            if words_of(name) and name.lower() in folder
            for feed in feeds
        }
        if kind is PlaceKind.FEED:
            return whole or part
        if kind is PlaceKind.FOLDER:
            return inside or around
        return (whole | inside) or (part | around)


def _says(said: Said, term: Words, longest: int) -> bool:
    run = words_of(" ".join(term.words))
    if any(len(word) > LONGEST_WORD for word in run):
        return False
    parts = {
        TextField.TITLE: [said.title],
        TextField.AUTHOR: [said.author],
        TextField.ANYWHERE: [said.title, said.author, said.text],
    }
    holds = _holds_beginning(longest) if term.prefix else _holds
    return any(holds(words_of(part), run) for part in parts[term.field])


def _holds_beginning(longest: int) -> Callable[[list[str], list[str]], bool]:
    def holds(words: list[str], run: list[str]) -> bool:
        return any(
            words[at : at + len(run) - 1] == run[:-1]
            and words[at + len(run) - 1].startswith(run[-1])
            and len(words[at + len(run) - 1]) <= longest
            for at in range(len(words) - len(run) + 1)
        )

    return holds


def _holds(words: list[str], run: list[str]) -> bool:
    return bool(run) and any(
        words[at : at + len(run)] == run for at in range(len(words) - len(run) + 1)
    )
