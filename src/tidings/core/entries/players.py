"""Known players, each with its page, its frame and its picture: the one table of them.

What a frame of somebody's page shows, and what the address of an entry leads to, is
recognised by the address alone; nobody is asked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal
from urllib.parse import parse_qs, quote, urlsplit

PlayerShape = Literal["film", "sound", "post"]


@dataclass(frozen=True, slots=True)
class Player:
    """Something that plays, or is shown, in a frame of its site."""

    site: str
    shape: PlayerShape
    page_url: str  # for people
    picture_url: str | None
    names_us: bool  # the site plays only for whoever says what page it is in
    template: str

    def frame_url(self, our_host: str) -> str:
        """Return what is to be in the frame; some sites want to know the page's host."""
        return self.template.replace("OUR_HOST", quote(our_host))


@dataclass(frozen=True, slots=True)
class _Kind:
    site: str
    shape: PlayerShape
    # Addresses of frames and of pages, without the scheme; groups are named.
    addresses: tuple[re.Pattern[str], ...]
    page: str
    frame: str
    picture: str | None = None
    names_us: bool = False


_YOUTUBE = r"(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com"
_NOCOOKIE = "https://www.youtube-nocookie.com/embed"
_QUERY = r"\?(?:[^#]*&)?"
_ID = r"(?P<id>[\w-]{1,64})"
_NUMBER = r"(?P<id>[0-9]{1,25})"
_REST = r"(?:[/?&#].*)?"
# Of sites that anyone may run; any address could look like theirs.
_ANY_HOST = r"(?P<host>(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63})"


def _kind(
    site: str,
    shape: PlayerShape,
    addresses: tuple[str, ...],
    page: str,
    frame: str,
    picture: str | None = None,
) -> _Kind:
    patterns = tuple(re.compile(one, re.ASCII) for one in addresses)
    return _Kind(site, shape, patterns, page, frame, picture, site == "YouTube")


