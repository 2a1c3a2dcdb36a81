"""Frames that play something: replaced by a link to the page where it plays."""

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

# A frame's address and where the same thing has a page of its own.
_PAGES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(frame), page)
    for frame, page in (
        (
            r"https?://(?:www\.)?youtube(?:-nocookie)?\.com/embed/videoseries"
            r"\?(?:[^#]*&)?list=([\w-]+).*",
            r"https://www.youtube.com/playlist?list=\1",
        ),
        (
            r"https?://(?:www\.)?youtube(?:-nocookie)?\.com/(?:embed|v|shorts)/([\w-]+).*",
            r"https://www.youtube.com/watch?v=\1",
        ),
        (r"https?://youtu\.be/([\w-]+).*", r"https://www.youtube.com/watch?v=\1"),
        (r"https?://player\.vimeo\.com/video/(\d+).*", r"https://vimeo.com/\1"),
        (
            r"https?://(?:www\.)?dailymotion\.com/embed/video/(\w+).*",
            r"https://www.dailymotion.com/video/\1",
        ),
        (
            r"https?://geo\.dailymotion\.com/player(?:/\w+)?\.html\?(?:[^#]*&)?video=(\w+).*",
            r"https://www.dailymotion.com/video/\1",
        ),
        (
            r"https?://open\.spotify\.com/embed(?:-podcast)?/(\w+)/(\w+).*",
            r"https://open.spotify.com/\1/\2",
        ),
        (
            r"https?://embed\.podcasts\.apple\.com/([\w./-]+).*",
            r"https://podcasts.apple.com/\1",
        ),
        (
            r"https?://player\.twitch\.tv/\?(?:[^#]*&)?video=v?(\d+).*",
            r"https://www.twitch.tv/videos/\1",
        ),
        (
            r"https?://player\.twitch\.tv/\?(?:[^#]*&)?channel=(\w+).*",
            r"https://www.twitch.tv/\1",
        ),
        (r"https?://archive\.org/embed/([\w.-]+).*", r"https://archive.org/details/\1"),
        (
            r"https?://embed\.ted\.com/talks/([\w/-]+).*",
            r"https://www.ted.com/talks/\1",
        ),
        (
            r"https?://rumble\.com/embed/([\w.]+).*",
            r"https://rumble.com/embed/\1",
        ),
        (
            r"https?://(?:[\w-]+\.)*bandcamp\.com/(EmbeddedPlayer/[\w=./-]+).*",
            r"https://bandcamp.com/\1",
        ),
        # PeerTube, which anyone may host.
        (r"(https?://[\w.-]+)/videos/embed/([\w-]{10,40}).*", r"\1/videos/watch/\2"),
    )
)
_SOUNDCLOUD = re.compile(r"https?://w\.soundcloud\.com/player/?\?")
# Frames that show nothing a reader came for.
_WORTHLESS = re.compile(
    r"https?://(?:[\w-]+\.)*(?:doubleclick\.net|googlesyndication\.com|adnxs\.com"
    r"|googletagmanager\.com|amazon-adsystem\.com|taboola\.com|outbrain\.com"
    r"|facebook\.com/plugins/(?:like|share|page)|platform\.twitter\.com/widgets"
    r"|disqus\.com|feedburner\.com)(?:[:/?#.]|$)",
    re.IGNORECASE,
)


def page_of_player(frame_url: str, resolve: Callable[[str], str | None]) -> str | None:
    """Return the page on which a known player's film or sound can be found."""
    if _SOUNDCLOUD.match(frame_url):
        track = parse_qs(urlsplit(frame_url).query).get("url", [""])[0]
        return resolve(track)
    for frame, page in _PAGES:
        match = frame.fullmatch(frame_url)
        if match:
            return match.expand(page)
    return None


def is_worthless(frame_url: str) -> bool:
    """Return whether a frame only advertises, counts or shares."""
    return _WORTHLESS.match(frame_url) is not None
