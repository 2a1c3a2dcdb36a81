"""Which picture stands for a feed: where to look, in which order, and when again."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tidings.core.urls import absolute_url

# Edge of the square that a picture has to fit in.
ICON_SIZE = 64
TRY_AGAIN_AFTER = timedelta(days=7)
LOOK_AGAIN_AFTER = timedelta(days=30)

_TOUCH_SIZE = 180
_USUAL_SIZE = 16


@dataclass(frozen=True, slots=True)
class IconLink:
    """A picture that a page names; `size` is None when the page does not say."""

    url: str
    size: int | None = None
    is_touch: bool = False  # meant for the home screen of a telephone


def favicon_of(page_url: str) -> str | None:
    """Return where a site keeps its picture if it says nothing else."""
    return absolute_url(page_url, "/favicon.ico")


def best_first(links: Sequence[IconLink]) -> list[str]:
    """Return addresses by how well they fit: large enough, but not needlessly large."""
    ordered = sorted(links, key=lambda link: _misfit(_size(link)))
    return list(dict.fromkeys(link.url for link in ordered))


def _size(link: IconLink) -> int:
    if link.size is not None:
        return link.size
    return _TOUCH_SIZE if link.is_touch else _USUAL_SIZE


def _misfit(size: int) -> tuple[bool, int]:
    """Too small is worse than any size too large."""
    return size < ICON_SIZE, abs(size - ICON_SIZE)
