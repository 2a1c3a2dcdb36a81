"""RSS 0.90 to 2.0 and RDF: the channel and its entries.

The entry's address is the RSS link, else the Atom alternate, else a permanent guid, else
the only enclosure. Media and podcast texts fill blanks, they never replace.
"""

from collections.abc import Sequence

from lxml import etree

from tidings.core.entries.pictures import EntryPicture
from tidings.core.feeds.parsed import FeedKind, ParsedEnclosure, ParsedEntry, ParsedFeed
from tidings.formats.feeds.atom_links import Links, read_links
from tidings.formats.feeds.atom_text import read_content, read_person
from tidings.formats.feeds.links import web_url
from tidings.formats.feeds.media_tags import (
    MediaTags,
    image_among,
    merged,
    read_enclosures,
    read_media,
    sole_address,
)
from tidings.formats.feeds.podcast_tags import podcast_image, read_podcast
from tidings.formats.feeds.rhythm import read_rhythm
from tidings.formats.feeds.text_fields import html_from_either, one_line, plain_title
from tidings.formats.xml.fields import (
    Fields,
    Scope,
    elements,
    fields_of,
    first_date,
    first_html,
    first_text,
    first_value,
)

_ABOUT = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"
_MOST_CATEGORIES = 100
_NO_LINKS = Links()
_NO_MEDIA = MediaTags((), None, None, None)

_PUBLISHED = (
    "pubdate", "dc:date", "published", "atom:published", "dcterms:issued",
    "dcterms:created", "dcterms:date", "date", "issued", "atom:issued", "created",
    "atom:created",
)  # fmt: skip
_AUTHORS = (
    "author", "dc:creator", "managingeditor", "dc:author", "atom:author", "itunes:author",
)  # fmt: skip
_CATEGORIES = ("category", "dc:subject", "atom:category")
_UPDATED = ("atom:updated", "updated", "dcterms:modified", "modified", "atom:modified")


def read_rss_about(
    channel: Fields, outside: Fields, scope: Scope, kind: FeedKind
) -> ParsedFeed:
    """Return what the channel says about the feed; RDF keeps its picture outside."""
    address = _rss_link(channel, scope)
    links = _links(channel, scope, address)
    rhythm = read_rhythm(channel, scope)
    return ParsedFeed(
        kind=kind,
        title=plain_title(first_text(channel, "title", "dc:title", "itunes:title")),
        site_url=address or links.alternate,
        description=plain_title(
            first_text(
                channel, "description", "tagline", "itunes:summary", "itunes:subtitle",
                "dc:description", "subtitle", "atom:subtitle",
            )
        ),
        language=one_line(first_value(channel, "language", "dc:language")),
        icon_url=_icon(channel, scope) or _icon(outside, scope),
        author=_author(channel, scope),
        updated_at=first_date(channel, ("lastbuilddate", *_PUBLISHED, *_UPDATED)),
        hub_urls=links.hubs,
        self_url=links.self_url,
        next_url=links.next_url,
        moved_to_url=web_url(first_value(channel, "itunes:new-feed-url")),
        ttl=rhythm.ttl,
        update_period=rhythm.update_period,
        skip_hours=rhythm.skip_hours,
        skip_days=rhythm.skip_days,
    )  # fmt: skip


def read_rss_entry(item: etree._Element, scope: Scope) -> ParsedEntry:
    """Return one entry of an RSS or RDF feed."""
    fields = fields_of(item, scope.names)
    address = _rss_link(fields, scope)
    links = _links(fields, scope, address)
    author = _author(fields, scope)
    media = read_media(fields, scope, author) or _NO_MEDIA
    enclosures: Sequence[ParsedEnclosure] = read_enclosures(fields, scope)
    if len(enclosures) > 1 or links.enclosures or media.enclosures:
        enclosures = merged(enclosures, links.enclosures, media.enclosures)
    url = address or links.alternate or _other_url(fields, enclosures, media)
    content, summary = _texts(fields, scope, media)
    image = _image(fields, scope, media, enclosures)
    return ParsedEntry(
        guid=first_value(fields, "guid", "atom:id", "id") or item.get(_ABOUT) or None,
        url=url,
        title=_title(fields) or media.title,
        author=author,
        content_html=content,
        summary_html=summary,
        published_at=first_date(fields, _PUBLISHED),
        updated_at=first_date(fields, _UPDATED),
        enclosures=tuple(enclosures),
        categories=_categories(fields),
        image_url=image and image.url,
        image_width=image and image.width,
        image_height=image and image.height,
        comments_url=_comments(fields, scope) or links.replies,
        language=_language(item, fields, scope),
        base_url=scope.own_base_of(item) or url or scope.base,
        podcast=read_podcast(fields, scope),
        film=media.film,
    )


