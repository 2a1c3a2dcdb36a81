"""What machines learnt about a feed, between its row and its value."""

import json
from datetime import timedelta
from typing import Any

from tidings.core.clock import MICROSECOND, micros
from tidings.core.feeds.failures import FailureKind, FailureState
from tidings.core.feeds.feed import FetchState
from tidings.core.feeds.http_hints import Validators
from tidings.core.feeds.last_answer import LastAnswer
from tidings.core.feeds.next_check import next_check_from
from tidings.core.feeds.redirects import RedirectState
from tidings.core.feeds.rhythm import Rhythm, Tempo, Timetable
from tidings.store.engine.connection import Row

COLUMNS = (
    "next_check_at",
    "check_code",
    "check_figures",
    "etag",
    "last_modified",
    "fresh_for",
    "body_hash",
    "last_checked_at",
    "last_success_at",
    "last_body_at",
    "failures",
    "gone_in_a_row",
    "failing_since",
    "dormant_since",
    "resting_since",
    "last_error_code",
    "last_error",
    "last_error_kind",
    "limited_since",
    "redirect_target",
    "redirect_sightings",
    "redirect_first_at",
    "tempo",
    "guid_collisions",
    "reader_version",
    "last_status",
    "cache_control",
    "expires",
    "retry_after_until",
    "last_error_at",
)


def state_of_row(row: Row) -> FetchState:
    """Return the value of a row of `COLUMNS`."""
    got = dict(zip(COLUMNS, row, strict=True))
    return FetchState(
        next_check=next_check_from(
            got["next_check_at"], got["check_code"], json.loads(got["check_figures"])
        ),
        validators=Validators(got["etag"], got["last_modified"]),
        fresh_for=_maybe_duration(got["fresh_for"]),
        failures=_failures_of(got),
        redirect=RedirectState(
            got["redirect_target"],
            got["redirect_sightings"],
            got["redirect_first_at"],
        ),
        tempo=_tempo_of(json.loads(got["tempo"])),
        guid_collisions=got["guid_collisions"],
        reader_version=got["reader_version"],
        last_checked_at=got["last_checked_at"],
        last_success_at=got["last_success_at"],
        last_body_at=got["last_body_at"],
        body_hash=got["body_hash"],
        answer=LastAnswer(
            status=got["last_status"],
            cache_control=got["cache_control"],
            expires=got["expires"],
            retry_after_until=got["retry_after_until"],
            failed_at=got["last_error_at"],
        ),
    )


def row_of_state(state: FetchState) -> dict[str, Any]:
    """Return the columns of a value, by name."""
    check, failures, redirect = state.next_check, state.failures, state.redirect
    answer = state.answer
    return {
        "next_check_at": check.at,
        "check_code": str(check.code),
        "check_figures": json.dumps(check.figures),
        "etag": state.validators.etag,
        "last_modified": state.validators.last_modified,
        "fresh_for": _maybe_micros(state.fresh_for),
        "body_hash": state.body_hash,
        "last_checked_at": state.last_checked_at,
        "last_success_at": state.last_success_at,
        "last_body_at": state.last_body_at,
        "failures": failures.consecutive,
        "gone_in_a_row": failures.gone_in_a_row,
        "failing_since": failures.failing_since,
        "dormant_since": failures.dormant_since,
        "resting_since": failures.resting_since,
        "last_error_code": failures.last_code,
        "last_error": failures.last_message,
        "last_error_kind": failures.last_kind and str(failures.last_kind),
        "limited_since": failures.limited_since,
        "redirect_target": redirect.target,
        "redirect_sightings": redirect.sightings,
        "redirect_first_at": redirect.first_seen_at,
        "tempo": json.dumps(_tempo_figures(state.tempo)),
        "guid_collisions": state.guid_collisions,
        "reader_version": state.reader_version,
        "last_status": answer.status,
        "cache_control": answer.cache_control,
        "expires": answer.expires,
        "retry_after_until": answer.retry_after_until,
        "last_error_at": answer.failed_at,
    }


def _failures_of(got: dict[str, Any]) -> FailureState:
    kind = got["last_error_kind"]
    return FailureState(
        consecutive=got["failures"],
        gone_in_a_row=got["gone_in_a_row"],
        failing_since=got["failing_since"],
        dormant_since=got["dormant_since"],
        resting_since=got["resting_since"],
        last_code=got["last_error_code"],
        last_message=got["last_error"],
        last_kind=None if kind is None else FailureKind(kind),
        limited_since=got["limited_since"],
    )


def _tempo_figures(tempo: Tempo) -> dict[str, Any]:
    table, rhythm = tempo.timetable, tempo.rhythm
    figures = {
        "gap": micros(rhythm.gap) if rhythm else None,
        "newest_at": rhythm.newest_at if rhythm else None,
        "ttl": _maybe_micros(table.ttl),
        "update_period": _maybe_micros(table.update_period),
        "skip_hours": sorted(table.skip_hours) or None,
        "skip_days": sorted(table.skip_days) or None,
    }
    return {name: value for name, value in figures.items() if value is not None}


def _tempo_of(figures: dict[str, Any]) -> Tempo:
    rhythm = None
    if "gap" in figures:
        rhythm = Rhythm(figures["gap"] * MICROSECOND, figures["newest_at"])
    return Tempo(
        rhythm,
        Timetable(
            ttl=_maybe_duration(figures.get("ttl")),
            update_period=_maybe_duration(figures.get("update_period")),
            skip_hours=frozenset(figures.get("skip_hours", ())),
            skip_days=frozenset(figures.get("skip_days", ())),
        ),
    )


def _maybe_micros(length: timedelta | None) -> int | None:
    return None if length is None else micros(length)


def _maybe_duration(length: int | None) -> timedelta | None:
    return None if length is None else length * MICROSECOND
