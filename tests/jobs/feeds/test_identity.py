"""Nothing twice and nothing lost, however a feed names, repeats or rewrites its entries.

Each feed is polled ten or twenty times. Ann read one entry after the first poll and
starred another, Bob read all: whatever the feed does, that stays.
"""

import random

from tests.jobs.feed_lab import Kept, Reply, five, item, open_lab, rss

FIVE_KEPT = Kept(5, unread=4)
NOISE = [
    "Advertisement",
    "{} comments",
    "Updated: {} May 2025, 14:30 UTC",
    "{} min read",
]


def guid(n: int) -> str:
    return f"https://site.example/?p={n}"


def scheme(poll: int) -> str:
    return "https" if poll % 2 else "http"


async def test_changing_guids_and_links_double_nothing(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        lab.add("guid-change", lambda p: five(guid=lambda n: f"{n}-{p}"))
        lab.add(
            "guid-scheme",
            lambda p: five(
                guid=lambda n: f"{scheme(p)}://site.example/?p={n}",
                link=lambda n: f"{scheme(p)}://site.example/{n}",
            ),
        )
        lab.add(
            "tracking-params",
            lambda p: five(
                link=lambda n: f"https://site.example/{n}?utm_source=x{p}&fbclid={p}"
            ),
        )
        lab.add("no-guid", lambda _: five())
        lab.add("no-guid-no-link", lambda _: five(link=lambda _: ""))
        lab.add(
            "link-with-session",
            lambda p: five(guid=guid, link=lambda n: f"https://x.example/{n}/s{p}"),
        )
        lab.add(
            "guid-comes-and-goes",
            lambda p: five(guid=guid) if p % 2 else five(),
        )
        await lab.poll()
        lab.read_some()
        await lab.poll(9)
        assert {name: lab.kept(name) for name in lab.feeds} == dict.fromkeys(
            lab.feeds, FIVE_KEPT
        )
        assert lab.trouble() == []


async def test_guids_that_say_nothing_merge_nothing(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        lab.add("guid-same", lambda _: five(guid=lambda _: "one"))
        lab.add(
            "guid-same-no-link",
            lambda _: five(guid=lambda _: "one", link=lambda _: ""),
        )
        lab.add("guid-empty", lambda _: five(guid=lambda _: ""))
        lab.add("guid-blank", lambda _: five(guid=lambda _: "  ", link=lambda _: ""))
        lab.add(
            "guid-dup", lambda _: rss(item(1, guid="a"), item(2), item(1, guid="a"))
        )
        for name in ("one", "other"):
            lab.add(name, lambda _: rss(*(item(n, guid=str(n)) for n in range(3))))
        await lab.poll()
        lab.read_some()
        await lab.poll(9)
        assert {name: lab.kept(name) for name in lab.feeds} == {
            "guid-same": FIVE_KEPT,
            "guid-same-no-link": FIVE_KEPT,
            "guid-empty": FIVE_KEPT,
            "guid-blank": FIVE_KEPT,
            "guid-dup": Kept(2, unread=1),
            "one": Kept(3, unread=2),
            "other": Kept(3, unread=2),
        }
        assert lab.trouble() == []


async def test_a_guid_for_all_that_come_is_seen_through_in_time(
    database_url: str,
) -> None:
    """One entry at a time under the same guid, each with a page of its own."""
    async with open_lab(database_url) as lab:
        lab.add("one-at-a-time", lambda p: rss(item(p, guid="newest")))
        lab.add(
            "window",
            lambda p: rss(*(item(n, guid="newest") for n in range(p, p + 3))),
        )
        await lab.poll(12)
        lab.read_some()
        assert lab.kept("window").entries == 14
        # The first guids are believed: what they say anew is a version, not lost.
        kept = lab.kept("one-at-a-time")
        assert kept.entries + kept.versions == 12
        assert kept.entries >= 9
        assert lab.trouble() == []
        warned = [line for line in lab.logs if "unreliable" in str(line["event"])]
        assert sorted(line["feed_id"] for line in warned) == sorted(lab.feeds.values())
        assert {line["log_level"] for line in warned} == {"warning"}


async def test_noise_makes_nothing_new_and_nothing_unread(database_url: str) -> None:
    dice = random.Random(1)

    def noisy(poll: int) -> bytes:
        lines = "".join(f"<p>{line.format(poll)}</p>" for line in NOISE)
        ad = f'<img src="https://ads.example/{poll}.gif" alt="">'
        return five(guid=guid, text=lambda n: f"<p>Story {n}.</p>{ad}{lines}")

    def shuffled(_: int) -> bytes:
        return rss(*dice.sample([item(n, guid=guid(n)) for n in range(5)], 5))

    async with open_lab(database_url) as lab:
        lab.add("ad-noise", noisy)
        lab.add(
            "etag-flap", lambda p: Reply(five(guid=guid), headers=(f'ETag: "{p}"',))
        )
        lab.add("reorder", shuffled)
        lab.add(
            "whitespace",
            lambda p: five(guid=guid, text=lambda n: f"{n} is\n" * 2 + " " * p),
        )
        lab.add(
            "redated", lambda p: five(guid=guid, date=lambda n: lab.clock.now - p * n)
        )
        await lab.poll()
        lab.read_some()
        await lab.poll(19)
        assert {name: lab.kept(name) for name in lab.feeds} == dict.fromkeys(
            lab.feeds, FIVE_KEPT
        )
        assert lab.trouble() == []


async def test_an_entry_whose_text_changes_leaves_versions_and_stays_read(
    database_url: str,
) -> None:
    async with open_lab(database_url) as lab:
        lab.add(
            "versions",
            lambda p: rss(item(1, guid="a", text=f"<p>Text {'i' * (p // 2)}.</p>")),
        )
        lab.add(
            "five-versions",
            lambda p: five(guid=guid, text=lambda n: f"Edition {'x' * p} of {n}"),
        )
        await lab.poll()
        lab.read_some()
        await lab.poll(19)
        assert lab.kept("versions") == Kept(1, versions=9)
        assert lab.bodies("versions") == ["<p>Text iiiiiiiii.</p>"]
        assert lab.column("versions", "version") == [10]
        assert lab.kept("five-versions") == Kept(5, versions=95, unread=4)
        assert lab.trouble() == []


async def test_urls_that_are_used_again_need_permission(database_url: str) -> None:
    def reused(poll: int) -> bytes:
        return rss(item(poll, link="https://site.example/today"))

    async with open_lab(database_url) as lab:
        lab.add("one-page", reused)
        lab.add("many-days", reused, allow_duplicate_urls=1)
        await lab.poll(10)
        lab.read_some()
        assert lab.kept("one-page") == Kept(1, versions=9)
        assert lab.kept("many-days") == Kept(10, unread=9)
        assert lab.trouble() == []


async def test_guids_that_mean_nothing_are_a_warning_once(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        lab.add(
            "one-guid",
            lambda p: rss(item(p, guid="same")),
        )
        await lab.poll(8)
        told = [line for line in lab.logs if "guids" in str(line["event"])]
        assert [line["log_level"] for line in told] == ["warning"]
        assert told[0]["feed_id"] == lab.feeds["one-guid"]
