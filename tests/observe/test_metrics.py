"""Metrics tell what happened, under names that stay."""

import subprocess
import sys
from pathlib import Path

import pytest

from tidings.observe.metrics import Metrics


def test_a_job_is_counted_by_how_it_ended() -> None:
    metrics = Metrics()
    with metrics.job("clean-up"):
        pass
    with pytest.raises(ValueError, match="broken"), metrics.job("clean-up"):
        raise ValueError("broken")
    text = metrics.text().decode()
    assert 'tidings_job_processed_total{job="clean-up",outcome="done"} 1.0' in text
    assert 'tidings_job_processed_total{job="clean-up",outcome="failed"} 1.0' in text
    assert 'tidings_job_duration_seconds_count{job="clean-up"} 2.0' in text


def test_waiting_transactions_are_read_when_someone_asks() -> None:
    waiting = {"read": 0, "write": 3}
    metrics = Metrics()
    metrics.watch_database(lambda: waiting)
    waiting["write"] = 5
    assert b'tidings_db_pool_waiting{lane="write"} 5.0' in metrics.text()


def test_one_process_tells_what_another_counted(tmp_path: Path) -> None:
    def run(source: str) -> str:
        return subprocess.run(
            [
                sys.executable,
                "-c",
                "from tidings.observe.metrics import Metrics;" + source,
            ],
            env={"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONPATH": "src"},
            cwd=Path(__file__).parents[2],
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    run("m = Metrics(); m.jobs.labels('clean-up', 'done').inc(2)")
    told = run(
        "m = Metrics(); m.watch_database(lambda: {'all': 1});print(m.text().decode())"
    )
    assert 'tidings_job_processed_total{job="clean-up",outcome="done"} 2.0' in told
    assert 'tidings_db_pool_waiting{lane="all"} 1.0' in told
