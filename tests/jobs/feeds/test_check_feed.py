"""One check: what is asked in whose name, and what of a document is taken."""

import base64
import json

from tests.jobs.feed_lab import Lab, Reply, five, item, open_lab, rss
from tidings.fetch.exchange import TripStep
from tidings.operations.feeds.check_feed import FEED_SECRETS, check_feed
from tidings.store.feeds.claims import claim_feed
from tidings.store.feeds.feeds import set_feed


def sealed(lab: Lab, **secrets: object) -> bytes:
    plain = json.dumps(secrets).encode()
    return lab.fetching.box.seal(plain, FEED_SECRETS, bytes(12))


async def test_a_login_and_headers_are_sent_in_the_owners_name(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        secrets = sealed(lab, login=["ann", "pass"], headers={"X-Key": "abc"})
        lab.add("private", lambda _: five(), secrets=secrets, user_agent="Ann's reader")
        lab.add("public", lambda _: five())
        await lab.poll()
        (private,) = lab.origin.requests_for("private")
        (public,) = lab.origin.requests_for("public")
        login = base64.b64encode(b"ann:pass").decode()
        assert private.headers["authorization"] == f"Basic {login}"
        assert private.headers["x-key"] == "abc"
        assert private.headers["user-agent"] == "Ann's reader"
        assert "authorization" not in public.headers
        assert lab.trouble() == []


async def test_a_feed_with_a_proxy_is_fetched_through_it(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        proxy = f"http://me:secret@127.0.0.1:{lab.origin.port}"
        lab.add("behind", lambda _: five(), secrets=sealed(lab, proxy=proxy))
        await lab.poll()
        (request,) = lab.origin.received
        # A proxy is told the whole address, a server only the path.
        assert request.target == lab.origin.url("/feed?name=behind")
        assert "proxy-authorization" in request.headers
        assert len(lab.column("behind", "e.id")) == 5


async def test_a_login_that_cannot_be_read_is_our_trouble_not_the_feeds(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        lab.add("private", lambda _: five(), secrets=b"sealed with another key")
        await lab.poll()
        assert lab.origin.received == []
        assert lab.fetch_state("private", "failures, check_code") == (0, "try_again")
        assert lab.trouble() == []


async def test_entries_that_link_elsewhere_are_dropped_where_that_is_wanted(
    database_url: str,
) -> None:
    def mixed(_: int) -> bytes:
        own = lab.origin.url("/own")
        return rss(
            item(1, link=own), item(2, link="https://other.example/"), item(3, link="")
        )

    async with open_lab(database_url) as lab:
        lab.add("strict", mixed, enforce_feed_domain=1)
        lab.add("open", mixed)
        await lab.poll()
        assert lab.column("strict", "e.title") == ["Entry 1"]
        assert len(lab.column("open", "e.id")) == 3


async def test_no_more_entries_are_taken_than_the_limit(database_url: str) -> None:
    settings = {"TIDINGS_FETCH_MAX_ENTRIES": "20"}
    async with open_lab(database_url, settings) as lab:
        lab.add("long", lambda _: rss(*(item(n) for n in range(100))))
        await lab.poll(2)
        assert len(lab.column("long", "e.id")) == 20
        assert lab.trouble() == []


async def test_a_check_can_be_watched_step_by_step_and_writes_nothing(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        feed = lab.add("watched", lambda _: Reply(five(), headers=('ETag: "1"',)))
        claimed = lab.write(
            claim_feed, feed, "me", lab.clock.now, lab.fetching.job_timeout
        )
        steps: list[TripStep] = []
        check = await check_feed(lab.context, lab.fetching, claimed, steps)
        assert steps
        assert check.document is not None
        assert len(check.plan.changes.new) == 5
        assert check.plan.state.validators.etag == '"1"'
        assert lab.entry_ids(feed) == []


async def test_a_header_that_may_not_be_sent_stops_neither_feed_nor_others(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        secrets = sealed(lab, headers={"Host": "evil.example"})
        lab.add("odd", lambda _: five(), secrets=secrets)
        lab.add("healthy", lambda _: five())
        await lab.poll()
        assert len(lab.column("healthy", "e.id")) == 5
        failures, leased = lab.fetch_state("odd", "failures, leased_until")
        assert (failures, leased) == (1, None)


async def test_after_a_setting_changed_the_next_body_is_read_by_it(
    database_url: str,
) -> None:
    def reused(poll: int) -> bytes:
        return rss(item(poll, link="https://site.example/today"))

    async with open_lab(database_url) as lab:
        feed = lab.add("reused", reused)
        await lab.poll(3)
        assert len(lab.entry_ids(feed)) == 1
        lab.write(set_feed, feed, "allow_duplicate_urls", 1)
        await lab.poll(3)
        assert len(lab.entry_ids(feed)) == 4
        assert lab.trouble() == []
