"""One AI task, claimed and done as the worker's loop does it."""

from tidings.context import Context
from tidings.jobs.ai.run_ai_tasks import AiTasks
from tidings.operations.ai.asking import Asking
from tidings.operations.ai.calling import Sleep


async def run_next_task(context: Context, asking: Asking, sleep: Sleep) -> bool:
    """Do the next task that may be done now; return whether there was one."""
    tasks = AiTasks(context, asking, sleep, is_announced=True)
    for _ in range(2):  # if one may not be done now, one of a reader's own key may
        for item in await tasks.claim(1) or ():
            if await tasks.work(item):
                return True
    return False
