"""Character references, decoded without a way to make it fail."""

import html
import re

# Python refuses to read numbers of thousands of digits; no character has so many.
_NO_CHARACTER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{8,});?")


def unescape(text: str) -> str:
    """Return the text with its character references decoded."""
    if "&" not in text:
        return text
    return html.unescape(_NO_CHARACTER.sub("\ufffd", text))
