"""Logs: one line per event, whatever the fields hold, and no secret in any of them.

`auto` is readable text on a terminal and JSON lines everywhere else.
"""

import json
import logging
import re
import sys
from collections.abc import Mapping
from logging.handlers import WatchedFileHandler
from typing import IO, Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from tidings.core.errors import SettingInvalid
from tidings.core.settings.observe import LogFormat, LogLevel, ObserveSettings

MASK = "***"
_SECRET_NAME = re.compile(
    r"password|passphrase|secret|token|authorization|cookie|api_?key|credential",
    re.IGNORECASE,
)
_LOGIN_IN_URL = re.compile(r"\b([a-z][a-z0-9+.-]*://)[^/\s@'\"]+@", re.IGNORECASE)
_COLOURS = {"debug": "2", "info": "32", "warning": "33", "error": "31"}
# They speak up at every start and every request; what matters of it we log ourselves.
_TALKATIVE = ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio")


def get_log() -> Any:
    """Return a logger: `log.info("feed refreshed", feed_id=7, ms=12)`."""
    return structlog.stdlib.get_logger("tidings")


def is_logged(level: LogLevel) -> bool:
    """Whether a line of this level goes anywhere: for places that say one per request."""
    return logging.getLogger("tidings").isEnabledFor(
        logging.getLevelName(level.upper())
    )


def _is_news(record: logging.LogRecord) -> bool:
    """Leave out the traceback of an answer that broke off: it was logged in one line."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, ConnectionError)


def configure_service_logs(observe: ObserveSettings, process: str) -> None:
    """Log as a process of the service does: to the file of the settings, if there is one."""
    handler = None
    if observe.log_file is not None:
        try:
            # It reopens the file after a log rotation has moved it away.
            handler = WatchedFileHandler(observe.log_file, encoding="utf-8")
        except OSError as error:
            reason = (error.strerror or "it cannot be opened").lower()
            raise SettingInvalid(
                f'TIDINGS_LOG_FILE is "{observe.log_file}": it cannot be written,'
                f" {reason}."
            ) from error
    configure_logs(
        observe.log_level, observe.log_format, process=process, handler=handler
    )


def configure_logs(
    level: LogLevel,
    log_format: LogFormat,
    *,
    process: str,
    stream: IO[str] | None = None,
    handler: "logging.StreamHandler[Any] | None" = None,
) -> None:
    """Send everything that is logged, by us or by libraries, to one place."""
    handler = handler or logging.StreamHandler(stream or sys.stderr)
    on_terminal = handler.stream.isatty()
    as_text = log_format == "text" or (log_format == "auto" and on_terminal)
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[*before, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _with_process(process),
                mask_secrets,
                _text_line(colour=on_terminal) if as_text else _json_line,
            ],
        )
    )
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    root = logging.getLogger()
    for known in root.handlers:
        if isinstance(known, WatchedFileHandler):
            known.close()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def mask_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Hide values whose name says secret, and logins inside URLs, at any depth."""
    return {name: _masked(name, value) for name, value in event.items()}


def _masked(name: str, value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _masked(str(key), inner) for key, inner in value.items()}
    # Numbers are counts and fencing tokens: no secret of ours is a number.
    if value is None or isinstance(value, int | float):
        return value
    if _SECRET_NAME.search(name):
        return MASK
    if isinstance(value, list | tuple | set | frozenset):
        return [_masked(name, inner) for inner in value]
    return _LOGIN_IN_URL.sub(rf"\1{MASK}@", str(value))


def _with_process(name: str) -> Processor:
    def add(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        event.setdefault("process", name)
        return event

    return add


def _json_line(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    first = {name: event.pop(name, "") for name in ("timestamp", "level", "event")}
    return json.dumps({**first, **event}, default=str)


def _text_line(*, colour: bool) -> Processor:
    def render(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
        moment = str(event.pop("timestamp", ""))[:19].replace("T", " ")
        level = str(event.pop("level", ""))
        words = _on_one_line(event.pop("event", ""))
        trace = str(event.pop("exception", "") or event.pop("stack", ""))
        shown = f"{level:7}"
        if colour:
            shown = f"\x1b[{_COLOURS.get(level, '0')}m{shown}\x1b[0m"
        fields = " ".join(f"{name}={_field(value)}" for name, value in event.items())
        # The bar before each line of a trace keeps it from passing for an event.
        lines = [f"    | {_on_one_line(line)}" for line in trace.splitlines()]
        return "\n".join([f"{moment} {shown} {words} {fields}".rstrip(), *lines])

    return render


def _field(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return json.dumps(text) if " " in text or not text else _on_one_line(text)


def _on_one_line(value: object) -> str:
    text = str(value)
    return text if text.isprintable() else json.dumps(text)[1:-1]
