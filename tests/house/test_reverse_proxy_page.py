"""docs/reverse-proxy.md fits what Tidings takes from a web server in front of it."""

import re
from pathlib import Path

from tidings.config import load_settings
from tidings.services.moving.user_data import LARGEST_FILE
from tidings.web.live import LivePace

PAGE = (Path(__file__).parents[2] / "docs" / "reverse-proxy.md").read_text("utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def nginx(name: str) -> str:
    found = re.search(rf"^\s*{name} (.+);$", block("nginx"), re.MULTILINE)
    assert found is not None, name
    return found[1]


def test_its_settings_are_taken(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(block("sh"))
    settings = load_settings({}, tmp_path)
    assert settings.report.unknown == ()
    assert settings.server.base_url == f"https://{nginx('server_name')}"
    assert [str(network) for network in settings.server.trusted_proxies] == [
        "127.0.0.1/32",
        "::1/128",
    ]


def test_it_passes_on_to_where_tidings_listens(tmp_path: Path) -> None:
    server = load_settings({}, tmp_path).server
    place = f"{server.host}:{server.port}"
    assert nginx("proxy_pass") == f"http://{place}"
    assert f"reverse_proxy {place}\n" in PAGE


def test_it_lets_the_largest_import_pass() -> None:
    megabytes = int(nginx("client_max_body_size").removesuffix("m"))
    assert megabytes * 1024**2 >= LARGEST_FILE + 1024**2


def test_it_is_more_patient_than_live_updates_are_silent() -> None:
    seconds = int(nginx("proxy_read_timeout").removesuffix("s"))
    assert seconds >= 2 * LivePace().heartbeat.total_seconds()
