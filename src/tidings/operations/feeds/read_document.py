"""From a fetched body to a document ready to be compared with what is known.

Plain computing without I/O: it runs in a thread or a process. An entry that cannot be prepared is
set aside with its reason; its neighbours go on.
"""

import hashlib
import re
from collections.abc import Sequence

import msgspec

from tidings.core.automation.rules import LONGEST_TEXT
from tidings.core.entries.content_hash import clean_text, content_hash
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import (
    IdentityRules,
    guids_are_unreliable,
    key_number,
    keys_of,
)
from tidings.core.entries.pictures import EntryPicture, is_picture_file, sized
from tidings.core.feeds.feed import FeedToRefresh, feed_hints
from tidings.core.feeds.outcome import Fetched, NoFeedFound
from tidings.core.feeds.parsed import NotAFeed, ParsedEntry, ParsedFeed
from tidings.core.feeds.refresh import Document, FeedFacts, SetAside
from tidings.formats.feeds.feed import read_feed
from tidings.html.excerpt import excerpt
from tidings.html.pictures import first_picture
from tidings.html.text import plain_text, text_and_pictures, word_count
from tidings.store.engine.connection import Engine
from tidings.store.entries.search_index import pack_indexed, to_index

_LONGEST_TITLE = 1000
_LONGEST_NAME = 300
_KINDS = {"rdf": "rss", "cdf": "rss"}
_ENTRY_START = re.compile(rb"<(?:[\w.-]+:)?(?:item|entry)[\s>]", re.IGNORECASE)
_ENTRY_END = re.compile(rb"</(?:[\w.-]+:)?(?:item|entry)\s*>", re.IGNORECASE)
_FEED_END = re.compile(rb"</(?:[\w.-]+:)?(?:rss|feed|rdf|channel)\s*>", re.IGNORECASE)
_WHERE_A_FEED_ENDS = 500


def body_hash(body: bytes) -> bytes:
    """Return what tells two bodies apart."""
    return hashlib.sha256(body).digest()


def read_document(
    feed: FeedToRefresh, fetched: Fetched, limit: int, engine: Engine
) -> Document | NoFeedFound:
    """Read and prepare whatever feed a body holds, `limit` entries at most."""
    parsed = read_feed(
        fetched.body,
        content_type=fetched.content_type,
        url=fetched.final_url,
        limit=limit,
    )
    if isinstance(parsed, NotAFeed):
        return NoFeedFound(parsed.kind, parsed.reason, fetched.status)
    complete, cut = _complete(parsed, fetched.body)
    entries, aside = _prepared(complete, feed, engine)
    return Document(
        facts=_facts(parsed),
        entries=entries,
        hints=feed_hints(parsed, fetched.hints, fetched.final_url),
        set_aside=(*_unreadable(parsed), *cut, *aside),
        whole=not parsed.broken,
        body_hash=body_hash(fetched.body),
        logins_removed=parsed.logins_removed,
    )


def prepare_entry(
    parsed: ParsedEntry, rules: IdentityRules, engine: Engine
) -> NewEntry:
    """Return an entry with its text, keys and packed body."""
    html = clean_text(parsed.content_html or parsed.summary_html or "")
    text, has_pictures = text_and_pictures(html)
    title = clean_text(parsed.title or "")[:_LONGEST_TITLE]
    lead = text
    if parsed.content_html and parsed.summary_html:
        lead = plain_text(clean_text(parsed.summary_html)) or text
    url = parsed.url
    picture = _picture(parsed, html if has_pictures else "")
    author = clean_text(parsed.author or "")[:_LONGEST_NAME]
    extras = _extras(parsed)
    indexed = to_index(engine, title, author, text)
    codec, content = pack_indexed(html, indexed)
    return NewEntry(
        keys=keys_of(parsed.guid, url, title, text, rules),
        meta_key=_meta_key(author, url, parsed.image_url, parsed.language, extras),
        title=title,
        published_at=_published_at(parsed),
        guid=None if parsed.guid is None else clean_text(parsed.guid),
        url=url,
        author=author,
        excerpt=excerpt(lead),
        image_url=picture and picture.url,
        image_width=picture and picture.width,
        image_height=picture and picture.height,
        language=parsed.language,
        extras=extras,
        has_enclosures=any(
            not is_picture_file(each.type, each.url) for each in parsed.enclosures
        ),
        words=word_count(text),
        codec=codec,
        content=content,
        indexed=indexed,
        text=text[:LONGEST_TEXT],
    )