_KINDS = (
    _kind(
        "YouTube",
        "film",
        (
            rf"{_YOUTUBE}/embed/videoseries{_QUERY}list={_ID}.*",
            rf"{_YOUTUBE}/playlist{_QUERY}list={_ID}.*",
        ),
        "https://www.youtube.com/playlist?list={id}",
        f"{_NOCOOKIE}/videoseries?list={{id}}&autoplay=1",
    ),
    _kind(
        "YouTube",
        "film",
        (
            rf"{_YOUTUBE}/(?:embed|v|shorts|live)/{_ID}{_REST}",
            rf"{_YOUTUBE}/watch{_QUERY}v={_ID}{_REST}",
            rf"youtu\.be/{_ID}{_REST}",
        ),
        "https://www.youtube.com/watch?v={id}",
        f"{_NOCOOKIE}/{{id}}?autoplay=1&rel=0",
        "https://i.ytimg.com/vi/{id}/hqdefault.jpg",
    ),
    _kind(
        "Vimeo",
        "film",
        (
            rf"player\.vimeo\.com/video/{_NUMBER}{_QUERY}h=(?P<key>\w{{1,40}}).*",
            rf"(?:www\.)?vimeo\.com/{_NUMBER}/(?P<key>\w{{1,40}}){_REST}",
        ),
        "https://vimeo.com/{id}/{key}",
        "https://player.vimeo.com/video/{id}?h={key}&dnt=1&autoplay=1",
    ),
    _kind(
        "Vimeo",
        "film",
        (
            rf"player\.vimeo\.com/video/{_NUMBER}{_REST}",
            rf"(?:www\.)?vimeo\.com/{_NUMBER}{_REST}",
        ),
        "https://vimeo.com/{id}",
        "https://player.vimeo.com/video/{id}?dnt=1&autoplay=1",
    ),
    _kind(
        "Dailymotion",
        "film",
        (
            rf"(?:www\.)?dailymotion\.com/(?:embed/)?video/{_ID}{_REST}",
            rf"geo\.dailymotion\.com/player(?:/\w+)?\.html{_QUERY}video={_ID}.*",
        ),
        "https://www.dailymotion.com/video/{id}",
        "https://geo.dailymotion.com/player.html?video={id}",
        "https://www.dailymotion.com/thumbnail/video/{id}",
    ),
    _kind(
        "Twitch",
        "film",
        (
            rf"player\.twitch\.tv/{_QUERY}video=v?{_NUMBER}.*",
            rf"(?:www\.)?twitch\.tv/videos/{_NUMBER}{_REST}",
        ),
        "https://www.twitch.tv/videos/{id}",
        "https://player.twitch.tv/?video=v{id}&parent=OUR_HOST",
    ),
    _kind(
        "Twitch",
        "film",
        (
            rf"clips\.twitch\.tv/embed{_QUERY}clip={_ID}.*",
            rf"clips\.twitch\.tv/{_ID}{_REST}",
        ),
        "https://clips.twitch.tv/{id}",
        "https://clips.twitch.tv/embed?clip={id}&parent=OUR_HOST",
    ),
    _kind(
        "Twitch",
        "film",
        (
            rf"player\.twitch\.tv/{_QUERY}channel={_ID}.*",
            rf"(?:www\.)?twitch\.tv/{_ID}/?",
        ),
        "https://www.twitch.tv/{id}",
        "https://player.twitch.tv/?channel={id}&parent=OUR_HOST",
    ),
    _kind(
        "Internet Archive",
        "film",
        (r"archive\.org/(?:embed|details)/(?P<id>[\w.-]{1,100}).*",),
        "https://archive.org/details/{id}",
        "https://archive.org/embed/{id}",
        "https://archive.org/services/img/{id}",
    ),
    _kind(
        "TED",
        "film",
        (r"(?:embed|www)\.ted\.com/talks/(?P<id>[\w/-]{1,200}).*",),
        "https://www.ted.com/talks/{id}",
        "https://embed.ted.com/talks/{id}",
    ),
    _kind(
        "Rumble",
        "film",
        (r"rumble\.com/embed/(?P<id>[\w.]{1,64}).*",),
        "https://rumble.com/embed/{id}",
        "https://rumble.com/embed/{id}",
    ),
    _kind(
        "SoundCloud",
        "sound",
        (
            r"(?P<api>api\.)soundcloud\.com/(?P<id>[\w/:%-]{1,200}).*",
            r"(?P<api>)(?:www\.)?soundcloud\.com/(?P<id>[\w-]{1,100}/[\w/-]{1,200}).*",
        ),
        "https://{api}soundcloud.com/{id}",
        "https://w.soundcloud.com/player/?url=https%3A//{api}soundcloud.com/{quoted}"
        "&auto_play=true&visual=false",
    ),
    _kind(
        "Spotify",
        "sound",
        (
            r"open\.spotify\.com/(?:embed(?:-podcast)?/)?"
            r"(?P<what>album|artist|episode|playlist|show|track)/(?P<id>\w{1,64}).*",
        ),
        "https://open.spotify.com/{what}/{id}",
        "https://open.spotify.com/embed/{what}/{id}",
    ),
    _kind(
        "Apple Podcasts",
        "sound",
        (r"(?:embed\.)?podcasts\.apple\.com/(?P<id>[\w./-]{1,300}).*",),
        "https://podcasts.apple.com/{id}",
        "https://embed.podcasts.apple.com/{id}",
    ),
    _kind(
        "Bandcamp",
        "sound",
        (r"(?:[\w-]+\.){0,3}bandcamp\.com/EmbeddedPlayer/(?P<id>[\w=./-]{1,300}).*",),
        "https://bandcamp.com/EmbeddedPlayer/{id}",
        "https://bandcamp.com/EmbeddedPlayer/{id}",
    ),
    _kind(
        "Bluesky",
        "post",
        (
            r"embed\.bsky\.app/embed/(?P<who>did:[\w:.-]{1,100})/app\.bsky\.feed\.post/(?P<id>\w{1,40}).*",
            r"bsky\.app/profile/(?P<who>did:[\w:.-]{1,100})/post/(?P<id>\w{1,40}).*",
        ),
        "https://bsky.app/profile/{who}/post/{id}",
        "https://embed.bsky.app/embed/{who}/app.bsky.feed.post/{id}",
    ),
    _kind(
        "TikTok",
        "post",
        (
            rf"(?:www\.)?tiktok\.com/(?:embed(?:/v\d)?|player/v\d)/{_NUMBER}{_REST}",
            rf"(?:www\.)?tiktok\.com/@[\w.-]{{0,40}}/video/{_NUMBER}{_REST}",
        ),
        "https://www.tiktok.com/player/v1/{id}",
        "https://www.tiktok.com/player/v1/{id}",
    ),
    _kind(
        "Instagram",
        "post",
        (rf"(?:www\.)?instagram\.com/(?P<what>p|reel|tv)/{_ID}{_REST}",),
        "https://www.instagram.com/{what}/{id}/",
        "https://www.instagram.com/{what}/{id}/embed/captioned/",
    ),
    _kind(
        "CodePen",
        "post",
        (
            rf"(?:www\.)?codepen\.io/(?P<who>[\w-]{{1,40}})/(?:embed(?:/preview)?|pen)/{_ID}{_REST}",
        ),
        "https://codepen.io/{who}/pen/{id}",
        "https://codepen.io/{who}/embed/{id}?default-tab=result",
    ),
    _kind(
        "OpenStreetMap",
        "post",
        (r"www\.openstreetmap\.org/export/embed\.html\?(?P<id>[\w%.,=&-]{1,500})",),
        "https://www.openstreetmap.org/export/embed.html?{id}",
        "https://www.openstreetmap.org/export/embed.html?{id}",
    ),
    _kind(
        "Google Maps",
        "post",
        (
            r"(?:www|maps)\.google\.com/(?P<id>maps/embed[\w/%.,=&?!+:-]{1,1500})",
            r"maps\.google\.com/(?P<id>maps\?[\w/%.,=&!+:-]{0,1500}output=embed[\w/%.,=&!+:-]{0,500})",
        ),
        "https://www.google.com/{id}",
        "https://www.google.com/{id}",
    ),
    _kind(
        "PeerTube",
        "film",
        (rf"{_ANY_HOST}/videos/(?:embed|watch)/(?P<id>[\w-]{{10,40}}){_REST}",),
        "https://{host}/videos/watch/{id}",
        "https://{host}/videos/embed/{id}?autoplay=1&p2p=0",
    ),
    _kind(
        "Mastodon",
        "post",
        (
            rf"{_ANY_HOST}/(?P<who>@\w{{1,40}}(?:@[\w.-]{{1,100}})?)/(?P<id>[0-9]{{5,25}})(?:/embed)?",
        ),
        "https://{host}/{who}/{id}",
        "https://{host}/{who}/{id}/embed",
    ),
)
_SCHEME = re.compile("https?://", re.IGNORECASE)
_LONGEST = 2_500
_WRAPPED = re.compile(r"w\.soundcloud\.com/player/?\?")
# What programs call every frame of theirs.
_SAYS_NOTHING = re.compile(
    r"(?:\w+ ){0,2}(?:video|audio|media|embed(?:ded)?)? ?(?:player|content|post|video|iframe)",
    re.IGNORECASE,
)


