"""Names for accounts that begin elsewhere: the provider says who came, we need a user name."""

import unicodedata
from collections.abc import Iterable, Iterator

from tidings.core.accounts.account import user_name
from tidings.core.errors import Invalid

_NOBODY = "reader"
_LONGEST = 40  # leaves room for the number
_NUMBERS = range(2, 100)


def suggested_names(requests: Iterable[str]) -> Iterator[str]:
    """Yield valid user names, best first: as suggested, then with a number."""
    names = [name for name in map(_valid, requests) if name] or [_NOBODY]
    yield from names
    for number in _NUMBERS:
        yield f"{names[0]}{number}"


def _valid(request: str) -> str:
    """Return the suggestion as a user name; empty when nothing of it can be one."""
    local = unicodedata.normalize("NFKC", request[:200]).partition("@")[0]
    kept = "".join(
        character
        for character in local
        if character in "._-+" or unicodedata.category(character)[0] in "LMN"
    )
    try:
        return user_name(kept.lstrip("._-+")[:_LONGEST])
    except Invalid:
        return ""