def _picture(parsed: ParsedEntry, html: str) -> EntryPicture | None:
    """Return the picture that the feed names, else the first one of the text."""
    if parsed.image_url is not None:
        return sized(parsed.image_url, parsed.image_width, parsed.image_height)
    found = first_picture(html, parsed.base_url or parsed.url) if html else None
    return found and sized(found.url, found.width, found.height)


def _complete(
    parsed: ParsedFeed, body: bytes
) -> tuple[Sequence[ParsedEntry], Sequence[SetAside]]:
    """Leave out an entry in whose middle the document breaks off.

    What is left of it would pass for a new entry, or for a change of the known one.
    """
    if not (parsed.broken and parsed.entries and _breaks_off_in_entry(body)):
        return parsed.entries, ()
    *complete, last = parsed.entries
    return complete, [_aside(last, "the document breaks off in the middle of it")]


def _breaks_off_in_entry(body: bytes) -> bool:
    body = body.replace(b"\0", b"")  # tags look the same in UTF-16 then
    if _FEED_END.search(body, max(0, len(body) - _WHERE_A_FEED_ENDS)):
        return False
    start, end = (
        max((found.start() for found in tag.finditer(body)), default=-1)
        for tag in (_ENTRY_START, _ENTRY_END)
    )
    return start > end


def _prepared(
    entries: Sequence[ParsedEntry], feed: FeedToRefresh, engine: Engine
) -> tuple[tuple[NewEntry, ...], tuple[SetAside, ...]]:
    rules = IdentityRules(
        guid_unreliable=guids_are_unreliable(feed.state.guid_collisions),
        allow_duplicate_urls=feed.settings.allow_duplicate_urls,
    )
    ready: list[NewEntry] = []
    aside: list[SetAside] = []
    for parsed in entries:
        try:
            ready.append(prepare_entry(parsed, rules, engine))
        except Exception as error:  # noqa: BLE001 - one bad entry must not stop a feed
            aside.append(_aside(parsed, f"{type(error).__name__} while preparing it"))
    return tuple(ready), tuple(aside)


def _unreadable(parsed: ParsedFeed) -> list[SetAside]:
    return [
        SetAside(
            _number(f"{problem.position} {problem.reason}"),
            f"entry {problem.position + 1} of the document",
            problem.reason,
        )
        for problem in parsed.set_aside
    ]


def _aside(parsed: ParsedEntry, reason: str) -> SetAside:
    title = clean_text(parsed.title or parsed.url or parsed.guid or "")
    return SetAside(_number(f"{reason}: {title}"), title[:_LONGEST_TITLE], reason)


def _number(text: str) -> int:
    return key_number(content_hash(text, "")) or 0


def _facts(parsed: ParsedFeed) -> FeedFacts:
    return FeedFacts(
        kind=_KINDS.get(parsed.kind, parsed.kind),
        title=clean_text(parsed.title or "")[:_LONGEST_TITLE],
        description=clean_text(parsed.description or "")[:_LONGEST_TITLE],
        site_url=parsed.site_url,
        language=parsed.language,
        icon_url=parsed.icon_url,
    )


def _published_at(parsed: ParsedEntry) -> int | None:
    if parsed.published_at is not None:
        return parsed.published_at
    return parsed.updated_at


def _extras(parsed: ParsedEntry) -> str:
    """Return as JSON what is shown only when an entry is opened."""
    given = {
        "enclosures": parsed.enclosures,
        "categories": parsed.categories,
        "comments_url": parsed.comments_url,
        "base_url": parsed.base_url if parsed.base_url != parsed.url else None,
        "podcast": parsed.podcast,
        "film": parsed.film,
        "updated_at": parsed.updated_at,
    }
    named = {name: value for name, value in given.items() if value}
    return clean_text(msgspec.json.encode(named).decode()) if named else "{}"


def _meta_key(*parts: str | None) -> int:
    text = "\0".join(part or "" for part in parts)
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
