"""The article in a web page: the text a reader came for, without what stands around it.

Readability does the finding, behind this interface. Pages are hostile and it was not made
for that: use `extract_in_process`. The HTML that comes out is not sanitised.
"""

import lxml.etree
import lxml.html
from lxml.html import HtmlElement
from readability import Document  # type: ignore[import-untyped]
from readability.readability import Unparseable  # type: ignore[import-untyped]

from tidings.html.article import LARGEST_PAGE, Article, NoArticle
from tidings.html.page_encoding import is_binary, page_text
from tidings.html.page_facts import page_facts
from tidings.html.page_media import put_media_in_place
from tidings.html.pictures import first_picture
from tidings.html.strip_ads import strip_ads
from tidings.html.text import plain_text

# Shorter ones are notices about cookies, logins and scripts.
_SHORTEST_ARTICLE = 140


def extract_article(
    page_html: bytes, url: str, *, charset: str | None = None
) -> Article | NoArticle:
    """Find the article of a page; `charset` is what the server said, if it did."""
    if not page_html.strip():
        return NoArticle("empty", "The page is empty.")
    if len(page_html) > LARGEST_PAGE:
        return NoArticle("too-large", "The page is too large.")
    page = None if is_binary(page_html) else _parsed(page_text(page_html, charset))
    if page is None:
        return NoArticle("unreadable", "The page could not be read as HTML.")
    facts = page_facts(page, url)
    put_media_in_place(page, url)
    title, found = _main_part(page, url)
    html = strip_ads(found)
    text = plain_text(html)
    shown = first_picture(html, url)
    if len(text) < _SHORTEST_ARTICLE:
        return NoArticle("too-short", "The page has too little text for an article.")
    return Article(
        canonical_url=facts.canonical_url,
        title=facts.title or title,
        html=html,
        text=text,
        author=facts.author,
        site_name=facts.site_name,
        published_at=facts.published_at,
        image_url=facts.image_url or (shown and shown.url),
        language=facts.language,
    )


def _parsed(text: str) -> HtmlElement | None:
    parser = lxml.html.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True
    )
    try:
        return lxml.html.document_fromstring(text.encode(), parser=parser)
    except (lxml.etree.LxmlError, ValueError):
        return None


def _main_part(page: HtmlElement, url: str) -> tuple[str | None, str]:
    document = Document(lxml.html.tostring(page, encoding="unicode"), url=url)
    try:
        title = " ".join(document.short_title().split()) or None
        return title, document.summary(html_partial=True)
    except Unparseable:
        return None, ""
