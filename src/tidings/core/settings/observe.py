"""The settings of logs, metrics and traces; see `setting_groups`."""

# `setting` and `maybe` wrap dataclasses.field, which this rule cannot see.
# ruff: noqa: RUF009

from dataclasses import dataclass
from typing import Literal

from tidings.core.settings import kinds
from tidings.core.settings.kinds import maybe, setting
from tidings.core.settings.values import Secret

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["auto", "text", "json"]
MetricsAccess = Literal["off", "local", "all"]


@dataclass(frozen=True, slots=True)
class ObserveSettings:
    """What Tidings reports to its operator."""

    log_level: LogLevel = setting(
        "TIDINGS_LOG_LEVEL",
        kinds.one_of(LogLevel),
        "info",
        "the least important message that is logged",
    )
    log_format: LogFormat = setting(
        "TIDINGS_LOG_FORMAT",
        kinds.one_of(LogFormat),
        "auto",
        "how messages are written; auto is text in a terminal, JSON otherwise",
    )
    log_file: str | None = maybe(
        "TIDINGS_LOG_FILE",
        kinds.TEXT,
        "the file that serve and worker log to, instead of standard error",
    )
    metrics: MetricsAccess = setting(
        "TIDINGS_METRICS", kinds.one_of(MetricsAccess), "local", "who may read /metrics"
    )
    sentry_dsn: Secret | None = maybe(
        "TIDINGS_SENTRY_DSN", kinds.SENTRY_DSN, "where errors are reported"
    )
    otlp_endpoint: str | None = maybe(
        "OTEL_EXPORTER_OTLP_ENDPOINT", kinds.HTTP_URL, "where traces are sent"
    )
