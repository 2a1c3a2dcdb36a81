import gzip
from collections.abc import AsyncIterator, Callable

import httpx
import pytest
from structlog.testing import capture_logs

from tests.fetch.origin import Endless, Received
from tests.services.site import Answer, Site
from tests.web.v1.reading_site import ReadingSite, open_reading_site
from tidings.fetch.picture import LARGEST, Broken
from tidings.html.sanitize import sanitize
from tidings.services.entries.enclosures import enclosure_url
from tidings.services.entries.media import media_hook, media_url

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
HTML = b"<html><script>alert(1)</script></html>"


@pytest.fixture
async def site(new_url: Callable[..., str]) -> AsyncIterator[ReadingSite]:
    async with open_reading_site(new_url("sqlite", migrated=True)) as opened:
        yield opened


def signed(site: ReadingSite, path: str) -> str:
    url = path if "://" in path else site.services.url(path)
    return media_url(site.services.context, url)


async def load(site: ReadingSite, path: str) -> httpx.Response:
    """Load a picture as a browser does that knows nothing but its address."""
    return await site.ann.http.get(
        signed(site, path), headers={"authorization": "", "cookie": "secret=1"}
    )


async def test_a_picture_is_handed_on_with_harmless_headers(site: ReadingSite) -> None:
    site.services.site.pages["/a.png"] = Answer(
        PNG, "text/html", headers=("Set-Cookie: a=b",)
    )
    answer = await load(site, "/a.png")
    assert (answer.status_code, answer.content) == (200, PNG)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["content-disposition"] == "inline"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["cache-control"].startswith("private, max-age=")
    assert "set-cookie" not in answer.headers
    (asked,) = site.services.site.received
    for private in ("cookie", "referer", "authorization", "x-forwarded-for"):
        assert private not in asked.headers


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xd8\xff\xe0" + b"x" * 50, "image/jpeg"),
        (b"GIF89a" + b"x" * 50, "image/gif"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
        (b"\0\0\0\x20ftypavif" + b"x" * 50, "image/avif"),
        (b"\0\0\1\0\1\0", "image/x-icon"),
        (b"BM" + b"\0" * 12 + b"\x28\0\0\0" + b"x" * 30, "image/bmp"),
        (SVG, None),
        (b"<?xml version='1.0'?>" + SVG, None),
        (HTML, None),
        (b"BM<script>alert(1)</script>", None),
        (b"%PDF-1.7", None),
        (b"\0\0\0\x18ftypmp42", None),
        (b"ID3\x03", None),
        (b"", None),
    ],
)
async def test_only_pixels_are_handed_on_whatever_the_server_says(
    site: ReadingSite, body: bytes, kind: str | None
) -> None:
    site.services.site.pages["/it"] = Answer(body, "image/png")
    answer = await load(site, "/it")
    if kind is None:
        assert answer.status_code == 415
        assert answer.json()["error"]["code"] == "UNSUPPORTED_MEDIA"
    else:
        assert (answer.headers["content-type"], answer.content) == (kind, body)


async def test_an_address_that_we_did_not_sign_is_refused(site: ReadingSite) -> None:
    site.services.site.pages["/a.png"] = Answer(PNG, "image/png")
    genuine = signed(site, "/a.png")
    start, signature, packed = genuine.rsplit("/", 2)
    _, _, other = signed(site, "/b.png").rsplit("/", 2)
    flipped = ("A" if signature[0] != "A" else "B") + signature[1:]
    for forged in (
        f"{start}/{signature}/{other}",
        f"{start}/{flipped}/{packed}",
        f"{start}/{signature}/{packed}=",
        f"{start}/{signature}/{packed}AA",
        f"{start}/x/aHR0cDovL3guZXhhbXBsZS8",
        f"{start}/é/é",
        f"{start}/{signature}/%00",
    ):
        answer = await site.ann.http.get(forged)
        assert (forged, answer.status_code) == (forged, 403)
        assert "<" not in answer.text
    assert site.services.site.asked == []


async def test_places_inside_are_not_visited(site: ReadingSite) -> None:
    site.services.site.redirect("/in", "http://169.254.169.254/x.png", 302)
    for url in ("/in", "http://10.0.0.1/x.png", "http://[::1]:6379/x.png"):
        answer = await load(site, url)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "ADDRESS_BLOCKED"


