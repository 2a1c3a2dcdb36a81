"""Atom 0.3 and 1.0: the feed and its entries."""

from lxml import etree

from tidings.core.entries.pictures import EntryPicture
from tidings.core.feeds.parsed import ParsedEnclosure, ParsedEntry, ParsedFeed
from tidings.formats.feeds.atom_links import read_links
from tidings.formats.feeds.atom_text import read_content, read_person, read_title
from tidings.formats.feeds.links import web_url
from tidings.formats.feeds.media_tags import (
    MediaTags,
    image_among,
    merged,
    read_media,
    sole_address,
)
from tidings.formats.feeds.podcast_tags import podcast_image, read_podcast
from tidings.formats.feeds.text_fields import html_from_either, one_line
from tidings.formats.xml.fields import (
    Fields,
    Scope,
    elements,
    fields_of,
    first_date,
    first_text,
    first_value,
)

_PUBLISHED = ("published", "issued", "created", "dc:date", "pubdate", "dcterms:issued")
_UPDATED = ("updated", "modified", "dcterms:modified")
_MOST_CATEGORIES = 100
_NO_MEDIA = MediaTags((), None, None, None)


def read_atom_about(feed: Fields, root: etree._Element, scope: Scope) -> ParsedFeed:
    """Return what the feed element says about the feed."""
    links = read_links(elements(feed, "link"), scope)
    return ParsedFeed(
        kind="atom",
        title=_title(feed, scope),
        site_url=links.alternate,
        description=_first_title(feed, scope, "subtitle", "tagline", "info"),
        language=scope.language_of(root) or one_line(first_value(feed, "dc:language")),
        icon_url=_icon(feed, scope),
        author=_author(feed, scope),
        updated_at=first_date(feed, _UPDATED) or first_date(feed, _PUBLISHED),
        hub_urls=links.hubs,
        self_url=links.self_url,
        next_url=links.next_url,
    )


def read_atom_entry(entry: etree._Element, scope: Scope) -> ParsedEntry:
    """Return one entry of an Atom feed."""
    fields = fields_of(entry, scope.names)
    links = read_links(fields.get("link", []), scope)
    author = _entry_author(fields, scope)
    media = read_media(fields, scope, author) or _NO_MEDIA
    enclosures = links.enclosures
    if media.enclosures:
        enclosures = merged(enclosures, media.enclosures)
    guid = first_value(fields, "id", "guid")
    url = links.alternate or web_url(guid) or sole_address(enclosures, media)
    content = _first_content(fields, scope, "content", "content:encoded")
    summary = _first_content(fields, scope, "summary", "description")
    image = _image(fields, scope, media, enclosures)
    return ParsedEntry(
        guid=guid,
        url=url,
        title=_title(fields, scope) or media.title,
        author=author,
        content_html=content,
        summary_html=summary or (None if content else _filler(fields, media)),
        published_at=first_date(fields, _PUBLISHED),
        updated_at=first_date(fields, _UPDATED),
        enclosures=enclosures,
        categories=_categories(fields),
        image_url=image and image.url,
        image_width=image and image.width,
        image_height=image and image.height,
        comments_url=links.replies or _comments(fields),
        language=_language(entry, fields, scope),
        base_url=_base(entry, fields, scope) or url or scope.base,
        podcast=read_podcast(fields, scope),
        film=media.film,
    )


def _title(fields: Fields, scope: Scope) -> str | None:
    return _first_title(fields, scope, "title", "dc:title")


def _first_title(fields: Fields, scope: Scope, *names: str) -> str | None:
    for name in names:
        for element in fields.get(name, ()):
            title = read_title(element, scope)
            if title:
                return title
    return None


def _first_content(fields: Fields, scope: Scope, *names: str) -> str | None:
    for name in names:
        if name in fields:
            for element in fields[name]:
                html = read_content(element, scope)
                if html:
                    return html
    return None


def _base(entry: etree._Element, fields: Fields, scope: Scope) -> str | None:
    """Return the base of the content, which may have an `xml:base` of its own."""
    if not scope.has_base:
        return None
    bodies = elements(fields, "content", "summary")
    return scope.own_base_of(bodies[0] if bodies else entry)


def _filler(fields: Fields, media: MediaTags) -> str | None:
    spoken = first_text(fields, "dc:description", "itunes:summary", "itunes:subtitle")
    return html_from_either(spoken) or media.description_html


def _entry_author(fields: Fields, scope: Scope) -> str | None:
    named = _author(fields, scope)
    if named is None and "source" in fields:
        named = _author(fields_of(fields["source"][0], scope.names), scope)
    return named or scope.author


def _author(fields: Fields, scope: Scope) -> str | None:
    for name in ("author", "dc:creator", "itunes:author"):
        if name in fields:
            named = read_person(fields[name], scope)
            if named:
                return named
    return None


def _categories(fields: Fields) -> tuple[str, ...]:
    if "category" not in fields and "dc:subject" not in fields:
        return ()
    names = [
        one_line(element.get("label") or element.get("term") or element.text)
        for element in elements(fields, "category", "dc:subject")[:_MOST_CATEGORIES]
    ]
    return tuple(dict.fromkeys(filter(None, names)))


def _image(
    fields: Fields,
    scope: Scope,
    media: MediaTags,
    enclosures: tuple[ParsedEnclosure, ...],
) -> EntryPicture | None:
    cover = podcast_image(fields, scope)
    if cover is not None:
        return EntryPicture(cover)
    return media.picture or image_among(enclosures)


def _icon(fields: Fields, scope: Scope) -> str | None:
    for element in elements(fields, "icon", "logo", "webfeeds:icon"):
        url = scope.link(element, element.text)
        if url is not None:
            return url
    return podcast_image(fields, scope)


def _comments(fields: Fields) -> str | None:
    return web_url(first_value(fields, "comments"))


def _language(entry: etree._Element, fields: Fields, scope: Scope) -> str | None:
    if not scope.has_lang:
        return None
    bodies = elements(fields, "content", "summary")
    found = (scope.language_of(element) for element in (*bodies[:1], entry))
    return one_line(next(filter(None, found), None))
