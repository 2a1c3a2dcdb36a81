"""Log lines: one per event whatever is in it, and never a secret."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tidings.core.errors import SettingInvalid
from tidings.core.settings.observe import ObserveSettings
from tidings.observe.logs import configure_logs, configure_service_logs, get_log

NASTY = 'line one\r\nline two\x1b[31m\x85\u2028\u202e {"level": "fake"}'


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _untouched_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    for handler in set(root.handlers) - set(handlers):
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def configured(log_format: str, stream: io.StringIO | None = None) -> io.StringIO:
    stream = stream or io.StringIO()
    configure_logs("debug", log_format, process="test", stream=stream)  # type: ignore[arg-type]
    return stream


@pytest.mark.parametrize("log_format", ["json", "text"])
def test_an_event_is_one_line_whatever_its_fields_hold(log_format: str) -> None:
    stream = configured(log_format)
    get_log().info(NASTY, field=NASTY, nested={"deep": [NASTY]}, data=b"\r\n\x00")
    written = stream.getvalue()
    assert len(written.splitlines()) == 1
    assert written.endswith("\n")
    assert written[:-1].isprintable()


def test_a_json_line_carries_the_fields_as_they_were() -> None:
    stream = configured("json")
    get_log().warning("feed refreshed", feed_id=7, title="a\nb")
    line = json.loads(stream.getvalue())
    assert line["event"] == "feed refreshed"
    assert line["level"] == "warning"
    assert line["process"] == "test"
    assert (line["feed_id"], line["title"]) == (7, "a\nb")


def test_a_trace_on_a_terminal_cannot_pass_for_events() -> None:
    stream = configured("text")
    try:
        raise ValueError("broken\n2026-01-01 00:00:00 info all is well")
    except ValueError:
        get_log().exception("duty failed", duty="clean-up")
    first, *trace = stream.getvalue().splitlines()
    assert "duty failed" in first
    assert trace
    assert all(line.startswith("    | ") for line in trace)


def test_a_trace_in_json_stays_on_its_line() -> None:
    stream = configured("json")
    try:
        raise ValueError("broken\nbadly")
    except ValueError:
        get_log().exception("duty failed")
    assert len(stream.getvalue().splitlines()) == 1
    assert "ValueError: broken\nbadly" in json.loads(stream.getvalue())["exception"]


@pytest.mark.parametrize(
    ("stream", "is_json"), [(io.StringIO(), True), (Terminal(), False)]
)
def test_auto_is_text_on_a_terminal_and_json_elsewhere(
    stream: io.StringIO, is_json: bool
) -> None:
    configured("auto", stream)
    get_log().info("hello")
    assert stream.getvalue().startswith("{") is is_json


CANARY = "s3cr3t-canary"


@pytest.mark.parametrize(
    "fields",
    [
        {"password": CANARY},
        {"new_password": CANARY},
        {"api_key": CANARY},
        {"apikey": CANARY},
        {"Authorization": f"Bearer {CANARY}"},
        {"session_token": CANARY},
        {"headers": {"cookie": CANARY}},
        {"tokens": [CANARY]},
        {"settings": {"smtp": {"client_secret": CANARY}}},
        {"url": f"https://user:{CANARY}@example.org/feed"},
        {"feeds": [f"http://{CANARY}@example.org"]},
        {"reason": f"connection to postgresql://me:{CANARY}@db/tidings failed"},
    ],
)
@pytest.mark.parametrize("log_format", ["json", "text"])
def test_secrets_are_masked_wherever_they_hide(
    log_format: str, fields: dict[str, object]
) -> None:
    stream = configured(log_format)
    get_log().info("request", **fields)
    assert CANARY not in stream.getvalue()
    assert "***" in stream.getvalue()


def test_a_login_in_the_message_of_an_exception_is_masked() -> None:
    stream = configured("json")
    try:
        raise OSError(f"no route to https://me:{CANARY}@example.org")
    except OSError:
        get_log().exception("fetch failed")
    assert CANARY not in stream.getvalue()


def test_fencing_tokens_and_counts_are_no_secrets() -> None:
    stream = configured("json")
    get_log().info("lease taken", token=7, tokens_used=120)
    assert json.loads(stream.getvalue())["token"] == 7


def test_libraries_that_log_the_usual_way_come_out_the_same() -> None:
    stream = configured("json")
    logging.getLogger("some.library").warning("slow %s", "query\n2")
    line = json.loads(stream.getvalue())
    assert line["event"] == "slow query\n2"
    assert line["level"] == "warning"


def test_less_important_messages_are_left_out() -> None:
    stream = io.StringIO()
    configure_logs("warning", "json", process="test", stream=stream)
    get_log().info("chatter")
    assert stream.getvalue() == ""


def test_the_server_does_not_repeat_with_a_trace_that_an_answer_broke_off() -> None:
    stream = configured("json")
    server = logging.getLogger("uvicorn.error")
    server.error("Exception in ASGI application", exc_info=ConnectionError("broke off"))
    assert stream.getvalue() == ""
    server.error("Exception in ASGI application", exc_info=ValueError("a bug"))
    assert "a bug" in stream.getvalue()


def test_a_log_file_is_begun_anew_after_a_rotation(tmp_path: Path) -> None:
    path, moved = tmp_path / "tidings.log", tmp_path / "tidings.log.1"
    configure_service_logs(observing(path), "web")
    get_log().info("before", password="s3cret")
    path.rename(moved)
    get_log().info("after")
    assert json.loads(moved.read_text())["password"] == "***"
    assert json.loads(path.read_text())["event"] == "after"


def test_processes_append_to_one_log_file(tmp_path: Path) -> None:
    path = tmp_path / "tidings.log"
    for process in ("web", "worker"):
        configure_service_logs(observing(path), process)
        get_log().info("started")
    lines = map(json.loads, path.read_text().splitlines())
    assert [line["process"] for line in lines] == ["web", "worker"]


def test_a_log_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingInvalid, match=r"TIDINGS_LOG_FILE .* cannot be written"):
        configure_service_logs(observing(tmp_path / "missing" / "log"), "web")


def observing(path: Path) -> ObserveSettings:
    return ObserveSettings(log_level="info", log_format="auto", log_file=str(path))
