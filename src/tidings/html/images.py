"""Pictures: the real one behind a placeholder, and none that only counts readers."""

import re

_LAZY = (
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-original-src",
    "data-orig-src",
    "data-lazy",
    "data-actualsrc",
    "data-echo",
    "data-hi-res-src",
    "data-image-src",
    "nitro-lazy-src",
)
_LAZY_SETS = (
    "data-srcset",
    "data-lazy-srcset",
    "data-original-set",
    "nitro-lazy-srcset",
)
LAZY = (*_LAZY, *_LAZY_SETS)
# Where only the small picture is in `src`, the large one may be here.
_LARGER = ("data-orig-file", "data-large-file", "data-full-url")

_PLACEHOLDER = re.compile(
    r"(?:^|[/_.-])(?:1x1|blank|clear|dot|empty|grey|gray|lazy(?:[_-]?load)?|loading|pixel"
    r"|placeholder|spacer|trans(?:parent)?)\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)",
    re.IGNORECASE,
)
_COUNTER_HOSTS = re.compile(
    r"https?://(?:[\w-]+\.)*(?:pixel\.wp\.com|stats\.wordpress\.com|quantserve\.com"
    r"|quantcount\.com|scorecardresearch\.com|google-analytics\.com|doubleclick\.net"
    r"|feedsportal\.com|statcounter\.com|mailtrack\.io|emltrk\.com|met\.vgwort\.de"
    r"|counter\.theconversation\.com)(?:[:/?#]|$)",
    re.IGNORECASE,
)
_COUNTER_PATHS = re.compile(
    r"https?://(?:feeds\.[\w.-]+/~(?:r|ff)/|(?:www\.)?facebook\.com/tr\b"
    r"|medium\.com/_/stat\b|[\w.-]+\.list-manage\.com/track/open|[\w.-]+/wf/open\?)",
    re.IGNORECASE,
)
_UNSEEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_TINY_WIDTH = re.compile(r"(?<![\w-])width\s*:\s*[01]px", re.IGNORECASE)
_TINY_HEIGHT = re.compile(r"(?<![\w-])height\s*:\s*[01]px", re.IGNORECASE)


def source(attributes: dict[str, str]) -> str:
    """Return the address of the real picture as written; empty if there is none."""
    for name in _LAZY:
        if attributes.get(name):
            return attributes[name]
    src = attributes.get("src", "").strip()
    if not is_placeholder(src):
        return src
    larger = next((attributes[name] for name in _LARGER if name in attributes), "")
    return larger or (src if src.startswith("data:") else "")


def source_set(attributes: dict[str, str]) -> str:
    """Return the `srcset` that belongs to the real picture."""
    for name in _LAZY_SETS:
        if attributes.get(name):
            return attributes[name]
    written = attributes.get("srcset", "")
    return "" if written.lstrip().startswith("data:") else written


def is_lazy(attributes: dict[str, str]) -> bool:
    """Return whether a script would have put the real picture in."""
    return any(name in attributes for name in LAZY)


def is_placeholder(src: str) -> bool:
    """Return whether an address is written where the picture is to come."""
    return (
        not src
        or src.startswith(("data:", "about:", "#"))
        or _PLACEHOLDER.search(src) is not None
    )


def is_counter(attributes: dict[str, str], url: str) -> bool:
    """Return whether a picture is there to be loaded and not to be looked at."""
    if _is_tiny(attributes.get("width")) and _is_tiny(attributes.get("height")):
        return True
    if "style" in attributes and _is_unseen(attributes):
        return True
    return bool(_COUNTER_HOSTS.match(url) or _COUNTER_PATHS.match(url))


def _is_tiny(size: str | None) -> bool:
    return size is not None and size.strip().removesuffix("px") in ("0", "1")


def _is_unseen(attributes: dict[str, str]) -> bool:
    style = attributes["style"]
    if _TINY_WIDTH.search(style) and _TINY_HEIGHT.search(style):
        return True
    # A script would have shown a lazy one.
    return _UNSEEN.search(style) is not None and not is_lazy(attributes)
