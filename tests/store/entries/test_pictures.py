"""The picture of an entry is decided when it is stored; lists have it with its size."""

import pytest

from tests.make import NOON, a_feed, a_user
from tidings.core.entries.identity import IdentityRules
from tidings.core.feeds.parsed import ParsedEnclosure, ParsedEntry
from tidings.operations.feeds.read_document import prepare_entry
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.entries.append_entries import append_entries
from tidings.store.feeds.follow import follow_feed
from tidings.store.reading.entry_rows import ListedEntry, listed_entries

PAGE = "https://a.example/2025/one"
DECLARED = "https://a.example/declared.jpg"
SOUND = ParsedEnclosure("https://a.example/1.mp3", "audio/mpeg")
PICTURE = ParsedEnclosure("https://a.example/picture.png", "image/png")
UNKNOWN_PICTURE = ParsedEnclosure("https://a.example/picture.webp?x=1")

Shown = tuple[str | None, int | None, int | None]


def listed(database: Database, parsed: ParsedEntry) -> ListedEntry:
    """Store an entry as a check does, and return it as its reader's list has it."""
    entry = prepare_entry(parsed, IdentityRules(), database.engine)

    def keep(db: Connection) -> ListedEntry:
        feed, reader = a_feed(db), a_user(db)
        follow_feed(db, reader, feed, NOON)
        ids = list(append_entries(db, feed, [entry], NOON))
        (found,) = listed_entries(db, reader, ids)
        return found

    return database.write_now(keep)


@pytest.mark.parametrize(
    ("parsed", "shown"),
    [
        (ParsedEntry(guid="1", content_html="<p>Only words</p>"), (None, None, None)),
        (
            ParsedEntry(
                guid="1",
                image_url=DECLARED,
                image_width=800,
                image_height=600,
                content_html="<img src=/x.jpg width=64 height=64>",
            ),
            (DECLARED, 800, 600),
        ),
        (
            ParsedEntry(guid="1", image_url=DECLARED, image_width=800),
            (DECLARED, None, None),
        ),
        (
            ParsedEntry(
                guid="1",
                url=PAGE,
                content_html="<img class=emoji src=/e.png><p>x</p>"
                "<img src=../quay.jpg width=640 height=480>",
            ),
            ("https://a.example/quay.jpg", 640, 480),
        ),
        (
            ParsedEntry(guid="1", url=PAGE, content_html="<img src=/y.jpg width=640>"),
            ("https://a.example/y.jpg", None, None),
        ),
    ],
)
def test_a_declared_picture_or_else_the_first_of_the_text(
    parsed: ParsedEntry, shown: Shown, database: Database
) -> None:
    found = listed(database, parsed)
    assert (found.image_url, found.image_width, found.image_height) == shown


@pytest.mark.parametrize(
    ("enclosures", "has_files"),
    [
        ((), False),
        ((PICTURE,), False),
        ((UNKNOWN_PICTURE,), False),
        ((SOUND,), True),
        ((PICTURE, SOUND), True),
    ],
)
def test_pictures_are_no_files(
    enclosures: tuple[ParsedEnclosure, ...], has_files: bool, database: Database
) -> None:
    found = listed(database, ParsedEntry(guid="1", enclosures=enclosures))
    assert found.has_enclosures is has_files
