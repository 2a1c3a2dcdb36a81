"""What may be forgotten, and in which order.

A feed is forgotten from its oldest entry on, up to one `seq`. Entries that someone marked or
that the feed still shows survive below that point; they just count as old. Behind that point,
entries go that were unread for longer than unread ones are kept, and that nobody read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from tidings.core.clock import micros

MEGABYTE = 1_000_000  # as disks are sold; also what the settings mean
FULL_TEXT_KEPT = timedelta(days=30)
LOGS_KEPT = timedelta(days=90)
_TIGHTEN_BY = timedelta(days=30)
_TIGHTEST = timedelta(days=30)
_ONCE_A_DAY = timedelta(hours=20)
_MISSED = timedelta(days=2)
_FIRST_LIMIT = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class RetentionLimits:
    """How long entries are kept after they arrived; None means without limit."""

    days_read: timedelta | None = timedelta(days=365)
    days_unread: timedelta | None = timedelta(days=90)
    entries_per_feed: int | None = 500  # how many read ones
    database_megabytes: int | None = 1024


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """What arrived before these times is old; nothing arrived before 0."""

    read_before: int
    unread_before: int


@dataclass(frozen=True, slots=True)
class FeedSpan:
    """Where a feed stands, each by `seq`; 0 where there is no such entry."""

    floor_seq: int  # forgotten up to here
    last_seq: int
    old_read_seq: int  # the newest entry that arrived before `Cutoffs.read_before`
    old_unread_seq: int  # the same for `Cutoffs.unread_before`
    gone_seq: int  # the newest entry that the feed no longer shows
    gaps: int = 0  # how many numbers above `floor_seq` have no entry any more


@dataclass(frozen=True, slots=True)
class Reach:
    """Up to which `seq` entries are past the limits, if read and if unread."""

    read_seq: int
    unread_seq: int


@dataclass(frozen=True, slots=True)
class Reader:
    """An active subscriber: what is at or below `read_seq` is read.

    `keep_from` is the lowest seq where the reader's own mark says otherwise and is within
    the reach of what it says: unread above `Reach.unread_seq`, or read above
    `Reach.read_seq`. None if there is no such mark.
    """

    read_seq: int
    keep_from: int | None = None


@dataclass(frozen=True, slots=True)
class AgedUnread:
    """Entries that were unread too long, and up to where unread entries are that old."""

    ids: list[int]
    up_to: int  # a seq


@dataclass(frozen=True, slots=True)
class Fits:
    """The database is within its limit."""


@dataclass(frozen=True, slots=True)
class Vacuum:
    """Give unused pages back, then measure again."""


@dataclass(frozen=True, slots=True)
class Tighten:
    """Forget entries by these limits, give pages back, then measure again."""

    limits: RetentionLimits


@dataclass(frozen=True, slots=True)
class TooLarge:
    """Nothing more may be forgotten: go on, and warn."""


SizeStep = Fits | Vacuum | Tighten | TooLarge


def clean_up_is_due(last: int | None, now: int, hour: int) -> bool:
    """Return whether the day's clean-up is to run: in its hour (UTC), once.

    One that was missed, because nothing ran at that hour, is made up for after two days.
    """
    since = None if last is None or last > now else now - last
    if since is not None and since < micros(_ONCE_A_DAY):
        return False
    in_its_hour = now // micros(timedelta(hours=1)) % 24 == hour
    return in_its_hour or (since is not None and since > micros(_MISSED))


def cutoffs(limits: RetentionLimits, now: int) -> Cutoffs:
    """Return the times before which entries are old."""
    return Cutoffs(_before(limits.days_read, now), _before(limits.days_unread, now))


def reach(limits: RetentionLimits, feed: FeedSpan) -> Reach:
    """Return how far the limits reach into a feed, by age and by number."""
    beyond = 0
    if limits.entries_per_feed is not None:
        beyond = feed.last_seq - feed.gaps - limits.entries_per_feed
    return Reach(max(feed.old_read_seq, beyond), feed.old_unread_seq)


def forget_up_to(
    limits: RetentionLimits, feed: FeedSpan, readers: Sequence[Reader]
) -> int:
    """Return the highest seq at or below which every entry is past everyone's limits.

    Without readers, entries count as read when they arrived. The newest run of entries
    that the feed shows is never reached: nothing there could be deleted, only hidden.
    """
    within = reach(limits, feed)
    points = [_forget_for(reader, within) for reader in readers]
    point = min(points, default=within.read_seq)
    return max(feed.floor_seq, min(point, feed.gone_seq, feed.last_seq))


def unread_aged_up_to(feed: FeedSpan) -> int:
    """Return up to which seq entries are too old to be unread.

    Never within the newest run that the feed shows: who follows it today has just got
    those as new, however long ago they arrived.
    """
    return min(feed.old_unread_seq, feed.gone_seq)


def tighter(limits: RetentionLimits) -> RetentionLimits | None:
    """Return limits that keep read entries 30 days less; None once it is 30 days.

    What nobody has read yet does not go earlier because the disk is small.
    """
    if limits.days_read is None:
        return replace(limits, days_read=_FIRST_LIMIT)
    if limits.days_read <= _TIGHTEST:
        return None
    return replace(limits, days_read=max(limits.days_read - _TIGHTEN_BY, _TIGHTEST))


def size_step(limits: RetentionLimits, megabytes: float, *, vacuumed: bool) -> SizeStep:
    """Return what to do about the size of the database, cheapest first."""
    if limits.database_megabytes is None or megabytes <= limits.database_megabytes:
        return Fits()
    if not vacuumed:
        return Vacuum()
    tightened = tighter(limits)
    return TooLarge() if tightened is None else Tighten(tightened)


def _before(age: timedelta | None, now: int) -> int:
    return 0 if age is None else max(0, now - micros(age))


def _forget_for(reader: Reader, within: Reach) -> int:
    # Only what is old from the first entry on may go, so the nearest entry to be kept
    # ends it: a read one within reach, else an unread one, else one with a mark.
    if within.read_seq < reader.read_seq:
        point = within.read_seq
    else:
        point = max(reader.read_seq, within.unread_seq)
    return point if reader.keep_from is None else min(point, reader.keep_from - 1)
