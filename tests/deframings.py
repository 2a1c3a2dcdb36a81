"""Deframings as a model would have made them, without asking one."""

import hashlib
import json
from collections.abc import Mapping
from types import MappingProxyType

from tests.make import NOON
from tidings.core.ai.prompts import SCORES
from tidings.store.engine.connection import Connection
from tidings.store.system.events import publish_event

_NO_SCORES: Mapping[str, float] = MappingProxyType({})


def deframe(
    db: Connection,
    entry_id: int,
    title: str = "A bridge opens",
    overall: float = 0.5,
    scores: Mapping[str, float] = _NO_SCORES,
) -> None:
    """Give an entry a deframing, and tell of it as a worker does."""
    line = {
        "title": title,
        "overall": overall,
        "scores": {name: scores.get(name, 0.1) for name in SCORES},
    }
    result = {
        **line,
        "description": f"Neutral: {title}",
        "title_reason": "plain words",
        "description_reason": "plain words",
        "reasons": dict.fromkeys(SCORES, "few such words"),
        "category": "local",
        "facts": [{"fact": "It opened.", "quote": "opened"}],
    }
    key = hashlib.sha256(f"{entry_id} {title} {overall}".encode()).digest()
    db.run(
        "insert into ai_results (key, kind, content_hash, language, prompt_key, model,"
        " provider, made_at, line, result, overall) values (:key, 'deframe', :key, '',"
        " 'p', 'm', 'mock', :now, :line, :result, :overall)",
        key=key,
        now=NOON,
        line=json.dumps(line),
        result=json.dumps(result),
        overall=int(overall * 1000),
    )
    db.run(
        "insert into ai_targets (entry_id, kind, language, version, key, ready_key,"
        " overall, wanted_at) values (:entry, 'deframe', '', 0, :key, :key, :overall,"
        " :now) on conflict (entry_id, kind, language, version) do update"
        " set key = excluded.key, ready_key = excluded.ready_key,"
        " overall = excluded.overall",
        entry=entry_id,
        key=key,
        overall=int(overall * 1000),
        now=NOON,
    )
    feed = db.value("select feed_id from entries where id = :id", id=entry_id)
    payload = {"ids": [entry_id], "kind": "deframe"}
    publish_event(db, "summary_ready", NOON, feed_id=feed, payload=payload)
