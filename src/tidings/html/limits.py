"""How much HTML is looked at closely; beyond that only its text is shown."""

LARGEST = 4 << 20
MOST_TAGS = 40_000
# Elements inside each other. What is deeper keeps its text and loses its tags.
DEEPEST = 250
# An image written into the HTML itself, in base64.
LARGEST_INLINE_IMAGE = 100_000
# A longer one could make every short link of a document long.
LONGEST_BASE_URL = 2_048
# What is shown of a text that is left of too much HTML.
LONGEST_TEXT = 1_000_000
MOST_FRAMES = 100


def is_too_much(html: str) -> bool:
    """Return whether a document is larger than any entry that people write."""
    return len(html) > LARGEST or html.count("<") > MOST_TAGS
