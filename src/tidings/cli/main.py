"""The `tidings` program.

Exit codes: 0 done, 1 failed with a sentence on standard error, 2 wrong usage.
"""

import sys
from typing import NoReturn

from tidings.cli.long_running import long_running
from tidings.cli.output import warn
from tidings.core.errors import TidingsError


def main() -> None:
    """Run a command; a refusal is one sentence, a bug is a traceback."""
    try:
        _run()
    except TidingsError as error:
        _fail(error.message)
    except OSError as error:
        if error.filename is None:  # not about a file that someone named: a bug
            raise
        _fail(f"{error.filename}: {error.strerror}.")


def _run() -> None:
    start = long_running(sys.argv[1:])
    if start is not None:
        start()
        return
    from tidings.cli.commands import app

    app(prog_name="tidings")


def _fail(sentence: str) -> NoReturn:
    warn(f"tidings: {sentence}")
    sys.exit(1)
