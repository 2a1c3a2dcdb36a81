"""The newspaper's web pages: a home for each feed, a page for each entry."""

from collections.abc import Sequence
from html import escape

from tidings.demo.edition import Published
from tidings.samples.content import SampleFeed

_STYLE = """
body { max-width: 42rem; margin: 3rem auto; padding: 0 1rem;
  font: 1.1rem/1.6 Georgia, serif; color: #222; background: #fdfcf9 }
h1 { line-height: 1.2 } img { max-width: 100%; border-radius: .4rem }
figure { margin: 1.5rem 0 } figcaption, footer { color: #666; font-size: .9rem }
pre { overflow: auto; background: #f1efe8; padding: 1rem }
"""


def home_page(feed: SampleFeed, site: str, entries: Sequence[Published]) -> str:
    """Return the page that names the feed and lists what it shows."""
    rows = "".join(
        f'<li><a href="{entry.url}">{escape(entry.title)}</a></li>' for entry in entries
    )
    body = (
        f"<h1>{escape(feed.title)}</h1><p>{escape(feed.description)}</p><ul>{rows}</ul>"
    )
    return _page(feed, site, feed.title, body)


def entry_page(feed: SampleFeed, site: str, entry: Published) -> str:
    """Return the page of one entry, with its whole text."""
    body = (
        f"<article><h1>{escape(entry.title)}</h1>\n{entry.html}\n</article>"
        f'<footer>{escape(entry.author)} · <a href="{site}">{escape(feed.title)}</a>'
        " · Everything here is invented.</footer>"
    )
    return _page(feed, site, entry.title, body)


def broken_page(feed: SampleFeed, site: str) -> str:
    """Return what a server shows that has lost its database and does not say so."""
    return _page(feed, site, "Oops", "<h1>Oops</h1><p>Something went wrong here.</p>")


def _page(feed: SampleFeed, site: str, title: str, body: str) -> str:
    direction = "rtl" if feed.language == "ar" else "ltr"
    link = ""
    if feed.behaviour != "broken":
        kind = "feed+json" if feed.kind == "json" else f"{feed.kind}+xml"
        link = (
            f'<link rel="alternate" type="application/{kind}" href="{site}feed"'
            f' title="{escape(feed.title)}">'
        )
    return (
        f'<!doctype html><html lang="{feed.language}" dir="{direction}"><head>'
        f'<meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width">{link}'
        f'<link rel="icon" type="image/png" href="{site}icon.png">'
        f"<style>{_STYLE}</style></head><body>{body}</body></html>"
    )
