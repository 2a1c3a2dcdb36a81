"""What the installation does by AI, and what its readers and feeds want of it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tidings.core.ai_tasks import AiInstance, ReaderWishes, reader_wishes
from tidings.core.errors import NotFound
from tidings.store.app_settings import forget_value, get_value, set_value
from tidings.store.connection import Connection

_INSTANCE = "ai"
_SAVE_WISHES = """
insert into ai_readers (user_id, ai, deframing, language)
values (:user, :ai, :deframing, :language)
on conflict (user_id) do update set ai = excluded.ai, deframing = excluded.deframing,
  language = excluded.language
"""
_SAVE_CHOICE = """
insert into ai_feed_choices (user_id, feed_id, ai) values (:user, :feed, :ai)
on conflict (user_id, feed_id) do update set ai = excluded.ai
"""
_SAVE_PROMPT = """
insert into ai_feed_prompts (feed_id, kind, prompt, changed_at)
values (:feed, :kind, :prompt, :now)
on conflict (feed_id, kind) do update set prompt = excluded.prompt,
  changed_at = excluded.changed_at
"""
_SAVE_KEY = """
insert into ai_keys (user_id, sealed, created_at) values (:user, :sealed, :now)
on conflict (user_id) do update set sealed = excluded.sealed,
  created_at = excluded.created_at
"""


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


def note_wishes(db: Connection, user_id: int, preferences: Mapping[str, Any]) -> None:
    """Keep what preferences say about AI where it can be asked for many at once."""
    wishes = reader_wishes(preferences)
    if wishes == ReaderWishes():
        db.run("delete from ai_readers where user_id = :user", user=user_id)
        return
    db.run(
        _SAVE_WISHES,
        user=user_id,
        ai=_number(wishes.ai),
        deframing=_number(wishes.deframing),
        language=wishes.language,
    )


def wishes_of(db: Connection, user_id: int) -> ReaderWishes:
    """Return what a reader has said."""
    row = db.row(
        "select ai, deframing, language from ai_readers where user_id = :user",
        user=user_id,
    )
    if row is None:
        return ReaderWishes()
    ai, deframing, language = row
    return ReaderWishes(_truth(ai), _truth(deframing), language)


def choice_of(db: Connection, user_id: int, feed_id: int) -> bool | None:
    """Return whether a reader wants AI for a feed; None: as for all feeds."""
    found = db.value(
        "select ai from ai_feed_choices where user_id = :user and feed_id = :feed",
        user=user_id,
        feed=feed_id,
    )
    return _truth(found)


def set_choice(db: Connection, user_id: int, feed_id: int, ai: bool | None) -> None:
    """Keep whether a reader wants AI for a feed."""
    if ai is None:
        db.run(
            "delete from ai_feed_choices where user_id = :user and feed_id = :feed",
            user=user_id,
            feed=feed_id,
        )
    else:
        db.run(_SAVE_CHOICE, user=user_id, feed=feed_id, ai=int(ai))


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
        db.run(_SAVE_PROMPT, feed=feed_id, kind=kind, prompt=prompt, now=now)


def save_key(db: Connection, user_id: int, sealed: bytes, now: int) -> None:
    """Keep a reader's own key, sealed."""
    db.run(_SAVE_KEY, user=user_id, sealed=sealed, now=now)


def forget_key(db: Connection, user_id: int) -> None:
    """Forget a reader's own key."""
    db.run("delete from ai_keys where user_id = :user", user=user_id)


def sealed_key(db: Connection, user_id: int) -> bytes | None:
    """Return a reader's own key, sealed; None: there is none."""
    found = db.value("select sealed from ai_keys where user_id = :user", user=user_id)
    return None if found is None else bytes(found)


def _number(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _truth(value: int | None) -> bool | None:
    return None if value is None else bool(value)
