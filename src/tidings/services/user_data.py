"""All that is a reader's own: taken out as a file, and brought in again."""

import asyncio
from collections.abc import AsyncIterator
from tempfile import TemporaryFile
from typing import IO

from tidings.context import Context
from tidings.formats.user_export import require_header
from tidings.jobs.export_user import export_user
from tidings.jobs.import_user import KIND, pack_file
from tidings.store.long_job_parts import insert_job_with_file
from tidings.store.long_jobs import LongJob

LARGEST_FILE = 1024**3  # bytes


def export_data(context: Context, user_id: int) -> AsyncIterator[bytes]:
    """Return the lines of a reader's export, made while they are read."""
    return export_user(context, user_id)


async def start_import(context: Context, user_id: int, file: IO[bytes]) -> LongJob:
    """Let a worker bring an export in; raises Invalid for any other file."""
    file.seek(0)
    require_header(file.read(1000))
    with TemporaryFile() as packed:
        await asyncio.to_thread(pack_file, file, packed)
        return await context.database.write(
            insert_job_with_file,
            context.new_id(),
            user_id,
            KIND,
            packed,
            context.clock(),
        )
