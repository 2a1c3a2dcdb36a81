"""The whole API under schemathesis: whatever is sent, the answer is one that it promises."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.cli.program import Program, free_port

USUAL_EXAMPLES = 5
EXAMPLES = int(os.environ.get("TIDINGS_TEST_API_EXAMPLES", USUAL_EXAMPLES))
PASSWORD = "correct horse battery"
# A stream never ends, so a client that waits for the whole answer waits for ever; the
# others sign the fuzzer out, or take its account away.
LEFT_OUT = "stream_events|sign_out|log_out|logout|delete_me|end_.*session"
CONFIG = """
# What the schema cannot say (an address that is no feed, a cursor that is not ours) is
# refused with 422 too.
[checks]
positive_data_acceptance.expected-statuses = [
  "2xx", 303, 302, 304, 307, 401, 403, 404, 409, 410, 413, 422, 424, 429
]
"""


def test_no_request_gets_an_answer_that_was_not_promised(
    engine: str, database_url: str, tmp_path: Path
) -> None:
    port = str(free_port())
    variables = {
        "TIDINGS_DATABASE_URL": database_url,
        "TIDINGS_API_RATE": "0",
        "TIDINGS_PORT": port,
    }
    program = Program(tmp_path, variables)
    assert program("user", "add", "ann", "--password", PASSWORD).code == 0
    address = f"http://127.0.0.1:{port}"
    with program.start("serve", "--no-worker") as running:
        running.wait_for("Tidings runs at")
        token = _sign_in(address)
        (tmp_path / "schemathesis.toml").write_text(CONFIG)
        done = subprocess.run(
            _command(address, token, _phases(engine)),
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2000:]


def _phases(engine: str) -> str:
    # Every boundary of every field takes a while, and has little to do with the engine:
    # only the full run, with more examples, tries them on both.
    if engine == "sqlite" or EXAMPLES > USUAL_EXAMPLES:
        return "examples,coverage,fuzzing"
    return "examples,fuzzing"


def _command(address: str, token: str, phases: str) -> list[str]:
    return [
        str(Path(sys.executable).with_name("schemathesis")),
        "run",
        f"{address}/api/openapi.json",
        "--checks=all",
        f"--max-examples={EXAMPLES}",
        f"--header=Authorization: Bearer {token}",
        f"--phases={phases}",
        "--continue-on-failure",
        "--seed=1",
        "--no-color",
        "--generation-database=none",
        f"--exclude-operation-id-regex=^({LEFT_OUT})$",
    ]


def _sign_in(address: str) -> str:
    request = urllib.request.Request(
        f"{address}/api/v1/auth/login",
        json.dumps({"username": "ann", "password": PASSWORD}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        token: str = json.load(answer)["token"]
    return token
