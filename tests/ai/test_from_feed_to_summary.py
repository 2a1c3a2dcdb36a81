"""From a feed's server to what a reader sees, without any key."""

from tests.make import NOON, a_feed
from tests.services.site import RSS, Answer, open_services
from tidings.store.feeds.follow import follow_feed
from tidings.worker.run import work_off

FEED = """<rss version="2.0"><channel><title>City</title><item><guid>1</guid>
<title>{title}</title><description>The harbour bridge opened on Monday after a long
winter of repairs. Engineers said that it will hold for eighty years.</description>
</item></channel></rss>"""
SHORT = f"<description>{'Fog is here. ' * 20}</description></item></channel></rss>"


async def test_what_a_feed_brings_is_summarised_and_follows_its_changes(
    database_url: str,
) -> None:
    settings = {"TIDINGS_AI_PROVIDER": "extractive"}
    async with open_services(database_url, settings) as services:
        services.site.pages["/feed"] = Answer(FEED.format(title="Bridge").encode(), RSS)
        feed = services.write(a_feed, services.url("/feed"))
        services.write(follow_feed, services.user, feed, NOON)
        await work_off(services.context, services.fetching)
        ((first,),) = services.rows("select ready_key from ai_targets")
        assert first is not None
        changed = FEED.format(title="The bridge is open").encode()
        services.site.pages["/feed"] = Answer(changed, RSS)
        services.write(
            lambda db: db.run("update feed_fetch_state set next_check_at = 0")
        )
        await work_off(services.context, services.fetching)
        ((second, is_done),) = services.rows(
            "select ready_key, ready_key = key from ai_targets"
        )
        assert is_done
        assert bytes(second) != bytes(first)
        ready = services.rows("select id from events where kind = 'summary_ready'")
        assert len(ready) == 2


async def test_a_text_too_short_for_an_excerpt_is_given_up_at_once_as_such(
    database_url: str,
) -> None:
    settings = {"TIDINGS_AI_PROVIDER": "extractive"}
    async with open_services(database_url, settings) as services:
        short = f"{FEED.partition('<description>')[0]}{SHORT}".format(title="Fog")
        services.site.pages["/feed"] = Answer(short.encode(), RSS)
        feed = services.write(a_feed, services.url("/feed"))
        services.write(follow_feed, services.user, feed, NOON)
        await work_off(services.context, services.fetching)
        ((state, code),) = services.rows("select state, error_code from ai_tasks")
        assert (state, code) == ("failed", "no_text")
