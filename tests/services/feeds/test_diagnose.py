"""A diagnosis tells what a check meets and would do, and leaves everything as it was."""

from dataclasses import asdict
from datetime import timedelta

import pytest

from tests.services.site import RSS, Answer, Services, rss
from tidings.core.errors import NotFound
from tidings.services.feeds.diagnose import Diagnosis, diagnose_feed
from tidings.services.feeds.subscribe import subscribe
from tidings.store.feeds.feeds import add_feed, set_feed

TABLES = "feeds feed_heads feed_fetch_state entries entry_bodies events numbers"


async def diagnose(services: Services, name: str, **more: bool) -> Diagnosis:
    return await diagnose_feed(services.context, services.fetching, name, **more)


async def follow(services: Services) -> int:
    url = services.url("/feed")
    done = await subscribe(services.context, services.fetching, services.user, url)
    return done.feed_id


def words(found: Diagnosis) -> dict[str, str]:
    return {step.name: step.words for step in found.steps}


def everything(services: Services) -> list[object]:
    return [services.rows(f"select * from {table}") for table in TABLES.split()]


async def test_what_would_be_written_is_told_and_not_written(
    services: Services,
) -> None:
    services.site.feed("/feed", 1, 2, 3)
    number = await follow(services)
    services.site.feed("/feed", 3, 4, 5)
    services.clock.move(timedelta(hours=1))
    before = everything(services)
    found = await diagnose(services, str(number))
    assert everything(services) == before
    facts = {step.name: step.facts for step in found.steps}
    assert facts["changes"]["new"] == 2
    assert facts["changes"]["hidden"] == 2
    assert facts["changes"]["new_titles"] == ["Entry 4", "Entry 5"]
    assert facts["parser"]["stage"] == "strict"
    assert facts["next_check"]["at"] == found.next_check_at > services.clock.now
    assert (found.outcome, found.feed_id) == ("fetched", number)


async def test_every_redirect_is_a_step(services: Services) -> None:
    services.site.redirect("/feed", "/moved")
    services.site.feed("/moved", 1)
    number, _ = services.write(add_feed, services.url("/feed"), services.clock.now)
    found = await diagnose(services, str(number))
    names = [step.name for step in found.steps]
    assert names.count("request") == names.count("answer") == 2
    assert "a redirect to /moved" in found.steps[names.index("answer")].words
    assert "is watched (seen once)" in words(found)["redirect"]


async def test_a_refused_address_says_why(services: Services) -> None:
    number, _ = services.write(add_feed, "http://127.0.0.1:9/", services.clock.now)
    found = await diagnose(services, str(number))
    assert "loopback" in words(found)["failed"]
    assert found.outcome == "blocked_address"
    assert words(found)["next_check"].startswith("Checked again in")


async def test_not_modified_is_told_and_the_whole_can_be_asked_for(
    services: Services,
) -> None:
    etag = ('ETag: "one"',)
    services.site.pages["/feed"] = Answer(rss(1), RSS, headers=etag)
    number = await follow(services)
    services.site.pages["/feed"] = Answer(status=304, headers=etag)
    told = words(await diagnose(services, str(number)))
    assert "only for what changed" in told["conditional"]
    assert "Nothing changed" in told["not_modified"]
    services.site.pages["/feed"] = Answer(rss(1), RSS, headers=etag)
    told = words(await diagnose(services, str(number), whole=True))
    assert "conditional" not in told
    assert "1 entries" in told["entries"]


@pytest.mark.parametrize(
    ("answer", "step", "sentence"),
    [
        (Answer(b"<html><title>Hi</title>"), "not_a_feed", "titled “Hi”"),
        (Answer(rss(1)[:-30], RSS), "parser", "stage “"),
        (Answer(rss(1).decode().encode("utf-16"), RSS), "encoding", "utf-16"),
    ],
)
async def test_what_the_document_is_like_is_told(
    services: Services, answer: Answer, step: str, sentence: str
) -> None:
    services.site.pages["/feed"] = answer
    found = await diagnose(services, services.url("/feed"))
    assert sentence in words(found)[step]
    assert found.feed_id is None
    assert "next_check" not in words(found)  # nobody checks it


async def test_a_disabled_feed_and_its_last_error_are_named(
    services: Services,
) -> None:
    services.site.pages["/feed"] = Answer(status=500)
    number, _ = services.write(add_feed, services.url("/feed"), services.clock.now)
    services.write(set_feed, number, "enabled", 0)
    services.write(
        lambda db: db.run(
            "update feed_fetch_state set failures = 2, last_error = 'it broke'"
        )
    )
    told = words(await diagnose(services, str(number)))
    assert "disabled" in told["disabled"]
    assert told["last_error"] == "It failed twice in a row, last: it broke."


async def test_nothing_secret_is_told(services: Services) -> None:
    cookie = ("Set-Cookie: session=hush-cookie",)
    services.site.pages["/feed"] = Answer(rss(1), RSS, headers=cookie)
    address = services.url("/feed").replace("//", "//me:hush-hush@")
    found = await diagnose(services, address)
    assert services.site.received[-1].headers["authorization"].startswith("Basic ")
    assert "hush" not in repr(asdict(found))


async def test_what_is_neither_known_nor_an_address_is_not_found(
    services: Services,
) -> None:
    for name in ("99", "two words"):
        with pytest.raises(NotFound):
            await diagnose(services, name)
