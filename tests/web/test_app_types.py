"""The web app's picture of the API is the API."""

import subprocess
from pathlib import Path

FRONTEND = Path(__file__).parents[2] / "frontend"


def test_the_generated_types_describe_the_api_of_today() -> None:
    ended = subprocess.run(
        ["node", "scripts/write-schema.mjs", "--check"],
        cwd=FRONTEND,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
