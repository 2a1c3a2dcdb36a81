"""Brings an export back in, slice by slice; doing it twice changes nothing more.

Each slice is one commit with its report, so that a run after a kill goes on. Nothing
is fetched: feeds are registered, and workers check them as usual.
"""

import asyncio
import gzip
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Any

from tidings.context import Context, Fetching
from tidings.core.accounts.account import preferences_text
from tidings.core.errors import Invalid, TidingsError
from tidings.core.moving.user_export import KEY_BYTES
from tidings.core.reading.search_terms import search_terms
from tidings.formats import user_export as lines
from tidings.formats.user_export import UNREADABLE, Line, read_line
from tidings.operations.moving.arriving import (
    arriving_entry,
    following,
    rule_text,
    sealed_secret,
)
from tidings.operations.moving.publishing_lines import (
    arriving_digest_plan,
    arriving_publication,
)
from tidings.operations.system.long_job_progress import Progress
from tidings.store.accounts.accounts import account_of, set_preferences
from tidings.store.automation.rule_effects import ensure_tag
from tidings.store.automation.rules import insert_rule, list_rules
from tidings.store.automation.webhooks import NewWebhook, insert_webhook, list_webhooks
from tidings.store.engine.connection import Connection
from tidings.store.feeds.folders import (
    ensure_folders,
    folder_paths,
    folder_tree,
    save_folder,
)
from tidings.store.moving.bring_in import bring_in_entry, bring_in_feed
from tidings.store.reading.pending_reads import bring_in_reads
from tidings.store.reading.saved_searches import (
    SavedSearch,
    insert_search,
    saved_searches,
)
from tidings.store.reading.tags import find_tag_id
from tidings.store.system.events import publish_event, publish_settings_changed
from tidings.store.system.long_job_parts import PartsFile, part_of_job
from tidings.store.system.long_jobs import LongJob, Step, save_step

_SLICE = 50
_MOST_PROBLEMS = 50
_LONGEST_END = 100  # bytes of the last line
_CUT_OFF = Invalid(
    "the file ends too early; what it contained was imported",
    details={"reason": "cut_off"},
)
# What is not as it was, though it was brought in.
_NOTES = {
    "publication": "Published lists have new URLs here: let their readers know.",
    "webhook": "Webhooks have new secrets here and are off until you turn them on.",
}
_CHANGED: tuple[tuple[str, dict[str, object]], ...] = (
    ("feed_changed", {"folders": True}),
    ("feed_changed", {"searches": True}),
    ("state_changed", {"tags": True}),
    ("state_changed", {"ids": [], "highlight": None}),
)
_CHANGED_SETTINGS = ("preferences", "rules", "webhooks", "publications")
Prepared = Callable[[Connection, int], bool]
"""One line, ready to be brought in; True if something was missing."""


@dataclass(slots=True)
class _Report:
    brought_in: dict[str, int] = field(default_factory=dict)
    there_before: int = 0
    refused: int = 0
    problems: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def bring_in(self, kind: str) -> None:
        self.brought_in[kind] = self.brought_in.get(kind, 0) + 1
        if kind in _NOTES and _NOTES[kind] not in self.notes:
            self.notes.append(_NOTES[kind])

    def refuse(self, number: int, refusal: Invalid) -> None:
        self.refused += 1
        if len(self.problems) < _MOST_PROBLEMS:
            code = refusal.details.get("reason", "no_sense")
            problem = {"line": number, "reason": refusal.message, "code": code}
            self.problems.append(problem)

    def as_result(self) -> dict[str, Any]:
        return {
            "brought_in": self.brought_in,
            "there_before": self.there_before,
            "refused": self.refused,
            "problems": self.problems,
            "notes": self.notes,
        }


