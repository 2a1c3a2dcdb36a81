"""Time zones by their names."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from tidings.core.errors import Invalid


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
