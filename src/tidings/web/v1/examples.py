"""Examples for the description of the API that several areas show."""

from typing import Any

Responses = dict[int | str, dict[str, Any]]


def example(value: dict[str, Any], status: int = 200) -> Responses:
    """Return the part of a route's description that shows an answer."""
    return {status: {"content": {"application/json": {"example": value}}}}


FEED: dict[str, Any] = {
    "id": 7,
    "url": "https://example.org/feed.xml",
    "kind": "rss",
    "title": "The Globe",
    "description": "News of the world",
    "site_url": "https://example.org/",
    "language": "en",
    "icon_url": "/api/v1/feeds/7/icon?v=2",
    "state": "ok",
    "full_text": False,
    "entries": 812,
    "newest_at": 1760000000000000,
    "last_checked_at": 1760000300000000,
    "last_success_at": 1760000300000000,
    "next_check": {
        "at": 1760002100000000,
        "code": "rhythm",
        "reason": "Checked again in 30 min: the feed brings something new about"
        " every 2 h.",
    },
    "error": None,
}
SUBSCRIPTION: dict[str, Any] = {
    "id": 12,
    "feed_id": 7,
    "title": "The Globe",
    "own_title": None,
    "folder_id": 3,
    "position": 0,
    "created_at": 1759000000000000,
    "unread": 42,
    "feed": FEED,
    "problem": "",
}
PREVIEW: dict[str, Any] = {
    "url": "https://example.org/feed.xml",
    "title": "The Globe",
    "description": "News of the world",
    "site_url": "https://example.org/",
    "kind": "rss",
    "count": 20,
    "entries": [
        {
            "title": "It rains",
            "url": "https://example.org/rain",
            "published_at": 1760000000000000,
            "excerpt": "It has rained all day, and it will rain tomorrow.",
        }
    ],
}
DIAGNOSIS: dict[str, Any] = {
    "url": "https://example.org/feed.xml",
    "feed_id": 7,
    "outcome": "fetched",
    "message": "fetched",
    "next_check_at": 1760002100000000,
    "steps": [
        {
            "name": "address",
            "words": "The feed's address is https://example.org/feed.xml.",
            "facts": {},
        }
    ],
}
