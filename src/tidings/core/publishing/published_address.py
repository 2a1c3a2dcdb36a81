"""Where everybody finds a feed that the operator published."""

from urllib.parse import quote


def published_address(base_url: str, feed_url: str) -> str:
    """Return the address of a published feed; `&format=` goes on after it."""
    return f"{base_url.rstrip('/')}/rss?url={quote(feed_url, safe='')}"
