"""White space as a reader sees it: one space between words, none at the ends."""

_ODD = "\n\t\r\v\f\x1c\x1d\x1e\x1f"


def single_spaced(text: str) -> str:
    """Return the words with single spaces between them."""
    # Most lines are single-spaced already, and looking is far quicker than splitting.
    if text.isascii() and "  " not in text and not _has_odd_space(text):
        return text.strip()
    return " ".join(text.split())


def _has_odd_space(text: str) -> bool:
    for odd in _ODD:  # noqa: SIM110 - any() of a generator takes twice the time
        if odd in text:
            return True
    return False
