"""`tidings feed`, `root-domain` and `opml`: what operators do."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.cli.program import Program
from tests.cli.web_site import WebSite, web_site
from tidings.store.engine.database import open_database

LINK = '<link rel="alternate" type="application/rss+xml" href="{}">'


@pytest.fixture
def site() -> Iterator[WebSite]:
    with web_site() as running:
        running.page("/", f"<html><head>{LINK.format('/feed')}</head></html>")
        running.feed("/feed", "One", "Two")
        yield running


@pytest.fixture
def tidings(tidings: Program, site: WebSite) -> Program:
    tidings.variables |= {
        "TIDINGS_ALLOW_ORIGINS": f"127.0.0.1:{site.port}",
        "TIDINGS_FETCH_HOST_DELAY": "0s",
        "TIDINGS_LOG_LEVEL": "warning",
    }
    return tidings


def listed(tidings: Program) -> list[dict[str, Any]]:
    return json.loads(tidings("feed", "list", "--json").out)


def test_a_new_user_goes_from_a_home_page_to_entries(
    tidings: Program, site: WebSite, empty_url: str
) -> None:
    tidings.variables["TIDINGS_DATABASE_URL"] = empty_url
    added = tidings("feed", "add", site.url())
    assert (added.code, "Feed 1 is added: Feed /feed" in added.out) == (0, True)
    (feed,) = listed(tidings)
    assert (feed["entries"], feed["next_check_code"]) == (0, "asked")
    worked = tidings("worker", "--once")
    assert (worked.code, "1 feed checked" in worked.out) == (0, True)
    (feed,) = listed(tidings)
    assert (feed["title"], feed["entries"], feed["last_error"]) == (
        "Feed /feed",
        2,
        None,
    )
    assert feed["next_check_reason"].startswith("Checked again in ")
    shown = tidings("feed", "list").out
    assert "that is this feed's interval" in shown
    assert "127.0.0.1" in shown


def test_a_feed_is_switched_synced_and_deleted_by_the_rules(
    tidings: Program, site: WebSite, empty_url: str
) -> None:
    tidings.variables["TIDINGS_DATABASE_URL"] = empty_url
    address = site.url("/feed")
    tidings("feed", "add", address, "--no-root-domain", "--no-polling")
    tidings("worker", "--once")
    (feed,) = listed(tidings)
    assert (feed["root_domain"], feed["polling"]) == (None, False)
    assert (feed["next_check_at"], feed["entries"]) == (None, 2)
    assert tidings("feed", "polling", "1").out == "Polling of feed 1 is on.\n"
    assert listed(tidings)[0]["next_check_at"] is None  # only future checks count
    assert tidings("feed", "disable", address).code == 0
    refused = tidings("feed", "sync", address)
    assert (refused.code, "disabled" in refused.err) == (1, True)
    assert "feed sync 1" in tidings("feed", "enable", address).out
    assert listed(tidings)[0]["next_check_at"] is None  # enabling schedules nothing
    assert tidings("feed", "sync", "1").out == "Feed 1 is due now.\n"
    assert tidings("feed", "polling", "1", "off").out == "Polling of feed 1 is off.\n"
    assert tidings("feed", "sync", "--all").out == "1 feed is due now.\n"
    assert tidings("feed", "delete", "1").code == 0
    refused = tidings("feed", "sync", "1")
    assert (refused.code, "is deleted" in refused.err) == (1, True)
    assert listed(tidings) == []


def test_a_disabled_feed_is_registered_without_a_request(
    tidings: Program, site: WebSite
) -> None:
    assert tidings("feed", "add", site.url("/feed"), "--disabled").code == 0
    assert site.asked == []
    assert "Nothing is due" not in tidings("worker", "--once").out  # duties were
    assert site.asked == []
    assert "not while disabled" in tidings("feed", "list").out


def test_several_feeds_are_offered(tidings: Program, site: WebSite) -> None:
    site.page("/", LINK.format("/feed") + LINK.format("/other"))
    site.feed("/other", "Three")
    offered = tidings("feed", "add", site.url())
    assert offered.code == 1
    assert site.url("/other") in offered.out
    assert f"tidings feed add {site.url('/feed')}" in offered.err
    as_json = tidings("feed", "add", site.url(), "--json")
    assert [feed["entries"] for feed in json.loads(as_json.out)["feeds"]] == [2, 1]
    assert listed(tidings) == []


def test_a_login_is_never_printed(tidings: Program, site: WebSite) -> None:
    address = site.url("/feed").replace("//", "//me:hush-hush@")
    ran = [
        tidings("feed", "add", address),
        tidings("worker", "--once"),
        tidings("feed", "list", "--json"),
        tidings("feed", "show", "1"),
        tidings("feed", "show", "1", "--json"),
        tidings("feed", "diagnose", "1", "--json"),
        tidings("opml", "export"),
    ]
    assert [each.code for each in ran] == [0] * len(ran)
    assert "hush" not in "".join(each.out + each.err for each in ran)
    assert "has login: yes" in ran[3].out
    assert site.url("/feed") in ran[6].out


def test_a_diagnosis_tells_every_step_and_writes_nothing(
    tidings: Program, site: WebSite
) -> None:
    tidings("feed", "add", site.url("/feed"))
    before = listed(tidings)
    told = tidings("feed", "diagnose", "1")
    assert told.code == 0
    for words in (
        "Connecting to 127.0.0.1",
        "HTTP 200",
        "content-type: application/rss+xml",
        "utf-8",
        "“strict”",
        "It has 2 entries",
        "2 new",
        "new: One",
        "Checked again in",
    ):
        assert words in told.out, words
    found = json.loads(tidings("feed", "diagnose", "1", "--json").out)
    assert (found["outcome"], found["feed_id"]) == ("fetched", 1)
    assert listed(tidings) == before
    page = tidings("feed", "diagnose", site.url())
    assert "a web page" in page.out
    assert tidings("feed", "diagnose", "99").code == 1


def test_feeds_are_grouped_by_root_domain(tidings: Program, site: WebSite) -> None:
    tidings("feed", "add", site.url("/feed"))
    assert "127.0.0.1" in tidings("root-domain", "list").out
    assert tidings("root-domain", "set", "1", "Example.org").code == 0
    assert json.loads(tidings("root-domain", "list", "--json").out) == [
        {"root_domain": "example.org", "feeds": 1}
    ]
    assert tidings("root-domain", "clear", site.url("/feed")).code == 0
    assert json.loads(tidings("root-domain", "list", "--json").out) == []
    assert tidings("root-domain", "set", "1", "no domain").code == 1


def test_a_user_follows_from_the_command_line_and_takes_the_list_along(
    tidings: Program, site: WebSite, tmp_path: Path
) -> None:
    for name in ("ana", "bob"):
        tidings("user", "add", name, "--generate")
    followed = tidings("feed", "add", site.url(), "--user", "ana")
    assert (followed.code, "with 2 entries" in followed.out) == (0, True)
    assert tidings("opml", "export", "--user", "ana", "kept.opml").code == 0
    text = (tmp_path / "kept.opml").read_text()
    broken = text.replace("<body>", '<body><outline type="rss" xmlUrl="nonsense"/>')
    (tmp_path / "broken.opml").write_text(broken)
    loaded = tidings("opml", "import", "broken.opml", "--user", "bob")
    assert loaded.code == 0
    assert "1 feeds are followed now" in loaded.out
    assert "Line " in loaded.err
    assert "nonsense" in loaded.err
    assert tidings("opml", "export", "--user", "bob", "-").out.count("xmlUrl") == 1


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["feed", "add", "not an address"], 1, "not a web address"),
        (["feed", "add"], 2, ""),
        (["feed", "add", "x.example", "--disabled", "--user", "ana"], 2, "disabled"),
        (["feed", "sync"], 2, "--all"),
        (["feed", "show", "7"], 1, "no feed 7"),
        (["feed", "polling", "7", "maybe"], 2, ""),
        (["opml", "import", "gone.opml", "--user", "ana"], 1, "no file gone.opml"),
        (["opml", "import", "gone.opml"], 2, "--user"),
        (["opml", "export", "--user", "nobody"], 1, "no user nobody"),
    ],
)
def test_what_cannot_be_done_is_said_and_has_its_exit_code(
    tidings: Program, words: list[str], code: int, sentence: str
) -> None:
    ended = tidings(*words)
    assert (ended.code, sentence in ended.err) == (code, True)
    assert "Traceback" not in ended.err


def published(tidings: Program) -> list[str]:
    sql = "select f.url from published_feeds p join feeds f on f.id = p.feed_id"
    database = open_database(f"sqlite:///{tidings.directory / 'data' / 'tidings.db'}")
    try:
        return [url for (url,) in database.read_now(lambda db: db.rows(sql))]
    finally:
        database.close_now()


def test_only_what_an_operator_adds_for_all_is_published(
    tidings: Program, site: WebSite
) -> None:
    site.feed("/other", "One")
    tidings("user", "add", "ann", "--password", "correct horse battery")
    assert tidings("feed", "add", site.url("/other"), "--user", "ann").code == 0
    assert tidings("feed", "add", site.url("/feed")).code == 0
    assert published(tidings) == [site.url("/feed")]
    off = tidings("feed", "publishing", site.url("/feed"), "off")
    assert (off.code, "is off" in off.out) == (0, True)
    assert published(tidings) == []
    on = tidings("feed", "publishing", site.url("/other"), "on")
    assert (on.code, "is on" in on.out) == (0, True)
    assert published(tidings) == [site.url("/other")]


def test_it_is_shown_which_feeds_are_published_and_where(
    tidings: Program, site: WebSite
) -> None:
    tidings.variables |= {
        "TIDINGS_BASE_URL": "https://news.example/tidings",
        "TIDINGS_AI_PROVIDER": "none",
    }
    address = (
        f"https://news.example/tidings/rss?url={quote(site.url('/feed'), safe='')}"
    )
    added = tidings("feed", "add", site.url("/feed"), "--enforce-domain")
    assert f"Published at: {address}" in added.out
    assert 'the AI provider "none" cannot deframe' in added.err
    (feed,) = listed(tidings)
    assert (feed["published_url"], feed["published_since"] is None) == (address, False)
    assert feed["enforce_feed_domain"]
    assert address in tidings("feed", "list").out
    shown = json.loads(tidings("feed", "show", "1", "--json").out)
    assert shown["published_url"] == address
    assert f"published at: {address}" in tidings("feed", "show", "1").out
    found = _publishing(tidings)
    assert (found["state"], "TIDINGS_AI_PROVIDER" in found["advice"]) == ("warn", True)
    tidings.variables["TIDINGS_AI_PROVIDER"] = "mock"
    assert _publishing(tidings)["state"] == "ok"
    assert tidings("feed", "add", site.url("/feed")).err == ""
    tidings.variables["TIDINGS_AI_PROVIDER"] = "extractive"
    assert tidings("feed", "publishing", "1", "off").code == 0
    assert _publishing(tidings)["state"] == "ok"
    (feed,) = listed(tidings)
    assert (feed["published_url"], feed["published_since"]) == (None, None)
    assert "published at: -" in tidings("feed", "show", "1").out


def _publishing(tidings: Program) -> dict[str, Any]:
    findings = json.loads(tidings("doctor", "--json").out)
    return next(one for one in findings if one["checked"] == "publishing")


def test_articles_are_fetched_as_the_command_line_says(
    tidings: Program, site: WebSite
) -> None:
    site.feed("/comments", "one")
    assert tidings("feed", "add", site.url("/feed")).code == 0
    assert tidings("feed", "add", site.url("/comments"), "--full-text").code == 0
    assert "full text: no" in tidings("feed", "show", "1").out
    assert "full text: yes" in tidings("feed", "show", "2").out
    on = tidings("feed", "full-text", site.url("/feed"), "on")
    said = "Fetching the article of every entry is on for feed 1.\n"
    assert (on.code, on.out) == (0, said)
    assert tidings("feed", "full-text", "2", "off").code == 0
    assert "full text: yes" in tidings("feed", "show", "1").out
    assert "full text: no" in tidings("feed", "show", "2").out
    assert tidings("feed", "full-text", "7", "on").code == 1


def test_a_feeds_prompts_are_set_and_taken_away_from_the_command_line(
    tidings: Program, site: WebSite
) -> None:
    tidings("feed", "add", site.url("/feed"))
    usual = tidings("feed", "prompts", "1")
    assert (usual.code, usual.out) == (0, "summary: the usual\ndeframe: the usual\n")
    words = ("--summary", "Name the league.", "--deframe", "It is satire.")
    assert tidings("feed", "prompts", site.url("/feed"), *words).code == 0
    shown = tidings("feed", "prompts", "1", "--json")
    own = {"summary": "Name the league.", "deframe": "It is satire."}
    assert json.loads(shown.out) == own
    fewer = tidings("feed", "prompts", "1", "--deframe", "")
    assert fewer.out == "summary: Name the league.\ndeframe: the usual\n"
    long = tidings("feed", "prompts", "1", "--summary", "x" * 4001)
    assert (long.code, "at most 4,000 characters" in long.err) == (2, True)
    assert tidings("feed", "prompts", "1").out == fewer.out
    assert tidings("feed", "prompts", "7", "--summary", "x").code == 1


def test_a_feed_is_moved_and_set_from_the_command_line(
    tidings: Program, site: WebSite
) -> None:
    site.feed("/comments", "one")
    tidings("feed", "add", site.url("/feed"))
    tidings("worker", "--once")
    moved = tidings("feed", "move", "1", site.url("/comments"))
    assert (moved.code, moved.out) == (0, f"Feed 1 is now at {site.url('/comments')}\n")
    assert tidings("feed", "enforce-domain", "1", "on").code == 0
    (feed,) = listed(tidings)
    assert (feed["url"], feed["enforce_feed_domain"]) == (site.url("/comments"), True)
    shown = tidings("feed", "show", site.url("/feed")).out
    assert f"was at: {site.url('/feed')}" in shown
    assert "HTTP status: 200" in shown
    refused = tidings("feed", "move", "1", site.url("/comments"))
    assert (refused.code, "already has this address" in refused.err) == (1, True)
