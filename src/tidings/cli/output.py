"""What commands print: tables for people, JSON for machines, progress on a terminal."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Any

from tidings.core.codes import Code
from tidings.core.errors import TidingsError


class CommandFailed(TidingsError):
    """A command could not do what was asked; the message says why."""

    code = Code.COMMAND_FAILED


def say(text: str) -> None:
    """Print for the person at the other end."""
    _write(sys.stdout, text)


def warn(text: str) -> None:
    """Print what is not part of the result."""
    _write(sys.stderr, text)


def print_json(value: Any) -> None:
    """Print a value for programs, the same every time."""
    say(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def print_table(rows: Sequence[Mapping[str, str]], styles: Mapping[str, str]) -> None:
    """Print rows that share their columns; `styles` colours whole words."""
    if not rows:
        return
    columns = list(rows[0])
    if sys.stdout.isatty():
        _print_rich(columns, rows, styles)
        return
    widths = {one: max(len(one), *(len(row[one]) for row in rows)) for one in columns}
    for row in ({one: one for one in columns}, *rows):
        line = "  ".join(row[one].ljust(widths[one]) for one in columns)
        say(line.rstrip())


def confirm(question: str, *, yes: bool) -> None:
    """Go on only if the person agrees; without a terminal, only with --yes."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandFailed(f"{question} Add --yes to agree without being asked.")
    import typer  # not for processes that run for long

    if not typer.confirm(question):
        raise CommandFailed("Nothing was changed.")


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how much of the whole is done."""
    if not sys.stderr.isatty():
        yield lambda done, whole: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)


def _write(stream: IO[str], text: str) -> None:
    stream.write(f"{text}\n")
    stream.flush()


def _print_rich(
    columns: list[str], rows: Sequence[Mapping[str, str]], styles: Mapping[str, str]
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        cells = [row[column] for column in columns]
        table.add_row(*(Text(cell, styles.get(cell, "")) for cell in cells))
    Console().print(table)
