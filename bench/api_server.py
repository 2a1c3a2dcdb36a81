"""A web process to measure: Tidings itself, or a bare ASGI app that says the same bytes."""

import asyncio
import json
import socket
import sys
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from bench.history import READERS
from tidings.cli.processes.web_process import HttpProtocol
from tidings.config import load_settings
from tidings.context import Context
from tidings.core.clock import micros
from tidings.observe.logs import configure_logs
from tidings.services.accounts.sessions import open_session
from tidings.services.accounts.users import add_user
from tidings.store.accounts.accounts import set_email
from tidings.web.app import create_app
from tidings.web.site.static import add_pages
from tidings.wiring import build_context, prepare_database


async def ours(url: str, ai: str = "none") -> None:
    """Serve the database at an address; print the port and a token for each reader."""
    settings = load_settings(
        {
            "TIDINGS_DATABASE_URL": url,
            "TIDINGS_SECRET_KEY": "k" * 40,
            "TIDINGS_LOG_LEVEL": "warning",
            "TIDINGS_API_RATE": "1000000",
            "TIDINGS_AI_PROVIDER": ai,
        },
        Path("/nonexistent"),
    )
    configure_logs("warning", "text", process="bench")
    context = build_context(settings)
    tokens = {}
    for name, user in READERS.items():
        tokens[name], _ = await open_session(context, user)
    await _serve(create_app(context), tokens)


async def published(url: str, folder: str) -> None:
    """Serve a database, and beside it the files of a folder as a web app's."""
    settings = load_settings(
        {"TIDINGS_DATABASE_URL": url, "TIDINGS_LOG_LEVEL": "warning"},
        Path("/nonexistent"),
    )
    configure_logs("warning", "text", process="bench")
    app = create_app(build_context(settings))
    add_pages(app, Path(folder))
    # First, or it would take longer to find the file than to send it.
    app.router.routes.insert(0, app.router.routes.pop())
    await _serve(app, {})


async def sign_in_state(url: str, mail_port: str, name: str) -> None:
    """Serve a new database with one account, where no limit lasts."""
    settings = load_settings(
        {
            "TIDINGS_DATABASE_URL": url,
            "TIDINGS_SECRET_KEY": "k" * 40,
            "TIDINGS_SMTP_URL": f"smtp://127.0.0.1:{mail_port}",
            "TIDINGS_MAIL_FROM": "news@example.org",
        },
        Path("/nonexistent"),
    )
    configure_logs("warning", "text", process="bench")
    prepare_database(settings, check=False)
    context = _with_flying_minutes(build_context(settings))
    user = await add_user(context, name, "correct horse battery", "admin")
    await context.database.write(set_email, user.id, f"{name}@example.org")
    await _serve(create_app(context), {})


def _with_flying_minutes(context: Context) -> Context:
    """Let a minute pass with every look at the clock."""
    minute = micros(timedelta(minutes=1))
    looks = count()
    return replace(context, clock=lambda: context.clock() + next(looks) * minute)


async def bare(file: str) -> None:
    """Say one answer to every request."""
    await _serve(_saying(Path(file)), {})


def _saying(file: Path) -> ASGIApp:
    status, headers, body = file.read_bytes().split(b"\n\n", 2)
    start = {
        "type": "http.response.start",
        "status": int(status),
        "headers": [tuple(line.split(b": ", 1)) for line in headers.split(b"\n")],
    }

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send(start)
        await send({"type": "http.response.body", "body": body})

    return app


async def _serve(app: ASGIApp, tokens: dict[str, str]) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        http=HttpProtocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
    )
    port = listener.getsockname()[1]
    print(json.dumps({"port": port, "tokens": tokens}), flush=True)
    await uvicorn.Server(config).serve([listener])


if __name__ == "__main__":
    import uvloop

    runs = {"ours": ours, "doors": sign_in_state, "bare": bare, "published": published}
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(runs[sys.argv[1]](*sys.argv[2:]))
