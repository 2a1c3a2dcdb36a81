"""A published feed over HTTP, beside a static file of the same size on the same server.

Both are driven by wrk in the same run. The file is served as the web app's own files
are; the feed comes from its stored build.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests import engines
from tests.deframings import deframe
from tests.make import NOON, some_entries

from bench.servers import server
from tidings.operations.publishing.feed_documents import MOST_ENTRIES, document
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import open_database
from tidings.store.engine.migrate import upgrade
from tidings.store.feeds.feeds import NewFeed, insert_feed
from tidings.store.publishing import builds

URL = "https://news.example/feed"
_FILE = "same-bytes.xml"
_SECONDS = 4
_ROUNDS = 3
_CONNECTIONS = 16


def run(console: Console, engine_names: list[str]) -> None:
    """Measure both on each engine."""
    if shutil.which("wrk") is None:
        console.print("Published feeds are not measured: wrk is not installed.")
        return
    for engine in engine_names:
        with tempfile.TemporaryDirectory(prefix="tidings-bench-") as place:
            if engine == "sqlite":
                url = f"sqlite:///{Path(place) / 'bench.db'}"
                _measure(console, engine, url, Path(place))
            else:
                with engines.postgres() as url:
                    _measure(console, engine, url, Path(place))


def _measure(console: Console, engine: str, url: str, place: Path) -> None:
    body = _publish(url)
    folder = place / "files"
    folder.mkdir()
    for name in ("index.html", _FILE):
        (folder / name).write_bytes(body)
    with server("published", url, str(folder)) as target:
        base = f"http://127.0.0.1:{target.port}"
        feed, file = f"{base}/rss?url={URL}", f"{base}/{_FILE}"
        rates = [(_rate(feed), _rate(file)) for _ in range(_ROUNDS)]
    table = Table(title=f"{engine}: a published feed of {len(body):,} bytes")
    for column in ("round", "feed a second", "file a second", "feed / file"):
        table.add_column(column, justify="right")
    for number, (ours, static) in enumerate(rates, 1):
        ratio = f"{ours / static:.2f}"
        table.add_row(str(number), f"{ours:.0f}", f"{static:.0f}", ratio)
    console.print(table)


def _publish(url: str) -> bytes:
    upgrade(url)
    database = open_database(url)
    try:
        return database.write_now(_fill)
    finally:
        database.close_now()


def _fill(db: Connection) -> bytes:
    feed_id, _ = insert_feed(db, NewFeed(URL, title="News"), NOON)
    for number in some_entries(db, feed_id, [NOON] * MOST_ENTRIES):
        deframe(db, number, f"Entry {number} in words that take no side at all")
    builds.publish_feed(db, feed_id, NOON)
    feed = builds.public_feed(db, feed_id)
    assert feed is not None
    entries = tuple(builds.deframed_entries(db, feed_id, MOST_ENTRIES))
    build = document(feed, entries, "rss", "http://127.0.0.1", NOON)
    builds.save_builds(db, feed_id, {"rss": build})
    return build.body


def _rate(url: str) -> float:
    command = ["wrk", "-t1", f"-c{_CONNECTIONS}", url]
    subprocess.run([*command, "-d1s"], check=True, capture_output=True)
    done = subprocess.run(
        [*command, f"-d{_SECONDS}s"], check=True, capture_output=True, text=True
    )
    if "Non-2xx" in done.stdout:
        raise RuntimeError(done.stdout)
    found = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    assert found is not None
    return float(found[1])
