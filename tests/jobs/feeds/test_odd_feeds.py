"""Feeds that empty, break, move their dates or speak strange encodings lose nothing."""

import asyncio
import json

import pytest

from tests.jobs.feed_lab import DAY, Kept, Reply, five, item, open_lab, rss
from tests.make import NOON
from tidings.core.clock import micros
from tidings.core.reading.reading import ListQuery, Place
from tidings.store.entries.retain import forget_up_to
from tidings.store.reading.entry_lists import entry_places
from tidings.store.reading.mark_all import mark_all_read

FIVE_KEPT = Kept(5, unread=4)
PAGE = b"<!doctype html><html><head><title>Maintenance</title></head><body>Soon</body>"


async def test_what_a_feed_stops_showing_stays(database_url: str) -> None:
    whole = five()
    later = rss(*(item(n) for n in range(100, 105)))
    async with open_lab(database_url) as lab:
        lab.add("rewrite", lambda p: whole if p < 4 else later)
        lab.add("empty", lambda p: whole if p < 4 else rss())
        lab.add("truncated", lambda p: whole if p < 4 else whole[: 300 + 60 * p])
        lab.add("html-as-feed", lambda p: whole if p < 4 else PAGE)
        lab.add("no-body", lambda p: whole if p < 4 else b"")
        lab.add("error", lambda p: whole if p < 4 else Reply(PAGE, status=500))
        await lab.poll()
        lab.read_some()
        await lab.poll(9)
        kept = {name: lab.kept(name) for name in lab.feeds}
        assert kept.pop("rewrite") == Kept(10, unread=9, unread_after_all=5)
        assert kept == dict.fromkeys(kept, FIVE_KEPT)
        shown = {name: sum(lab.column(name, "shown")) for name in lab.feeds}
        assert shown == dict.fromkeys(lab.feeds, 5)
        assert lab.fetch_state("html-as-feed", "failures, last_error_code") == (
            6,
            "not_a_feed_html",
        )
        assert lab.fetch_state("empty", "failures") == (0,)
        assert lab.trouble() == []


