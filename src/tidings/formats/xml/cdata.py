"""CDATA sections: the one part of a document where markup is only text."""

from collections.abc import Iterator

START, END = b"<![CDATA[", b"]]>"


def split_cdata(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield what comes before each CDATA section, and what is in it, in order.

    A section that is never closed reaches to the end. The last pair has no section.
    """
    position = 0
    while (opened := text.find(START, position)) >= 0:
        closed = text.find(END, opened)
        if closed < 0:
            yield text[position:opened], text[opened + len(START) :]
            return
        yield text[position:opened], text[opened + len(START) : closed]
        position = closed + len(END)
    yield text[position:], b""


def after_cdata(text: bytes, start: int) -> int:
    """Return where the section that begins at `start` is over."""
    closed = text.find(END, start)
    return len(text) if closed < 0 else closed + len(END)
