"""The file of an export as the input of a long job."""

import gzip
import shutil
from typing import IO

from tidings.store.system.long_job_parts import PART


def pack_file(file: IO[bytes], into: IO[bytes]) -> None:
    """Write a file as the input of a long job, far smaller."""
    file.seek(0)
    with gzip.GzipFile(fileobj=into, mode="wb", compresslevel=1) as packed:
        shutil.copyfileobj(file, packed, PART)
