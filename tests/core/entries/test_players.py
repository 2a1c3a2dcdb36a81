"""Players are known by their addresses, and only by these."""

import re

import pytest

from tidings.core.entries.players import film_of, label_of, player_of

US = "reader.example"


@pytest.mark.parametrize(
    ("address", "site", "page", "frame"),
    [
        (
            "https://www.youtube.com/embed/U-AfiD2NgYg?start=3",
            "YouTube",
            "https://www.youtube.com/watch?v=U-AfiD2NgYg",
            "https://www.youtube-nocookie.com/embed/U-AfiD2NgYg?autoplay=1&rel=0",
        ),
        (
            "https://youtu.be/U-AfiD2NgYg?t=3",
            "YouTube",
            "https://www.youtube.com/watch?v=U-AfiD2NgYg",
            "https://www.youtube-nocookie.com/embed/U-AfiD2NgYg?autoplay=1&rel=0",
        ),
        (
            "https://www.youtube.com/embed/videoseries?list=PL1",
            "YouTube",
            "https://www.youtube.com/playlist?list=PL1",
            "https://www.youtube-nocookie.com/embed/videoseries?list=PL1&autoplay=1",
        ),
        (
            "https://player.vimeo.com/video/12?h=ab3&badge=0",
            "Vimeo",
            "https://vimeo.com/12/ab3",
            "https://player.vimeo.com/video/12?h=ab3&dnt=1&autoplay=1",
        ),
        (
            "https://player.vimeo.com/video/12",
            "Vimeo",
            "https://vimeo.com/12",
            "https://player.vimeo.com/video/12?dnt=1&autoplay=1",
        ),
        (
            "https://geo.dailymotion.com/player/x1.html?video=x9",
            "Dailymotion",
            "https://www.dailymotion.com/video/x9",
            "https://geo.dailymotion.com/player.html?video=x9",
        ),
        (
            "https://player.twitch.tv/?video=v12&parent=blog.example",
            "Twitch",
            "https://www.twitch.tv/videos/12",
            f"https://player.twitch.tv/?video=v12&parent={US}",
        ),
        (
            "https://clips.twitch.tv/embed?clip=Nice-1&parent=blog.example",
            "Twitch",
            "https://clips.twitch.tv/Nice-1",
            f"https://clips.twitch.tv/embed?clip=Nice-1&parent={US}",
        ),
        (
            "https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b&color=f",
            "SoundCloud",
            "https://soundcloud.com/a/b",
            "https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b"
            "&auto_play=true&visual=false",
        ),
        (
            "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1",
            "SoundCloud",
            "https://api.soundcloud.com/tracks/1",
            "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1"
            "&auto_play=true&visual=false",
        ),
        (
            "https://open.spotify.com/embed/episode/1a?utm_source=x",
            "Spotify",
            "https://open.spotify.com/episode/1a",
            "https://open.spotify.com/embed/episode/1a",
        ),
        (
            "https://bandcamp.com/EmbeddedPlayer/album=1/size=large/",
            "Bandcamp",
            "https://bandcamp.com/EmbeddedPlayer/album=1/size=large/",
            "https://bandcamp.com/EmbeddedPlayer/album=1/size=large/",
        ),
        (
            "https://tube.example/videos/embed/9c9de5e8-0a1e?title=0",
            "PeerTube",
            "https://tube.example/videos/watch/9c9de5e8-0a1e",
            "https://tube.example/videos/embed/9c9de5e8-0a1e?autoplay=1&p2p=0",
        ),
        (
            "https://social.example/@ann/112233445566/embed",
            "Mastodon",
            "https://social.example/@ann/112233445566",
            "https://social.example/@ann/112233445566/embed",
        ),
        (
            "https://embed.bsky.app/embed/did:plc:x1/app.bsky.feed.post/3k?id=1",
            "Bluesky",
            "https://bsky.app/profile/did:plc:x1/post/3k",
            "https://embed.bsky.app/embed/did:plc:x1/app.bsky.feed.post/3k",
        ),
        (
            "https://www.tiktok.com/embed/v2/71",
            "TikTok",
            "https://www.tiktok.com/player/v1/71",
            "https://www.tiktok.com/player/v1/71",
        ),
        (
            "https://www.instagram.com/p/Cx_1/embed/?cr=1",
            "Instagram",
            "https://www.instagram.com/p/Cx_1/",
            "https://www.instagram.com/p/Cx_1/embed/captioned/",
        ),
        (
            "https://codepen.io/ann/embed/preview/abC?default-tab=html",
            "CodePen",
            "https://codepen.io/ann/pen/abC",
            "https://codepen.io/ann/embed/abC?default-tab=result",
        ),
        (
            "https://www.openstreetmap.org/export/embed.html?bbox=1%2C2&layer=mapnik",
            "OpenStreetMap",
            "https://www.openstreetmap.org/export/embed.html?bbox=1%2C2&layer=mapnik",
            "https://www.openstreetmap.org/export/embed.html?bbox=1%2C2&layer=mapnik",
        ),
        (
            "https://www.google.com/maps/embed?pb=!1m18!2d-9.1",
            "Google Maps",
            "https://www.google.com/maps/embed?pb=!1m18!2d-9.1",
            "https://www.google.com/maps/embed?pb=!1m18!2d-9.1",
        ),
    ],
)
def test_a_player_has_a_page_and_a_frame(
    address: str, site: str, page: str, frame: str
) -> None:
    player = player_of(address)
    assert player is not None
    assert (player.site, player.page_url) == (site, page)
    assert player.frame_url(US) == frame
    assert player_of(page) == player
    assert player_of(frame) == player