async def import_user(
    context: Context, fetching: Fetching, job: LongJob, progress: Progress
) -> dict[str, Any]:
    """Bring in every line that an earlier run has not."""
    total, is_whole = await asyncio.to_thread(_survey, context, job)
    report = _Report(**job.result) if job.result else _Report()
    slices = _slices(_opened(context, job), job.done)
    # Reading the file waits for the database, and its entries may be long.
    while (slice_ := await asyncio.to_thread(next, slices, None)) is not None:
        prepared = await asyncio.to_thread(
            _prepare_slice, context, fetching, job.user_id, slice_, report
        )
        step = progress.step(slice_[-1][0], total)
        report = await context.database.write(_bring_in, prepared, report, step)
    if not is_whole:
        report.refuse(total, _CUT_OFF)
    await context.database.write(_publish_event, job.user_id, context.clock())
    return report.as_result()


def _prepare_slice(
    context: Context,
    fetching: Fetching,
    user_id: int,
    slice_: list[tuple[int, bytes]],
    report: _Report,
) -> list[tuple[int, str, Prepared | None]]:
    prepared = []
    for number, raw in slice_:
        try:
            line = read_line(raw)
            ready = _prepare(context, fetching, user_id, line)
        except Invalid as error:
            report.refuse(number, error)
        else:
            prepared.append((number, _kind(line), ready))
    return prepared


def _prepare(
    context: Context, fetching: Fetching, user_id: int, line: Line
) -> Prepared | None:
    """Do all that needs no database; None for a line that brings nothing."""
    match line:
        case lines.AccountLine():
            return lambda db, _: _add_preferences(db, user_id, line.preferences)
        case lines.FolderLine():
            return lambda db, now: _add_folder(db, user_id, line, now)
        case lines.SubscriptionLine():
            request = following(fetching, line)
            return lambda db, now: bring_in_feed(db, user_id, request, now)
        case lines.TagLine():
            return lambda db, now: _add_tag(db, user_id, line.name, now)
        case lines.ReadLine():
            if len(line.keys) % KEY_BYTES:
                raise Invalid("its keys are cut short", details=UNREADABLE)
            return lambda db, now: bring_in_reads(
                db, user_id, line.feed_url, line.keys, now
            )
        case lines.EntryLine():
            entry = arriving_entry(line, context.database.engine)
            return lambda db, now: bring_in_entry(db, user_id, entry, now)
        case _:
            return _prepare_automation(context, fetching, user_id, line)


def _prepare_automation(
    context: Context, fetching: Fetching, user_id: int, line: Line
) -> Prepared | None:
    match line:
        case lines.WebhookLine():
            secret = sealed_secret(context, fetching, line.url)
            hook = NewWebhook(
                context.new_id(), line.name, line.url, secret, enabled=False
            )
            return lambda db, now: _add_webhook(db, user_id, hook, now)
        case lines.RuleLine():
            return lambda db, now: _add_rule(db, user_id, line, now)
        case lines.SearchLine():
            search_terms(line.query)  # or no list of searches could be shown any more
            return lambda db, now: _add_search(db, user_id, line, now)
        case lines.PublicationLine():
            publish = arriving_publication(context, fetching, user_id, line)
            return lambda db, now: _within_limits(publish, db, now)
        case lines.DigestPlanLine():
            return arriving_digest_plan(user_id, line, context.clock())
        case _:
            return None


def _bring_in(
    db: Connection,
    prepared: Sequence[tuple[int, str, Prepared | None]],
    before: _Report,
    step: Step,
) -> _Report:
    report = _Report(**json.loads(json.dumps(before.as_result())))
    for number, kind, bring_in in prepared:
        if bring_in is None:
            continue
        try:
            is_new = bring_in(db, step.now)
        except Invalid as error:
            report.refuse(number, error)
            continue
        if is_new:
            report.bring_in(kind)
        else:
            report.there_before += 1
    save_step(db, step, report.as_result())
    return report


def _add_preferences(db: Connection, user_id: int, given: dict[str, Any]) -> bool:
    """Take over what is not set here."""
    known = dict(account_of(db, user_id).preferences)
    missing = {name: value for name, value in given.items() if name not in known}
    if missing:
        set_preferences(db, user_id, preferences_text({**known, **missing}))
    return bool(missing)


