"""Logs and metrics."""

import sys

# structlog takes whatever can draw a coloured trace, if it is there: memory and time at
# every start for something that we never ask it for.
_NOT_FOR_LOGS = ("rich", "greenlet")


def _import_structlog_without_them() -> None:
    hidden = [name for name in _NOT_FOR_LOGS if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        import structlog  # noqa: F401 - it stays in sys.modules
    finally:
        for name in hidden:
            del sys.modules[name]


_import_structlog_without_them()
