"""What the installation does by AI, and what its readers and feeds want of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tidings.core.ai.tasks import (
    AiInstance,
    AiPreferences,
    ai_preferences,
    asks_for_more,
)
from tidings.core.errors import NotFound
from tidings.store.engine.connection import Connection
from tidings.store.engine.rows import one_of, update, upsert, values_of
from tidings.store.system.app_settings import forget_value, get_value, set_value

_INSTANCE = "ai"
# Without AI there is nothing to be queued; when it comes, everybody is noted.
_REQUEST = """
insert into ai_backlogs (user_id, feed_id)
select s.user_id, s.feed_id from subscriptions s
where s.active = 1 and exists (select 1 from settings x where x.name = :instance)
"""
_ONCE = " on conflict (user_id, feed_id) do nothing"


@dataclass(frozen=True, slots=True)
class FeedChoice:
    """What a reader has chosen for one feed; None: as for all feeds."""

    ai: bool | None = None
    full_text: bool | None = None


def save_instance(db: Connection, instance: AiInstance | None, now: int) -> None:
    """Let everybody who stores entries know what is done with them."""
    known = get_value(db, _INSTANCE)
    if instance is None:
        if known is not None:
            forget_value(db, _INSTANCE)
    elif known != asdict(instance):
        set_value(db, _INSTANCE, asdict(instance), now)


def stored_instance(db: Connection) -> AiInstance | None:
    """Return what the installation does; None: nothing."""
    known = get_value(db, _INSTANCE)
    return None if known is None else AiInstance(**known)


def note_requests(db: Connection, user_id: int, preferences: Mapping[str, Any]) -> None:
    """Keep what preferences say about AI where it can be asked for many at once. What
    was just switched on is queued for entries that are there already."""
    before, requests = ai_preferences_of(db, user_id), ai_preferences(preferences)
    if requests == AiPreferences():
        db.run("delete from ai_readers where user_id = :user", user=user_id)
    elif requests != before:
        upsert(db, "ai_readers", "user_id", user_id=user_id, **values_of(requests))
    if asks_for_more(before, requests):
        request_backlog(db, user_id)


def request_backlog(
    db: Connection, user_id: int | None = None, feed_id: int | None = None
) -> None:
    """Let a worker queue the newest entries: of a feed, of all that a reader follows, or
    of what everybody follows."""
    known: dict[str, object] = {"instance": _INSTANCE}
    sql = _REQUEST
    if user_id is not None:
        sql, known["user"] = f"{sql} and s.user_id = :user", user_id
    if feed_id is not None:
        sql, known["feed"] = f"{sql} and s.feed_id = :feed", feed_id
    if db.run(sql + _ONCE, **known):
        db.wake_on_commit()


def ai_preferences_of(db: Connection, user_id: int) -> AiPreferences:
    """Return what a reader has said."""
    known = one_of(
        db,
        AiPreferences,
        "select {*} from ai_readers where user_id = :user",
        user=user_id,
    )
    return known or AiPreferences()


def choice_of(db: Connection, user_id: int, feed_id: int) -> FeedChoice:
    """Return what a reader has chosen for a feed that they follow."""
    known = one_of(
        db,
        FeedChoice,
        "select c.ai, s.full_text from subscriptions s"
        " left join ai_feed_choices c"
        "   on c.user_id = s.user_id and c.feed_id = s.feed_id"
        " where s.user_id = :user and s.feed_id = :feed",
        user=user_id,
        feed=feed_id,
    )
    return known or FeedChoice()


def set_choice(db: Connection, user_id: int, feed_id: int, choice: FeedChoice) -> None:
    """Keep what a reader has chosen for a feed; what AI was switched on for is queued."""
    if choice.ai is None:
        db.run(
            "delete from ai_feed_choices where user_id = :user and feed_id = :feed",
            user=user_id,
            feed=feed_id,
        )
    else:
        known = {"user_id": user_id, "feed_id": feed_id}
        upsert(db, "ai_feed_choices", "user_id, feed_id", **known, ai=choice.ai)
    update(
        db,
        "subscriptions",
        "user_id, feed_id",
        user_id=user_id,
        feed_id=feed_id,
        full_text=choice.full_text,
    )
    if choice.ai is not False:
        request_backlog(db, user_id, feed_id)


def check_follows(db: Connection, user_id: int, feed_id: int) -> None:
    """Raise `NotFound` unless a reader follows a feed."""
    found = db.value(
        "select 1 from subscriptions"
        " where user_id = :user and feed_id = :feed and active = 1",
        user=user_id,
        feed=feed_id,
    )
    if found is None:
        raise NotFound("There is no such feed among yours.")


def check_exists(db: Connection, feed_id: int) -> None:
    """Raise `NotFound` unless there is such a feed."""
    found = db.value(
        "select 1 from feeds where id = :feed and deleted_at is null", feed=feed_id
    )
    if found is None:
        raise NotFound("There is no such feed.")


def prompts_of(db: Connection, feed_id: int) -> dict[str, str]:
    """Return a feed's own prompts by kind."""
    return dict(
        db.rows(
            "select kind, prompt from ai_feed_prompts where feed_id = :feed",
            feed=feed_id,
        )
    )


def set_prompt(
    db: Connection, feed_id: int, kind: str, prompt: str | None, now: int
) -> None:
    """Keep a feed's own prompt; None: the usual one again."""
    if prompt is None:
        db.run(
            "delete from ai_feed_prompts where feed_id = :feed and kind = :kind",
            feed=feed_id,
            kind=kind,
        )
    else:
        values = {"feed_id": feed_id, "kind": kind, "prompt": prompt}
        upsert(db, "ai_feed_prompts", "feed_id, kind", **values, changed_at=now)


def save_key(db: Connection, user_id: int, sealed: bytes, now: int) -> None:
    """Keep a reader's own key, sealed."""
    upsert(db, "ai_keys", "user_id", user_id=user_id, sealed=sealed, created_at=now)


def forget_key(db: Connection, user_id: int) -> None:
    """Forget a reader's own key."""
    db.run("delete from ai_keys where user_id = :user", user=user_id)


def sealed_key(db: Connection, user_id: int) -> bytes | None:
    """Return a reader's own key, sealed; None: there is none."""
    found = db.value("select sealed from ai_keys where user_id = :user", user=user_id)
    return None if found is None else bytes(found)