def _add_folder(db: Connection, user_id: int, line: lines.FolderLine, now: int) -> bool:
    path = tuple(line.path)
    if path in folder_paths(db, user_id).values():
        return False
    number = ensure_folders(db, user_id, [path], now)[path]
    if line.muted:
        tree = folder_tree(db, user_id)
        save_folder(db, replace(tree[number], muted=1), now)
    return True


def _add_tag(db: Connection, user_id: int, name: str, now: int) -> bool:
    if find_tag_id(db, user_id, name) is not None:
        return False
    ensure_tag(db, user_id, name, now)
    return True


def _add_webhook(db: Connection, user_id: int, new: NewWebhook, now: int) -> bool:
    """Add a webhook, switched off: its receiver does not know the new secret yet."""
    known = {(hook.name, hook.url) for hook in list_webhooks(db, user_id)}
    if (new.name, new.url) in known:
        return False
    with _limits_as_refusals():
        insert_webhook(db, user_id, new, now)
    return True


def _add_rule(db: Connection, user_id: int, line: lines.RuleLine, now: int) -> bool:
    if any(rule.id == line.id for rule in list_rules(db, user_id)):
        return False
    text = rule_text(db, user_id, line)
    with _limits_as_refusals():
        insert_rule(db, user_id, line.id, text, now)
    return True


def _add_search(db: Connection, user_id: int, line: lines.SearchLine, now: int) -> bool:
    if any(each.id == line.id for each in saved_searches(db, user_id)):
        return False
    new = SavedSearch(line.id, line.name, line.query, 0, now, now)
    insert_search(db, user_id, new)
    return True


def _within_limits(bring_in: Prepared, db: Connection, now: int) -> bool:
    with _limits_as_refusals():
        return bring_in(db, now)


class _limits_as_refusals:  # noqa: N801 - reads as a verb where it is used
    """Too many of something is a line that cannot be brought in, not the end of all."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        if isinstance(error, TidingsError) and not isinstance(error, Invalid):
            details = {"reason": "too_many"}
            raise Invalid(error.message, details=details) from error


def _opened(context: Context, job: LongJob) -> IO[bytes] | PartsFile:
    """Return the packed file of a job."""
    if job.input:  # the job was made before files came in parts
        return io.BytesIO(job.input)
    return PartsFile(lambda part: context.database.read_now(part_of_job, job.id, part))


def _survey(context: Context, job: LongJob) -> tuple[int, bool]:
    """Return how many lines a file has, and whether it has its last."""
    many, is_whole = 0, False
    for _, line in _lines(_opened(context, job)):
        many += 1
        is_whole = is_whole or _is_end(line)
    return many, is_whole


def _is_end(line: bytes) -> bool:
    if len(line) > _LONGEST_END:
        return False
    try:
        return isinstance(read_line(line), lines.End)
    except Invalid:
        return False


def _lines(packed: IO[bytes] | PartsFile) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a packed file with their numbers, a little at a time."""
    with gzip.GzipFile(fileobj=packed, mode="rb") as file:
        number = 0
        while line := file.readline(lines.LONGEST_LINE + 1):
            number += 1
            if line.strip():
                yield number, line


def _slices(
    packed: IO[bytes] | PartsFile, done: int
) -> Iterator[list[tuple[int, bytes]]]:
    """Yield lines that are still to be done. A slice has lines of one kind only: locks
    come in another order for each."""
    part: list[tuple[int, bytes]] = []
    for number, line in _lines(packed):
        if number <= done:
            continue
        if part and (len(part) == _SLICE or line[:20] != part[-1][1][:20]):
            yield part
            part = []
        part.append((number, line))
    if part:
        yield part


def _kind(line: Line) -> str:
    return str(type(line).__struct_config__.tag)


def _publish_event(db: Connection, user_id: int, now: int) -> None:
    """Let every device of the reader load again what a file may have changed."""
    for kind, payload in _CHANGED:
        publish_event(db, kind, now, user_id=user_id, payload=payload)
    for what in _CHANGED_SETTINGS:
        publish_settings_changed(db, user_id, what, now)
