"""What a web page says about itself: title, author, date, picture, language, address."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from lxml.html import HtmlElement

from tidings.core.clock import from_datetime
from tidings.core.urls import absolute_url

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_LONGEST_NAME = 300
_MOST_SCRIPTS = 20
_LARGEST_SCRIPT = 200_000
_ARTICLE_TYPE = re.compile(r"Article$|Posting$|^Report$|^WebPage$")

_TITLES = ("og:title", "twitter:title", "dc.title")
_AUTHORS = (
    "author",
    "article:author",
    "dc.creator",
    "parsely-author",
    "twitter:creator",
)
_DATES = (
    "article:published_time",
    "og:published_time",
    "datepublished",
    "date",
    "dc.date",
    "dc.date.issued",
    "parsely-pub-date",
    "pubdate",
)
_IMAGES = ("og:image:secure_url", "og:image", "og:image:url", "twitter:image")
_LANGUAGES = ("og:locale", "content-language", "dc.language")


@dataclass(frozen=True, slots=True)
class PageFacts:
    """`None` means that the page does not say."""

    title: str | None
    author: str | None
    site_name: str | None
    published_at: int | None
    image_url: str | None
    language: str | None
    canonical_url: str | None


def page_facts(page: HtmlElement, url: str) -> PageFacts:
    """Read the facts in the head of a page, and in its linked data."""
    meta = _meta(page)
    data = _linked_data(page)
    language = (
        page.get("lang") or _first(meta, _LANGUAGES) or _text(data.get("inLanguage"))
    )
    return PageFacts(
        title=_name(_first(meta, _TITLES) or _text(data.get("headline"))),
        author=_author(meta, data),
        site_name=_name(meta.get("og:site_name")),
        published_at=_moment(_first(meta, _DATES) or _text(data.get("datePublished"))),
        image_url=_address(url, _first(meta, _IMAGES) or _picture(data.get("image"))),
        language=_language(language),
        canonical_url=_address(url, _canonical(page) or meta.get("og:url")),
    )


def _meta(page: HtmlElement) -> dict[str, str]:
    """Return what `meta` elements say by their name in lower case, the first of each."""
    found: dict[str, str] = {}
    for element in page.iter("meta"):
        content = (element.get("content") or "").strip()
        for kind in ("property", "name", "itemprop", "http-equiv"):
            name = element.get(kind)
            if name and content:
                found.setdefault(name.strip().lower(), content)
    return found


def _first(meta: dict[str, str], names: tuple[str, ...]) -> str | None:
    return next((meta[name] for name in names if name in meta), None)


def _linked_data(page: HtmlElement) -> dict[str, Any]:
    """Return the first article that a script of linked data describes."""
    scripts = page.xpath("//script[@type='application/ld+json']")[:_MOST_SCRIPTS]
    for script in scripts:
        text = script.text or ""
        for thing in _things(text) if len(text) <= _LARGEST_SCRIPT else ():
            kinds = thing.get("@type")
            names = kinds if isinstance(kinds, list) else [kinds]
            if any(_ARTICLE_TYPE.search(str(name)) for name in names):
                return thing
    return {}


def _things(text: str) -> Iterator[dict[str, Any]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    top = data if isinstance(data, list) else [data]
    for thing in top:
        if isinstance(thing, dict):
            yield thing
            graph = thing.get("@graph")
            if isinstance(graph, list):
                yield from (each for each in graph if isinstance(each, dict))


def _author(meta: dict[str, str], data: dict[str, Any]) -> str | None:
    people = data.get("author")
    listed = people if isinstance(people, list) else [people]
    names = [
        _text(person.get("name") if isinstance(person, dict) else person)
        for person in listed
    ]
    described = ", ".join(dict.fromkeys(name for name in names if name))
    candidates = [meta.get(name) for name in _AUTHORS]
    for candidate in (*candidates, described):
        # Some give the address of a profile here.
        if candidate and "://" not in candidate:
            return _name(candidate.lstrip("@"))
    return None


def _picture(image: object) -> str | None:
    if isinstance(image, list):
        image = image[0] if image else None
    return _text(image.get("url") if isinstance(image, dict) else image)


def _canonical(page: HtmlElement) -> str | None:
    for link in page.iter("link"):
        if "canonical" in (link.get("rel") or "").lower().split():
            return str(link.get("href") or "") or None
    return None


def _moment(text: str | None) -> int | None:
    try:
        moment = datetime.fromisoformat((text or "").strip())
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return from_datetime(moment)


def _language(text: str | None) -> str | None:
    text = (text or "").strip()
    return text.replace("_", "-") if _LANGUAGE.fullmatch(text) else None


def _address(url: str, reference: str | None) -> str | None:
    return absolute_url(url, reference) if reference else None


def _name(text: str | None) -> str | None:
    return " ".join((text or "").split())[:_LONGEST_NAME] or None


def _text(value: object) -> str | None:
    return value.strip() or None if isinstance(value, str) else None
