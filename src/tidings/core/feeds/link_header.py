"""The HTTP Link header (RFC 8288), and the splitting of header lists in general.

One pass over the text whatever it holds; the number of links is bounded.
"""

from dataclasses import dataclass

_MOST_LINKS = 64
_LONGEST_TARGET = 2048


@dataclass(frozen=True, slots=True)
class Link:
    """One link: `target` as sent, so it may be relative to the page it came from."""

    target: str
    relations: frozenset[str]


def read_links(text: str) -> tuple[Link, ...]:
    """Return the links that speak about the page itself, in their order."""
    pieces = split_list(text, ",")[:_MOST_LINKS]
    links = (_link(piece) for piece in pieces)
    return tuple(link for link in links if link is not None)


def split_list(text: str, separators: str) -> list[str]:
    """Split at separators outside "quoted text" and <addresses>; no piece is empty."""
    pieces: list[str] = []
    start = 0
    closing = ""  # what ends the quoted text or address we are in
    escaped = False
    for position, character in enumerate(text):
        if escaped:
            escaped = False
        elif closing:
            escaped = character == "\\" and closing == '"'
            closing = "" if character == closing else closing
        elif character in '"<':
            closing = '"' if character == '"' else ">"
        elif character in separators:
            pieces.append(text[start:position])
            start = position + 1
    pieces.append(text[start:])
    return [piece.strip() for piece in pieces if piece.strip()]


def unquoted(text: str) -> str:
    """Return a parameter's value without the quotes around it."""
    return text.strip().strip('"').strip()


def _link(piece: str) -> Link | None:
    target, closed, rest = piece.removeprefix("<").partition(">")
    target = target.strip()
    if not piece.startswith("<") or not closed or not target:
        return None
    if len(target) > _LONGEST_TARGET or not target.isprintable():
        return None
    parameters = _parameters(rest)
    # A link with an anchor speaks about another page than the one we asked for.
    if "anchor" in parameters or "rel" not in parameters:
        return None
    return Link(target, frozenset(parameters["rel"].lower().split()))


def _parameters(text: str) -> dict[str, str]:
    parameters: dict[str, str] = {}
    for piece in split_list(text, ";"):
        name, _, value = piece.partition("=")
        # RFC 8288: only the first "rel" of a link counts.
        parameters.setdefault(name.strip().lower(), unquoted(value))
    return parameters
