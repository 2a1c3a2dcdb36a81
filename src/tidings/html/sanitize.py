"""THE only way for HTML from strangers to leave: feeds, pages, mail, models.

What comes out holds nothing but the allow-list, whatever came in, and coming through
again does not change it. It takes linear time. Titles and names do not belong here:
they are plain text.
"""

from html import escape

import nh3

from tidings.html.absolutize import Addresses, Media
from tidings.html.allowlist import (
    ATTRIBUTES,
    EVERYWHERE,
    HIDDEN,
    LINK_REL,
    TAGS,
    WRITTEN,
)
from tidings.html.limits import LONGEST_TEXT, is_too_much
from tidings.html.rewrite import rewrite
from tidings.html.text import plain_text
from tidings.html.tokens import storable

# Goes up whenever the same HTML may come out differently.
RULES_VERSION = 2

_ALLOWED: dict[str, set[str]] = {
    name: {*ATTRIBUTES.get(name, ()), *WRITTEN.get(name, ()), *EVERYWHERE}
    for name in TAGS
}
_SCHEMES = {"http", "https", "mailto"}


def sanitize(html: str, *, base_url: str | None, media: Media | None = None) -> str:
    """Return HTML that is safe to show.

    `base_url` is what relative links are relative to; without it they lead nowhere.
    `media` may say from where pictures, films and sounds are loaded instead.
    """
    html = storable(html)
    if is_too_much(html):
        return _text_only(html)
    rewritten = rewrite(html, Addresses(base_url, media))
    if is_too_much(rewritten):
        return _text_only(html)
    cleaner = _WITH_INLINE_IMAGES if 'src="data:' in rewritten else _CLEANER
    clean = cleaner.clean(rewritten)
    return _text_only(html) if is_too_much(clean) else clean


def _text_only(html: str) -> str:
    lines = plain_text(html)[:LONGEST_TEXT].rstrip().split("\n")
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in lines if line)


def _judge_inline(tag: str, attribute: str, value: str) -> str | None:
    """Keep `data:` out of everything but pictures."""
    is_data = value[:5].lower() == "data:"
    return None if is_data and (tag, attribute) != ("img", "src") else value


def _cleaner(schemes: set[str], *, inline_images: bool) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(TAGS),
        clean_content_tags=set(HIDDEN) | {"noscript"},
        attributes={"*": set(), **_ALLOWED},
        attribute_filter=_judge_inline if inline_images else None,
        link_rel=LINK_REL,
        url_schemes=schemes,
    )


_CLEANER = _cleaner(_SCHEMES, inline_images=False)
_WITH_INLINE_IMAGES = _cleaner(_SCHEMES | {"data"}, inline_images=True)
