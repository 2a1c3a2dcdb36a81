"""What people set about AI: for a feed, its prompts, and a key of their own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from tidings.context import Context, Fetching
from tidings.core.codes import Code
from tidings.operations.ai.asking import KEY_PURPOSE
from tidings.services.fields import RequestModel, Storable, refused_as
from tidings.store.ai import choices as ai_choices
from tidings.store.ai.bulk import follow_prompts
from tidings.store.ai.choices import FeedChoice
from tidings.store.engine.connection import Connection

_NONCE_BYTES = 12


_Prompt = Annotated[Storable, Field(min_length=1, max_length=4000)]


class FeedAiChoice(RequestModel):
    """What is wanted for a feed: AI, and whole articles where it gives only a teaser;
    null: as for all feeds."""

    ai: bool | None
    full_text: bool | None = None


class FeedPrompts(RequestModel):
    """What is said to the model beside the usual; null takes it away."""

    summary: _Prompt | None = None
    deframe: _Prompt | None = None


class OwnKey(RequestModel):
    """A key of one's own for the provider of this installation."""

    key: Annotated[
        Annotated[str, Field(min_length=8, max_length=500, pattern=r"^[!-~]+$")],
        refused_as(Code.BAD_KEY, "an API key has 8 to 500 letters, digits or signs"),
    ]


@dataclass(frozen=True, slots=True)
class FeedPromptsView:
    """What is said to the model beside the usual; None: nothing."""

    summary: str | None = None
    deframe: str | None = None


async def feed_choice(context: Context, user_id: int, feed_id: int) -> FeedChoice:
    """Return what a reader has chosen for a feed."""
    return await context.database.read(_choice, user_id, feed_id)


async def choose_for_feed(
    context: Context, user_id: int, feed_id: int, wanted: FeedAiChoice
) -> FeedChoice:
    """Set what a reader wants of a feed that they follow."""
    choice = FeedChoice(wanted.ai, wanted.full_text)
    await context.database.write(_choose, user_id, feed_id, choice)
    return choice


async def feed_prompts(context: Context, feed_id: int) -> FeedPromptsView:
    """Return a feed's own prompts."""
    return FeedPromptsView(**await context.database.read(_prompts, feed_id))


async def set_feed_prompts(
    context: Context, feed_id: int, wanted: FeedPrompts
) -> FeedPromptsView:
    """Set a feed's own prompts; new entries are read by them, and those that wait."""
    known = await context.database.write(
        _set_prompts, feed_id, wanted.model_dump(), context.clock()
    )
    return FeedPromptsView(**known)


async def set_own_key(
    context: Context, fetching: Fetching, user_id: int, own: OwnKey
) -> None:
    """Keep a reader's own key for the provider, sealed; it is never shown again."""
    nonce = context.random_bytes(_NONCE_BYTES)
    sealed = fetching.box.seal(own.key.encode(), KEY_PURPOSE, nonce)
    await context.database.write(ai_choices.save_key, user_id, sealed, context.clock())


async def forget_own_key(context: Context, user_id: int) -> None:
    """Forget a reader's own key."""
    await context.database.write(ai_choices.forget_key, user_id)


def _choice(db: Connection, user_id: int, feed_id: int) -> FeedChoice:
    ai_choices.check_follows(db, user_id, feed_id)
    return ai_choices.choice_of(db, user_id, feed_id)


def _choose(db: Connection, user_id: int, feed_id: int, choice: FeedChoice) -> None:
    ai_choices.check_follows(db, user_id, feed_id)
    ai_choices.set_choice(db, user_id, feed_id, choice)


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
