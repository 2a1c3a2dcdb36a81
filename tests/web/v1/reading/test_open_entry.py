"""One entry over HTTP: its text, its versions and what was changed."""

import json
from typing import Any

import pytest

from tests.corpus.html.payloads import EVENT_HANDLERS, LINK_SCHEMES
from tests.html.judge import faults
from tests.jobs.feed_lab import item, open_lab, rss
from tests.make import NOON
from tests.web.conftest import Person
from tests.web.v1.following import a_followed_feed, an_entry
from tidings.context import Context
from tidings.services.entries.versions import diff_versions
from tidings.store.engine.connection import Connection
from tidings.store.engine.packing import pack

_TEXTS = (
    "<p>The council of the city met.</p><p>Twelve members were there.</p>",
    "<p>The council of the city met.</p><p>Thirteen members were there.</p>",
)


def _edit(db: Connection, entry_id: int, title: str, html: str, now: int) -> None:
    """Change an entry as a check of its feed does."""
    known = {"id": entry_id, "now": now}
    db.run(
        "insert into entry_versions (entry_id, version, seen_at, replaced_at, title,"
        " author, url, content_hash, codec, content)"
        " select e.id, e.version, coalesce(e.changed_at, e.received_at), :now, e.title,"
        " e.author, e.url, e.content_hash, b.codec, b.content"
        " from entries e join entry_bodies b on b.entry_id = e.id where e.id = :id",
        **known,
    )
    db.run(
        "update entries set version = version + 1, changed_at = :now, title = :title"
        " where id = :id",
        **known,
        title=title,
    )
    codec, content = pack(html)
    db.run(
        "update entry_bodies set codec = :codec, content = :content"
        " where entry_id = :id",
        id=entry_id,
        codec=codec,
        content=content,
    )


def _keep_article(db: Connection, entry_id: int, html: str) -> None:
    codec, content = pack(html)
    db.run(
        "insert into entry_full_texts (entry_id, tried_at, codec, content)"
        " values (:id, 1, :codec, :content)",
        id=entry_id,
        codec=codec,
        content=content,
    )


async def test_an_opened_entry_has_its_text_and_what_belongs_to_it(
    context: Context, ann: Person
) -> None:
    feed, _ = await a_followed_feed(context, ann)
    extras = {
        "enclosures": [{"url": "https://a.example/1.mp3", "type": "audio/mpeg"}],
        "categories": ["Politics"],
        "comments_url": "https://a.example/comments",
        "base_url": "https://base.example/deep/",
        "podcast": {"duration": "PT1H"},
        "updated_at": 5,
    }
    entry = await an_entry(
        context,
        feed,
        extras=json.dumps(extras, separators=(",", ":")),
        has_enclosures=True,
        content=b'<p>See <a href="more">more</a></p>',
    )
    await ann.http.put(f"/api/v1/entries/{entry}/tags/later")
    opened = (await ann.http.get(f"/api/v1/entries/{entry}")).json()
    assert 'href="https://base.example/deep/more"' in opened["html"]
    assert opened["full_text_html"] is None
    assert opened["enclosures"] == [
        {
            "url": "https://a.example/1.mp3",
            "type": "audio/mpeg",
            "length": None,
            "title": None,
            "width": None,
            "height": None,
            "play_url": "https://a.example/1.mp3",
        }
    ]
    assert opened["categories"] == ["Politics"]
    assert opened["comments_url"] == "https://a.example/comments"
    assert (opened["versions"], opened["tags"]) == (1, ["later"])
    assert opened["has_enclosures"] is True
    assert opened["read"] is False
    assert opened["feed"]["id"] == feed
    assert opened["feed"]["title"] == f"Feed {feed}"


def _shown_above(opened: dict[str, Any]) -> list[tuple[str, bool, bool]]:
    return [
        (one["url"], one["above_content"], one["above_full_text"])
        for one in opened["pictures"]
    ]


async def test_a_picture_that_the_text_does_not_show_is_to_be_shown_above_it(
    context: Context, ann: Person
) -> None:
    feed, _ = await a_followed_feed(context, ann)
    there, other, face = (
        f"https://a.example/{name}.jpg"
        for name in ("harbour-at-dawn", "the-mayor", "avatars/ann")
    )
    files = [
        {"url": there.replace(".jpg", "-150x150.jpg"), "type": "image/jpeg"},
        {"url": other, "type": None, "title": "She", "width": 640, "height": 480},
        {"url": face, "type": "image/*"},
        {"url": "https://a.example/1.mp3", "type": "audio/mpeg"},
    ]
    entry = await an_entry(
        context,
        feed,
        image_url=there,
        extras=json.dumps({"enclosures": files}),
        content=f'<p>Dawn</p><img src="{there}">'.encode(),
    )
    opened = (await ann.http.get(f"/api/v1/entries/{entry}")).json()
    assert opened["pictures"] == [
        {
            "url": other,
            "width": 640,
            "height": 480,
            "caption": "She",
            "above_content": True,
            "above_full_text": True,
        }
    ]
    article = f'<p>All of it.</p><img src="{other}?w=900">'
    await context.database.write(_keep_article, entry, article)
    opened = (await ann.http.get(f"/api/v1/entries/{entry}")).json()
    assert _shown_above(opened) == [(there, False, True), (other, True, False)]


