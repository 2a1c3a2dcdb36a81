"""Which pictures of an entry are worth looking at, and which are one picture twice.

Judged by what is written about a picture, never by its pixels: nothing is loaded for it.
"""

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import final
from urllib.parse import unquote

_SMALLEST = 50  # pixels: buttons, badges, dividers and little faces are flatter
_LARGEST = 20_000  # beyond, nobody measured
# Faces, signs and counters, by the words in an address.
_DECORATION = re.compile(
    r"gravatar\.com/|[/_.-](?:avatars?|userpics?|profile[_-]?(?:pics?|photos?|images?))(?:[/_.]|-\d)"
    r"|[/_.-](?:emojis?|emoticons?|smil(?:ey|ie)s?|twemoji)[/_.-]|/wp-includes/images/"
    r"|//(?:img\.shields\.io|badge\.fury\.io|feeds\.feedburner\.com"
    r"|feeds\.wordpress\.com/1\.0|a\.disquscdn\.com|www\.paypal(?:objects)?\.com)/"
    r"|[/_.-](?:share|social|follow|subscribe)[_-]?(?:icons?|buttons?|this)?[/_.-][^/]*$"
    r"|[/_.-](?:favicon|spacer|spinner|separator|divider|tracking|beacon)[/_.-]"
    r"|\.svgz?(?:[?#]|$)",
    re.IGNORECASE,
)
# And by what a page calls it: its classes, and what it shows in words.
_DECORATION_WORDS = re.compile(
    r"(?:^|[\s_-])(?:emoji|wp-smiley|smiley|avatar|gravatar|headshot|icon|favicon"
    r"|author-(?:image|photo|picture))(?:$|[\s_-])",
    re.IGNORECASE,
)
# The size in an address: of WordPress and Shopify, of Jetpack, of Blogger, of resizers.
_SIZE_IN_NAME = re.compile(
    r"[-_](\d{2,4})x(\d{2,4})(?:_crop_\w+)?(?=\.\w{3,4}(?:[?#]|$))"
)
_SIZE_IN_QUERY = re.compile(r"[?&](?:resize|size)=(\d{2,4})(?:%2C|,|x)(\d{2,4})(?:&|$)")
_WIDTH_IN_ADDRESS = re.compile(
    r"[?&](?:w|width|h|height|s|size)=(\d{1,4})(?:&|$)|=s(\d{1,4})(?:-\w+)*$"
    r"|/s(\d{1,4})(?:-[\w-]+)?/"
)
_NOTHING_BUT_SIZE = re.compile(
    r"[-_](?:\d{2,4}x\d{2,4}|\d{2,4}w|scaled|e\d{9,}|rotated)(?:_crop_\w+)?$|@[23]x$"
    r"|=[swh]\d{1,4}(?:-\w+)*$"
)
_SIZE_SEGMENT = re.compile(r"/[swh]\d{1,4}(?:-[\w-]+)?(?=/)")
_EXTENSION = re.compile(r"\.([a-z]{3,5})$")
_ENDINGS = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif")
_OF_PICTURES = frozenset({"jpg", "jpeg", "png", "gif", "webp", "avif", "jfif", "bmp"})
_SHORTEST_NAME = 8
_GENERIC = re.compile(
    r"(?:(?:hq|mq|sd|maxres|vi)?default|(?:featured|header|cover|main|hero|og|social|post)?"
    r"[-_]?(?:image|picture|photo|img|thumb|thumbnail|original|unnamed|index)|[\W\d_]*)"
)


@final
@dataclass(frozen=True, slots=True)
class EntryPicture:
    """A picture of an entry and its size in pixels; `None`: nobody said."""

    url: str
    width: int | None = None
    height: int | None = None


def sized(url: str, width: int | None, height: int | None) -> EntryPicture:
    """Return a picture with its size as far as that is known in whole."""
    if _is_size(width) and _is_size(height):
        return EntryPicture(url, width, height)
    found = _SIZE_IN_NAME.search(url) or _SIZE_IN_QUERY.search(url)
    if found is None:
        return EntryPicture(url)
    return EntryPicture(url, int(found[1]), int(found[2]))


def is_picture_file(media_type: str | None, url: str) -> bool:
    """Tell whether a file is a picture, by its type or its name."""
    if media_type:
        return media_type.startswith("image")
    return url.partition("?")[0].lower().endswith(_ENDINGS)


def is_decoration(picture: EntryPicture, words: str = "") -> bool:
    """Tell whether a picture only adorns a text: a face, a sign, a button, an emoji.

    `words` is what a page calls it.
    """
    sides = [side for side in (picture.width, picture.height) if side is not None]
    if sides and min(sides) < _SMALLEST:
        return True
    narrow = _WIDTH_IN_ADDRESS.search(picture.url)
    if narrow and int(narrow[1] or narrow[2] or narrow[3]) < _SMALLEST:
        return True
    if _DECORATION.search(picture.url):
        return True
    return bool(words) and _DECORATION_WORDS.search(words) is not None


def picture_key(url: str) -> str:
    """Return what all sizes of one picture share: its name, or its path if that says
    too little."""
    bare = unquote(url.partition("?")[0].partition("#")[0])
    host_and_path = _SIZE_SEGMENT.sub("", bare.partition("://")[2])
    name = host_and_path.rpartition("/")[2].lower()
    extension = _EXTENSION.search(name)
    if extension and extension[1] not in _OF_PICTURES:
        return url  # a program, which may paint anything
    stem = name[: extension.start()] if extension else name
    while (cut := _NOTHING_BUT_SIZE.sub("", stem)) != stem:
        stem = cut
    if len(stem) >= _SHORTEST_NAME and not _GENERIC.fullmatch(stem):
        return stem
    path = host_and_path.rpartition("/")[0].lower()
    return f"{path}/{stem}" if extension or stem else url


def pictures_above(
    declared: Iterable[EntryPicture], in_text: Set[str]
) -> tuple[EntryPicture, ...]:
    """Return the pictures that a feed names and its text does not show, each once and in
    its largest size. `in_text` holds the keys of those in the text."""
    largest: dict[str, EntryPicture] = {}
    for picture in declared:
        key = picture_key(picture.url)
        if key in in_text or is_decoration(picture):
            continue
        known = largest.get(key)
        if known is None or (picture.width or 0) > (known.width or 0):
            largest[key] = picture
    return tuple(largest.values())


def _is_size(side: int | None) -> bool:
    return side is not None and 0 < side <= _LARGEST
