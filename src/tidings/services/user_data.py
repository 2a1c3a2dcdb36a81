"""All that is a reader's own: taken out as a file, and brought in again."""

import asyncio
from collections.abc import AsyncIterator

from tidings.context import Context
from tidings.formats.user_export import require_header
from tidings.jobs.export_user import export_user
from tidings.jobs.import_user import KIND, packed_file
from tidings.services.long_jobs import start_long_job
from tidings.store.long_jobs import LongJob

LARGEST_FILE = 64 * 1024 * 1024  # bytes


def export_data(context: Context, user_id: int) -> AsyncIterator[bytes]:
    """Return the lines of a reader's export, made while they are read."""
    return export_user(context, user_id)


async def start_import(context: Context, user_id: int, file: bytes) -> LongJob:
    """Let a worker bring an export in; raises Invalid for any other file."""
    require_header(file[:1000])
    packed = await asyncio.to_thread(packed_file, file)
    return await start_long_job(context, user_id, KIND, packed)
