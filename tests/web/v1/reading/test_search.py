"""Searching over HTTP: the language, pages, hits, and no query that breaks anything."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import make
from tests.web.conftest import Person
from tidings.context import Context
from tidings.store.engine.connection import Connection
from tidings.store.entries.search_index import pack_indexed, reindex_entries, to_index
from tidings.store.feeds.follow import follow_feed, leave_feed
from tidings.store.reading.marking import mark_entries, star_entries

URL = "/api/v1/entries/search"
HOUR = 3_600_000_000


def entries_saying(
    db: Connection, readers: list[int], *texts: tuple[str, str]
) -> list[int]:
    """Entries of one feed that all readers follow, each an hour after the one before."""
    feed = make.a_feed(db)
    for reader in readers:
        follow_feed(db, reader, feed, make.NOON)
    times = [make.NOON + hour * HOUR for hour in range(len(texts))]
    ids = make.some_entries(db, feed, times, times[-1])
    for id_, (title, text) in zip(ids, texts, strict=True):
        db.run(
            "update entries set title = :t, excerpt = :x where id = :id",
            t=title,
            x=text[:50],
            id=id_,
        )
        indexed = to_index(db.engine, title, "", text)
        reindex_entries(db, [(id_, indexed)])
        codec, content = pack_indexed(f"<p>{text}</p>", indexed)
        db.run(
            "update entry_bodies set codec = :codec, content = :content"
            " where entry_id = :id",
            codec=codec,
            content=content,
            id=id_,
        )
    return ids


async def found(person: Person, q: str, **rest: Any) -> list[int]:
    return [item["id"] for item in (await search(person, q=q, **rest))["items"]]


async def search(person: Person, **parameters: Any) -> Any:
    answer = await person.http.get(URL, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_words_are_found_newest_first(context: Context, ann: Person) -> None:
    first, second, _ = await context.database.write(
        entries_saying,
        [ann.id],
        ("A red fox", "runs"),
        ("Nothing", "but one red fox"),
        ("A blue whale", "swims"),
    )
    assert await found(ann, "fox") == [second, first]
    assert await found(ann, "title:fox") == [first]
    assert await found(ann, '"one red"') == [second]
    assert await found(ann, "red -runs") == [second]
    assert await found(ann, "") == []
    assert await found(ann, "?!") == []


async def test_hits_are_shown_as_pieces_of_plain_text(
    context: Context, ann: Person
) -> None:
    long = "word " * 100 + "the <b>Café</b> & more " + "word " * 100
    await context.database.write(
        entries_saying,
        [ann.id],
        ("A <i>cafe</i>", "nothing"),
        ("Other", long.replace("<", "&lt;")),
    )
    below, above = (await search(ann, q="cafe"))["items"]
    assert above["highlights"]["title"] == ["A <i>", "cafe", "</i>"]
    assert above["highlights"]["excerpt"] == ["nothing"]
    before, hit, after = below["highlights"]["excerpt"]
    assert before.startswith("…word")
    assert hit == "Café"
    assert after.endswith("word…")


async def test_pages_follow_one_another_in_both_orders(
    context: Context, ann: Person
) -> None:
    texts = [("fox " * (n % 4), f"fox {n}") for n in range(12)]
    ids = await context.database.write(entries_saying, [ann.id], *texts)
    for order in ("newest", "rank"):
        pages: list[int] = []
        cursor: dict[str, str] = {}
        while True:
            page = await search(ann, q="fox", order=order, limit=5, **cursor)
            pages += [item["id"] for item in page["items"]]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
        assert sorted(pages) == sorted(ids)
        assert not page["partial"]
    by_rank = await found(ann, "fox", order="rank")
    assert set(by_rank[-3:]) == {ids[0], ids[4], ids[8]}


async def test_cursor_of_another_list_is_refused(context: Context, ann: Person) -> None:
    texts = [("fox", "")] * 3
    await context.database.write(entries_saying, [ann.id], *texts)
    page = await search(ann, q="fox", limit=1)
    for cursor in (page["next_cursor"], "x", "🦊"):
        answer = await ann.http.get(
            URL, params={"q": "fox", "order": "rank", "cursor": cursor}
        )
        assert answer.status_code == 422
        assert answer.json()["error"]["details"]["field"] == "cursor"


async def test_results_are_counted_on_request(context: Context, ann: Person) -> None:
    texts = [("fox", "red"), ("fox", "blue"), ("whale", "blue")]
    await context.database.write(entries_saying, [ann.id], *texts)
    assert (await search(ann, q="fox"))["count"] is None
    page = await search(ann, q="fox OR whale", count=True, limit=1)
    assert len(page["items"]) == 1
    assert page["count"] == {"found": 3, "exact": True}
    for query in ("", "nowhere", "feed:nowhere"):
        count = (await search(ann, q=query, count=True))["count"]
        assert count == {"found": 0, "exact": True}


@pytest.mark.both_engines
async def test_no_more_than_a_thousand_results_are_counted(
    context: Context, ann: Person
) -> None:
    texts = [("fox", "")] * 1002
    await context.database.write(entries_saying, [ann.id], *texts)
    for query in ("fox", "is:unread", "fox OR is:read"):
        page = await search(ann, q=query, count=True, limit=1)
        assert page["count"] == {"found": 1000, "exact": False}, query


@pytest.mark.parametrize(
    ("query", "code", "details"),
    [
        ("a OR date:2019", "SEARCH_OPERATOR", {"term": "date", "nearest": "after"}),
        ("is:banana", "SEARCH_VALUE", {"term": "is", "value": "banana"}),
        ("newer:soon", "SEARCH_VALUE", {"term": "newer", "value": "soon"}),
    ],
)
async def test_what_is_not_understood_is_named(
    ann: Person, query: str, code: str, details: dict[str, str]
) -> None:
    for url in (URL, "/api/v1/entries"):
        answer = await ann.http.get(url, params={"q": query})
        assert answer.status_code == 422
        error = answer.json()["error"]
        assert error["code"] == code
        assert error["details"].items() >= {"field": "q", **details}.items()
    saved = {"name": "x", "query": query}
    answer = await ann.http.post("/api/v1/searches", json=saved)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["details"]["field"] == "query"


async def test_ways_ages_and_parts_of_names_are_found(
    context: Context, ann: Person
) -> None:
    first, second = await context.database.write(
        entries_saying, [ann.id], ("A red fox", "runs"), ("Nothing", "a whale")
    )
    assert await found(ann, "fox OR whale") == [second, first]
    assert await found(ann, "(fox OR whale) -nothing") == [first]
    assert await found(ann, "wha*") == [second]
    assert await found(ann, "feed:eed fox") == [first]
    assert await found(ann, "in:Fee newer:9000d") == [second, first]
    assert await found(ann, "older:9000d") == []
    page = await search(ann, q="wha* OR fo*")
    assert [item["highlights"]["title"] for item in page["items"]] == [
        ["Nothing"],
        ["A red ", "fox", ""],
    ]


@pytest.mark.both_engines
async def test_nobody_finds_what_they_may_not_see(
    context: Context, ann: Person, bob: Person
) -> None:
    (own,) = await context.database.write(entries_saying, [ann.id], ("fox", "secret"))
    (shared,) = await context.database.write(
        entries_saying, [ann.id, bob.id], ("fox", "public")
    )
    assert await found(ann, "fox") == [shared, own]
    for query in (
        "fox", "secret", "-nothing", "is:unread", "feed:feed", "-is:starred",
        "fox OR secret", "secret OR -fox", "is:unread OR is:read", "fo* OR in:feed",
    ):  # fmt: skip
        assert own not in await found(bob, query)
        assert own not in await found(bob, query, order="rank")
    assert await found(bob, "fox") == [shared]


async def test_what_is_kept_is_found_after_leaving(
    context: Context, ann: Person
) -> None:
    ids = await context.database.write(
        entries_saying, [ann.id], ("fox", "one"), ("fox", "two")
    )

    def leave(db: Connection) -> None:
        star_entries(db, ann.id, make.stars(ids[:1]))
        mark_entries(db, ann.id, ids[1:], read=True)
        feed = db.value("select feed_id from entries where id = :id", id=ids[0])
        leave_feed(db, ann.id, feed, make.NOON)

    await context.database.write(leave)
    assert await found(ann, "fox") == ids[:1]
    assert await found(ann, "is:starred") == ids[:1]


@pytest.mark.parametrize(
    ("q", "field"), [("after:never", "q"), ("x\0y", "q"), ("x" * 30_000, "q")]
)
async def test_what_cannot_be_asked_is_refused_and_named(
    ann: Person, q: str, field: str
) -> None:
    answer = await ann.http.get(URL, params={"q": q})
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]["field"] == field


async def test_long_query_is_shortened_and_says_so(
    context: Context, ann: Person
) -> None:
    await context.database.write(entries_saying, [ann.id], ("fox", ""))
    page = await search(ann, q="fox " * 2500)
    assert len(page["items"]) == 1
    assert page["shortened"]


async def test_same_answer_is_not_sent_again(context: Context, ann: Person) -> None:
    await context.database.write(entries_saying, [ann.id], ("fox", ""))
    first = await ann.http.get(URL, params={"q": "fox"})
    again = await ann.http.get(
        URL, params={"q": "fox"}, headers={"if-none-match": first.headers["etag"]}
    )
    assert again.status_code == 304


ODD = [
    '"', "'", "*", "(", ")", "^", "+", "-", ":", "|", "&", "!", "<", ">", "\\", "%", ";",
    "--", " ", " ", "NEAR(a b, 5)", "OR", "AND", "NOT", "title :", "{title} :", "feed:",
    "folder:", "tag:", "is:", "lang:", "after:", "before:2024", "title:", "rowid", "fox",
    "f*", "<->", "'a':A", "@@", "𝔘", "𠀀", "e\u0301", "ß", "İ", "\u200b", "日本", "🦊", "0",
    "' or 1=1 --", "\t\n", "\u0000",
]  # fmt: skip


@pytest.mark.random_sql
async def test_no_query_breaks_anything(context: Context, ann: Person) -> None:
    texts = [("fox NEAR 𝔘", "a b"), ("日本 ß 0", "or and not 𠀀"), ("İ é", "title 1")]
    await context.database.write(entries_saying, [ann.id], *texts)
    statuses: set[int] = set()

    @settings(
        max_examples=60,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(st.lists(st.sampled_from(ODD) | st.text(max_size=4), max_size=12))
    def queries(pieces: list[str]) -> None:
        asked.append("".join(pieces).encode(errors="ignore").decode())

    asked: list[str] = []
    queries()
    for order in ("newest", "rank"):
        for query in asked:
            answer = await ann.http.get(URL, params={"q": query, "order": order})
            statuses.add(answer.status_code)
            assert answer.status_code in (200, 422), query
    assert 200 in statuses
