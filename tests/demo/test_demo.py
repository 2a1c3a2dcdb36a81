"""`tidings serve --demo` shows everything without the internet, and only to this machine."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.program import Program, free_port
from tests.demo.running import EDITED_LATER, Seen, watch_demo, watch_demo_again
from tidings.cli.output import CommandFailed
from tidings.cli.processes.newspaper import refuse_strangers
from tidings.config import load_settings

OWN_HOSTS = ["127.0.0.1", "127.3.2.1", "::1", "localhost"]
MOVES_ON = re.compile(f"/(bulletin-|{'|'.join(EDITED_LATER)})")
OTHER_HOSTS = ["0.0.0.0", "::", "192.0.2.7", "reader.example"]


@dataclass(frozen=True)
class Runs:
    first: Seen
    second: Seen


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    port = free_port()
    settings = {"TIDINGS_PORT": str(port), "TIDINGS_API_RATE": "0"}
    tidings = Program(tmp_path_factory.mktemp("demo"), settings)
    return Runs(watch_demo(tidings, port), watch_demo_again(tidings, port))


def test_there_is_a_newspaper_to_read(runs: Runs) -> None:
    entries = runs.first.entries
    assert len(entries) > 100
    languages = {one["language"] for one in entries}
    assert languages == {"en", "pt-BR", "pl", "ar"}
    assert sum(1 for one in entries if one["image_url"]) > 30


def test_the_account_looks_used(runs: Runs) -> None:
    entries = runs.first.entries
    assert {one["read"] for one in entries} == {True, False}
    assert sum(1 for one in entries if one["starred"]) >= 5
    assert set(runs.first.tags) >= {"bridge", "to try", "storm"}
    assert len(runs.first.highlights) == 2
    assert all(one["note"] for one in runs.first.highlights)
    assert runs.first.searches
    deeds = {action["do"] for rule in runs.first.rules for action in rule["actions"]}
    assert deeds == {"notify", "tag"}
    assert all(rule["matched"] for rule in runs.first.rules)
    assert any(folder["parent_id"] for folder in runs.first.folders)


def test_a_silent_edit_is_there_as_a_version_with_its_difference(runs: Runs) -> None:
    diff = runs.first.diff
    assert diff["complete"]
    assert "<del>" in diff["html"] or any(
        part["op"] != "same" for part in diff["title"]
    )


def test_feeds_that_fail_say_why(runs: Runs) -> None:
    errors = {
        one["title"]: one["feed"]["error"]["code"]
        for one in runs.first.feeds
        if one["feed"]["error"]
    }
    assert errors == {
        "The Lamplighter": "gone",
        "The Wren Gazette": "not_a_feed_html",
    }


def test_a_podcast_has_something_to_hear(runs: Runs) -> None:
    [enclosure] = runs.first.podcast["enclosures"]
    assert enclosure["type"] == "audio/wav"
    assert enclosure["length"] > 10_000


def test_a_film_can_be_seen(runs: Runs) -> None:
    [enclosure] = runs.first.film["enclosures"]
    assert enclosure["type"] == "video/webm"


def test_there_are_quiet_and_loud_feeds(runs: Runs) -> None:
    rates = {one["title"]: one["entries_per_day"] for one in runs.first.feeds}
    assert rates["Harbour Radio"] > 20
    newest = {one["title"]: one["feed"]["newest_at"] for one in runs.first.feeds}
    two_months = 60 * 86_400_000_000
    assert (
        newest["The Gauge on Pell Moor"]
        < max(filter(None, newest.values())) - two_months
    )


def test_plots_have_something_to_show(runs: Runs) -> None:
    fetched = [one for one in runs.first.feeds if one["feed"]["url"]]
    assert all(len(one["recent"]) > 15 for one in fetched)
    assert len(runs.first.sizes) > 40
    # A second start has no other past.
    assert runs.first.clean_ups[-21:] == runs.second.clean_ups[-21:]


def test_there_is_a_briefing_of_the_day(runs: Runs) -> None:
    assert len(runs.second.digests) == 1


def test_a_teaser_is_completed_from_its_page(runs: Runs) -> None:
    entry = runs.second.full_text
    assert "like someone about to speak" in entry["full_text_html"]
    assert "like someone about to speak" not in entry["html"]


def test_a_second_start_repeats_nothing(runs: Runs) -> None:
    def lasting(seen: Seen) -> list[tuple[str, int]]:
        return sorted(
            (one["url"], one["version"])
            for one in seen.entries
            if one["url"] and not MOVES_ON.search(one["url"])
        )

    first, second = runs.first, runs.second
    urls = [one["url"] for one in second.entries if one["url"]]
    assert len(urls) == len(set(urls))
    assert set(lasting(first)) <= set(lasting(second))
    for part in ("rules", "searches", "highlights", "folders", "feeds"):
        before = [one["id"] for one in getattr(first, part) if "id" in one]
        assert before == [one["id"] for one in getattr(second, part) if "id" in one]
    assert len(first.feeds) == len(second.feeds)


def test_it_ends_cleanly_with_all_that_it_started(runs: Runs) -> None:
    for seen in (runs.first, runs.second):
        assert seen.exit_code == 0
        assert len(seen.children) == 3
        assert not any(Path(f"/proc/{pid}").exists() for pid in seen.children)
        assert not re.search("Traceback|died", "\n".join(seen.lines))


def test_it_listens_to_nobody_but_this_machine(tmp_path: Path) -> None:
    ended = Program(tmp_path)("serve", "--demo", "--host", "0.0.0.0")
    assert ended.code == 1
    assert "everybody knows its password" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_only_hosts_of_this_machine_are_fine(tmp_path: Path) -> None:
    refused = []
    for host in [*OWN_HOSTS, *OTHER_HOSTS]:
        try:
            refuse_strangers(load_settings({"TIDINGS_HOST": host}, tmp_path))
        except CommandFailed as error:
            refused.append(host if host in str(error) else str(error))
    assert refused == OTHER_HOSTS
