"""Advertising, share buttons and subscription boxes taken out of an extracted article.

Only for what is already the article: in a whole page the same names mean other things.
"""

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tidings.html.text import plain_text

_SAFE = (
    ".ad",
    ".ads",
    ".advertisement",
    ".advertising",
    ".sponsored",
    ".promo",
    ".promotion",
    ".social-share",
    ".share-buttons",
    ".newsletter-signup",
    ".subscribe-box",
)
# These may take away part of the article. A name has to begin with "ad-" or have it after
# a separator: anything looser also means "lead-", "read-", "thread-" and "download-".
_AGGRESSIVE = (
    *(
        f'[{attribute}{place}"{before}{name}-"]'
        for attribute in ("class", "id")
        for name in ("ad", "ads")
        for place, before in (("^=", ""), ("*=", " "), ("*=", "-"), ("*=", "_"))
    ),
    ".related-posts",
    ".recommended",
)
_SAFE_SELECTOR = ", ".join(_SAFE)
_SELECTOR = ", ".join((*_SAFE, *_AGGRESSIVE))
# Less text than this, and it was the article itself that went.
_ENOUGH_TEXT = 400


def strip_ads(html: str) -> str:
    """Return the article without advertising; when in doubt, with it."""
    bold = _without(html, _SELECTOR)
    length = len(plain_text(bold))
    if length >= _ENOUGH_TEXT:
        return bold
    careful = _without(html, _SAFE_SELECTOR)
    return careful if len(plain_text(careful)) > length else bold


def _without(html: str, selector: str) -> str:
    body = LexborHTMLParser(html).body
    unwanted = body.css(selector) if body else []
    if body is None or not unwanted:
        return html
    # What goes with something around it is gone by then and must not be touched.
    ids = {node.mem_id for node in unwanted}
    for node in [node for node in unwanted if not _is_inside(node, ids)]:
        node.decompose()
    return body.inner_html or ""


def _is_inside(node: LexborNode, ids: set[int]) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.mem_id in ids:
            return True
        parent = parent.parent
    return False
