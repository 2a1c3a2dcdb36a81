"""Titles, names and categories as plain text; plain text as HTML.

Feeds put HTML into titles without saying so. Tags that HTML knows go, other angle
brackets stay, since "a < b" and "List<String>" are titles too.
"""

import re
from html import escape

from tidings.core.entries.entities import unescape

# Longer than any title a reader could use, short enough to list and compare.
_LONGEST_TITLE = 4000


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOID = _words("br hr img wbr input area embed source track col link meta")
_PAIRED = _words(
    """
    a abbr acronym address article aside audio b bdi bdo big blink blockquote body button
    caption center cite code dd del details dfn div dl dt em figcaption figure font footer
    form h1 h2 h3 h4 h5 h6 head header html i iframe ins kbd label legend li main mark
    marquee math nav nobr noscript object ol p picture pre q rp rt ruby s samp script
    section select small span strike strong style sub summary sup svg table tbody td
    textarea tfoot th thead time title tr tt u ul var video
    """
)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,12})((?:\s[^<>]{0,2000})?/?)>")
_END_TAG = re.compile(r"</([A-Za-z][A-Za-z0-9]{0,12})\s?>")
_ENTITY = re.compile(r"&(?:#\d+|#x[\da-f]+|[a-z]\w{1,30});", re.IGNORECASE)
# Whether a text is HTML shows early or not at all.
_HTML_SHOWS_WITHIN = 20_000
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")
_BREAKS = _words("br p div li tr h1 h2 h3 h4 h5 h6 hr blockquote")
# An address in plain text, and what stands behind one more often than in it.
_ADDRESS = re.compile(r"(\bhttps?://[^\s<>\"]{1,2000})", re.IGNORECASE)
_AFTER_ADDRESS = (".", ",", ";", ":", "!", "?", "'", "]", "}", "…", "»", "”", "’")
_MOST_AFTER_ADDRESS = 20
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_AUTHOR_WITH_MAIL = re.compile(r"\s*<?[^\s<>()@]+@[^\s<>()@]+>?\s*\(([^()]+)\)\s*")
_MAIL_AFTER_AUTHOR = re.compile(
    r"([^<>()@]*[^<>()@\s])\s*[<(][^\s<>()@]+@[^\s<>()@]+[>)]"
)


def one_line(text: str | None) -> str | None:
    """Return text with its blanks collapsed and control characters gone.

    A no-break space is a character somebody chose, not a blank.
    """
    if not text:
        return None
    line = text.strip()
    if not line.isprintable():
        line = _CONTROL.sub(_printable, _BLANKS.sub(" ", line)).strip()
    elif "  " in line:
        line = _BLANKS.sub(" ", line)
    if len(line) > _LONGEST_TITLE:
        line = line[:_LONGEST_TITLE].rstrip() + "…"
    return line or None


def plain_title(text: str | None) -> str | None:
    """Return the plain text of a title that may or may not hold HTML."""
    if not text:
        return None
    if "<" in text:
        text = _without_tags(text)
    if "&" in text:
        text = unescape(text)
    return one_line(text)


def html_from_text(text: str | None) -> str | None:
    """Return plain text as HTML that looks the same; addresses become links."""
    if not text or not text.strip():
        return None
    text = text.strip()
    parts = _ADDRESS.split(text) if "://" in text else [text]
    # Every other one is an address.
    parts[1::2] = map(_link, parts[1::2])
    parts[0::2] = [escape(part, quote=False) for part in parts[0::2]]
    return "".join(parts).replace("\n", "<br>\n")


def html_from_either(text: str | None) -> str | None:
    """Return text as it is if it looks like HTML, else as HTML that looks the same."""
    if text and _looks_like_html(text):
        return text
    return html_from_text(text)


def person(text: str | None) -> str | None:
    """Return the name in "mail (name)" or "name <mail>", or what there is."""
    line = plain_title(text) if text and "@" not in text else one_line(text)
    if line is None or "@" not in line or len(line) > 500:
        return line
    found = _AUTHOR_WITH_MAIL.fullmatch(line) or _MAIL_AFTER_AUTHOR.fullmatch(line)
    return unescape(found[1]).strip() if found else line


def without_control(text: str) -> str:
    """Return text that every database and XML can hold; line ends stay."""
    return _FORBIDDEN.sub("", text)


def _link(address: str) -> str:
    url = address
    for _ in range(_MOST_AFTER_ADDRESS):
        is_closing = url.endswith(")") and url.count("(") < url.count(")")
        if not (is_closing or url.endswith(_AFTER_ADDRESS)):
            break
        url = url[:-1]
    shown, rest = escape(url), escape(address[len(url) :], quote=False)
    return f'<a href="{shown}">{escape(url, quote=False)}</a>{rest}'


def _looks_like_html(text: str) -> bool:
    tags = _TAG.finditer(text, 0, _HTML_SHOWS_WITHIN)
    if any(tag[2].lower() in _PAIRED or tag[2].lower() in _VOID for tag in tags):
        return True
    return _ENTITY.search(text, 0, _HTML_SHOWS_WITHIN) is not None


def _without_tags(text: str) -> str:
    text = text[: _LONGEST_TITLE + 2000]
    closed = {found[1].lower() for found in _END_TAG.finditer(text)}

    def replaced(tag: re.Match[str]) -> str:
        is_end, name, rest = tag[1], tag[2].lower(), tag[3]
        if name not in _PAIRED and name not in _VOID:
            return tag[0]
        # An opened tag that nothing closes is most likely spoken about.
        if name in _PAIRED and not is_end and not rest and name not in closed:
            return tag[0]
        return " " if name in _BREAKS else ""

    return _TAG.sub(replaced, text)


def _printable(control: re.Match[str]) -> str:
    """Read C1 controls as the Windows-1252 letters their authors meant."""
    number = ord(control[0])
    if 0x80 <= number <= 0x9F:
        return bytes([number]).decode("cp1252", "ignore")
    return ""
