"""`make bench`: runs every benchmark and prints its table of ratios."""

import argparse

from rich.console import Console

from bench import ingest, read_state
from bench.history import Size


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("only", nargs="?", choices=["read-state", "ingest"])
    parser.add_argument("--entries", type=int, nargs="*", default=[100_000, 1_000_000])
    parser.add_argument("--feeds", type=int, nargs="*", default=[1000])
    parser.add_argument("--engines", nargs="*", default=["sqlite", "postgres"])
    options = parser.parse_args()
    console = Console()
    if options.only != "ingest":
        sizes = [Size(entries) for entries in options.entries]
        read_state.run(console, sizes, options.engines)
    if options.only != "read-state":
        for feeds in options.feeds:
            ingest.run(console, feeds, options.engines)


if __name__ == "__main__":
    main()
