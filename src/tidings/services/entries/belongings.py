"""What belongs to an opened entry beside its text: pictures to be shown above it, and files."""

from collections.abc import Sequence

import msgspec

from tidings.context import Context
from tidings.core.entries.pictures import (
    EntryPicture,
    is_picture_file,
    pictures_above,
)
from tidings.core.entries.players import film_of
from tidings.core.feeds.parsed import FilmDetails
from tidings.html.pictures import picture_keys
from tidings.services.entries.enclosures import enclosure_url, is_played
from tidings.services.entries.media import media_url
from tidings.store.reading.entries import OpenedEntry
from tidings.store.reading.entry_rows import ListedEntry


class Enclosure(msgspec.Struct, frozen=True):
    """A file that belongs to an entry."""

    url: str
    type: str | None = None
    length: int | None = None
    title: str | None = None
    width: int | None = None  # of a picture, in pixels
    height: int | None = None
    play_url: str | None = None  # None: nothing to hear or see


class PictureAbove(msgspec.Struct, frozen=True):
    """A picture that the feed names beside a text that does not show it."""

    url: str
    width: int | None  # pixels; None: not known, and so the height
    height: int | None
    caption: str | None
    above_content: bool  # the feed's text does not show it
    above_full_text: bool  # neither does the article


class EntryPlayer(msgspec.Struct, frozen=True):
    """The film that an entry is about, as its site plays it."""

    page_url: str  # `GET /api/v1/player` shows it
    site: str
    picture_url: str | None
    seconds: int | None
    views: int | None  # two digits, the rest zero


class EntryExtras(msgspec.Struct, frozen=True):
    """What is kept of an entry for when it is opened."""

    enclosures: Sequence[Enclosure] = ()
    categories: Sequence[str] = ()
    comments_url: str | None = None
    base_url: str | None = None
    film: FilmDetails | None = None


def player_beside(
    entry: ListedEntry, opened: OpenedEntry, extras: EntryExtras, context: Context
) -> EntryPlayer | None:
    """Return the film on the entry's page, unless its text or a file plays it."""
    player = film_of(entry.url)
    if player is None or any(is_played(one.type, one.url) for one in extras.enclosures):
        return None
    if "<iframe" in opened.html.lower():
        return None
    film = extras.film or FilmDetails()
    picture = entry.image_url or player.picture_url
    return EntryPlayer(
        player.page_url,
        player.site,
        picture and media_url(context, picture),
        None if film.duration is None else int(film.duration.total_seconds()),
        film.views,
    )


def pictures_beside(
    entry: ListedEntry,
    opened: OpenedEntry,
    extras: EntryExtras,
    base_url: str | None,
    context: Context,
) -> list[PictureAbove]:
    """Return the pictures that the feed names and its text, or the article, does not
    show."""
    files = [one for one in extras.enclosures if is_picture_file(one.type, one.url)]
    declared = [EntryPicture(one.url, one.width, one.height) for one in files]
    if entry.image_url is not None:
        shown = EntryPicture(entry.image_url, entry.image_width, entry.image_height)
        declared.insert(0, shown)
    if not declared:
        return []
    captions = {one.url: one.title for one in files}
    nowhere: frozenset[str] = frozenset()
    in_content = picture_keys(opened.html, base_url)
    full_text = opened.full_text
    in_article = picture_keys(full_text, entry.url) if full_text else nowhere
    above = [pictures_above(declared, keys) for keys in (in_content, in_article)]
    return [
        PictureAbove(
            media_url(context, one.url),
            one.width,
            one.height,
            captions.get(one.url),
            one in above[0],
            one in above[1],
        )
        for one in pictures_above(declared, nowhere)
        if one in above[0] or (full_text and one in above[1])
    ]


def playable(context: Context, enclosure: Enclosure) -> Enclosure:
    """Say from where a sound or film is to be played."""
    if not is_played(enclosure.type, enclosure.url):
        return enclosure
    play_url = enclosure_url(context, enclosure.url)
    return msgspec.structs.replace(enclosure, play_url=play_url)
