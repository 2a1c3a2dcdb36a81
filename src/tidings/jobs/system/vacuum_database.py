"""Gives unused space of the database back, when an administrator asks for it."""

import asyncio
from typing import Any

from tidings.context import Context, Fetching
from tidings.operations.system.long_job_progress import Progress
from tidings.store.engine.maintenance import vacuum
from tidings.store.system.long_jobs import LongJob


async def vacuum_database(
    context: Context, _fetching: Fetching, _job: LongJob, _progress: Progress
) -> dict[str, Any]:
    """Vacuum and say how many bytes that freed; doing it twice does no harm."""
    freed = await asyncio.to_thread(vacuum, context.database.url)
    return {"freed_bytes": freed}
