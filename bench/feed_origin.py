"""A quick origin for benchmarks: generated feeds, gzip, validators, in its own process."""

import asyncio
import gzip
import hashlib
import multiprocessing
import random
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from multiprocessing.connection import Connection as Pipe

_WORDS = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "that",
    "is",
    "was",
    "for",
    "on",
    "with",
    "as",
    "by",
    "at",
    "from",
    "it",
    "this",
    "be",
    "are",
    "or",
    "an",
    "which",
    "market",
    "city",
    "house",
    "river",
    "paper",
    "engine",
    "market",
    "people",
    "council",
    "report",
    "science",
    "music",
    "garden",
    "history",
    "election",
    "weather",
    "museum",
    "budget",
    "library",
    "bridge",
    "energy",
    "language",
]
_BEGIN = 1_750_000_000


class Feeds:
    """Bodies by path, made once for each revision."""

    def __init__(self, feeds: int, entries: int) -> None:
        self.entries = entries
        self.bodies: dict[str, tuple[bytes, str]] = {}
        for number in range(feeds):
            self.publish(number, 0)

    def publish(self, number: int, revision: int) -> None:
        xml = feed_xml(number, self.entries, revision)
        etag = f'"{hashlib.md5(xml).hexdigest()}"'
        self.bodies[f"/{number}.xml"] = (gzip.compress(xml, 6, mtime=0), etag)


def feed_xml(number: int, entries: int, revision: int) -> bytes:
    """An RSS feed whose entries hold half a kilobyte to eight each."""
    dice = random.Random(number)
    items = []
    for place in range(entries + revision):
        words = " ".join(dice.choices(_WORDS, k=dice.randint(80, 1250)))
        date = formatdate(_BEGIN + number * 7 + place * 3600)
        items.append(
            f"<item><title>Entry {place} of feed {number}: {words[:40]}</title>"
            f"<link>https://site{number}.example/entry/{place}</link>"
            f"<guid>https://site{number}.example/?p={place}</guid>"
            f"<pubDate>{date}</pubDate><dc:creator>Some Author</dc:creator>"
            f"<description><![CDATA[<p>{words[:200]}</p>]]></description>"
            f"<content:encoded><![CDATA[<p>{words[:400]}</p><p><a"
            f' href="https://site{number}.example/more">more</a> {words[400:]}</p>]]>'
            f"</content:encoded></item>"
        )
    shown = "".join(reversed(items[-entries:]))
    return (
        '<?xml version="1.0" encoding="utf-8"?><rss version="2.0"'
        ' xmlns:content="http://purl.org/rss/1.0/modules/content/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>'
        f"<title>Feed {number}</title><link>https://site{number}.example/</link>"
        f"<description>About {number}</description>{shown}</channel></rss>"
    ).encode()


class _Answering(asyncio.Protocol):
    def __init__(self, feeds: Feeds) -> None:
        self._feeds = feeds
        self._waiting = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._waiting += data
        while b"\r\n\r\n" in self._waiting:
            head, self._waiting = self._waiting.split(b"\r\n\r\n", 1)
            self._transport.write(self._answer(head.decode("latin-1")))  # type: ignore[attr-defined]

    def _answer(self, head: str) -> bytes:
        # Behind a question mark, the same feed has as many addresses as one likes.
        path = head.split(" ", 2)[1].partition("?")[0]
        found = self._feeds.bodies.get(path)
        if found is None:
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        body, etag = found
        if etag in head:
            return f"HTTP/1.1 304 Not Modified\r\nETag: {etag}\r\n\r\n".encode()
        return (
            "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n"
            f"Content-Encoding: gzip\r\nETag: {etag}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body


@contextmanager
def origin(feeds: int, entries: int) -> Iterator[tuple[int, Pipe]]:
    """Yield the port, and a pipe: send (share, revision) to publish anew."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(
        target=_serve, args=(theirs, feeds, entries), daemon=True
    )
    process.start()
    try:
        yield ours.recv(), ours
    finally:
        process.kill()
        process.join()


def _serve(pipe: Pipe, feeds: int, entries: int) -> None:
    kept = Feeds(feeds, entries)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Answering(kept), "127.0.0.1", 0)
        loop.add_reader(pipe.fileno(), publish)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    def publish() -> None:
        every, revision = pipe.recv()
        for number in range(0, feeds, every):
            kept.publish(number, revision)
        pipe.send("published")

    asyncio.run(main())
