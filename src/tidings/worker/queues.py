"""All queues of claimed work. A new one is a line here, its SQL, and what is done.

Whoever queues work calls `wake_on_commit`: idle loops sleep until then.

They stand in the order in which `worker --once` works them off: each may bring work for
those below it.
"""

from datetime import timedelta
from typing import Any

from tidings.jobs.ai.embed_texts import open_embeddings
from tidings.jobs.ai.queue_backlogs import Backlogs
from tidings.jobs.ai.run_ai_tasks import open_ai_tasks
from tidings.jobs.automation.deliver_pushes import PushDeliveries
from tidings.jobs.automation.deliver_webhooks import WebhookDeliveries
from tidings.jobs.entries.fetch_full_texts import FullTexts, WantedTexts
from tidings.jobs.feeds.fetch_icons import MissingIcons
from tidings.jobs.system.run_long_jobs import LongJobs
from tidings.worker.feed_checks import FEEDS
from tidings.worker.loop import Queue

# Somebody who opened an entry waits for it.
_A_MOMENT = timedelta(milliseconds=100)
_SECOND = timedelta(seconds=1)
_TWO = timedelta(seconds=2)
_TEN = timedelta(seconds=10)
_HALF_A_MINUTE = timedelta(seconds=30)

# Jobs are heavy and seldom: two, so that a long one does not keep a short one waiting.
LONG_JOBS = Queue("long jobs", LongJobs, _HALF_A_MINUTE, 2, look=_SECOND)
BACKLOGS = Queue("AI backlogs", Backlogs, _HALF_A_MINUTE, look=_TWO)
WANTED_TEXTS = Queue(
    "wanted full texts", WantedTexts, _HALF_A_MINUTE, 4, look=_A_MOMENT
)
FULL_TEXTS = Queue("full texts", FullTexts, _TEN, 4)
# Eight feeds are one item.
ICONS = Queue("icons", MissingIcons, _HALF_A_MINUTE)
# As many calls as the breaker lets be open at once, whoever makes them.
AI_TASKS = Queue("AI tasks", open_ai_tasks, _HALF_A_MINUTE, 5, look=_TWO)
EMBEDDINGS = Queue("embeddings", open_embeddings, _TEN)
WEBHOOKS = Queue("webhooks", WebhookDeliveries, _HALF_A_MINUTE, 8, look=_TWO)
PUSHES = Queue("pushes", PushDeliveries, _HALF_A_MINUTE, 8, look=_TWO)

QUEUES: tuple[Queue[Any], ...] = (
    LONG_JOBS,  # an import has new feeds to check
    FEEDS,
    BACKLOGS,
    WANTED_TEXTS,
    FULL_TEXTS,
    ICONS,
    AI_TASKS,
    EMBEDDINGS,
    WEBHOOKS,
    PUSHES,
)
