"""Sounds and films through us: seeking works, and nothing but what we signed is fetched."""

import json
import re
from collections.abc import AsyncIterator, Callable

import httpx
import pytest

from tests.fetch.origin import Endless, Received
from tests.services.site import Answer, Site
from tests.web.v1.reading_site import ReadingSite, open_reading_site
from tidings.fetch.picture import Broken
from tidings.services.entries.enclosures import enclosure_url, is_played
from tidings.services.entries.media import media_url

SOUND = b"ID3" + bytes(range(256)) * 400


class Station(Site):
    """Serves one sound, whole or in parts, as podcast hosts do."""

    async def do_any(self, request: Received) -> Endless:
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("range", ""))
        start = int(part[1]) if part else 0
        end = int(part[2] or len(SOUND) - 1) if part else len(SOUND) - 1
        if start >= len(SOUND):
            yield b"HTTP/1.1 416 No\r\nContent-Length: 7\r\n"
            yield f"Content-Range: bytes */{len(SOUND)}\r\n\r\nNo part".encode()
            return
        status = "206 Part" if part else "200 OK"
        body = SOUND[start : end + 1]
        yield f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n".encode()
        if part:
            yield f"Content-Range: bytes {start}-{end}/{len(SOUND)}\r\n".encode()
        yield b"Content-Type: audio/mpeg\r\nAccept-Ranges: bytes\r\n"
        yield b'ETag: "one"\r\nSet-Cookie: a=b\r\n\r\n'
        if request.method != "HEAD":
            yield body

    async def do_close(self, request: Received) -> Endless:
        """Break off in the middle: the connection is closed after this."""
        yield b"HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: 5000\r\n"
        yield b"\r\n" + SOUND[:2000]


@pytest.fixture
async def station() -> AsyncIterator[Station]:
    async with Station() as opened:
        yield opened


@pytest.fixture
async def site(
    new_url: Callable[..., str], station: Station
) -> AsyncIterator[ReadingSite]:
    url = new_url("sqlite", migrated=True)
    allowed = f"127.0.0.1:{station.port}"
    async with open_reading_site(url, TIDINGS_ALLOW_ORIGINS=allowed) as opened:
        yield opened


async def load(
    site: ReadingSite, url: str, method: str = "GET", **headers: str
) -> httpx.Response:
    """Load a sound as a player does that knows nothing but its address."""
    address = enclosure_url(site.services.context, url)
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    return await site.ann.http.request(
        method, address, headers={"authorization": "", "cookie": "secret=1", **asked}
    )


async def test_a_sound_is_handed_on_with_harmless_headers(
    site: ReadingSite, station: Station
) -> None:
    answer = await load(site, station.url("/a.mp3"))
    assert (answer.status_code, answer.content) == (200, SOUND)
    assert answer.headers["content-type"] == "audio/mpeg"
    assert answer.headers["content-length"] == str(len(SOUND))
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in answer.headers
    (asked,) = station.received
    assert asked.headers["accept-encoding"] == "identity"
    for private in ("cookie", "referer", "authorization", "x-forwarded-for"):
        assert private not in asked.headers


async def test_a_part_is_asked_of_the_server_and_handed_on_as_one(
    site: ReadingSite, station: Station
) -> None:
    url = station.url("/a.mp3")
    answer = await load(site, url, Range="bytes=1000-1999", If_Range='"one"')
    assert (answer.status_code, answer.content) == (206, SOUND[1000:2000])
    assert answer.headers["content-range"] == f"bytes 1000-1999/{len(SOUND)}"
    assert answer.headers["content-length"] == "1000"
    assert station.received[0].headers["if-range"] == '"one"'
    beyond = await load(site, url, Range=f"bytes={len(SOUND)}-")
    assert (beyond.status_code, beyond.headers["content-length"]) == (416, "0")
    assert beyond.headers["content-range"] == f"bytes */{len(SOUND)}"


