"""The pictures of a text, found without a look at the rest of it.

It is asked for each entry that arrives, so a text without a picture costs next to
nothing, and one with pictures is looked at only around them.
"""

import re
from collections.abc import Iterator

from tidings.core.entries.pictures import (
    EntryPicture,
    is_decoration,
    picture_key,
    sized,
)
from tidings.html.absolutize import Addresses
from tidings.html.images import is_counter, source, source_set
from tidings.html.tokens import TAG
from tidings.html.tokens import attributes as read_attributes

_IMAGE_TAG = re.compile("<(?:img|IMG|amp-img)(?=[\\s/>])")
_SOURCE_TAG = re.compile("<source(?=[\\s/>])", re.IGNORECASE)
# What a browser does not show: a picture written in it is none.
_UNREAD = (("<!--", "-->"), ("<script", "</script"), ("<template", "</template"))
_MOST_LOOKED_AT = 200
_LOOK_BACK = 20_000
_CALLED_BY = ("class", "id")
_PIXELS = re.compile(r"\s*([0-9]{1,5})(?:\.[0-9]+)?(?:px)?\s*")
_STYLE_SIDE = r"(?<![\w-]){}\s*:\s*([0-9]{{1,5}})(?:\.[0-9]+)?px"
_STYLE_SIDES = tuple(
    re.compile(_STYLE_SIDE.format(side), re.IGNORECASE) for side in ("width", "height")
)
_WIDTH_OF_CANDIDATE = re.compile(r"\s([0-9]{1,5})w$")


def first_picture(html: str, base_url: str | None) -> EntryPicture | None:
    """Return the first picture that is there to be looked at, with what is written of
    its size; no face, sign, emoji or counter."""
    for picture, words in _pictures(html, base_url):
        if not is_decoration(picture, words):
            return picture
    return None


def picture_keys(html: str, base_url: str | None) -> frozenset[str]:
    """Return the keys of the pictures that a text shows."""
    return frozenset(picture_key(found.url) for found, _ in _pictures(html, base_url))


def _pictures(html: str, base_url: str | None) -> Iterator[tuple[EntryPicture, str]]:
    """Yield the pictures of a text, each with what the page calls it."""
    addresses = Addresses(base_url)
    for number, start in enumerate(_IMAGE_TAG.finditer(html)):
        if number == _MOST_LOOKED_AT:
            return
        tag = TAG.match(html, start.start())
        if tag is None or not tag[4] or _is_unread(html, start.start()):
            continue
        attributes = read_attributes(tag[3])
        url = _real_address(html, start.start(), attributes, addresses)
        if url is None or is_counter(attributes, url):
            continue
        words = " ".join(attributes.get(name, "")[:200] for name in _CALLED_BY)
        yield _measured(url, attributes), words


def _is_unread(html: str, place: int) -> bool:
    begin = max(0, place - _LOOK_BACK)
    return any(
        html.rfind(start, begin, place) > html.rfind(end, begin, place)
        for start, end in _UNREAD
    )


def _real_address(
    html: str, place: int, attributes: dict[str, str], addresses: Addresses
) -> str | None:
    written = source(attributes)
    url = addresses.file(written) if written else None
    if url is not None:
        return url
    candidates = [source_set(attributes)]
    begin = max(0, place - _LOOK_BACK)
    around = html.rfind("<picture", begin, place)
    if around > html.rfind("</picture", begin, place):
        for start in _SOURCE_TAG.finditer(html, around, place):
            tag = TAG.match(html, start.start())
            candidates.append(source_set(read_attributes(tag[3])) if tag else "")
    sets = filter(None, map(addresses.pictures, candidates))
    return next((_widest(each) for each in sets), None)


def _widest(srcset: str) -> str:
    def width(candidate: str) -> int:
        found = _WIDTH_OF_CANDIDATE.search(candidate)
        return int(found[1]) if found else 0

    return max(srcset.split(", "), key=width).split(" ")[0]


def _measured(url: str, attributes: dict[str, str]) -> EntryPicture:
    """Return a picture with its sides; one side alone still tells what is tiny."""
    width, height = (
        _pixels(attributes.get(name)) or _styled(attributes.get("style"), side)
        for name, side in zip(("width", "height"), _STYLE_SIDES, strict=True)
    )
    found = sized(url, width, height)
    if found.width is None and (width or height):
        return EntryPicture(url, width, height)
    return found


def _pixels(written: str | None) -> int | None:
    found = _PIXELS.fullmatch(written) if written else None
    return int(found[1]) or None if found else None


def _styled(style: str | None, side: re.Pattern[str]) -> int | None:
    found = side.search(style) if style else None
    return int(found[1]) or None if found else None
