"""Enclosures, pictures and the texts of Media RSS.

Media texts only fill blanks; a `media:group` is one thing in several sizes.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from tidings.core.entries.pictures import EntryPicture, is_picture_file, sized
from tidings.core.feeds.parsed import FilmDetails, ParsedEnclosure
from tidings.formats.feeds.podcast_tags import read_duration
from tidings.formats.feeds.text_fields import html_from_text, plain_title
from tidings.formats.xml.fields import Fields, Scope, elements, fields_of, first_text

_MOST_ENCLOSURES = 100
_LONGEST_CAPTION = 500
# How YouTube still names its player; nothing plays it.
_FLASH = "application/x-shockwave-flash"
# WordPress.com puts the author's portrait before the pictures of the entry.
_AVATAR = re.compile(r"\s*(?:https?:)?//(?:[\w-]+\.)*gravatar\.com/avatar/", re.I)


@dataclass(frozen=True, slots=True)
class MediaTags:
    """What an entry's Media RSS tags say."""

    enclosures: tuple[ParsedEnclosure, ...]
    picture: EntryPicture | None
    title: str | None
    description_html: str | None
    film: FilmDetails | None = None


def read_enclosures(fields: Fields, scope: Scope) -> list[ParsedEnclosure]:
    """Return the RSS enclosures of an entry."""
    if "enclosure" not in fields:
        return []
    return [
        enclosure
        for element in fields["enclosure"][:_MOST_ENCLOSURES]
        if (enclosure := _enclosure(element, scope, "url", "length")) is not None
    ]


def read_link_enclosure(
    element: etree._Element, scope: Scope
) -> ParsedEnclosure | None:
    """Return the enclosure that an Atom link with that relation names."""
    return _enclosure(element, scope, "href", "length")


def read_media(fields: Fields, scope: Scope, author: str | None) -> MediaTags | None:
    """Return what Media RSS says about an entry, or `None` if it says nothing.

    A portrait of the author is left out: it shows nothing of the entry.
    """
    if "media" not in scope.names.prefixes:
        return None
    groups = [
        fields_of(group, scope.names)
        for group in elements(fields, "media:group")[:_MOST_ENCLOSURES]
    ]
    found = elements(fields, "media:content")[:_MOST_ENCLOSURES]
    found += [best for group in groups if (best := _best(group)) is not None]
    contents: list[etree._Element] = []
    enclosures: list[ParsedEnclosure] = []
    levels = [fields, *groups]
    for content in found:
        inside = fields_of(content, scope.names)
        if _is_avatar(content, inside, author):
            continue
        contents.append(content)
        levels.append(inside)
        enclosure = _enclosure(content, scope, "url", "fileSize")
        if enclosure is not None and enclosure.type != _FLASH:
            enclosures.append(_captioned(enclosure, inside))
    return MediaTags(
        enclosures=tuple(enclosures),
        picture=_picture(levels, contents, scope),
        title=_first_of(levels, "media:title"),
        description_html=_description(levels),
        film=_film(levels, contents, scope),
    )


def sole_address(enclosures: Sequence[ParsedEnclosure], media: MediaTags) -> str | None:
    """Return the address of the only enclosure, for an entry that has no other.

    A picture of Media RSS illustrates the entry and is not where it can be read.
    """
    if len({enclosure.url for enclosure in enclosures}) != 1:
        return None
    sole = enclosures[0]
    return None if is_image(sole) and sole in media.enclosures else sole.url


def image_among(enclosures: Iterable[ParsedEnclosure]) -> EntryPicture | None:
    """Return the first enclosure that is a picture."""
    return next((as_picture(each) for each in enclosures if is_image(each)), None)


def as_picture(enclosure: ParsedEnclosure) -> EntryPicture:
    """Return what is known of an enclosure that is a picture."""
    return EntryPicture(enclosure.url, enclosure.width, enclosure.height)


def is_image(enclosure: ParsedEnclosure) -> bool:
    """Return whether an enclosure is a picture, by its type or its name."""
    return is_picture_file(enclosure.type, enclosure.url)


