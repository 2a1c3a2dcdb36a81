"""The newspaper as a small web server: feeds, pages, pictures, sounds and a film."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tidings.demo.edition import Edition, Published, published
from tidings.demo.pages import broken_page, entry_page, home_page
from tidings.demo.pictures import icon, picture
from tidings.demo.sounds import SECONDS, tune
from tidings.demo.writers import DemoSound, write_feed
from tidings.samples.content import FILM, SampleFeed, sample_feeds

_SLOWNESS = timedelta(seconds=4)
_GONE = "This feed has been closed for good. Thank you for reading."


@dataclass(slots=True)
class Newspaper:
    """What the server shows; it moves on when the first edition has been read."""

    origin: str
    founded_at: int
    clock: Callable[[], int]
    is_second_edition: bool = False
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    def shown(self, name: str) -> list[Published]:
        """Return what one of the feeds shows now."""
        edition = Edition(
            self.origin, self.founded_at, self.clock(), self.is_second_edition
        )
        return published(name, sample_feeds()[name], edition)

    def site(self, name: str) -> str:
        """Return the address of a feed's home page."""
        return f"{self.origin}/{name}/"


def newspaper_app(newspaper: Newspaper) -> Starlette:
    """Return the application that serves a newspaper."""
    app = Starlette(
        routes=[
            Route("/ready", _ready),
            Route("/pictures/{scene}/{name}.png", _picture),
            Route("/sounds/{name}.wav", _tune),
            Route("/films/crossing.webm", _film),
            Route("/{feed}/", _home),
            Route("/{feed}/feed", _feed),
            Route("/{feed}/icon.png", _icon),
            Route("/{feed}/{entry}", _entry),
        ]
    )
    app.state.newspaper = newspaper
    return app


async def _ready(request: Request) -> Response:
    if _newspaper(request).ready.is_set():
        return PlainTextResponse("ok")
    return PlainTextResponse("not yet", 503)


async def _feed(request: Request) -> Response:
    newspaper = _newspaper(request)
    name, sample = _sample(request)
    site = newspaper.site(name)
    if sample.behaviour == "gone":
        return PlainTextResponse(_GONE, 410)
    if sample.behaviour == "broken":
        return HTMLResponse(broken_page(sample, site))
    if sample.behaviour == "slow":
        await asyncio.sleep(_SLOWNESS.total_seconds())
    shown = newspaper.shown(name)
    kind, text = write_feed(sample, site, shown, _sound(shown))
    return Response(text, media_type=kind)


async def _home(request: Request) -> Response:
    newspaper = _newspaper(request)
    name, sample = _sample(request)
    shown = newspaper.shown(name)
    return HTMLResponse(home_page(sample, newspaper.site(name), shown))


async def _entry(request: Request) -> Response:
    newspaper = _newspaper(request)
    name, sample = _sample(request)
    for entry in newspaper.shown(name):
        if entry.id == request.path_params["entry"]:
            return HTMLResponse(entry_page(sample, newspaper.site(name), entry))
    raise HTTPException(404)


def _newspaper(request: Request) -> Newspaper:
    newspaper: Newspaper = request.app.state.newspaper
    return newspaper


def _sample(request: Request) -> tuple[str, SampleFeed]:
    name = request.path_params["feed"]
    sample = sample_feeds().get(name)
    if sample is None:
        raise HTTPException(404)
    return name, sample


def _sound(shown: list[Published]) -> DemoSound:
    # All sounds are as long as each other: one speaks for all.
    is_podcast = any(entry.sound_url for entry in shown)
    return DemoSound(len(tune("")) if is_podcast else 0, SECONDS)


async def _picture(request: Request) -> Response:
    scene, name = request.path_params["scene"], request.path_params["name"]
    drawn = await asyncio.to_thread(picture, scene, name)
    if drawn is None:
        raise HTTPException(404)
    return Response(drawn, media_type="image/png")


async def _tune(request: Request) -> Response:
    sound = await asyncio.to_thread(tune, request.path_params["name"])
    return Response(sound, media_type="audio/wav")


async def _film(_: Request) -> Response:
    return FileResponse(FILM, media_type="video/webm")


async def _icon(request: Request) -> Response:
    _, sample = _sample(request)
    return Response(await asyncio.to_thread(icon, sample.color), media_type="image/png")