def _links(fields: Fields, scope: Scope, address: str | None) -> Links:
    """Return Atom's links, and without an RSS link those that look like Atom's."""
    found = fields.get("atom:link", [])
    if address is None and "link" in fields:
        found = found + [link for link in fields["link"] if link.get("href")]
    return read_links(found, scope) if found else _NO_LINKS


def _rss_link(fields: Fields, scope: Scope) -> str | None:
    for element in fields.get("link", ()):
        url = scope.link(element, element.text)
        if url is not None:
            return url
    return None


def _other_url(
    fields: Fields, enclosures: Sequence[ParsedEnclosure], media: MediaTags
) -> str | None:
    for element in elements(fields, "guid"):
        if (element.get("isPermaLink") or "true").strip().lower() != "false":
            url = web_url(element.text)
            if url is not None:
                return url
    return sole_address(enclosures, media)


def _title(fields: Fields) -> str | None:
    return plain_title(
        first_text(fields, "title", "dc:title", "atom:title", "itunes:title")
    )


def _texts(
    fields: Fields, scope: Scope, media: MediaTags
) -> tuple[str | None, str | None]:
    """Return content and summary; podcast and media texts only where both are blank."""
    content = first_html(
        fields, scope, "content:encoded", "encoded", "xhtml:body", "xhtml:div", "fullitem"
    )  # fmt: skip
    if content is None and ("content" in fields or "atom:content" in fields):
        found = elements(fields, "atom:content", "content")
        content = next(
            filter(None, (read_content(each, scope) for each in found)), None
        )
    summary = first_html(fields, scope, "description", "summary", "atom:summary")
    if content or summary:
        return content, summary
    summary = first_html(fields, scope, "dc:description", "dcterms:abstract", "body")
    if summary is None:
        spoken = first_text(fields, "itunes:summary", "googleplay:description")
        summary = html_from_either(spoken) or media.description_html
    return None, summary or html_from_either(first_text(fields, "itunes:subtitle"))


def _author(fields: Fields, scope: Scope) -> str | None:
    """Return the author's name; a bare mail address only if there is no name."""
    mail = None
    for name in _AUTHORS:
        if name in fields:
            named = read_person(fields[name], scope)
            if named and "@" not in named:
                return named
            mail = mail or named
    return mail


def _language(item: etree._Element, fields: Fields, scope: Scope) -> str | None:
    if "dc:language" in fields:
        return one_line(first_value(fields, "dc:language"))
    return scope.language_of(item)


def _categories(fields: Fields) -> tuple[str, ...]:
    found = [element for name in _CATEGORIES for element in fields.get(name, ())]
    if not found:
        return ()
    names = [
        plain_title(element.text or element.get("label") or element.get("term"))
        for element in found[:_MOST_CATEGORIES]
    ]
    return tuple(dict.fromkeys(filter(None, names)))


def _image(
    fields: Fields,
    scope: Scope,
    media: MediaTags,
    enclosures: Sequence[ParsedEnclosure],
) -> EntryPicture | None:
    cover = podcast_image(fields, scope)
    if cover is not None:
        return EntryPicture(cover)
    found = media.picture or (image_among(enclosures) if enclosures else None)
    if found is None and "image" in fields:
        icon = _icon(fields, scope)
        return None if icon is None else EntryPicture(icon)
    return found


def _icon(fields: Fields, scope: Scope) -> str | None:
    for element in elements(fields, "image", "webfeeds:icon", "webfeeds:logo"):
        inner = fields_of(element, scope.names)
        address = first_value(inner, "url") or element.get("href") or element.text
        url = scope.link(element, (address or "").strip())
        if url is not None:
            return url
    return podcast_image(fields, scope)


def _comments(fields: Fields, scope: Scope) -> str | None:
    for element in fields.get("comments", ()):
        url = scope.link(element, element.text)
        if url is not None:
            return url
    return None
