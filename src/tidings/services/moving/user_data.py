"""All that is a reader's own: taken out as a file, and brought in again."""

import asyncio
from collections.abc import AsyncIterator
from tempfile import TemporaryFile
from typing import IO

from tidings.context import Context
from tidings.core.system.long_job_kind import LongJobKind
from tidings.core.views import view_of
from tidings.formats.user_export import require_header
from tidings.operations.moving.export_user import export_user
from tidings.operations.moving.import_file import pack_file
from tidings.services.system.long_jobs import JobView
from tidings.store.system.long_job_parts import insert_job_with_file

LARGEST_FILE = 1024**3  # bytes


def export_data(context: Context, user_id: int) -> AsyncIterator[bytes]:
    """Return the lines of a reader's export, made while they are read."""
    return export_user(context, user_id)


async def start_import(context: Context, user_id: int, file: IO[bytes]) -> JobView:
    """Let a worker bring an export in; raises Invalid for any other file."""
    file.seek(0)
    require_header(file.read(1000))
    with TemporaryFile() as packed:
        await asyncio.to_thread(pack_file, file, packed)
        job = await context.database.write(
            insert_job_with_file,
            context.new_id(),
            user_id,
            LongJobKind.IMPORT_USER,
            packed,
            context.clock(),
        )
    return view_of(JobView, job)
