"""`make bench`: runs every benchmark and prints its table of ratios."""

import argparse

from rich.console import Console

from bench import read_state
from bench.history import Size


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument("--entries", type=int, nargs="*", default=[100_000, 1_000_000])
    parser.add_argument("--engines", nargs="*", default=["sqlite", "postgres"])
    options = parser.parse_args()
    console = Console()
    read_state.run(
        console, [Size(entries) for entries in options.entries], options.engines
    )


if __name__ == "__main__":
    main()
