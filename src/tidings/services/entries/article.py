"""The whole article behind an entry, for whoever has opened it."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from tidings.context import Context, Fetching
from tidings.core.clock import micros
from tidings.core.entries.full_texts import COOLDOWN
from tidings.html.sanitize import sanitize
from tidings.operations.entries.fetch_full_text import fetch_full_text
from tidings.services.entries.media import media_hook
from tidings.store.entries.full_texts import (
    EntryToComplete,
    claim_full_text,
    opened_with_full_text,
)

# A person waits: whoever cannot be visited soon is left to the worker.
_PATIENCE = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class FullText:
    """What to show of an entry: its article, or what the feed says of it."""

    state: Literal["ready", "failed", "working"]
    source: Literal["full_text", "content"]
    html: str  # sanitised
    code: str | None  # why there is no article; None: nothing failed
    reason: str | None
    tried_at: int | None
    retry_at: int | None  # None: there is nothing to be tried again


async def get_full_text(
    context: Context,
    fetching: Fetching,
    user_id: int,
    entry_id: int,
    *,
    again: bool = False,
) -> FullText:
    """Return an entry's full text, fetched now if need be, or the feed's own instead.
    With `again`, a failure is tried at once, and what is there may be looked at once
    more: another text makes another version."""
    opened = await _open(context, user_id, entry_id)
    if opened.standing == "wanted" or (again and opened.standing != "working"):
        claimed = await context.database.write(
            claim_full_text, entry_id, context.clock(), again=again
        )
        if claimed is not None:
            await fetch_full_text(context, fetching, claimed, _PATIENCE)
        opened = await _open(context, user_id, entry_id)
    return await asyncio.to_thread(_answer, context, opened)


async def _open(context: Context, user_id: int, entry_id: int) -> EntryToComplete:
    return await context.database.read(
        opened_with_full_text, user_id, entry_id, context.clock()
    )


def _answer(context: Context, opened: EntryToComplete) -> FullText:
    text = opened.full_text
    media = media_hook(context)
    if text is not None and text.html is not None:
        html = sanitize(text.html, base_url=opened.url, media=media)
        return FullText("ready", "full_text", html, None, None, text.tried_at, None)
    html = sanitize(opened.html, base_url=opened.base_url, media=media)
    if text is None or text.code is None:
        return FullText("working", "content", html, None, None, None, None)
    retry_at = text.tried_at + micros(COOLDOWN)
    return FullText(
        "failed", "content", html, text.code, text.reason, text.tried_at, retry_at
    )