@pytest.mark.parametrize(
    "address",
    [
        "https://blog.example/post/1",
        "https://youtube.com.evil.example/embed/abc",
        "https://evil.example/www.youtube.com/embed/abc",
        "https://evil.example/?u=https://www.youtube.com/embed/abc",
        "https://evilyoutube.com/embed/abc",
        "javascript:alert(1)//www.youtube.com/embed/abc",
        "https://user:word@tube.example/videos/embed/9c9de5e8-0a1e",
        "https://192.168.1.1/videos/embed/9c9de5e8-0a1e",
        "https://router.lan/videos/embed/9c9de5e8-0a1e",
        "https://localhost/videos/embed/9c9de5e8-0a1e",
        "https://tube.example:8443/videos/embed/9c9de5e8-0a1e",
        "https://w.soundcloud.com/player/?url=https%3A//evil.example/a",
        "https://w.soundcloud.com/player/?color=1",
        'https://www.google.com/maps/embed?pb="><script>',
        f"https://www.youtube.com/embed/{'a' * 3000}",
        "",
    ],
)
def test_nothing_else_is_a_player(address: str) -> None:
    assert player_of(address) is None


def test_what_is_shown_is_asked_of_the_site_itself_by_https() -> None:
    for address in (
        "http://youtu.be/abc",
        "http://tube.example/videos/embed/0123456789",
    ):
        player = player_of(address)
        assert player is not None
        for url in (player.page_url, player.frame_url(US), player.picture_url):
            assert url is None or re.match("https://[a-z]", url)


def test_an_entry_shows_the_film_of_its_own_page() -> None:
    film = film_of("https://www.youtube.com/watch?v=abc")
    assert film is not None
    assert film.picture_url == "https://i.ytimg.com/vi/abc/hqdefault.jpg"
    for other in (
        None,
        "https://blog.example/",
        "https://soundcloud.com/a/b",
        "https://blog.example/videos/watch/harbour-opens",
    ):
        assert film_of(other) is None


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("", "YouTube"),
        ("YouTube video player", "YouTube"),
        ("Embedded content", "YouTube"),
        (" The harbour\nopens ", "The harbour opens"),
    ],
)
def test_a_player_is_called_by_a_title_that_says_something(
    title: str, label: str
) -> None:
    player = player_of("https://youtu.be/abc")
    assert player is not None
    assert label_of(player, title) == label
