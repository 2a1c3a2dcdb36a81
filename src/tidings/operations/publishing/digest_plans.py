"""When a digest plan begins, in which time zone, and which period its first digest covers."""

from dataclasses import replace
from datetime import UTC, timedelta, tzinfo
from zoneinfo import ZoneInfo

from tidings.core.clock import micros
from tidings.core.errors import Invalid
from tidings.core.publishing.digest import (
    Every,
    next_digest_at,
)
from tidings.store.publishing.digests import DigestPlan

_PERIODS: dict[Every, timedelta] = {
    "daily": timedelta(days=1),
    "weekly": timedelta(days=7),
}


def planned(plan: DigestPlan, now: int) -> DigestPlan:
    """Return a plan that begins now: its first digest covers the period before it."""
    zone = time_zone(plan.time_zone)
    next_at = next_digest_at(plan.every, plan.weekday, plan.hour, zone, now)
    since = next_at - micros(_PERIODS[plan.every])
    return replace(plan, since=since, next_at=next_at)


def time_zone(name: str) -> tzinfo:
    """Return a time zone by its name in the IANA database, or refuse the name."""
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    # Names are looked up as files: a folder or an odd path is no zone either.
    except (ValueError, LookupError, OSError) as error:
        raise Invalid(
            "This is not a time zone such as Europe/Warsaw.",
            details={"field": "time_zone"},
        ) from error