@pytest.mark.parametrize(
    "part", ["bytes=0-1,5-9", "lines=1-2", "bytes=x", "bytes=5", "", "bytes=-"]
)
async def test_a_part_that_makes_no_sense_is_the_whole(
    site: ReadingSite, station: Station, part: str
) -> None:
    answer = await load(site, station.url("/a.mp3"), Range=part)
    assert (answer.status_code, answer.content) == (200, SOUND)
    assert "range" not in station.received[0].headers


async def test_a_look_at_the_headers_does_not_load_the_sound(
    site: ReadingSite, station: Station
) -> None:
    answer = await load(site, station.url("/a.mp3"), "HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(SOUND))
    assert [asked.method for asked in station.received] == ["HEAD"]


async def test_a_sound_that_breaks_off_does_not_seem_whole(
    site: ReadingSite, station: Station
) -> None:
    with pytest.raises(Broken):
        await load(site, station.url("/close"))


async def test_pictures_and_sounds_have_addresses_of_their_own(
    site: ReadingSite, station: Station
) -> None:
    context, url = site.services.context, station.url("/a.mp3")
    picture, sound = media_url(context, url), enclosure_url(context, url)
    start = sound.rsplit("/", 2)[0]
    swapped = start + "/" + "/".join(picture.rsplit("/", 2)[1:])
    for forged in (swapped, f"{start}/x/aHR0cDovL3guZXhhbXBsZS8", sound + "AA"):
        assert (await site.ann.http.get(forged)).status_code == 403
    assert station.received == []


@pytest.mark.parametrize(
    ("path", "said", "kind"),
    [
        ("/a.mp3", "application/octet-stream", "audio/mpeg"),
        ("/a.bin", "application/octet-stream", None),
        ("/a.mp3", "text/html", None),
        ("/a.mp4", "video/mp4", "video/mp4"),
        ("/a.mp3", "audio/\u017c", None),
    ],
)
async def test_only_sounds_and_films_are_handed_on(
    new_url: Callable[..., str], path: str, said: str, kind: str | None
) -> None:
    async with open_reading_site(new_url("sqlite", migrated=True)) as site:
        site.services.site.pages[path] = Answer(SOUND, said)
        answer = await load(site, site.services.url(path))
        if kind is None:
            assert answer.status_code == 415
            assert answer.json()["error"]["code"] == "UNSUPPORTED_MEDIA"
        else:
            assert answer.headers["content-type"] == kind


async def test_places_inside_are_not_visited(site: ReadingSite) -> None:
    answer = await load(site, "http://169.254.169.254/a.mp3")
    assert answer.json()["error"]["code"] == "ADDRESS_BLOCKED"


@pytest.mark.parametrize(
    ("kind", "url", "played"),
    [
        ("audio/mpeg", "https://x.example/a", True),
        ("Video/MP4", "https://x.example/a", True),
        (None, "https://x.example/a.mp3?b=c", True),
        ("application/pdf", "https://x.example/a.mp3", False),
        (None, "https://x.example/a.pdf", False),
    ],
)
def test_what_is_played_is_known_by_its_type_or_name(
    kind: str | None, url: str, played: bool
) -> None:
    assert is_played(kind, url) is played


async def test_pictures_and_sounds_of_entries_come_through_us(
    site: ReadingSite,
) -> None:
    entry = site.entry("https://x.example/story")
    picture, sound = "https://x.example/a.png", "https://x.example/a.mp3"
    extras = json.dumps(
        {"enclosures": [{"url": sound}, {"url": "https://x.example/b"}]}
    )
    site.services.write(
        lambda db: db.run(
            "update entries set image_url = :picture, extras = :extras where id = :id",
            picture=picture,
            extras=extras,
            id=entry,
        )
    )
    context = site.services.context
    shown = (await site.ann.http.get(f"/api/v1/entries/{entry}")).json()
    listed = (await site.ann.http.get("/api/v1/entries")).json()["items"]
    found = (await site.ann.http.get("/api/v1/entries?q=bridge")).json()["items"]
    for one in (shown, *listed, *found):
        assert one["image_url"] == media_url(context, picture)
    assert [(each["url"], each["play_url"]) for each in shown["enclosures"]] == [
        (sound, enclosure_url(context, sound)),
        ("https://x.example/b", None),
    ]
