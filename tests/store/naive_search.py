"""Search the naive way: every entry in turn, every term in turn, plain Python."""

from dataclasses import dataclass

from tests.store.reading_model import Model, ModelEntry
from tidings.core.reading.search_terms import (
    Before,
    InLanguage,
    InPlace,
    InState,
    PlaceKind,
    Since,
    State,
    Term,
    TextField,
    Words,
)
from tidings.core.reading.search_words import LONGEST_WORD, words_of


@dataclass(frozen=True)
class Said:
    """What an entry says."""

    title: str = ""
    author: str = ""
    text: str = ""
    language: str | None = None


@dataclass
class NaiveSearch:
    """What should be found."""

    model: Model
    said: dict[int, Said]
    feed_names: dict[int, str]
    folders: dict[str, set[int]]  # a folder's name: all feeds in it, however deep

    def found(self, user: int, terms: tuple[Term, ...]) -> list[int]:
        terms = tuple(term for term in terms if not _says_nothing(term))
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
            case Since(at):
                return entry.sort_at >= at
            case Before(at):
                return entry.sort_at < at
        return self.is_so(user, entry, term) is not term.negated

    def is_so(self, user: int, entry: ModelEntry, term: Term) -> bool:
        reader = self.model.users[user]
        match term:
            case Words(words, field):
                return _says(self.said[entry.id], field, words_of(" ".join(words)))
            case InLanguage(language):
                own = (self.said[entry.id].language or "").lower()
                return own == language or own.startswith(f"{language}-")
            case InPlace(PlaceKind.TAG, name):
                return name.lower() == "keep" and entry.id in reader.tagged
            case InPlace(PlaceKind.FEED, name):
                own = words_of(self.feed_names[entry.feed])
                return name == str(entry.feed) or _holds(own, words_of(name))
            case InPlace(PlaceKind.FOLDER, name):
                return entry.feed in self.folders.get(name.lower(), set())
            case InState(State.STARRED):
                return entry.id in reader.starred
            case InState(state):
                active = reader.subscriptions[entry.feed].active
                unread = active and entry.id not in reader.read
                return unread is (state is State.UNREAD)
        raise AssertionError(term)


def _says_nothing(term: Term) -> bool:
    return isinstance(term, Words) and not words_of(" ".join(term.words))


def _says(said: Said, field: TextField, run: list[str]) -> bool:
    if any(len(word) > LONGEST_WORD for word in run):
        return False
    parts = {
        TextField.TITLE: [said.title],
        TextField.AUTHOR: [said.author],
        TextField.ANYWHERE: [said.title, said.author, said.text],
    }
    return any(_holds(words_of(part), run) for part in parts[field])


def _holds(words: list[str], run: list[str]) -> bool:
    return bool(run) and any(
        words[at : at + len(run)] == run for at in range(len(words) - len(run) + 1)
    )
