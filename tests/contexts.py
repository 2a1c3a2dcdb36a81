"""A context for tests: a real database, a clock that stands still, dice that are known."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

from tests.make import NOON
from tidings.auth.hashing import HashCost
from tidings.auth.sign_in_state import SignInState
from tidings.config import load_settings
from tidings.context import Context
from tidings.core.clock import micros
from tidings.observe.metrics import Metrics
from tidings.store.engine.database import Database

# A hash of the real cost takes longer than most tests.
CHEAP = HashCost(rounds=1, kibibytes=8)
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass
class Clock:
    """A clock that moves only when it is told to."""

    now: int = NOON

    def __call__(self) -> int:
        return self.now

    def move(self, by: timedelta) -> None:
        self.now += micros(by)


@dataclass
class Dice:
    """Random bytes that never repeat and are the same in every run."""

    thrown: int = field(default=0)

    def __call__(self, how_many: int) -> bytes:
        self.thrown += 1
        return self.thrown.to_bytes(how_many, "big")


def make_context(
    database: Database,
    *,
    clock: Clock | None = None,
    settings: Mapping[str, str] = _NOTHING,
) -> Context:
    """Return a context with default settings but for the given variables.

    The clock stands still, so no limit would ever end: there is none on requests.
    """
    without_limits = {"TIDINGS_API_RATE": "0", **settings}
    loaded = load_settings(without_limits, Path("/nonexistent"))
    return Context(
        database=database,
        clock=clock or Clock(),
        random=lambda: 0.5,
        random_bytes=Dice(),
        metrics=Metrics(),
        server=loaded.server,
        accounts=loaded.accounts,
        observe=loaded.observe,
        retention=loaded.retention,
        mail=loaded.mail,
        ai=loaded.ai,
        sign_in_state=SignInState(cost=CHEAP),
    )
