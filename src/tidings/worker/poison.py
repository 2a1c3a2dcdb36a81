"""Finds the entries that the store cannot take, so that their neighbours can be stored."""

from collections.abc import Sequence

from tidings.context import Context
from tidings.core.entries.entry import NewEntry
from tidings.core.errors import TidingsError
from tidings.core.feeds.refresh import (
    RefreshPlan,
    entries_of,
    with_poison_aside,
    without_entries,
)
from tidings.store.entries.apply_plan import TriedOut, try_plan

# Enough for several bad ones among a thousand; a plan that needs more is hopeless.
_MOST_TRIALS = 100


async def without_poison(context: Context, plan: RefreshPlan) -> RefreshPlan | None:
    """Return a plan that can be written and says what it left out; None if there is none.

    Found by halving: each trial is a transaction that is rolled back.
    """
    trials = _Trials(context, plan)
    poison: list[NewEntry] = []
    suspects = [entries_of(plan)]
    while suspects:
        group = suspects.pop()
        if trials.left == 0:
            return None
        if await trials.can_be_written(group):
            continue
        if len(group) < 2:
            poison += group
        else:
            middle = len(group) // 2
            suspects += [group[:middle], group[middle:]]
    healed = with_poison_aside(plan, poison)
    return healed if poison else None


class _Trials:
    """Tries parts of a plan, so many times at most."""

    def __init__(self, context: Context, plan: RefreshPlan) -> None:
        self._context = context
        self._plan = plan
        self.left = _MOST_TRIALS

    async def can_be_written(self, entries: Sequence[NewEntry]) -> bool:
        self.left -= 1
        wanted = {entry.keys for entry in entries}
        others = {entry.keys for entry in entries_of(self._plan)} - wanted
        part = without_entries(self._plan, others)
        try:
            await self._context.database.write(try_plan, part, self._context.clock())
        except TriedOut:
            return True
        except TidingsError:
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it is what we look for
            return False
        return True
