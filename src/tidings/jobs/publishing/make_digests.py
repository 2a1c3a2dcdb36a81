"""Makes digests when they are due: from what is unread, each feed in turn.

A model may write a briefing from the summaries. Nobody waits for it longer than an
hour: a digest has its facts without.
"""

import asyncio
import hashlib
import json
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from tidings.context import Context
from tidings.core.ai.tasks import (
    USUAL_LANGUAGE,
    AiInstance,
    AiRequest,
    instance_of,
    summary_language,
)
from tidings.core.clock import micros, to_datetime
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import IdentityRules
from tidings.core.feeds.parsed import ParsedEntry
from tidings.core.publishing.digest import (
    DigestLine,
    digest_html,
    digest_text,
    digest_title,
    fair_lines,
    next_digest_at,
)
from tidings.observe.logs import get_log
from tidings.operations.feeds.read_document import prepare_entry
from tidings.operations.publishing.digest_plans import time_zone
from tidings.store.ai.choices import ai_preferences_of, choice_of
from tidings.store.ai.readings import lines_for
from tidings.store.ai.requests import enqueue_input
from tidings.store.ai.tasks import ai_result
from tidings.store.engine.connection import Connection, Engine, idempotent
from tidings.store.publishing import digests as store
from tidings.store.publishing.digests import DigestPlan, WaitingDigest
from tidings.store.system.events import publish_settings_changed

PATIENCE = timedelta(hours=1)
_AT_ONCE = 100
log = get_log()


async def make_digests(context: Context) -> int:
    """Make every digest that is due; return how many were made."""
    now = context.clock()
    instance = instance_of(context.ai)
    for plan in await context.database.read(store.due_plans, now, _AT_ONCE):
        await context.database.write(_begin, plan, instance, now)
    made = 0
    for digest in await context.database.read(store.waiting_digests, _AT_ONCE):
        made += await _finish(context, digest, now)
    if made:
        log.info("digests made", digests=made)
    return made


@idempotent
def _begin(
    db: Connection, plan: DigestPlan, instance: AiInstance | None, now: int
) -> None:
    """Choose the entries, ask a model if one is wanted, and start the next period,
    all in one commit."""
    following = next_digest_at(
        plan.every, plan.weekday, plan.hour, time_zone(plan.time_zone), now
    )
    if not store.move_plan(db, plan, since=now, next_at=following):
        return
    publish_settings_changed(db, plan.user_id, "digests", now)
    lines = fair_lines(store.unread_lines(db, plan.user_id, plan.since), plan.length)
    if not lines:
        store.begin_digest(db, plan, "{}", None, made=now)
        return
    lines = _summarised(db, instance, plan.user_id, lines)
    language = _language(db, instance, plan)
    day = to_datetime(plan.next_at).astimezone(time_zone(plan.time_zone)).date()
    title = digest_title(plan.every, language, day)
    key = _ask(db, instance, plan, (title, language), lines, now)
    material = {
        "title": title,
        "language": language,
        "lines": list(map(asdict, lines)),
        "begun_at": now,
    }
    store.begin_digest(db, plan, json.dumps(material), key, made=None)


async def _finish(context: Context, digest: WaitingDigest, now: int) -> bool:
    """Make a digest, unless it is worth waiting for a model."""
    result = None
    material = json.loads(digest.material)
    if digest.task_key is not None:
        result = await context.database.read(ai_result, digest.task_key)
        # A worker that was away when it was due has only just asked.
        waited = now - material.get("begun_at", digest.due_at)
        if result is None and 0 <= waited < micros(PATIENCE):
            return False
    briefing = str((result or {}).get("text") or "")
    entry = await asyncio.to_thread(
        _entry, digest, material, briefing, context.database.engine
    )
    finished = json.dumps({**material, "briefing": briefing})
    number = await context.database.write(
        store.finish_digest, digest, entry, finished, now
    )
    return number is not None


def mail_of(material: str) -> tuple[str, str]:
    """Return the subject and the text of a digest as a mail."""
    kept = json.loads(material)
    return kept["title"], digest_text(_lines(kept), kept.get("briefing", ""))


def _entry(
    digest: WaitingDigest, material: dict[str, Any], briefing: str, engine: Engine
) -> NewEntry:
    parsed = ParsedEntry(
        guid=f"urn:x-tidings:digest:{digest.user_id}:{digest.due_at}",
        title=material["title"],
        content_html=digest_html(_lines(material), briefing),
        language=material["language"] or None,
    )
    return prepare_entry(parsed, IdentityRules(), engine)


def _lines(material: dict[str, Any]) -> list[DigestLine]:
    return [DigestLine(**line) for line in material["lines"]]


def _summarised(
    db: Connection,
    instance: AiInstance | None,
    user_id: int,
    lines: list[DigestLine],
) -> list[DigestLine]:
    """Say of each entry what its summary says, where the reader has one."""
    if instance is None:
        return lines
    found = lines_for(db, instance, user_id, [line.entry_id for line in lines])
    summaries = {
        number: str(json.loads(text)["one_line"])
        for (number, kind), text in found.items()
        if kind == "summary"
    }
    return [
        replace(line, line=summaries.get(line.entry_id, line.line)) for line in lines
    ]


def _language(db: Connection, instance: AiInstance | None, plan: DigestPlan) -> str:
    known = plan.language or ai_preferences_of(db, plan.user_id).language
    if known is not None:
        return known
    return USUAL_LANGUAGE if instance is None else instance.language


def _ask(
    db: Connection,
    instance: AiInstance | None,
    plan: DigestPlan,
    named: tuple[str, str],
    lines: list[DigestLine],
    now: int,
) -> bytes | None:
    """Let a model write a briefing, if there is one and the reader wants AI; None: not.

    The built-in ones would only give the text back.
    """
    if instance is None or not instance.speaks_languages:
        return None
    requests = ai_preferences_of(db, plan.user_id)
    if not (instance.on_by_default if requests.ai is None else requests.ai):
        return None
    # What a reader wants no AI for is in the digest, but not sent to a model.
    shown = [
        line
        for line in lines
        if choice_of(db, plan.user_id, line.feed_id).ai is not False
    ]
    if not shown:
        return None
    title, language = named
    text = digest_text(shown)
    request = AiRequest(
        "digest",
        0,
        0,
        hashlib.sha256(f"{title}\0{text}".encode()).digest(),
        summary_language(instance, language),
        user_id=plan.user_id,
    )
    return enqueue_input(db, instance, request, {"title": title, "text": text}, now)
