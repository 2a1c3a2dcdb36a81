"""What people set about AI: for a feed, its prompts, and a key of their own."""

from collections.abc import Mapping

from tidings.context import Context, Fetching
from tidings.jobs.ai_asking import KEY_PURPOSE
from tidings.store import ai_choices
from tidings.store.ai_bulk import follow_prompts
from tidings.store.connection import Connection

_NONCE_BYTES = 12


async def feed_choice(context: Context, user_id: int, feed_id: int) -> bool | None:
    """Return whether a reader wants AI for a feed; None: as for all."""
    return await context.database.read(_choice, user_id, feed_id)


async def choose_for_feed(
    context: Context, user_id: int, feed_id: int, ai: bool | None
) -> None:
    """Set whether a reader wants AI for a feed that they follow."""
    await context.database.write(_choose, user_id, feed_id, ai)


async def feed_prompts(context: Context, feed_id: int) -> dict[str, str]:
    """Return a feed's own prompts."""
    return await context.database.read(_prompts, feed_id)


async def set_feed_prompts(
    context: Context, feed_id: int, prompts: Mapping[str, str | None]
) -> dict[str, str]:
    """Set a feed's own prompts; new entries are read by them, and those that wait."""
    return await context.database.write(_set_prompts, feed_id, prompts, context.clock())


async def set_own_key(
    context: Context, fetching: Fetching, user_id: int, key: str
) -> None:
    """Keep a reader's own key for the provider, sealed; it is never shown again."""
    nonce = context.random_bytes(_NONCE_BYTES)
    sealed = fetching.box.seal(key.encode(), KEY_PURPOSE, nonce)
    await context.database.write(ai_choices.save_key, user_id, sealed, context.clock())


async def forget_own_key(context: Context, user_id: int) -> None:
    """Forget a reader's own key."""
    await context.database.write(ai_choices.forget_key, user_id)


def _choice(db: Connection, user_id: int, feed_id: int) -> bool | None:
    ai_choices.check_follows(db, user_id, feed_id)
    return ai_choices.choice_of(db, user_id, feed_id)


def _choose(db: Connection, user_id: int, feed_id: int, ai: bool | None) -> None:
    ai_choices.check_follows(db, user_id, feed_id)
    ai_choices.set_choice(db, user_id, feed_id, ai)


def _prompts(db: Connection, feed_id: int) -> dict[str, str]:
    ai_choices.check_exists(db, feed_id)
    return ai_choices.prompts_of(db, feed_id)


def _set_prompts(
    db: Connection, feed_id: int, prompts: Mapping[str, str | None], now: int
) -> dict[str, str]:
    ai_choices.check_exists(db, feed_id)
    for kind, prompt in prompts.items():
        ai_choices.set_prompt(db, feed_id, kind, prompt, now)
    instance = ai_choices.stored_instance(db)
    if instance is not None:
        follow_prompts(db, instance, feed_id, now)
    return ai_choices.prompts_of(db, feed_id)
