"""Fetches the articles that are due: for feeds that ask for them, readers and AI that wait."""

from datetime import timedelta

from tidings.context import Context, Fetching
from tidings.core.errors import TidingsError
from tidings.observe.logs import get_log
from tidings.operations.entries.fetch_full_text import fail, fetch_full_text
from tidings.operations.system.claimed_work import ClaimedWork, Later
from tidings.store.entries.full_texts import (
    ClaimedEntry,
    claim_new_entries,
    claim_wanted,
    is_text_wanted,
)

_PATIENCE = timedelta(seconds=60)
log = get_log()


class FullTexts(ClaimedWork[ClaimedEntry]):
    """Articles of new entries, newest first, after those that were asked for."""

    _claim = staticmethod(claim_new_entries)

    def __init__(self, context: Context, fetching: Fetching) -> None:
        super().__init__()
        self._context = context
        self._fetching = fetching

    async def claim(self, many: int) -> list[ClaimedEntry]:
        now = self._context.clock()
        return await self._context.database.write(self._claim, now, many)

    async def work(self, item: ClaimedEntry) -> int | Later:
        context, fetching = self._context, self._fetching
        try:
            found = await fetch_full_text(context, fetching, item, _PATIENCE)
        except TidingsError:
            raise
        except Exception:
            # A mistake of ours met by one page must not meet it again and again.
            log.exception("full text failed", entry_id=item.id)
            await fail(context, item, "failed", "The page could not be read.")
            return 0
        # While a host is busy, the others can wait as well.
        return Later() if found is None else int(found)


class WantedTexts(FullTexts):
    """Articles that were asked for, and those that AI waits for."""

    _claim = staticmethod(claim_wanted)

    async def next_due(self) -> int | None:
        now = self._context.clock()
        is_wanted = await self._context.database.read(is_text_wanted, now)
        return now if is_wanted else None
