"""Live updates: one task of the process reads new events once and hands them to all.

Nothing is looked for while nobody listens. A stream ends at once when the session it
came by does.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from tidings.context import Context
from tidings.core.errors import DatabaseUnavailable, RateLimited, TidingsError
from tidings.core.system.events import (
    PUBLIC_KINDS,
    SESSION_ENDED,
    frame,
    heartbeat_frame,
    hello_frame,
    reset_frame,
)
from tidings.observe.logs import get_log
from tidings.services.system.live import MOST_AT_ONCE, alive, missed, newest, news
from tidings.store.system.event_audience import AddressedEvent
from tidings.web.sse import Stream

_RETRY = 3000  # milliseconds that a browser waits before it comes back
_TRY_AGAIN = 1.0  # seconds, after the database failed
_FAREWELL = 2.0

log = get_log()


@dataclass(frozen=True, slots=True)
class LivePace:
    """How often things are done while somebody listens, and for how many at most."""

    heartbeat: timedelta = timedelta(seconds=30)
    sessions: timedelta = timedelta(milliseconds=500)  # a look at who may still listen
    gather: timedelta = timedelta(milliseconds=20)  # between two readings of news
    streams: int = 10_000
    streams_of_user: int = 20


class Live:
    """All streams of this process."""

    def __init__(self, context: Context, pace: LivePace | None = None) -> None:
        self._context = context
        self._pace = pace or LivePace()
        self._streams: dict[int, set[Stream]] = {}  # by user
        self._count = 0
        self._position = 0  # the last event that was handed out
        self._someone = asyncio.Event()
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._woken = asyncio.Event()
        # Held while news are read and handed out: who joins then would miss them.
        self._handing_out = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._check = _Every(self._pace.sessions)
        self._closed = False

    def __len__(self) -> int:
        return self._count

    async def join(
        self, user_id: int, credential: str | bytes, *, after: int | None, again: bool
    ) -> Stream:
        """Return a new stream: it begins with what was missed `after` an event.

        `again` says that its reader was here before; if what it missed is not known
        in full, it has to start from nothing.
        """
        stream = Stream(user_id, credential)
        async with self._handing_out:
            if not self._count:
                self._position = await newest(self._context)
            self._require_room(user_id)
            stream.sent_up_to = self._position
            self._add(stream)
        try:
            stream.begin(await self._first_words(stream, after, again=again))
        except BaseException:
            stream.on_end()
            raise
        return stream

    async def close(self) -> None:
        """End all streams, and take no more."""
        self._closed = True
        self._end_all()
        with suppress(TimeoutError):
            async with asyncio.timeout(_FAREWELL):
                await self._nobody.wait()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def _require_room(self, user_id: int) -> None:
        if self._closed:
            raise DatabaseUnavailable("Tidings is shutting down.")
        if len(self._streams.get(user_id, ())) >= self._pace.streams_of_user:
            raise RateLimited(
                "This account has too many open streams.", details={"retry_after": 30}
            )
        if self._count >= self._pace.streams:
            raise RateLimited(
                "There are too many open streams.", details={"retry_after": 30}
            )

    def _add(self, stream: Stream) -> None:
        self._streams.setdefault(stream.user_id, set()).add(stream)
        self._count += 1
        self._context.metrics.sse_connections += 1
        stream.on_end = lambda: self._remove(stream)
        self._nobody.clear()
        self._someone.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(self._stopped)

    def _remove(self, stream: Stream) -> None:
        streams = self._streams.get(stream.user_id, set())
        if stream not in streams:
            return
        streams.remove(stream)
        self._count -= 1
        self._context.metrics.sse_connections -= 1
        if not streams:
            del self._streams[stream.user_id]
        if not self._count:
            self._someone.clear()
            self._nobody.set()
            self._woken.set()

    async def _first_words(
        self, stream: Stream, after: int | None, *, again: bool
    ) -> bytes:
        """Return where the stream begins and what was missed before.

        The number moves on only behind what was missed: a stream that breaks in the
        middle is asked for the rest.
        """
        if not again:
            return hello_frame(stream.sent_up_to, _RETRY)
        if after is None:
            return reset_frame(stream.sent_up_to)
        found = await missed(self._context, stream.user_id, after, stream.sent_up_to)
        if not found.complete:
            return reset_frame(stream.sent_up_to)
        # Another process may have sent this reader more than we have read yet.
        stream.sent_up_to = max(stream.sent_up_to, after)
        missing = [
            frame(each.event, each.audience[stream.user_id]) for each in found.events
        ]
        return b"".join([hello_frame(after, _RETRY), *missing])

    async def _run(self) -> None:
        while True:
            await self._someone.wait()
            async with self._context.bus.listening(self._woken.set):
                await self._serve()

    async def _serve(self) -> None:
        """Look after the streams while there are any."""
        clock = asyncio.get_running_loop().time
        beat = _Every(self._pace.heartbeat)
        beat.is_due(clock())
        while self._count:
            await self._rest()
            try:
                await self._hand_out_all()
                if self._check.is_due(clock()):
                    await self._dismiss()
            except TidingsError as error:
                log.warning("events delayed", reason=error.code)
                await asyncio.sleep(_TRY_AGAIN)
            if beat.is_due(clock()):
                self._beat()

    async def _rest(self) -> None:
        """Wait for a wake-up, not for ever: some get lost, and sessions end silently."""
        longest = min(self._context.bus.look_every, self._pace.sessions)
        await asyncio.sleep(self._pace.gather.total_seconds())
        with suppress(TimeoutError):
            async with asyncio.timeout(longest.total_seconds()):
                await self._woken.wait()
        self._woken.clear()

    async def _hand_out_all(self) -> None:
        while self._count:
            async with self._handing_out:
                before = self._position
                self._position, events = await news(
                    self._context, before, list(self._streams)
                )
                for each in events:
                    self._hand_out(each)
            if self._position - before < MOST_AT_ONCE:
                return

    def _hand_out(self, addressed: AddressedEvent) -> None:
        event = addressed.event
        if event.kind == SESSION_ENDED:
            self._check.make_due()
        if event.kind not in PUBLIC_KINDS:
            return
        frames: dict[int, bytes] = {}  # most readers are sent the very same
        for user_id, payload in addressed.audience.items():
            data = frames.get(id(payload))
            if data is None:
                data = frames[id(payload)] = frame(event, payload)
            for stream in self._streams.get(user_id, ()):
                if stream.sent_up_to < event.number:
                    stream.put(data)
        self._context.metrics.sse_events.labels(event.kind).inc()

    async def _dismiss(self) -> None:
        """End the streams of all who may no longer listen, however that came."""
        streams = list(self._each())
        welcome = await alive(self._context, list(self._streams))
        for stream in streams:
            if stream.credential not in welcome:
                stream.end()

    def _beat(self) -> None:
        for stream in self._each():
            stream.put(heartbeat_frame(max(self._position, stream.sent_up_to)))

    def _end_all(self) -> None:
        for stream in self._each():
            stream.end()

    def _each(self) -> Iterable[Stream]:
        return [stream for streams in self._streams.values() for stream in streams]

    def _stopped(self, task: asyncio.Task[None]) -> None:
        """Let readers come back to a new task after a bug in this one."""
        self._task = None
        if not task.cancelled() and (error := task.exception()):
            log.error("live updates failed", exc_info=error)
        self._end_all()


class _Every:
    """Says when a period is over; the first is over at once."""

    def __init__(self, period: timedelta) -> None:
        self._period = period.total_seconds()
        self._next = 0.0

    def is_due(self, now: float) -> bool:
        if now < self._next:
            return False
        self._next = now + self._period
        return True

    def make_due(self) -> None:
        self._next = 0.0
