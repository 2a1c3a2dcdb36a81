"""The demo as a person meets it: the real program, asked over HTTP."""

import json
import urllib.request
from dataclasses import dataclass
from typing import Any

from tests.cli.program import PATIENCE, Program, Running, children, until
from tidings.samples.content import sample_feeds

Json = dict[str, Any]
REVISED = [
    (entry.id, entry.revised)
    for feed in sample_feeds().values()
    for entry in feed.entry
    if entry.revised is not None
]
# Those that are edited while one looks are not waited for.
EDITED_LATER = [name for name, revised in REVISED if revised.minutes is not None]
EDITED = len(REVISED) - len(EDITED_LATER)


@dataclass(frozen=True)
class Seen:
    """What the API said about one run of the demo, and how that run ended."""

    entries: list[Json]
    feeds: list[Json]
    rules: list[Json]
    searches: list[Json]
    highlights: list[Json]
    folders: list[Json]
    tags: list[str]
    diff: Json
    podcast: Json
    film: Json
    full_text: Json
    sizes: list[Json]
    clean_ups: list[Json]
    digests: list[Json]
    lines: list[str]
    children: list[int]
    exit_code: int | None


class Api:
    """The API, signed in as the demo's reader."""

    def __init__(self, port: int) -> None:
        self._at = f"http://127.0.0.1:{port}/api/v1/"
        body = {"username": "demo", "password": "demo-demo-demo"}
        self._token = ""
        self._token = self.ask("auth/login", body)["token"]

    def ask(self, path: str, body: Json | None = None) -> Json:
        request = urllib.request.Request(
            self._at + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {self._token}",
                "Content-Type": "application/json",
            }
            if self._token
            else {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            read: Json = json.load(answer)
            return read

    def pages(self, path: str) -> list[Json]:
        """Return a whole list, page by page."""
        page = self.ask(path)
        found: list[Json] = page["items"]
        while page["next_cursor"]:
            page = self.ask(f"{path}&cursor={page['next_cursor']}")
            found += page["items"]
        return found

    def entries(self) -> list[Json]:
        return self.pages("entries?limit=200")

    def entry(self, words: str) -> Json:
        """Return the whole entry whose title has these words."""
        number = next(one["id"] for one in self.entries() if words in one["title"])
        return self.ask(f"entries/{number}")


def watch_demo(tidings: Program, port: int) -> Seen:
    """Run the demo until it has shown its edits, and return what was seen."""
    with tidings.start("serve", "--demo") as running:
        running.wait_for("Sign in as demo")
        api = Api(port)
        until(lambda: sum(one["version"] > 1 for one in api.entries()) >= EDITED)
        until(lambda: "Brass" in titles_read(api))
        return _seen(running, api)


def watch_demo_again(tidings: Program, port: int) -> Seen:
    """Run the demo until the worker has fetched pages: it looks for them at its start,
    and then every few seconds."""
    with tidings.start("serve", "--demo") as running:
        running.wait_for("Sign in as demo")
        api = Api(port)
        until(lambda: bool(api.entry("Slack Water")["full_text_html"]))
        return _seen(running, api)


def titles_read(api: Api) -> str:
    """Return the titles of all feeds that were read at least once."""
    feeds = api.pages("health/feeds?limit=200")
    return " ".join(one["title"] for one in feeds if one["feed"]["entries"])


def _seen(running: Running, api: Api) -> Seen:
    edited = next(one for one in api.entries() if one["version"] > 1)
    seen = {
        "entries": api.entries(),
        "feeds": api.pages("health/feeds?limit=200"),
        "rules": api.pages("rules?limit=200"),
        "searches": api.pages("searches?limit=200"),
        "highlights": api.pages("highlights?limit=200"),
        "folders": api.pages("folders?limit=200"),
        "tags": [one["name"] for one in api.ask("counts")["tags"]],
        "diff": api.ask(f"entries/{edited['id']}/diff"),
        "podcast": api.entry("The buoy tender"),
        "film": api.entry("Filmed, for once"),
        "full_text": api.entry("Slack Water"),
        "sizes": api.ask("admin/database-sizes")["items"],
        "clean_ups": api.ask("admin/cleanup-log")["items"],
        "digests": api.ask("digests")["items"],
    }
    started = children(running.process.pid)
    running.end()
    return Seen(
        **seen,
        lines=running.lines,
        children=started,
        exit_code=running.process.returncode,
    )
