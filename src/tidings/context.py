"""What every service and job is given: the things of this run, built once by wiring."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from tidings.auth.doors import Doors
from tidings.auth.media_links import MediaLinks
from tidings.bus.bus import Bus
from tidings.bus.local import LocalBus
from tidings.computing import Computing
from tidings.core.ids import uuid7
from tidings.core.schedule import PollingPolicy
from tidings.core.setting_groups import (
    AccountSettings,
    AiSettings,
    MailSettings,
    ObserveSettings,
    RetentionSettings,
    ServerSettings,
)
from tidings.core.urls import Suffixes
from tidings.observe.metrics import Metrics
from tidings.store.database import Database

if TYPE_CHECKING:  # slow to import, and only what fetches needs them
    from tidings.auth.secret_box import SecretBox
    from tidings.fetch.client import FetchClient
    from tidings.fetch.politeness import Pace


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
    doors: Doors = field(kw_only=True, default_factory=Doors)
    media: MediaLinks = field(kw_only=True, default_factory=MediaLinks)

    def new_id(self) -> str:
        """Return an identifier that nobody else has; later ones sort later."""
        random_bits = int.from_bytes(self.random_bytes(10), "big")
        return str(uuid7(self.clock(), random_bits))


@dataclass(frozen=True, slots=True)
class Fetching:
    """What talking to strangers needs beyond the context; it lives in one event loop."""

    client: "FetchClient"
    pace: "Pace"
    policy: PollingPolicy
    suffixes: Suffixes
    box: "SecretBox"
    threads: Executor
    computing: Computing  # reads documents
    concurrency: int
    host_concurrency: int
    host_delay: timedelta
    max_entries: int
    job_timeout: timedelta
    # May reach the AI provider even if it is on this network; None: there is none.
    ai_client: "FetchClient | None" = None
