"""What runs for long, started without the library that reads all other commands.

A process never gives back the memory of what it imported, nor the time that it took. So
the usual words are read here; whatever is not usual, `--help` and mistakes among it, is
left to the commands, which know the same words.
"""

from collections.abc import Callable, Sequence
from functools import partial

from tidings.core.settings.settings import Settings

Start = Callable[[], None]


def long_running(words: Sequence[str]) -> Start | None:
    """Return what the words start; None if the commands are to read them."""
    if not words:
        return None
    read = {"serve": _serve, "worker": _worker, "process": _process}.get(words[0])
    return read(words[1:]) if read else None


def settings_for(host: str | None, port: int | None) -> Settings:
    """Return the settings with what the command line says on top."""
    from tidings.config import load_settings

    options = {"TIDINGS_HOST": host or "", "TIDINGS_PORT": str(port or "")}
    return load_settings(options=options)


def serve(host: str | None, port: int | None, *, worker: bool, demo: bool) -> None:
    """Serve until stopped."""
    from tidings.cli.processes.service import run_service

    run_service(settings_for(host, port), worker=worker, demo=demo)


def work(*, once: bool) -> None:
    """Do the background work: what is due, or until stopped."""
    from tidings.cli.processes.work import run_alone, run_once

    if once:
        run_once()
    else:
        run_alone()


def _serve(words: Sequence[str]) -> Start | None:
    named = _named(words, flags={"--no-worker", "--demo"}, options={"--host", "--port"})
    if named is None or not _is_number(named.get("--port", "0")):
        return None
    return partial(
        serve,
        named.get("--host"),
        int(named.get("--port", "0")),
        worker="--no-worker" not in named,
        demo="--demo" in named,
    )


def _worker(words: Sequence[str]) -> Start | None:
    named = _named(words, flags={"--once"}, options=set())
    return None if named is None else partial(work, once="--once" in named)


def _process(words: Sequence[str]) -> Start | None:
    """Read what the supervisor gives to its processes; people do not write that."""
    role, *rest = words or ("",)
    options = {"--host", "--port", "--listener", "--lifeline", "--restarts", "--word"}
    named = _named(rest, flags=set(), options=options)
    if named is None:
        return None
    from tidings.cli.processes.child import ChildStart, run_child

    def number(name: str, otherwise: int) -> int:
        return int(named.get(name, otherwise))

    start = ChildStart(
        role,
        listener=number("--listener", -1),
        lifeline=number("--lifeline", -1),
        restarts=number("--restarts", 0),
        word=number("--word", -1),
    )
    return lambda: run_child(
        start, settings_for(named.get("--host"), number("--port", 0))
    )


def _named(
    words: Sequence[str], *, flags: set[str], options: set[str]
) -> dict[str, str] | None:
    """Return options by name, and flags; None if anything else is among the words."""
    named: dict[str, str] = {}
    left = iter(words)
    for word in left:
        value = next(left, "-") if word in options else ""
        if word not in flags | options or value.startswith("-"):
            return None
        named[word] = value
    return named


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()
