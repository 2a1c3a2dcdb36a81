"""A page made ready for reading without scripts: real pictures in, players as links."""

from lxml.html import HtmlElement, builder

from tidings.core.entries.players import label_of, player_of
from tidings.core.urls import absolute_url
from tidings.html.allowlist import PLAYER_CLASSES
from tidings.html.images import LAZY, is_placeholder, source, source_set


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
    player = address and player_of(address, lambda track: absolute_url(url, track))
    if not player:
        return
    inside = [label_of(player, frame.get("title") or "")]
    if player.picture_url:
        inside.insert(0, builder.IMG(src=player.picture_url, alt=""))
    link = builder.A(*inside, href=player.page_url)
    link.set("class", PLAYER_CLASSES[player.shape])
    frame.addprevious(builder.P(link))
    frame.drop_tree()