async def test_a_document_cut_off_on_the_way_is_asked_for_again_in_full(
    database_url: str,
) -> None:
    """A server that closes early, and calls what it sent then "not modified"."""
    whole = five()

    def cut_once(poll: int) -> Reply:
        if lab.origin.asked.get("if-none-match") == '"x"':
            return Reply(status=304)
        body = whole[: len(whole) // 2] if poll == 0 else whole
        return Reply(body, headers=('ETag: "x"',))

    async with open_lab(database_url) as lab:
        lab.add("cut", cut_once)
        await lab.poll(3)
        assert len(lab.entry_ids(lab.feeds["cut"])) == 5
        sent = [r.headers.get("if-none-match") for r in lab.origin.received]
        assert sent == [None, None, '"x"']


async def test_an_archive_that_appears_at_once_is_stored_but_not_unread(
    database_url: str,
) -> None:
    def archive(poll: int) -> bytes:
        fresh = [item(n, date=NOON - micros(DAY)) for n in range(5)]
        old = [item(1000 + n, date=NOON - micros(n * DAY)) for n in range(20, 520)]
        return rss(*fresh, *old) if poll >= 3 else rss(*fresh)

    async with open_lab(database_url) as lab:
        lab.add("archive", archive)
        await lab.poll()
        lab.read_some()
        await lab.poll(9)
        assert lab.kept("archive") == Kept(505, unread=4)
        assert lab.trouble() == []


async def test_what_retention_removed_does_not_come_back(database_url: str) -> None:
    """A window of entries moves on, old ones flicker, and the clean-up runs beside."""

    def flickering(poll: int) -> bytes:
        first = max(0, poll - 12) if poll % 3 == 0 else poll
        return rss(
            *(
                item(n, guid=str(n), text=f"{n} at {poll % 2}")
                for n in range(first, poll + 5)
            )
        )

    async with open_lab(database_url) as lab:
        number = lab.add("flickering", flickering)
        for poll in range(50):
            clean_up = lab.context.database.write(
                forget_up_to, number, poll, lab.clock.now
            )
            await asyncio.gather(lab.poll(), clean_up)
        assert lab.column("flickering", "e.title")[-5:] == [
            f"Entry {n}" for n in range(49, 54)
        ]
        # Numbers are given once: had one come back, the last would be higher.
        assert lab.column("flickering", "e.seq")[-1] == 54
        assert lab.read(lambda db: db.value("select count(*) from tombstones")) > 20
        assert lab.trouble() == []


ENCODED = {
    "windows-1251": "Привет, мир: ёж",
    "koi8-r": "Привет, мир",
    "iso-8859-2": "Zażółć gęślą jaźń",
    "shift_jis": "日本語の記事",
    "euc-kr": "한국어 기사",
    "gb18030": "汉字 𠀀",
    "utf-16": "Zażółć 🦔",
}
RAW = {
    "nul": (b"a\0b", "ab"),
    "nul by number": (b"a&#0;b&#xD800;c", "abc"),
    "control": (b"a\x08\x1fb", "ab"),
    "broken utf-8": (b"end \xff\xfe", "end ÿþ"),
}


async def test_strange_letters_arrive_alike_on_every_engine(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        for encoding, text in ENCODED.items():
            body = rss(item(1, text=text), encoding=encoding)
            lab.add(encoding, lambda _, body=body: body)
        for name, (raw, _) in RAW.items():
            body = rss(item(1, text="@@")).replace(b"@@", raw)
            lab.add(name, lambda _, body=body: body)
        await lab.poll(2)
        expected = {**ENCODED, **{name: text for name, (_, text) in RAW.items()}}
        assert {name: lab.bodies(name) for name in lab.feeds} == {
            name: [text] for name, text in expected.items()
        }
        assert lab.trouble() == []


def json_feed(*entries: dict[str, object], **fields: object) -> bytes:
    return json.dumps(
        {
            "version": "https://jsonfeed.org/version/1.1",
            "title": "A feed",
            "items": entries,
            **fields,
        }
    ).encode()


@pytest.mark.parametrize("letter", ["\0", "\ud800", "\x1f", "\uffff"])
async def test_no_letter_in_any_field_keeps_an_entry_or_its_neighbours_out(
    database_url: str, letter: str
) -> None:
    odd = f"a{letter}b"
    entry = {"id": "1", "url": "https://site.example/1", "content_text": "one"}
    names = "id url external_url title summary content_text content_html image language"
    poisoned = [{**entry, "id": name, "url": None, name: odd} for name in names.split()]
    poisoned += [
        {**entry, "id": "authors", "authors": [{"name": odd}]},
        {**entry, "id": "tags", "tags": [odd]},
        {**entry, "id": "media", "attachments": [{"url": odd, "mime_type": odd}]},
        {**entry, "id": "dates", "date_published": odd},
    ]
    plain = {**entry, "id": "plain", "url": "https://site.example/plain"}
    body = json_feed(*poisoned, plain, language=odd, icon=odd, home_page_url=odd)
    async with open_lab(database_url) as lab:
        lab.add("odd letters", lambda _: body)
        await lab.poll(2)
        assert "plain" in lab.column("odd letters", "guid")
        aside = lab.read(lambda db: db.rows("select title from poison_entries"))
        stored = len(lab.entry_ids(lab.feeds["odd letters"]))
        assert stored + len(aside) >= len(poisoned)
        assert lab.fetch_state("odd letters", "failures, last_error") == (0, None)
        assert lab.trouble() == []


ODD_DATES = [
    "Mon, 36 Oct 2025 99:00:00 GMT",
    "Wed, 08 Oct 2025 10:00:00 CEST",
    "Wed, 08 Oct 2025 10:00:00 -0930",
    "2025-10-08T10:00:00-00:00",
    "2025-10-08",
    "8 października 2025",
    "qua, 08 out 2025 10:00:00 -0300",
    "yesterday",
    "0000-00-00 00:00:00",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "Sat, 01 Jan 1000 00:00:00 GMT",
    "31 Dec 9999 23:59:59 +0000",
    "Fri, 31 Dec 99999 23:59:59 GMT",
    "1759917600",
    "1759917600000",
    "Wed, 29 Oct 2025 02:30:00 Europe/Warsaw",
    "",
]


async def test_every_date_is_stored_and_the_order_is_sane(database_url: str) -> None:
    tomorrow, last_year = NOON + micros(DAY), NOON - micros(365 * DAY)

    def backdated(poll: int) -> bytes:
        return rss(*(item(n, date=last_year - n * 10**6) for n in range(poll + 1)))

    async with open_lab(database_url) as lab:
        lab.add(
            "odd-dates",
            lambda _: rss(*(item(n, date=date) for n, date in enumerate(ODD_DATES))),
        )
        lab.add("future-date", lambda _: five(date=lambda n: tomorrow + n * 10**9))
        lab.add("backdated", backdated)
        await lab.poll(10)
        lab.read_some()
        assert lab.kept("odd-dates") == Kept(len(ODD_DATES), unread=len(ODD_DATES) - 1)
        assert lab.kept("future-date") == FIVE_KEPT
        assert lab.kept("backdated") == Kept(10, unread=9)
        for name in lab.feeds:
            times = lab.column(name, "sort_at")
            assert times == sorted(times)
            assert 0 <= times[0] <= times[-1] <= lab.clock.now
        newest = lab.read(entry_places, ListQuery(lab.ann, 1, unread=False))[0]
        assert newest.at <= lab.clock.now
        assert lab.trouble() == []


async def test_pages_of_entries_of_one_moment_hold_each_entry_once(
    database_url: str,
) -> None:
    """300 entries with the same date, read in seven pages while more arrive."""

    def growing(poll: int) -> bytes:
        return rss(*(item(n, date=NOON) for n in range(300 + 20 * poll)))

    async with open_lab(database_url) as lab:
        number = lab.add("same-date", growing)
        await lab.poll()
        at_first = set(lab.entry_ids(number))
        seen: list[int] = []
        after: Place | None = None
        for _ in range(7):
            page = lab.read(entry_places, ListQuery(lab.ann, 45, after=after))
            seen += [place.id for place in page]
            after = page[-1]
            await lab.poll()
        assert len(at_first) == 300
        assert sorted(seen) == sorted(at_first)
        assert lab.trouble() == []


async def test_marking_all_read_swallows_nothing_that_arrives_meanwhile(
    database_url: str,
) -> None:
    def growing(poll: int) -> bytes:
        return rss(*(item(n, guid=str(n)) for n in range(3 * poll + 3)))

    async with open_lab(database_url) as lab:
        number = lab.add("growing", growing)
        await lab.poll()
        for _ in range(20):
            seen = max(lab.entry_ids(number))
            mark = lab.context.database.write(mark_all_read, lab.bob, seen)
            await asyncio.gather(lab.poll(), mark)
        unread = lab.read(entry_places, ListQuery(lab.bob, 1000))
        assert sorted(place.id for place in unread) == lab.entry_ids(number)[-3:]
        assert lab.trouble() == []


async def test_not_modified_is_never_taken_for_an_empty_feed(database_url: str) -> None:
    modified = ("Last-Modified: Wed, 08 Oct 2025 10:00:00 GMT",)
    async with open_lab(database_url) as lab:
        lab.add("304-always", lambda _: Reply(status=304))
        lab.add(
            "304-after-once",
            lambda p: Reply(five(), headers=modified) if p == 0 else Reply(status=304),
        )
        lab.add(
            "validators-and-page",
            lambda p: Reply(PAGE, headers=('ETag: "page"',)) if p == 1 else five(),
        )
        await lab.poll()
        lab.read_some()
        await lab.poll(9)
        assert lab.fetch_state("304-always", "failures, last_error_code") == (
            10,
            "unasked_not_modified",
        )
        assert lab.kept("304-after-once") == FIVE_KEPT
        assert lab.fetch_state("304-after-once", "failures") == (0,)
        conditional = [
            "if-modified-since" in request.headers
            for request in lab.origin.requests_for("304-after-once")
        ]
        assert conditional == [False] + [True] * 9
        # The validator of a page that was no feed is never sent.
        assert not any(
            "if-none-match" in request.headers
            for request in lab.origin.requests_for("validators-and-page")
        )
        assert lab.trouble() == []


async def test_after_our_reader_changed_the_whole_feed_is_asked_for_once(
    database_url: str,
) -> None:
    def steady(_: int) -> Reply:
        known = "if-none-match" in lab.origin.asked
        return Reply(status=304) if known else Reply(five(), headers=('ETag: "1"',))

    async with open_lab(database_url) as lab:
        lab.add("steady", steady)
        await lab.poll(2)
        lab.write(lambda db: db.run("update feed_fetch_state set reader_version = 0"))
        await lab.poll(2)
        asked = ["if-none-match" in r.headers for r in lab.origin.received]
        assert asked == [False, True, False, True]
        assert len(lab.entry_ids(lab.feeds["steady"])) == 5


async def test_links_lose_their_logins_and_one_warning_says_so(
    database_url: str,
) -> None:
    document = five().replace(b"<link>https://", b"<link>https://ann:geheim@")
    assert b"geheim" in document
    async with open_lab(database_url) as lab:
        lab.add("logins", lambda p: document)
        await lab.poll(1)
        assert all("@" not in str(url) for url in lab.column("logins", "url"))
        assert None not in lab.column("logins", "url")
        (line,) = lab.trouble()
        assert line["event"] == "addresses came with a login, which was removed"
        assert (line["feed_id"], line["count"]) == (lab.feeds["logins"], 6)
        assert "geheim" not in str(lab.logs)
