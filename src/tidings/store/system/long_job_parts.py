"""The input of long work that is too large for one row: kept in parts, read in parts."""

import io
from collections.abc import Callable, Iterator
from typing import IO

from tidings.store.engine.connection import Connection
from tidings.store.system.long_jobs import LongJob, insert_job

PART = 1024 * 1024  # bytes


def insert_job_with_file(
    db: Connection, new_id: str, user_id: int, kind: str, file: IO[bytes], now: int
) -> LongJob:
    """Note work to be done with a file, in one commit with the file itself."""
    job = insert_job(db, new_id, user_id, kind, b"", now)
    file.seek(0)
    db.run_many(
        "insert into long_job_parts (job_id, part, data) values (:job, :part, :data)",
        (
            {"job": new_id, "part": number, "data": data}
            for number, data in enumerate(iter(lambda: file.read(PART), b""))
        ),
    )
    return job


def part_of_job(db: Connection, job_id: str, part: int) -> bytes | None:
    """Return a part of a job's file; None after the last."""
    data = db.value(
        "select data from long_job_parts where job_id = :job and part = :part",
        job=job_id,
        part=part,
    )
    return None if data is None else bytes(data)


class PartsFile:
    """A file that is read part by part, as far as it is wanted; it only goes forwards."""

    def __init__(self, next_part: Callable[[int], bytes | None]) -> None:
        self._parts = self._all(next_part)
        self._rest = b""

    def seek(self, place: int, /) -> None:
        """Refuse: what was read is gone."""
        raise io.UnsupportedOperation

    def read(self, size: int = -1, /) -> bytes:
        """Return some bytes, at most so many; none at the end."""
        if not self._rest:
            self._rest = next(self._parts, b"")
        many = len(self._rest) if size < 0 else size
        given, self._rest = self._rest[:many], self._rest[many:]
        return given

    @staticmethod
    def _all(next_part: Callable[[int], bytes | None]) -> Iterator[bytes]:
        number = 0
        while (part := next_part(number)) is not None:
            yield part
            number += 1
