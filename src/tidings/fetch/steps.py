"""A record of what happened on the way, kept only when someone asks for it."""

import asyncio
from datetime import timedelta

from tidings.fetch.exchange import TripStep


class Steps:
    """Collects steps with their times; `into=None` keeps nothing."""

    def __init__(self, into: list[TripStep] | None) -> None:
        self._into = into
        self._began = asyncio.get_running_loop().time() if into is not None else 0.0

    def add(self, name: str, **facts: object) -> None:
        if self._into is None:
            return
        after = asyncio.get_running_loop().time() - self._began
        self._into.append(TripStep(name, timedelta(seconds=after), facts))
