"""The whole API under schemathesis: whatever is sent, the answer is one that it promises."""

import asyncio
import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.cli.program import PATIENCE, Program, free_port
from tests.effort import effort
from tests.fuzz.published import (
    FEED,
    ITEM,
    SITE,
    STORY,
    check_it_is_there,
    publish_list,
    publish_something,
)

# From one seed, so more of them would be the same ones in every run.
USUAL_EXAMPLES = 1
EXAMPLES = effort("API_EXAMPLES", USUAL_EXAMPLES)
READER = "joe"
PASSWORD = "correct horse battery"
# A stream never ends, so a client that waits for the whole answer waits for ever; the
# others sign the fuzzer out, or take its account away.
LEFT_OUT = "stream_events|sign_out|log_out|logout|delete_me|end_.*session"
# Those of one entry or feed that ask nobody outside.
OF_ENTRIES = (
    "get_entry", "list_entry_versions", "diff_entry_versions", "star_entry", "tag_entry",
    "ask_for_summary", "ask_for_deframing", "list_deframed_versions",
    "list_entry_highlights",
)  # fmt: skip
OF_FEEDS = (
    "get_feed_framing", "get_feed_ai", "set_feed_ai", "get_feed_prompts", "get_feed",
    "set_feed_prompts", "list_feed_checks", "get_feed_settings", "get_feed_icon",
)  # fmt: skip
# As many cases as can run side by side; whatever is tagged with none of these is the rest.
READING = (
    *("counts", "entries", "feeds", "folders", "highlights", "search", "searches"),
    *("stories", "subscriptions", "tags"),
)
ACCOUNTS = ("admin", "auth", "me", "passkeys", "system", "users")
PARTS = {
    "reading": [f"--include-tag={tag}" for tag in READING],
    "accounts": [f"--include-tag={tag}" for tag in ACCOUNTS],
    "the rest": [f"--exclude-tag={tag}" for tag in (*READING, *ACCOUNTS)],
}
CONFIG = """
# What the schema cannot say (an address that is no feed, a cursor that is not ours) is
# refused with 422 too.
[checks]
positive_data_acceptance.expected-statuses = [
  "2xx", 303, 302, 304, 307, 401, 403, 404, 409, 410, 413, 422, 424, 429
]
# Which methods an address takes is asked in one place for all addresses.
[phases.coverage]
unexpected-methods = ["patch", "trace"]
"""


@pytest.mark.parametrize("part", PARTS)
def test_no_request_gets_an_answer_that_was_not_promised(
    part: str, database_url: str, tmp_path: Path
) -> None:
    port = str(free_port())
    variables = {
        "TIDINGS_DATABASE_URL": database_url,
        "TIDINGS_API_RATE": "0",
        "TIDINGS_PORT": port,
    }
    program = Program(tmp_path, variables)
    assert program("user", "add", READER, "--password", PASSWORD).code == 0
    found = asyncio.run(publish_something(database_url, READER))
    address = f"http://127.0.0.1:{port}"
    with program.start("serve", "--no-worker") as running:
        running.wait_for("Tidings runs at")
        token = _sign_in(address)
        number, secret = publish_list(address, token)
        renewed, _ = publish_list(address, token)
        check_it_is_there(address, token, found, secret)
        known = {
            "read_deframed_feed url": FEED,
            "find_deframed_item url": ITEM,
            "list_deframed_site root": SITE,
            "read_publication secret": secret,
            "get_publication id": number,
            "change_publication id": number,
            "renew_publication id": renewed,
            **{f"{name} id": STORY for name in ("get_story", "split_story")},
            **{f"{name} id": found.entry for name in OF_ENTRIES},
            **{f"{name} feed_id": found.feed for name in OF_FEEDS},
        }
        (tmp_path / "schemathesis.toml").write_text(CONFIG + _known_values(known))
        done = subprocess.run(
            [*_command(address, token), *PARTS[part]],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]


def _known_values(known: dict[str, int | str]) -> str:
    """Let parameters mostly be something that is there."""
    parts = []
    for what, value in known.items():
        operation, parameter = what.split()
        parts.append(
            f"[dictionaries.{operation}]\nvalues = [{json.dumps(value)}]\n"
            f'[[operations]]\ninclude-operation-id = "{operation}"\n'
            f"[operations.parameters]\n"
            f'{parameter} = {{ dictionary = "{operation}", probability = 0.7 }}\n'
        )
    return "\n".join(parts)


def _command(address: str, token: str) -> list[str]:
    return [
        str(Path(sys.executable).with_name("schemathesis")),
        "run",
        f"{address}/api/openapi.json",
        "--checks=all",
        f"--max-examples={EXAMPLES}",
        f"--header=Authorization: Bearer {token}",
        "--phases=examples,coverage,fuzzing",
        "--continue-on-failure",
        "--seed=1",
        "--no-color",
        "--generation-database=none",
        f"--exclude-operation-id-regex=^({LEFT_OUT})$",
    ]


def _sign_in(address: str) -> str:
    request = urllib.request.Request(
        f"{address}/api/v1/auth/login",
        json.dumps({"username": READER, "password": PASSWORD}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        token: str = json.load(answer)["token"]
    return token