def merged(*lists: Iterable[ParsedEnclosure]) -> tuple[ParsedEnclosure, ...]:
    """Return the enclosures of all lists, each address once."""
    by_url: dict[str, ParsedEnclosure] = {}
    for enclosures in lists:
        for enclosure in enclosures:
            by_url.setdefault(enclosure.url, enclosure)
    return tuple(by_url.values())[:_MOST_ENCLOSURES]


def whole_number(text: str | None) -> int | None:
    """Return a number of bytes, or `None` for anything that is not one."""
    digits = (text or "").strip()
    if not digits.isdecimal() or len(digits) > 18:
        return None
    return int(digits)


def _enclosure(
    element: etree._Element, scope: Scope, address: str, length: str
) -> ParsedEnclosure | None:
    url = scope.link(element, element.get(address))
    if url is None:
        return None
    return ParsedEnclosure(
        url=url,
        type=_type(element),
        length=whole_number(element.get(length)) or None,
        title=plain_title(element.get("title")),
        width=_width(element) or None,
        height=whole_number(element.get("height")) or None,
    )


def _captioned(enclosure: ParsedEnclosure, inside: Fields) -> ParsedEnclosure:
    """Return a picture with what is written below it; titles are names of files here."""
    if enclosure.title or "media:description" not in inside or not is_image(enclosure):
        return enclosure
    written = plain_title(first_text(inside, "media:description")) or ""
    return replace(enclosure, title=written[:_LONGEST_CAPTION] or None)


def _type(element: etree._Element) -> str | None:
    written = (element.get("type") or "").strip().lower()
    if written:
        return written[:100]
    medium = (element.get("medium") or "").strip().lower()
    return f"{medium}/*" if medium in ("audio", "video", "image") else None


def _best(group: Fields) -> etree._Element | None:
    """Return the default of a group's renditions, else the widest."""
    contents = elements(group, "media:content")
    for content in contents:
        if content.get("isDefault") == "true":
            return content
    return max(contents, key=_width, default=None)


def _width(element: etree._Element) -> int:
    return whole_number(element.get("width")) or 0


def _picture(
    levels: list[Fields], contents: list[etree._Element], scope: Scope
) -> EntryPicture | None:
    pictures = [found for found in contents if _is_picture(found)]
    thumbnails = [
        found
        for level in levels
        for found in elements(level, "media:thumbnail")
        if not _AVATAR.match(found.get("url") or "")
    ]
    for candidates in (pictures, thumbnails):
        # The first wins among equals, so a feed without widths keeps its order.
        for element in sorted(candidates, key=_width, reverse=True):
            url = scope.link(element, element.get("url") or element.text)
            if url is not None:
                height = whole_number(element.get("height"))
                return sized(url, _width(element) or None, height)
    return None


def _film(
    levels: list[Fields], contents: list[etree._Element], scope: Scope
) -> FilmDetails | None:
    lengths = (read_duration(content.get("duration")) for content in contents)
    duration = next((length for length in lengths if length), None)
    views = None
    for level in levels:
        for community in elements(level, "media:community"):
            for said in elements(fields_of(community, scope.names), "media:statistics"):
                views = views or whole_number(said.get("views"))
    if duration is None and not views:
        return None
    return FilmDetails(duration, _of_two_digits(views) if views else None)


def _of_two_digits(number: int) -> int:
    step: int = 10 ** max(0, len(str(number)) - 2)
    return number // step * step


def _is_avatar(content: etree._Element, inside: Fields, author: str | None) -> bool:
    if _AVATAR.match(content.get("url") or ""):
        return True
    if author is None or "media:title" not in inside or not _is_picture(content):
        return False
    return _first_of([inside], "media:title") == author


def _is_picture(content: etree._Element) -> bool:
    return (_type(content) or "").startswith("image")


def _first_of(levels: list[Fields], name: str) -> str | None:
    texts = (first_text(level, name) for level in levels)
    return plain_title(next((text for text in texts if text), None))


def _description(levels: list[Fields]) -> str | None:
    for level in levels:
        for element in elements(level, "media:description", "media:text"):
            text = "".join(map(str, element.itertext()))
            html = text if element.get("type") == "html" else html_from_text(text)
            if html and html.strip():
                return html
    return None