@pytest.mark.parametrize(
    ("status", "expected"), [(404, 404), (410, 404), (500, 424), (403, 424), (304, 424)]
)
async def test_a_servers_refusal_has_a_code(
    site: ReadingSite, status: int, expected: int
) -> None:
    site.services.site.pages["/it"] = Answer(PNG, "image/png", status)
    answer = await load(site, "/it")
    assert answer.status_code == expected
    assert answer.json()["error"]["code"] in ("NOT_FOUND", "UPSTREAM_FAILED")


async def test_a_picture_that_says_it_is_too_large_is_not_begun(
    site: ReadingSite,
) -> None:
    site.services.site.pages["/it"] = Answer(PNG + b"x" * (11 << 20), "image/png")
    answer = await load(site, "/it")
    assert answer.status_code == 424
    assert answer.json()["error"]["details"]["reason"] == "too_large"


class EndlessSite(Site):
    """Pictures without end, plain or packed into almost nothing."""

    async def do_any(self, request: Received) -> Endless:
        yield b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n"
        if request.path == "/packed":
            yield b"Content-Encoding: gzip\r\n\r\n"
            yield gzip.compress(PNG + b"\0" * (50 << 20))
            return
        yield b"\r\n" + PNG
        while True:
            yield b"x" * 65_536


@pytest.mark.parametrize("path", ["/endless", "/packed"])
async def test_a_picture_without_end_is_broken_off(
    new_url: Callable[..., str], path: str
) -> None:
    url = new_url("sqlite", migrated=True)
    async with EndlessSite() as endless:
        allowed = f"127.0.0.1:{endless.port}"
        async with open_reading_site(url, TIDINGS_ALLOW_ORIGINS=allowed) as site:
            with capture_logs() as logs, pytest.raises(Broken):
                await load(site, endless.url(path))
        assert [each["log_level"] for each in logs].count("warning") == 1
        assert "answer broke off" in [each["event"] for each in logs]
        assert not any("exc_info" in each for each in logs)
        assert endless.written < LARGEST + (2 << 20)


async def test_entries_come_with_pictures_through_us(site: ReadingSite) -> None:
    context = site.services.context
    html = (
        '<p><img src="https://x.example/a.png" srcset="https://x.example/b.png 2x"></p>'
    )
    clean = sanitize(html, base_url=None, media=media_hook(context))
    first = media_url(context, "https://x.example/a.png")
    second = media_url(context, "https://x.example/b.png")
    assert f'src="{first}"' in clean
    assert f'srcset="{second} 2x"' in clean
    assert "x.example" not in clean
    absolute = media_hook(context, absolute=True)
    assert absolute is not None
    assert absolute("https://x.example/a.png") == context.server.base_url + first
    film = enclosure_url(context, "https://x.example/a.mp4")
    assert absolute("https://x.example/a.mp4", film=True).endswith(film)


@pytest.mark.parametrize(
    ("mode", "http", "https", "pictures", "sounds"),
    [
        ("all", True, True, "img-src 'self' data:;", "media-src 'self';"),
        (
            "http",
            True,
            False,
            "img-src 'self' data: https:;",
            "media-src 'self' https:;",
        ),
        (
            "off",
            False,
            False,
            "img-src 'self' data: http: https:;",
            "media-src 'self' http: https:;",
        ),
    ],
)
async def test_the_setting_says_which_pictures_and_sounds_come_through_us(
    new_url: Callable[..., str],
    mode: str,
    http: bool,
    https: bool,
    pictures: str,
    sounds: str,
) -> None:
    url = new_url("sqlite", migrated=True)
    async with open_reading_site(url, TIDINGS_MEDIA_PROXY=mode) as site:
        context = site.services.context
        ours = [
            media_url(context, f"{scheme}://x.example/a.png").startswith("/api/")
            for scheme in ("http", "https")
        ]
        assert ours == [http, https]
        answer = await site.ann.http.get("/api/health")
        assert pictures in answer.headers["content-security-policy"]
        assert sounds in answer.headers["content-security-policy"]
