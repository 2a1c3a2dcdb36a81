"""What every service and job is given: the things of this run, built once by wiring."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from tidings.auth.media_links import MediaLinks
from tidings.auth.sign_in_state import SignInState
from tidings.bus.bus import Bus
from tidings.bus.local import LocalBus
from tidings.computing import Computing
from tidings.core.feeds.host_pace import PaceRules
from tidings.core.feeds.schedule import PollingPolicy
from tidings.core.ids import uuid7
from tidings.core.settings.accounts import AccountSettings
from tidings.core.settings.groups import (
    AiSettings,
    MailSettings,
    RetentionSettings,
    ServerSettings,
)
from tidings.core.settings.observe import ObserveSettings
from tidings.core.urls import Suffixes
from tidings.observe.metrics import Metrics
from tidings.store.engine.database import Database

if TYPE_CHECKING:  # slow to import, and only what fetches needs them
    from tidings.auth.secret_box import SecretBox
    from tidings.fetch.client import FetchClient


@dataclass(frozen=True, slots=True)
class Restarts:
    """How often a process has died and was started again since `tidings serve` began."""

    count: int = 0
    last: int = 0  # when, in microseconds since 1970


@dataclass(frozen=True, slots=True)
class Context:
    """The database, the clock and the dice, and what was set about them."""

    database: Database
    clock: Callable[[], int]  # microseconds since 1970, UTC
    random: Callable[[], float]  # from 0 up to, not including, 1
    random_bytes: Callable[[int], bytes]  # fit for secrets
    metrics: Metrics
    server: ServerSettings
    accounts: AccountSettings
    observe: ObserveSettings
    retention: RetentionSettings
    bus: Bus = field(default_factory=LocalBus)
    mail: MailSettings = field(kw_only=True, default_factory=MailSettings)
    ai: AiSettings = field(kw_only=True, default_factory=AiSettings)
    sign_in_state: SignInState = field(kw_only=True, default_factory=SignInState)
    media: MediaLinks = field(kw_only=True, default_factory=MediaLinks)
    restarts: Restarts = field(kw_only=True, default=Restarts())

    def new_id(self) -> str:
        """Return an identifier that nobody else has; later ones sort later."""
        random_bits = int.from_bytes(self.random_bytes(10), "big")
        return str(uuid7(self.clock(), random_bits))


@dataclass(frozen=True, slots=True)
class Fetching:
    """What talking to strangers needs beyond the context; it lives in one event loop."""

    client: "FetchClient"
    pace: PaceRules  # towards each host, shared by all processes
    policy: PollingPolicy
    suffixes: Suffixes
    box: "SecretBox"
    threads: Executor
    computing: Computing  # reads documents
    concurrency: int
    max_entries: int
    job_timeout: timedelta
    # May reach the AI provider even if it is on this network; None: there is none.
    ai_client: "FetchClient | None" = None