def player_of(
    url: str, resolve: Callable[[str], str | None] = lambda url: url
) -> Player | None:
    """Return what plays at the address of a frame, or of a page with a player."""
    scheme = _SCHEME.match(url)
    if scheme is None or len(url) > _LONGEST:
        return None
    bare = url[scheme.end() :]
    if _WRAPPED.match(bare):
        inner = resolve(parse_qs(urlsplit(url).query).get("url", [""])[0])
        bare = _SCHEME.sub("", inner or "", count=1)
    for kind in _KINDS:
        for address in kind.addresses:
            found = address.fullmatch(bare)
            if found and _is_name(found.groupdict().get("host")):
                return _player(kind, found.groupdict())
    return None


def film_of(url: str | None) -> Player | None:
    """Return the film that the page of an entry shows, on a site known by its name."""
    player = player_of(url) if url else None
    if player is None or player.shape != "film" or player.site == "PeerTube":
        return None
    return player


def label_of(player: Player, title: str) -> str:
    """Return what the frame is called, or its site if its title says nothing."""
    title = " ".join(title.split())
    return player.site if _SAYS_NOTHING.fullmatch(title) or not title else title


def _player(kind: _Kind, parts: dict[str, str]) -> Player:
    filled = {**parts, "quoted": quote(parts["id"], safe="/")}
    return Player(
        kind.site,
        kind.shape,
        kind.page.format_map(filled),
        kind.picture and kind.picture.format_map(filled),
        kind.names_us,
        kind.frame.format_map(filled),
    )


def _is_name(host: str | None) -> bool:
    """Tell a name from the address of a machine, which may be one at home."""
    if host is None:
        return True
    try:
        ip_address(host)
    except ValueError:
        return not host.endswith((".local", ".lan", ".internal", ".localhost"))
    return False
