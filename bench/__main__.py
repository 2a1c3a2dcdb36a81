"""`make bench`: the table of what runs all day, each row beside its floor and beside the
ratio that was kept; `python -m bench NAME` looks closer at one subject."""

import argparse
import sys

from rich.console import Console

from bench import (
    ai,
    api,
    beside_worker,
    ingest,
    read_state,
    rss,
    search,
    sign_in_times,
    smoothness,
    sse,
    stories,
    table,
)
from bench.history import Size

BY_SIZE = {
    "read-state": read_state.run,
    "api": api.run,
    "search": search.run,
    "beside-worker": beside_worker.run,
}
BY_ENGINE = {"sign-in-times": sign_in_times.run, "stories": stories.run, "rss": rss.run}
ALONE = {"ai": ai.run, "smoothness": smoothness.run}
CHOICES = [*BY_SIZE, *BY_ENGINE, *ALONE, "sse", "ingest"]
EVERYTHING = "all"
SIZES = {"api": [300_000, 1_000_000], "beside-worker": [300_000]}
OTHER_SIZES = [100_000, 1_000_000]
_WIDTH = 120  # of tables that go to a file


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("only", nargs="?", choices=[*CHOICES, EVERYTHING])
    parser.add_argument("--quick", action="store_true", help="less of it, in minutes")
    parser.add_argument("--keep", action="store_true", help="keep the ratios")
    parser.add_argument("--entries", type=int, nargs="*")
    parser.add_argument("--feeds", type=int, nargs="*", default=[1000])
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--engines", nargs="*", default=["sqlite", "postgres"])
    options = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    if options.only is None:
        amount = table.QUICK if options.quick else table.WHOLE
        sys.exit(0 if table.run(console, amount, keep=options.keep) else 1)
    for name in CHOICES if options.only == EVERYTHING else [options.only]:
        _run(name, console, options)


def _run(name: str, console: Console, options: argparse.Namespace) -> None:
    if name in BY_SIZE:
        many = options.entries or SIZES.get(name, OTHER_SIZES)
        BY_SIZE[name](console, [Size(entries) for entries in many], options.engines)
    elif name in BY_ENGINE:
        BY_ENGINE[name](console, options.engines)
    elif name in ALONE:
        ALONE[name](console)
    elif name == "sse":
        sse.run(console, options.streams, options.engines)
    else:
        for feeds in options.feeds:
            ingest.run(console, feeds, options.engines)


if __name__ == "__main__":
    main()
