"""Hostile documents cost little time and memory, read no file and ask no server."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.formats.hostile import DOCUMENTS
from tests.formats.reading import outcome, read
from tidings.core.feeds.parsed import ParsedFeed

ROOT = Path(__file__).parents[2]
SIZE = 2 << 20


@pytest.mark.parametrize("name", DOCUMENTS)
def test_document_is_judged_in_little_time(name: str) -> None:
    document = DOCUMENTS[name](SIZE)
    started = time.process_time()
    outcome(document)
    assert time.process_time() - started < 8


@pytest.mark.parametrize("name", ["empty entries", "no utf-8"])
def test_largest_document_stays_within_its_memory(name: str) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "tests.formats.hostile", name],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        check=True,
        capture_output=True,
        timeout=60,
    )
    assert int(finished.stdout) < 200 * 1024


@pytest.fixture
def canary() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        yield server


def was_asked(canary: socket.socket) -> bool:
    try:
        canary.accept()
    except TimeoutError:
        return False
    return True


EVIL = [
    '<!DOCTYPE rss [<!ENTITY x SYSTEM "{0}">]><rss><channel><item><title>&x;</title></item></channel></rss>',
    '<!DOCTYPE rss [<!ENTITY % p SYSTEM "{0}"> %p;]><rss><channel><item><title>t</title></item></channel></rss>',
    '<!DOCTYPE rss SYSTEM "{0}"><rss><channel><item><title>t</title></item></channel></rss>',
    '<!DOCTYPE rss PUBLIC "-//x" "{0}" [<!ENTITY x SYSTEM "{0}">]><rss><channel><item><title a="&x;">&x;</title></item></channel></rss>',
    '<?xml-stylesheet href="{0}"?><rss xmlns:xi="http://www.w3.org/2001/XInclude"><channel><item><title><xi:include href="{0}" parse="text"/></title></item></channel></rss>',
    '<rss><channel><item><title xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="u {0}">t</title><link>{0}</link></item></channel></rss>',
    '<!-- long --><!DOCTYPE rss [<!ENTITY x SYSTEM "{0}">]><rss><channel><item><description>&x; <b></description></item></channel></rss>',
]


@pytest.mark.parametrize("document", EVIL)
def test_no_server_is_asked(document: str, canary: socket.socket) -> None:
    address = f"http://127.0.0.1:{canary.getsockname()[1]}/evil"
    assert isinstance(outcome(document.format(address)), ParsedFeed)
    assert not was_asked(canary)


@pytest.mark.parametrize("document", EVIL)
def test_no_file_is_read(document: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the-secret-text")
    found = outcome(document.format(secret.as_uri()))
    assert isinstance(found, ParsedFeed)
    assert "the-secret-text" not in repr(found)


def test_address_or_path_as_document_is_only_text(canary: socket.socket) -> None:
    outcome(f"http://127.0.0.1:{canary.getsockname()[1]}/feed")
    outcome(__file__)
    assert not was_asked(canary)


def test_twenty_thousand_entries_are_read_in_time() -> None:
    item = (
        "<item><title>Some title</title><link>https://e.example/1</link><guid>1</guid>"
        "<pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate><description>Text</description></item>"
    )
    document = f"<rss><channel>{item * 20_000}</channel></rss>"
    started = time.process_time()
    feed = read(document, limit=20_000)
    assert time.process_time() - started < 8
    assert len(feed.entries) == 20_000


def test_threads_do_not_disturb_each_other() -> None:
    def count(number: int) -> int:
        items = f"<item><title>{number} &nbsp;</title></item>" * (number + 1)
        feed = read(f"<rss><channel>{items}</channel></rss>")
        assert {entry.title for entry in feed.entries} == {f"{number} \u00a0".strip()}
        return len(feed.entries)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, range(60))) == list(range(1, 61))
