"""A command in a process of its own, but without the second that its libraries take to load.

Only libraries and the store are there before (`tests.store.warmed`): all else of ours is
loaded by each command in its own order, as from the command line.
"""

import os
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.store.processes import warm_context

_PATIENCE = 60.0


def run_warm(
    directory: Path, environment: Mapping[str, str], words: Sequence[str]
) -> tuple[int, str, str]:
    """Return the exit code, and what was written to either stream."""
    with tempfile.TemporaryDirectory() as place:
        out, err = Path(place, "out"), Path(place, "err")
        streams = (Path(os.devnull), out, err)
        process = warm_context().Process(
            target=_run, args=(directory, dict(environment), words, streams)
        )
        process.start()
        process.join(_PATIENCE)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutError(f"{words} did not end: {err.read_text()}")
        return process.exitcode, out.read_text(), err.read_text()


def _run(
    directory: Path,
    environment: dict[str, str],
    words: Sequence[str],
    streams: Sequence[Path],
) -> None:
    for number, path in enumerate(streams):
        opened = os.open(path, os.O_RDWR | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    os.chdir(directory)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["tidings", *words]
    warnings.simplefilter("error")
    from tidings.cli.main import main

    main()
