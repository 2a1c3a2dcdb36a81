"""Processes for tests that kill them: quick to start, and free of this one's threads."""

import multiprocessing
import os
import sys
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.forkserver import ensure_running
from multiprocessing.process import BaseProcess
from typing import Any


def start(
    function: Callable[..., None], *arguments: Any
) -> tuple[BaseProcess, Connection]:
    """Run `function(pipe, *arguments)` in a new process; return it and our end."""
    context = warm_context()
    ours, theirs = context.Pipe()
    process = context.Process(target=function, args=(theirs, *arguments), daemon=True)
    process.start()
    theirs.close()
    return process, ours


@cache
def warm_context() -> ForkServerContext:
    """Return what starts processes in which `tests.store.warmed` is imported already."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.store.warmed"])
    before = os.environ.get("PYTHONPATH")
    # The fork server of Python 3.11 does not learn our path in any other way.
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    try:
        ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    return context
