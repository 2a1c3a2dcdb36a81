"""Puts named pieces into SQL texts. Pieces are constants of ours, never input."""


def with_words(text: str, **words: str) -> str:
    """Replace each `{name}` by its piece; a piece may itself hold a name."""
    for _ in range(2):
        for name, word in words.items():
            text = text.replace("{" + name + "}", word)
    return text
