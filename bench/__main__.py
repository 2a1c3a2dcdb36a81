"""`make bench`: runs every benchmark and prints its table of ratios."""

import argparse

from rich.console import Console

from bench import api, ingest, read_state, search, sse
from bench.history import Size


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument(
        "only", nargs="?", choices=["read-state", "ingest", "api", "search", "sse"]
    )
    parser.add_argument("--entries", type=int, nargs="*", default=[100_000, 1_000_000])
    parser.add_argument("--feeds", type=int, nargs="*", default=[1000])
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--engines", nargs="*", default=["sqlite", "postgres"])
    options = parser.parse_args()
    console = Console()
    sizes = [Size(entries) for entries in options.entries]
    if options.only in (None, "read-state"):
        read_state.run(console, sizes, options.engines)
    if options.only in (None, "api"):
        api.run(console, sizes, options.engines)
    if options.only in (None, "search"):
        search.run(console, sizes, options.engines)
    if options.only in (None, "sse"):
        sse.run(console, options.streams, options.engines)
    if options.only in (None, "ingest"):
        for feeds in options.feeds:
            ingest.run(console, feeds, options.engines)


if __name__ == "__main__":
    main()
