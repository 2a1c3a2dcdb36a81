"""Looks at HTML with parsers that took no part in making it, and names what is wrong."""

import re

import lxml.html
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tidings.html.allowlist import TAGS

_ATTRIBUTES = """
    accent accentunder columnspan display fence form largeop linethickness mathvariant
    movablelimits separator stretchy
    align alt cite class colspan controls datetime decoding dir height href id lang
    loading media open poster preload referrerpolicy rel reversed rowspan scope sizes
    span src srcset start target title type value width
"""
ATTRIBUTES = frozenset(_ATTRIBUTES.split())
CLASSES = re.compile(
    r"tidings-player(?: tidings-sound| tidings-post)?|tidings-frame"
    r"|language-[\w+#.-]+",
    re.ASCII,
)
_WEB = re.compile(r"https?://[^/]")
_PICTURE = re.compile(r"data:image/(?:png|gif|jpe?g|webp|avif);base64,[A-Za-z0-9+/=]+")


def faults(html: str) -> list[str]:
    """Return what a sanitised document must not have."""
    found = [] if _again(html) == html else ["changes when it is parsed"]
    for tag, attributes in [*_elements(html), *_elements_by_another(html)]:
        if tag not in TAGS:
            found.append(f"<{tag}>")
        found += [
            f"<{tag} {name}={value!r}>"
            for name, value in attributes.items()
            if not _is_harmless(tag, name, value or "")
        ]
    return found


def _again(html: str) -> str | None:
    return _parsed(html).inner_html


def _elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    inside = _parsed(html).traverse(include_text=False)
    return [(node.tag or "", dict(node.attributes)) for node in inside]


def _parsed(html: str) -> LexborNode:
    root = LexborHTMLParser(f"<body><div>{html}</div>").css_first("div")
    assert root is not None
    return root


def _elements_by_another(html: str) -> list[tuple[str, dict[str, str | None]]]:
    if not html.strip():
        return []
    root = lxml.html.fragment_fromstring(f"<div>{html}</div>")
    return [(str(node.tag), dict(node.attrib)) for node in root.iter()]


def _is_harmless(tag: str, name: str, value: str) -> bool:
    if name not in ATTRIBUTES:
        return False
    if name == "href":
        return _leads_somewhere_safe(value)
    if name in ("src", "poster", "cite"):
        return bool(_WEB.match(value)) or (
            (tag, name) == ("img", "src") and bool(_PICTURE.fullmatch(value))
        )
    if name == "srcset":
        return all(_WEB.match(each.strip()) for each in value.split(", "))
    if name == "id":
        return value.startswith("entry-")
    if name == "class":
        return bool(CLASSES.fullmatch(value))
    return True


def _leads_somewhere_safe(href: str) -> bool:
    # As browsers do before they look for the scheme.
    href = re.sub(r"[\t\r\n]", "", href.strip("".join(map(chr, range(33)))))
    return bool(_WEB.match(href)) or href.lower().startswith(("mailto:", "#entry-"))