async def test_the_full_text_is_there_once_it_was_fetched(
    context: Context, ann: Person
) -> None:
    _feed, (id_,) = await a_followed_feed(context, ann, 1)
    html = "<p>All of it.</p><script>alert(1)</script>"
    await context.database.write(_keep_article, id_, html)
    opened = (await ann.http.get(f"/api/v1/entries/{id_}")).json()
    assert opened["full_text_html"] == "<p>All of it.</p>"


@pytest.mark.parametrize("payload", [*EVENT_HANDLERS[:6], *LINK_SCHEMES[:6]])
@pytest.mark.both_engines
async def test_an_attack_comes_out_harmless(
    payload: str, context: Context, ann: Person
) -> None:
    feed, _ = await a_followed_feed(context, ann)
    entry = await an_entry(context, feed, content=payload.encode())
    await context.database.write(
        _edit, entry, payload, f"<p>new</p>{payload}<p>{payload}", NOON
    )
    opened = (await ann.http.get(f"/api/v1/entries/{entry}")).json()
    assert faults(opened["html"]) == []
    diff = (await ann.http.get(f"/api/v1/entries/{entry}/diff")).json()
    assert faults(diff["html"]) == []


async def test_versions_and_what_was_changed_between_them(
    context: Context, ann: Person
) -> None:
    feed, _ = await a_followed_feed(context, ann)
    entry = await an_entry(
        context, feed, title="The bridge opens", content=b"<p>It holds one car.</p>"
    )
    await context.database.write(
        _edit, entry, "The bridge falls", "<p>It holds no car.</p>", NOON + 1
    )
    await context.database.write(
        _edit, entry, "The bridge falls", "<p>It is gone.</p>", NOON + 2
    )
    address = f"/api/v1/entries/{entry}"
    versions = (await ann.http.get(f"{address}/versions")).json()["items"]
    assert [(v["version"], v["seen_at"], v["replaced_at"]) for v in versions] == [
        (3, NOON + 2, None),
        (2, NOON + 1, NOON + 2),
        (1, NOON, NOON + 1),
    ]
    assert (await ann.http.get(address)).json()["versions"] == 3
    first = (await ann.http.get(f"{address}/diff", params={"from": 1, "to": 2})).json()
    assert first["html"] == "<p>It holds <del>one </del><ins>no </ins>car.</p>"
    assert first["title"] == [
        {"kind": "same", "text": "The bridge "},
        {"kind": "removed", "text": "opens"},
        {"kind": "added", "text": "falls"},
    ]
    latest = (await ann.http.get(f"{address}/diff")).json()
    assert (latest["before"]["version"], latest["after"]["version"]) == (2, 3)
    assert (
        await ann.http.get(f"{address}/diff", params={"from": 4})
    ).status_code == 404
    assert (await ann.http.get(f"{address}/diff", params={"to": 9})).status_code == 404
    for wrong in ("0", "x", str(2**40)):
        answer = await ann.http.get(f"{address}/diff", params={"from": wrong})
        assert answer.status_code == 422


async def test_an_entry_that_never_changed_differs_in_nothing(
    context: Context, ann: Person
) -> None:
    _, (id_,) = await a_followed_feed(context, ann, 1)
    diff = (await ann.http.get(f"/api/v1/entries/{id_}/diff")).json()
    assert "<ins>" not in diff["html"]
    assert {part["kind"] for part in diff["title"]} == {"same"}


async def test_a_feed_that_edits_leaves_a_diff(database_url: str) -> None:
    async with open_lab(database_url) as lab:
        feed = lab.add("edits", lambda poll: rss(item(1, text=_TEXTS[poll])))
        await lab.poll(2)
        (entry,) = lab.entry_ids(feed)
        diff = await diff_versions(lab.context, lab.ann, entry, None, None)
        assert (diff.before.version, diff.after.version) == (1, 2)
        assert diff.complete
        assert "<del>Twelve </del><ins>Thirteen </ins>" in diff.html
