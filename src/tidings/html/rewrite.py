"""Feed HTML rewritten: whole addresses, real pictures, links instead of frames.

Only what the allow-list names is written, in one pass and in linear time. The sanitiser
looks at the result again and trusts none of this.
"""

import re
from collections.abc import Callable
from functools import partial

from tidings.core.entries.players import label_of, player_of
from tidings.core.urls import host_of
from tidings.html.absolutize import Addresses
from tidings.html.allowlist import (
    ALIASES,
    ATTRIBUTES,
    BLOCKS,
    EVERYWHERE,
    FLAGS,
    FORMULA,
    FRAME_CLASS,
    HIDDEN,
    ID_PREFIX,
    INLINE,
    LINK_REL,
    PLAYER_CLASSES,
    TABLE_PARTS,
    TAGS,
    VALUES,
    VOID,
    WORDS,
)
from tidings.html.images import is_counter, is_lazy, source, source_set
from tidings.html.limits import MOST_FRAMES
from tidings.html.nesting import Nesting
from tidings.html.players import is_worthless, page_of_script
from tidings.html.tokens import attributes, decoded, pieces

_ID = re.compile(r"[\w.:-]{1,200}")
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:lang(?:uage)?|highlight-source)-([\w+#.-]{1,30})", re.ASCII
)
_EVERYWHERE = re.compile(r"\b(?:id|dir|lang)\s*=", re.IGNORECASE)
_NOSCRIPT_END = re.compile("</noscript", re.IGNORECASE)
_LONGEST_WORDS = 2_000
_NONE: frozenset[str] = frozenset()
_PLAYING = ' controls="" preload="none"'
_LOADING = ' loading="lazy" decoding="async" referrerpolicy="no-referrer"'


def rewrite(html: str, addresses: Addresses) -> str:
    """Return the document with nothing in it but allowed tags, well nested."""
    return _Rewriting(html, addresses).finished()


class _Rewriting:
    def __init__(self, html: str, addresses: Addresses) -> None:
        self._html = html
        self._addresses = addresses
        self._nesting = Nesting()
        self._ids: set[str] = set()
        # Links within the document: where each was written, what it must lead to, and
        # how it is to be written then.
        self._inner_links: list[tuple[int, str, str]] = []
        self._noscripts_to_end: int | None = None
        self._frames = 0
        self._in_noscript = False
        self._was_lazy = False
        self._last_picture = ""
        self._special: dict[str, Callable[[dict[str, str]], None]] = {
            "a": self._link,
            "audio": partial(self._player, "audio"),
            "embed": self._old_frame,
            "iframe": self._frame,
            "img": self._picture,
            "object": self._old_frame,
            "script": self._script,
            "source": self._source,
            "video": partial(self._player, "video"),
        }

    def finished(self) -> str:
        for text, name, is_end_tag, written in pieces(self._html, HIDDEN):
            if text and not self._in_noscript:
                self._text(text)
            if name:
                name = ALIASES.get(name, name)
                if is_end_tag:
                    self._end(name)
                elif name == "img" or not self._in_noscript:
                    self._start(name, written)
        for place, target, tag in self._inner_links:
            if target in self._ids:
                self._nesting.written[place] = tag
        return self._nesting.finished()

    def _text(self, text: str) -> None:
        self._nesting.text(_escaped(_with_plain_line_ends(decoded(text))))

    def _start(self, name: str, written: str) -> None:
        if name in FORMULA or self._nesting.is_in_formula:
            if not self._leaves_formula(name):
                self._formula(name, written)
                return
            self._nesting.end("math")
        if name in self._special:
            self._special[name](attributes(written))
        elif name in TAGS:
            found = attributes(written) if _may_matter(name, written) else {}
            self._write(name, found)
        elif name == "noscript":
            self._in_noscript = self._noscript_ends()

    def _leaves_formula(self, name: str) -> bool:
        """Return whether a parser, too, would end a formula before such an element."""
        if not self._nesting.is_in_formula or name in INLINE:
            return False
        return name in BLOCKS or name in TABLE_PARTS or name in self._special

    def _formula(self, name: str, written: str) -> None:
        """Write an element of a formula, where one is; in it, nothing else is written."""
        if name not in FORMULA or (name == "math") == self._nesting.is_in_formula:
            return
        found = attributes(written) if written else {}
        if self._write(name, found) and written.endswith("/"):
            self._nesting.end(name)

    def _end(self, name: str) -> None:
        if name == "noscript":
            self._in_noscript = False
        elif name == "br":
            self._start(name, "")
        else:
            self._nesting.end(name)

    def _noscript_ends(self) -> bool:
        if self._noscripts_to_end is None:
            self._noscripts_to_end = len(_NOSCRIPT_END.findall(self._html))
        self._noscripts_to_end -= 1
        return self._noscripts_to_end >= 0

    def _write(self, name: str, found: dict[str, str], added: str = "") -> bool:
        """Write a start tag: what may be copied, and what was made for it."""
        tag = f"<{name}{self._copied(name, found) if found else ''}{added}>"
        write = self._nesting.void if name in VOID else self._nesting.start
        written = write(name, tag)
        if written and "id" in found:
            self._ids.add(_prefixed(found["id"]) or "")
        return written

    def _link(self, found: dict[str, str]) -> None:
        if "name" in found:
            found.setdefault("id", found["name"])
        reference = found.get("href", "")
        url = self._addresses.page(reference) if reference else None
        if found.get("class", "").startswith(PLAYER_CLASSES["film"]):
            # Whoever wrote it: only what has a player is called one.
            player = player_of(url) if url else None
            found["class"] = PLAYER_CLASSES[player.shape] if player else ""
        added = _attribute("href", url) + ' target="_blank"' if url else ""
        if not self._write("a", found, f'{added} rel="{LINK_REL}"'):
            return
        fragment = self._addresses.fragment(reference)
        target = _prefixed(fragment) if fragment else None
        if target:
            href = _attribute("href", f"#{target}")
            tag = f'<a{self._copied("a", found)}{href} rel="{LINK_REL}">'
            self._inner_links.append((len(self._nesting.written) - 1, target, tag))

    def _picture(self, found: dict[str, str]) -> None:
        url = self._addresses.picture(source(found)) or ""
        candidates = self._addresses.pictures(source_set(found)) or ""
        if not (url or candidates) or is_counter(found, url) or self._is_twin(url):
            return
        self._was_lazy = is_lazy(found)
        self._last_picture = url
        added = _attribute("src", self._addresses.shown(url)) if url else ""
        added += _attribute("srcset", candidates) if candidates else ""
        self._write("img", found, added + _LOADING)

    def _is_twin(self, url: str) -> bool:
        """Return whether a picture for readers without scripts was shown already."""
        if not self._in_noscript:
            return False
        shown_already = self._was_lazy or url == self._last_picture
        self._was_lazy = False
        return shown_already

    def _source(self, found: dict[str, str]) -> None:
        url = self._addresses.file(found.get("src", ""))
        candidates = self._addresses.pictures(source_set(found))
        added = _attribute("src", self._addresses.played(url)) if url else ""
        added += _attribute("srcset", candidates) if candidates else ""
        if added:
            self._write("source", found, added)

    def _player(self, name: str, found: dict[str, str]) -> None:
        url = self._addresses.file(source(found))
        added = _attribute("src", self._addresses.played(url)) if url else ""
        poster = self._addresses.picture(found.get("poster", ""))
        if name == "video" and poster:
            added += _attribute("poster", self._addresses.shown(poster))
        self._write(name, found, added + _PLAYING)

    def _frame(self, found: dict[str, str]) -> None:
        self._frames += 1
        url = self._addresses.file(source(found))
        if url is None or self._frames > MOST_FRAMES or _shows_nothing(url, found):
            return
        title = found.get("title", "")
        player = player_of(url, self._addresses.file)
        if player is None:
            label = " ".join(title.split()) or host_of(url) or url
            self._card(url, FRAME_CLASS, label, None)
        else:
            css_class = PLAYER_CLASSES[player.shape]
            label = label_of(player, title)
            self._card(player.page_url, css_class, label, player.picture_url)

    def _card(self, page: str, css_class: str, label: str, picture: str | None) -> None:
        self._link({"href": page, "class": css_class})
        if picture:
            self._picture({"src": picture, "alt": ""})
        self._text(label[:_LONGEST_WORDS])
        self._nesting.end("a")

    def _old_frame(self, found: dict[str, str]) -> None:
        """Show an embedded object only if it is a player: others need a plug-in."""
        url = self._addresses.file(found.get("src") or found.get("data") or "")
        if url and player_of(url, self._addresses.file):
            self._frame({"src": url})

    def _script(self, found: dict[str, str]) -> None:
        page = page_of_script(found.get("src", ""))
        if page and self._frames < MOST_FRAMES:
            self._frames += 1
            self._card(page, FRAME_CLASS, "GitHub Gist", None)

    def _copied(self, name: str, found: dict[str, str]) -> str:
        allowed = ATTRIBUTES.get(name, _NONE)
        tag = ""
        for attribute, value in found.items():
            if attribute in allowed or attribute in EVERYWHERE:
                kept = self._kept(attribute, value)
                tag += "" if kept is None else _attribute(attribute, kept)
        return tag

    def _kept(self, attribute: str, value: str) -> str | None:
        if attribute == "id":
            return _prefixed(value)
        if attribute == "cite":
            return self._addresses.file(value)
        if attribute == "class":
            return _own_class(value)
        if attribute in FLAGS:
            return ""
        if attribute in WORDS:
            return value[:_LONGEST_WORDS]
        value = value.strip()
        return value if VALUES[attribute].fullmatch(value) else None


def _shows_nothing(frame_url: str, found: dict[str, str]) -> bool:
    return is_worthless(frame_url) or is_counter(found, frame_url)


def _own_class(value: str) -> str | None:
    if value == FRAME_CLASS or value in PLAYER_CLASSES.values():
        return value
    language = _LANGUAGE.search(value)
    return f"language-{language[1]}" if language else None


def _prefixed(name: str) -> str | None:
    """Return an id that no script of ours can mistake for its own."""
    bare = name.removeprefix(ID_PREFIX)
    return ID_PREFIX + bare if _ID.fullmatch(bare) else None


def _may_matter(name: str, written: str) -> bool:
    return bool(written) and (name in ATTRIBUTES or bool(_EVERYWHERE.search(written)))


def _attribute(name: str, value: str) -> str:
    value = _escaped(_with_plain_line_ends(value)).replace('"', "&quot;")
    return f' {name}="{value}"'


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
