"""What AI says, put beside entries: one small query for a whole page."""

import json

import msgspec

from tidings.core.ai.tasks import AiInstance
from tidings.store.ai.readings import lines_for
from tidings.store.engine.connection import Connection
from tidings.store.reading.entry_rows import ListedEntry


def with_ai(
    db: Connection,
    instance: AiInstance | None,
    user_id: int,
    entries: list[ListedEntry],
) -> list[ListedEntry]:
    """Return the same entries with their summaries and deframings, where the
    installation has AI and the reader wants it."""
    if instance is None or not entries:
        return entries
    lines = lines_for(db, instance, user_id, [entry.id for entry in entries])
    return [_with_lines(entry, lines) for entry in entries] if lines else entries


def _with_lines(entry: ListedEntry, lines: dict[tuple[int, str], str]) -> ListedEntry:
    summary = lines.get((entry.id, "summary"))
    deframed = lines.get((entry.id, "deframe"))
    if summary is None and deframed is None:
        return entry
    return msgspec.structs.replace(
        entry,
        summary=None if summary is None else json.loads(summary)["one_line"],
        deframed=None if deframed is None else msgspec.Raw(deframed.encode()),
    )
