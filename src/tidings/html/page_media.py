"""A page made ready for reading without scripts: real pictures in, players as links."""

from lxml.html import HtmlElement, builder

from tidings.core.urls import absolute_url, host_of
from tidings.html.allowlist import PLAYER_CLASS
from tidings.html.images import LAZY, is_placeholder, source, source_set
from tidings.html.players import page_of_player


def put_media_in_place(page: HtmlElement, url: str) -> None:
    """Change the page: lazy pictures become real ones, and known players links."""
    for noscript in list(page.iter("noscript")):
        _use_picture_of(noscript)
    for image in page.iter("img", "amp-img"):
        image.tag = "img"
        _show(image)
    for frame in list(page.iter("iframe", "embed")):
        _link_player(frame, url)


def _show(image: HtmlElement) -> None:
    attributes = dict(image.attrib)
    real = source(attributes)
    candidates = source_set(attributes)
    if real:
        image.set("src", real)
    if candidates:
        image.set("srcset", candidates)
    for name in LAZY:
        image.attrib.pop(name, None)


def _use_picture_of(noscript: HtmlElement) -> None:
    """Move the picture for readers without scripts to where its placeholder is."""
    picture = next(noscript.iter("img"), None)
    if picture is None or is_placeholder(picture.get("src") or ""):
        return
    before = noscript.getprevious()
    placeholder = None if before is None else next(before.iter("img"), None)
    if placeholder is None:
        noscript.addprevious(picture)
    elif is_placeholder(source(dict(placeholder.attrib))):
        placeholder.set("src", picture.get("src"))


def _link_player(frame: HtmlElement, url: str) -> None:
    address = absolute_url(url, source(dict(frame.attrib)))
    page = address and page_of_player(address, lambda track: absolute_url(url, track))
    if not address or not page:
        return
    label = frame.get("title") or host_of(address) or address
    link = builder.A(label, href=page)
    link.set("class", PLAYER_CLASS)
    frame.addprevious(builder.P(link))
    frame.drop_tree()
