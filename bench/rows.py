"""The table of `make bench`: each row beside its floor of the same run, and its ratio
beside the one that was kept.

Times move with the machine, ratios much less: only they are kept and compared.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

KEPT = Path(__file__).parent / "ratios.json"
WORSE = 1.1  # times the kept ratio


@dataclass(frozen=True, slots=True)
class Row:
    """One figure; how often it is its floor, or its share of it where more is better."""

    name: str
    value: float
    unit: str
    floor: float | None = None  # None: the best would be none at all
    floor_name: str = ""
    more_is_better: bool = False

    @property
    def ratio(self) -> float:
        """The smaller the better; without a floor, the figure itself."""
        if self.floor is None:
            return self.value
        if self.more_is_better:
            return self.floor / self.value
        return self.value / self.floor


def show(console: Console, rows: Iterable[Row], *, keep: bool) -> list[str]:
    """Print the table, keep its ratios if asked to; return the rows that got worse."""
    kept = read_kept()
    table = Table(title="Tidings beside its floors")
    for column in ("row", "figure", "floor", "what the floor is", "ratio", "kept", ""):
        is_text = column in ("row", "what the floor is", "")
        table.add_column(column, justify="left" if is_text else "right")
    found, worse = {}, []
    for row in rows:
        found[row.name] = round(row.ratio, 3)
        before = kept.get(row.name)
        is_worse = before is not None and row.ratio > before * WORSE
        if is_worse:
            worse.append(row.name)
        table.add_row(
            row.name,
            f"{row.value:,.2f} {row.unit}",
            "" if row.floor is None else f"{row.floor:,.2f} {row.unit}",
            row.floor_name,
            f"{row.ratio:,.2f}",
            "" if before is None else f"{before:,.2f}",
            "worse" if is_worse else "",
        )
    console.print(table)
    if keep:
        KEPT.write_text(json.dumps(kept | found, indent=2, sort_keys=True) + "\n")
    return worse


def read_kept() -> dict[str, float]:
    """Return the ratios of the repository by the names of their rows."""
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}
