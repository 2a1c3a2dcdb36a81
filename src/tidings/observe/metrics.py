"""Metrics for Prometheus: only what really happens, under names that stay.

Under `tidings serve` all processes count into files of one directory (prometheus-client
finds it in PROMETHEUS_MULTIPROC_DIR), so the web process can tell what a worker did.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

disable_created_metrics()  # type: ignore[no-untyped-call]  # twice the series for nothing
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """The counters of one process, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._live: list[Collector] = []
        self.sse_connections = 0  # streams of this process that are open now
        self.http_requests = Counter(
            "tidings_http_requests_total",
            "Answered requests.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self.http_duration = Histogram(
            "tidings_http_request_duration_seconds",
            "Time from a request's first byte to its answer's last.",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.jobs = Counter(
            "tidings_job_processed_total",
            "Jobs that ended, by how they ended.",
            ["job", "outcome"],
            registry=self._registry,
        )
        self.job_duration = Histogram(
            "tidings_job_duration_seconds",
            "Time a job took, however it ended.",
            ["job"],
            buckets=(*_SECONDS, 60, 300, 900),
            registry=self._registry,
        )
        self.read_state_drift = Counter(
            "tidings_read_state_drift_total",
            "Contradictions found in read state; any is a bug worth reporting.",
            registry=self._registry,
        )

        self.sse_events = Counter(
            "tidings_sse_events_sent_total",
            "Events that were handed to open streams.",
            ["type"],
            registry=self._registry,
        )
        self._watch(_Streams(lambda: self.sse_connections))

    @contextmanager
    def job(self, name: str) -> Iterator[None]:
        """Count a job and its time; it fails when an exception leaves it."""
        started = perf_counter()
        outcome = "failed"
        try:
            yield
            outcome = "done"
        finally:
            self.jobs.labels(name, outcome).inc()
            self.job_duration.labels(name).observe(perf_counter() - started)

    def watch_database(self, waiting: Callable[[], Mapping[str, int]]) -> None:
        """Report at every reading how many transactions wait, by kind."""
        self._watch(_WaitingWork(waiting))

    def text(self) -> bytes:
        """Return what Prometheus reads, in all processes where they share a directory."""
        together = CollectorRegistry()
        try:
            MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        except ValueError:  # no directory: this process is alone
            return generate_latest(self._registry)
        for collector in self._live:
            together.register(collector)
        return generate_latest(together)

    def _watch(self, collector: Collector) -> None:
        self._live.append(collector)
        self._registry.register(collector)


class _Streams(Collector):
    """Counts the open streams at the moment someone asks."""

    def __init__(self, how_many: Callable[[], int]) -> None:
        self._how_many = how_many

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(
            "tidings_sse_connections_active",
            "Open streams of live updates of the web process.",
            value=self._how_many(),
        )


class _WaitingWork(Collector):
    """Reads the database's queues at the moment someone asks."""

    def __init__(self, waiting: Callable[[], Mapping[str, int]]) -> None:
        self._waiting = waiting

    def collect(self) -> Iterator[Metric]:
        gauge = GaugeMetricFamily(
            "tidings_db_pool_waiting",
            "Transactions of the web process that wait for a database connection.",
            labels=["lane"],
        )
        for lane, count in self._waiting().items():
            gauge.add_metric([lane], count)
        yield gauge
