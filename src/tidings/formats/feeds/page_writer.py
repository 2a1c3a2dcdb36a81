"""Entries -> a page for people: text only, nothing to run and nothing to load."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape

from tidings.core.clock import to_datetime
from tidings.core.urls import is_web_url
from tidings.formats.feeds.writers import WrittenEntry, WrittenFeed

_LOOK = """
:root { color-scheme: light dark }
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 42rem; margin: 0 auto; padding: clamp(1rem, 5vw, 3rem) 1.25rem 3rem }
h1 { margin: 0; font-size: clamp(1.75rem, 6vw, 2.4rem); line-height: 1.15 }
ol { list-style: none; margin: 2rem 0 0; padding: 0 }
li { padding: 1.25rem 0; border-top: 1px solid #8886 }
h2 { margin: 0; font-size: 1.2rem; line-height: 1.3 }
h2 a { color: inherit; text-decoration: none }
h2 a:hover { text-decoration: underline }
p { margin: .4rem 0 0 }
.facts { font-size: .9rem; opacity: .8 }
.facts a { color: inherit }
cite { font-style: normal }
"""
_LOOK_HASH = b64encode(sha256(_LOOK.encode()).digest()).decode()
PAGE_TYPE = "text/html; charset=utf-8"
# `sandbox`: what strangers wrote never acts in the name of this installation.
PAGE_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';"
    f" style-src 'sha256-{_LOOK_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def write_page(head: WrittenFeed, entries: Sequence[WrittenEntry]) -> bytes:
    """Return the page of a list."""
    title = escape(head.title)
    items = "\n".join(map(_item, entries))
    text = (
        '<!doctype html>\n<html><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex, nofollow">'
        f"<title>{title}</title><style>{_LOOK}</style></head>"
        f'<body><main><h1 dir="auto">{title}</h1>\n<ol>\n{items}\n</ol>'
        "</main></body></html>\n"
    )
    return text.encode("utf-8", "replace")


def _item(entry: WrittenEntry) -> str:
    at = to_datetime(entry.at)
    title = _linked(entry.title or entry.text[:100], entry.url)
    source = ""
    if entry.source is not None:
        source = f"<cite>{_linked(entry.source.title, entry.source.url)}</cite> · "
    author = f"<bdi>{escape(entry.author)}</bdi> · " if entry.author else ""
    text = f'<p dir="auto">{escape(entry.text)}</p>' if entry.title else ""
    return (
        f'<li><h2 dir="auto">{title}</h2><p class="facts">{source}{author}'
        f'<time datetime="{at.isoformat(timespec="seconds")}">{at:%Y-%m-%d}</time></p>'
        f"{text}</li>"
    )


def _linked(text: str, url: str | None) -> str:
    if url is None or not is_web_url(url):
        return f"<bdi>{escape(text)}</bdi>"
    return (
        f'<a href="{escape(url)}" rel="nofollow noopener noreferrer"><bdi>{escape(text)}'
        "</bdi></a>"
    )
