"""`tidings serve` as the servers see it that it asks: after a kill, in a hurry, in turn."""

import os
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise

from tests.cli.program import PATIENCE, Program, Running, free_port
from tests.e2e.installation import Api

AGAIN_AFTER_A_KILL = 10.0  # seconds
AT_ONCE = 1.0
DELAY = 2.0
BUSY_SERVERS = 6
FEEDS_OF_EACH = 4
# As if an hour had gone by without a worker.
_AN_HOUR_LATER = """
update feed_fetch_state set asked_at = null, check_code = 'interval',
  last_checked_at = last_checked_at - 3600000000,
  next_check_at = last_checked_at + case
    when feed_id = ? then 3600000000 else -1800000000 end
"""


@dataclass
class Asked:
    """A request, as its server saw it."""

    path: str
    began: float
    ended: float | None = None  # None: not answered yet


@dataclass
class Origin:
    """A server that notes when it is asked; an answer takes `seconds`, and that of a feed
    longer while `open` is not set."""

    port: int = 0
    seconds: float = 0
    asked: list[Asked] = field(default_factory=list)
    open: threading.Event = field(default_factory=threading.Event)
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, path: str) -> str:
        return f"http://{self.place}{path}"

    def feed(self) -> bytes:
        """A feed with a page of its own, so that nobody looks for an icon at the feed's."""
        return (
            '<rss version="2.0"><channel><title>Feed</title>'
            f"<link>{self.url('/site')}</link>"
            "<item><title>One</title><guid>one</guid></item></channel></rss>"
        ).encode()

    def begin(self, path: str) -> Asked:
        with self.changed:
            self.asked.append(one := Asked(path, time.monotonic()))
            self.changed.notify_all()
        time.sleep(self.seconds)
        if path == "/feed":  # not what the search for an icon asks for
            self.open.wait(PATIENCE)
        return one

    def wait_for(self, path: str, since: float) -> Asked:
        """Return the first request for a path after a time; wait until it is there."""

        def found() -> list[Asked]:
            return [one for one in self.asked if one.path == path and one.began > since]

        with self.changed:
            assert self.changed.wait_for(found, PATIENCE), (path, self.asked)
            return found()[0]

    def paths(self, since: float, until: float) -> set[str]:
        return {one.path for one in self.asked if since < one.began < until}

    def wait_for_answers(self, paths: set[str], since: float) -> None:
        def is_answered() -> bool:
            done = {one.path for one in self.asked if one.began > since and one.ended}
            return paths <= done

        with self.changed:
            assert self.changed.wait_for(is_answered, PATIENCE), (paths, self.asked)


@contextmanager
def running_origin() -> Iterator[Origin]:
    origin = Origin()
    origin.open.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            one, feed = origin.begin(self.path), origin.feed()
            self.send_response(200)
            self.send_header("Content-Type", "application/rss+xml")
            self.send_header("Content-Length", str(len(feed)))
            try:
                self.end_headers()
                with origin.changed:  # before the last byte, so never after the client
                    one.ended = time.monotonic()
                    origin.changed.notify_all()
                self.wfile.write(feed)
            except OSError:
                """Whoever asked was killed."""

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    origin.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield origin
    finally:
        origin.open.set()
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Service:
    """A running `tidings serve` with one account."""

    running: Running
    program: Program
    api: Api

    def follow(self, url: str) -> int:
        number: int = self.api.post("subscriptions", url=url)["feed_id"]
        return number

    def let_an_hour_pass(self, not_due: int = 0) -> None:
        """Make all feeds overdue but for one."""
        path = self.program.directory / "data" / "tidings.db"
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as db, db:
            db.execute(_AN_HOUR_LATER, [not_due])

    def kill_the_worker(self) -> float:
        """Return when that was."""
        os.kill(self.running.child("worker"), signal.SIGKILL)
        return time.monotonic()


@contextmanager
def serving(
    program: Program, origins: list[Origin], settings: Mapping[str, str]
) -> Iterator[Service]:
    port = free_port()
    program.variables |= {
        "TIDINGS_PORT": str(port),
        "TIDINGS_ALLOW_ORIGINS": ",".join(origin.place for origin in origins),
        "TIDINGS_API_RATE": "0",
        **settings,
    }
    with program.start("serve") as running:
        running.wait_for("Tidings runs at")
        with closing(Api(f"http://127.0.0.1:{port}")) as api:
            api.register()
            yield Service(running, program, api)


def test_a_feed_whose_worker_was_killed_is_asked_again_within_ten_seconds(
    tidings: Program,
) -> None:
    with running_origin() as origin, serving(tidings, [origin], {}) as service:
        number = service.follow(origin.url("/feed"))
        service.let_an_hour_pass()
        origin.open.clear()
        asked = time.monotonic()
        service.api.post(f"feeds/{number}/refresh")
        origin.wait_for("/feed", asked)
        killed = service.kill_the_worker()
        again = origin.wait_for("/feed", killed)
        origin.open.set()
    assert again.began - killed <= AGAIN_AFTER_A_KILL


def test_check_now_reaches_a_server_at_once_though_other_feeds_are_overdue(
    tidings: Program,
) -> None:
    settings = {"TIDINGS_FETCH_CONCURRENCY": "4", "TIDINGS_FETCH_HOST_DELAY": "0s"}
    with ExitStack() as stack:
        origins = [
            stack.enter_context(running_origin()) for _ in range(BUSY_SERVERS + 1)
        ]
        service = stack.enter_context(serving(tidings, origins, settings))
        mine, *others = origins
        number = service.follow(mine.url("/feed"))
        for origin in others:
            for place in range(FEEDS_OF_EACH):
                service.follow(origin.url(f"/{place}"))
            origin.seconds = 0.3
        service.let_an_hour_pass(not_due=number)
        began = service.kill_the_worker()  # the next one finds them at once
        for origin in others[:2]:
            origin.wait_for("/0", began)
        asked = time.monotonic()
        assert service.api.post(f"feeds/{number}/refresh")["is_due"]
        reached = mine.wait_for("/feed", asked)
        overdue = {f"/{place}" for place in range(FEEDS_OF_EACH)}
        left = [overdue - origin.paths(began, reached.began) for origin in others]
    assert reached.began - asked <= AT_ONCE
    assert any(left), "all the others had been asked already"


def test_worker_and_web_process_keep_the_pause_between_requests_together(
    tidings: Program,
) -> None:
    settings = {"TIDINGS_FETCH_HOST_DELAY": f"{DELAY:.0f}s"}
    followed = ["/a", "/b", "/c"]
    looked_at = ["/x", "/y", "/z"]
    with running_origin() as origin, serving(tidings, [origin], settings) as service:
        numbers = [service.follow(origin.url(path)) for path in followed]
        service.let_an_hour_pass()
        origin.seconds = 0.2
        began = time.monotonic()
        answer = service.api.post("feeds/refresh", feed_ids=numbers)
        assert answer["due"] == len(followed)
        with ThreadPoolExecutor() as threads:
            urls = [origin.url(path) for path in looked_at]
            list(
                threads.map(lambda url: service.api.get("feeds/preview", url=url), urls)
            )
        origin.wait_for_answers({*followed, *looked_at}, began)
    visits = sorted(origin.asked, key=lambda one: one.began)
    pauses = [
        later.began - (one.ended or later.began) for one, later in pairwise(visits)
    ]
    assert min(pauses) >= DELAY, visits
