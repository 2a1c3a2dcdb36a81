"""What is Ann's is not there for Bob: every route with an id, every list, by program."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import make
from tests.contexts import make_context
from tests.push_device import PushDevice
from tests.web.conftest import Person, signed_in
from tidings.config import load_settings
from tidings.context import Context
from tidings.core.system.long_job_kind import LongJobKind
from tidings.services.accounts.sessions import open_session
from tidings.services.system.long_jobs import start_long_job
from tidings.store.engine.connection import Connection
from tidings.store.engine.database import Database
from tidings.store.feeds.follow import follow_feed
from tidings.web.app import openapi_document
from tidings.wiring import open_fetching

CANARY = "xylophonequartz"
HIGHLIGHT = "01890a5d-ac96-774b-bcce-b302099a8057"
# Not anybody's own: a provider's name, a signed address.
SHARED = {"{provider}", "{signature}"}
# Ask for a role before they look at the id.
ADMIN_ONLY = {
    "change_user",
    "delete_user",
    "withdraw_invite",
    "get_feed_prompts",
    "set_feed_prompts",
    "send_ai_task_again",
}
METHODS = ("get", "post", "put", "patch", "delete")
BODIES: dict[str, dict[str, Any]] = {
    "change_feed_settings": {"polling": False},
    "change_folder": {"name": "Taken"},
    "change_highlight": {"note": "Taken"},
    "change_publication": {"title": "Taken"},
    "change_rule": {"name": "Taken"},
    "change_search": {"name": "Taken"},
    "change_subscription": {"title": "Taken"},
    "move_feed": {"url": "https://taken.example/feed"},
    "rename_tag": {"name": "taken"},
    "change_webhook": {"name": "Taken"},
    "keep_place_in_entry": {"place": 0.5},
    "set_feed_ai": {"ai": True},
    "split_story": {"entry_id": 1},
}
# What others take in their query, and must.
QUERIES = {"join_story": {"entry_id": 1}}


@dataclass(frozen=True)
class World:
    """Ann has one of everything; Bob has an account."""

    ann: Person
    bob: Person
    ids: dict[str, str]  # by the part of the path that stands before the id


@pytest.fixture
def context(database: Database) -> Context:
    return make_context(database, settings={"TIDINGS_API_RATE": "0"})


@pytest.fixture
async def world(context: Context) -> AsyncIterator[World]:
    settings = load_settings({"TIDINGS_SECRET_KEY": "k" * 40}, Path("/nonexistent"))
    async with AsyncExitStack() as stack:
        fetching = await stack.enter_async_context(open_fetching(settings))
        ann = await stack.enter_async_context(signed_in(context, "ann", fetching))
        bob = await stack.enter_async_context(signed_in(context, "bob", fetching))
        ids = await context.database.write(_fill, ann.id)
        ids |= await _make_by_api(ann, int(ids["entries"]))
        job = await start_long_job(context, ann.id, LongJobKind.IMPORT_OPML, b"<opml/>")
        _, session = await open_session(context, ann.id)
        ids |= {"jobs": job.id, "users/me/sessions": session.id}
        ids["users/me/passkeys"] = await context.database.write(_passkey, ann.id)
        yield World(ann, bob, ids)


def _fill(db: Connection, user_id: int) -> dict[str, str]:
    feed = make.a_feed(db)
    db.run("update feeds set title = :title", title=CANARY)
    entry = make.some_entries(db, feed, [None])[0]
    db.run("update entries set title = :t, excerpt = :t, url = :u", t=CANARY, u=URL)
    subscription = follow_feed(db, user_id, feed, make.NOON)
    return {
        "stories": str(_story(db, user_id, entry)),
        "entries": str(entry),
        "feeds": str(feed),
        "subscriptions": str(subscription),
    }


URL = f"https://{CANARY}.example/entry"


def _story(db: Connection, user_id: int, entry: int) -> int:
    """Let another feed of the user tell the same."""
    other = make.a_feed(db)
    also = make.some_entries(db, other, [None])[0]
    follow_feed(db, user_id, other, make.NOON)
    story = 7
    db.run(
        "insert into stories (id, first_at, last_at) values (:id, :now, :now)",
        id=story,
        now=make.NOON,
    )
    for one in (entry, also):
        db.run(
            "insert into story_entries (entry_id, story_id) values (:entry, :story)",
            entry=one,
            story=story,
        )
    return story


def _passkey(db: Connection, user_id: int) -> str:
    db.run(
        "insert into passkeys (id, user_id, credential_id, public_key, name, created_at)"
        " values (:id, :user, :data, :data, 'key', 1)",
        id=HIGHLIGHT,
        user=user_id,
        data=b"key",
    )
    return HIGHLIGHT


async def _make_by_api(ann: Person, entry: int) -> dict[str, str]:
    made: dict[str, str] = {"highlights": HIGHLIGHT}
    for area, body in {
        "folders": {"name": CANARY},
        "highlights": {"id": HIGHLIGHT, "entry_id": entry, "note": CANARY},
        "rules": {
            "name": CANARY,
            "conditions": [{"field": "title", "operator": "contains", "value": "x"}],
            "actions": [{"do": "mark_read"}],
        },
        "publications": {"source": "all", "title": CANARY},
        "searches": {"name": CANARY, "query": CANARY},
        "users/me/tokens": {"name": CANARY, "scope": "read"},
        "webhooks": {"name": CANARY, "url": URL},
        "push/subscriptions": PushDevice().subscription(URL),
    }.items():
        answer = await ann.http.post(f"/api/v1/{area}", json=body)
        assert answer.status_code == 201, (area, answer.text)
        made[area] = str(answer.json()["id"])
    answer = await ann.http.put(f"/api/v1/entries/{entry}/tags/{CANARY}")
    assert answer.is_success
    tags = (await ann.http.get("/api/v1/tags")).json()
    made["tags"] = str((tags["items"] if isinstance(tags, dict) else tags)[0]["id"])
    return made


@cache
def described() -> dict[str, Any]:
    return openapi_document()


def operations(with_id: bool) -> list[tuple[str, str, str]]:
    return [
        (method, path, operation["operationId"])
        for path, methods in described()["paths"].items()
        if ("{" in path) == with_id and path.startswith("/api/v1/")
        for method, operation in methods.items()
        if method in METHODS
    ]


def taken(path: str) -> set[str]:
    """The names of what a GET takes in its query."""
    operation = described()["paths"][path]["get"]
    return {one["name"] for one in operation.get("parameters", ())}


@pytest.mark.both_engines
async def test_an_id_of_another_user_is_not_found(world: World) -> None:
    seen = []
    for method, path, name in operations(with_id=True):
        if SHARED & set(re.findall(r"\{\w+\}", path)):
            continue
        area, rest = re.fullmatch(r"/api/v1/(.+?)/\{\w+\}(.*)", path).groups()  # type: ignore[union-attr]
        if name in ADMIN_ONLY:
            continue
        address = f"/api/v1/{area}/{world.ids[area]}{rest}".replace("{tag}", "mine")
        answer = await world.bob.http.request(
            method, address, json=BODIES.get(name), params=QUERIES.get(name)
        )
        seen.append((name, answer.status_code))
        assert CANARY not in answer.text
    assert [one for one in seen if one[1] != 404] == []
    assert len(seen) > 30


@pytest.mark.both_engines
async def test_no_list_tells_one_user_of_another(world: World) -> None:
    walked = []
    hints = {
        "q": CANARY,
        "feed_id": world.ids["feeds"],
        "folder_id": world.ids["folders"],
        "entry_id": world.ids["entries"],
        "tag": CANARY,
        "search_id": world.ids["searches"],
    }
    for method, path, name in operations(with_id=False):
        if method != "get" or name in ("stream_events", "start_oidc_sign_in"):
            continue
        asked = [{}] + [
            {key: value} for key, value in hints.items() if key in taken(path)
        ]
        for query in asked:
            answer = await world.bob.http.get(path, params=query)
            assert answer.status_code != 429
            assert CANARY not in answer.text, (name, query)
        walked.append(name)
    assert len(walked) > 20


async def test_the_walk_would_find_what_is_there(world: World) -> None:
    for path in ("entries", "subscriptions", "folders", "tags", "rules", "searches"):
        assert CANARY in (await world.ann.http.get(f"/api/v1/{path}")).text, path
    found = await world.ann.http.get("/api/v1/entries/search", params={"q": "title"})
    assert found.json()["items"], found.text


async def test_nothing_of_ann_was_changed_by_any_of_it(
    context: Context, world: World
) -> None:
    before = await _state(context)
    for method, path, name in operations(with_id=True):
        if method == "get" or SHARED & set(re.findall(r"\{\w+\}", path)):
            continue
        area, rest = re.fullmatch(r"/api/v1/(.+?)/\{\w+\}(.*)", path).groups()  # type: ignore[union-attr]
        address = f"/api/v1/{area}/{world.ids.get(area, '1')}{rest}"
        address = address.replace("{tag}", "mine")
        await world.bob.http.request(method, address, json=BODIES.get(name))
    assert await _state(context) == before


async def _state(context: Context) -> list[object]:
    tables = ("folders", "subscriptions", "highlights", "rules", "searches", "webhooks")
    tables += ("tags", "entry_tags", "entry_states", "feeds", "api_tokens", "passkeys")
    tables += ("push_subscriptions", "push_deliveries", "publications")

    def read(db: Connection) -> list[object]:
        return [db.rows(f"select * from {table} order by 1, 2, 3") for table in tables]

    return await context.database.read(read)
