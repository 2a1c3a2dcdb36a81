"""What a fetch learnt and what we knew make a plan: everything to be written, at once.

Nothing here acts. The plan is written in one commit that checks the feed's lease.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from tidings.core.clock import micros
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import (
    EntryKeys,
    KnownEntry,
    key_number,
    suspicion_at_first_fetch,
)
from tidings.core.entries.matching import Known, New, match_entries
from tidings.core.feeds.check_trip import NO_TRIP, Trip
from tidings.core.feeds.failures import FailureKind, judge
from tidings.core.feeds.feed import FeedHints, FeedToRefresh, FetchState, policy_for
from tidings.core.feeds.http_hints import HttpHints, Validators, keep_unsaid
from tidings.core.feeds.last_answer import answer_after
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.core.feeds.outcome import Fetched, FetchOutcome, NotModified
from tidings.core.feeds.redirects import RedirectVerdict, observe_redirect
from tidings.core.feeds.rhythm import Tempo, rhythm_of
from tidings.core.feeds.schedule import PollingPolicy, backoff, next_check

# Rises when our reader understands feeds differently: each is then read once more.
READER_VERSION = 3
# Old entries that appear in an old feed, many at once, come as read.
_BACKFILL_ENTRIES = 10
_BACKFILL_AGE = timedelta(days=7)
_OUR_MISTAKE = "Tidings could not handle what it found; its log says more"


@dataclass(frozen=True, slots=True)
class FeedFacts:
    """What a document says about its feed; empty where it says nothing."""

    kind: str
    title: str = ""
    description: str = ""
    site_url: str | None = None
    language: str | None = None
    icon_url: str | None = None


@dataclass(frozen=True, slots=True)
class SetAside:
    """An entry that could not be read or stored, and why."""

    content_key: int
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Document:
    """A feed document, read and prepared for the store."""

    facts: FeedFacts
    entries: tuple[NewEntry, ...]
    hints: FeedHints = field(default_factory=FeedHints)
    set_aside: tuple[SetAside, ...] = ()
    whole: bool = True  # False: damaged, so what is missing may still be shown
    body_hash: bytes = b""
    logins_removed: int = 0  # from addresses of entries and of the feed


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """What is remembered of an entry that a document may speak of again."""

    known: KnownEntry
    meta_key: int
    shown: bool


@dataclass(frozen=True, slots=True)
class Memory:
    """What the store knows that a document must be compared with."""

    entries: Sequence[StoredEntry] = ()
    shown: frozenset[int] = frozenset()
    poison: frozenset[int] = frozenset()  # content keys that were set aside of late


@dataclass(frozen=True, slots=True)
class EntryChanges:
    """What happens to the entries of a feed."""

    new: tuple[NewEntry, ...] = ()
    changed: tuple[tuple[int, NewEntry], ...] = ()  # text changed: leaves a version
    touched: tuple[tuple[int, NewEntry], ...] = ()  # only author, URL, enclosures …
    rekeyed: tuple[tuple[int, EntryKeys], ...] = ()
    shown: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    backfilled: int = 0  # so many of `new`, the oldest, come as read
    collisions: int = 0


@dataclass(frozen=True, slots=True)
class RefreshPlan:
    """Everything that one check of a feed changes."""

    feed_id: int
    lease_token: int
    outcome: str
    message: str
    state: FetchState
    changes: EntryChanges = EntryChanges()
    set_aside: tuple[SetAside, ...] = ()
    facts: FeedFacts | None = None  # None: nothing new about the feed itself
    new_url: str | None = None  # None: it stays where it is
    due_at: int | None = (
        None  # when it was claimed: who asks meanwhile is not forgotten
    )
    trip: Trip = NO_TRIP


def plan_entries(
    document: Document, memory: Memory, *, now: int, last_body_at: int | None
) -> EntryChanges:
    """Decide for each entry of a document whether it is new, changed or as it was."""
    stored = {entry.known.id: entry for entry in memory.entries}
    matches = match_entries(
        [entry.keys for entry in document.entries],
        [entry.known for entry in memory.entries],
    )
    new: list[NewEntry] = []
    seen: list[tuple[StoredEntry, NewEntry]] = []
    for entry, verdict in zip(document.entries, matches.verdicts, strict=True):
        is_poison = bool(memory.poison) and _content_key(entry) in memory.poison
        match verdict:
            case New(keys) if not is_poison:
                new.append(_with_keys(entry, keys))
            case Known(known, keys) if not known.forgotten:
                was = stored[known.id]
                said = (
                    _as_it_was(entry, was) if is_poison else replace(entry, keys=keys)
                )
                seen.append((was, said))
    collisions = matches.collisions
    if last_body_at is None:
        collisions += suspicion_at_first_fetch(e.guid for e in document.entries)
    return _sorted_out(
        EntryChanges(
            new=tuple(new),
            hidden=_hidden(document, memory, seen),
            backfilled=_backfilled(new, now, last_body_at),
            collisions=collisions,
        ),
        seen,
    )


def plan_refresh(
    feed: FeedToRefresh,
    outcome: FetchOutcome,
    learnt: tuple[Document, EntryChanges] | None,
    policy: PollingPolicy,
    *,
    now: int,
    chance: float,
) -> RefreshPlan:
    """Join the outcome of a fetch with what its document changes.

    `learnt` is None when there was no document, or the same as the last one.
    """
    own_policy = policy_for(feed.settings, policy)
    judgement = judge(feed.state.failures, outcome, own_policy.retry, now)
    tempo = _tempo(feed.state.tempo, learnt, now)
    redirect = _redirect(feed, outcome, now)
    document, changes = learnt or (None, EntryChanges())
    state = replace(
        _with_hints(feed.state, outcome, document),
        next_check=next_check(
            outcome, judgement.state, tempo, own_policy, now=now, chance=chance
        ),
        failures=judgement.state,
        redirect=redirect.state if redirect else feed.state.redirect,
        tempo=tempo,
        guid_collisions=feed.state.guid_collisions + changes.collisions,
        last_checked_at=now,
        last_success_at=now if judgement.kind is None else feed.state.last_success_at,
        last_body_at=now if isinstance(outcome, Fetched) else feed.state.last_body_at,
        body_hash=document.body_hash if document else feed.state.body_hash,
        reader_version=READER_VERSION if document else feed.state.reader_version,
        answer=answer_after(feed.state.answer, outcome, now),
    )
    return RefreshPlan(
        feed_id=feed.id,
        lease_token=feed.lease_token,
        outcome=outcome.code,
        message=outcome.message,
        state=state,
        changes=changes,
        set_aside=document.set_aside if document else (),
        facts=document.facts if document else None,
        new_url=redirect.new_url if redirect else None,
        due_at=feed.state.next_check.at,
    )


def entries_of(plan: RefreshPlan) -> list[NewEntry]:
    """Return every entry whose text a plan would write."""
    changes = plan.changes
    known = (*changes.changed, *changes.touched)
    return [*changes.new, *(entry for _, entry in known)]


def without_entries(plan: RefreshPlan, left_out: Collection[EntryKeys]) -> RefreshPlan:
    """Return a plan that writes the same but for some entries."""
    changes = plan.changes
    # The oldest of the new come as read; those that are left out no longer count.
    oldest = sorted(changes.new, key=lambda entry: entry.published_at or 0)
    as_read = [entry for entry in oldest if entry.published_at is not None]
    fewer = sum(entry.keys in left_out for entry in as_read[: changes.backfilled])
    return replace(
        plan,
        changes=replace(
            changes,
            new=tuple(e for e in changes.new if e.keys not in left_out),
            changed=tuple(
                each for each in changes.changed if each[1].keys not in left_out
            ),
            touched=tuple(
                each for each in changes.touched if each[1].keys not in left_out
            ),
            backfilled=changes.backfilled - fewer,
        ),
    )


def with_poison_aside(plan: RefreshPlan, poison: Sequence[NewEntry]) -> RefreshPlan:
    """Return a plan that sets entries aside which the store cannot take."""
    aside = [
        SetAside(_content_key(entry), entry.title, "it could not be stored")
        for entry in poison
    ]
    healthy = without_entries(plan, {entry.keys for entry in poison})
    return replace(healthy, set_aside=(*plan.set_aside, *aside))


def plan_after_mistake(
    feed: FeedToRefresh, policy: PollingPolicy, *, now: int
) -> RefreshPlan:
    """Plan for a check that met a mistake of ours: nothing is learnt but to wait.

    Without it, the feed would be fetched in vain each time its lease runs out.
    """
    own_policy = policy_for(feed.settings, policy)
    known = feed.state.failures
    failures = replace(
        known,
        consecutive=known.consecutive + 1,
        failing_since=now if known.failing_since is None else known.failing_since,
        last_code="our_mistake",
        last_message=_OUR_MISTAKE,
        last_kind=FailureKind.TEMPORARY,
        limited_since=None,
    )
    wait = backoff(own_policy.interval, failures.consecutive, own_policy.longest_retry)
    check = NextCheck(
        now + micros(wait),
        CheckReason.BACKOFF,
        wait=wait,
        failures=failures.consecutive,
        detail=_OUR_MISTAKE,
    )
    return RefreshPlan(
        feed_id=feed.id,
        lease_token=feed.lease_token,
        outcome="our_mistake",
        message=_OUR_MISTAKE,
        state=replace(
            feed.state,
            next_check=check,
            failures=failures,
            last_checked_at=now,
            answer=replace(feed.state.answer, failed_at=now),
        ),
        due_at=feed.state.next_check.at,
    )


def _with_keys(entry: NewEntry, keys: EntryKeys) -> NewEntry:
    # Nearly always the same, and copying is what takes longest here.
    return entry if entry.keys == keys else replace(entry, keys=keys)


def _as_it_was(entry: NewEntry, known: StoredEntry) -> NewEntry:
    return replace(entry, keys=known.known.keys, meta_key=known.meta_key)


def _content_key(entry: NewEntry) -> int:
    return key_number(entry.keys.content_hash) or 0


def _sorted_out(
    changes: EntryChanges, seen: Sequence[tuple[StoredEntry, NewEntry]]
) -> EntryChanges:
    changed, touched, rekeyed, shown = [], [], [], []
    for stored, entry in seen:
        old, number = stored.known.keys, stored.known.id
        if old.content_hash != entry.keys.content_hash:
            changed.append((number, entry))
        elif stored.meta_key != entry.meta_key:
            touched.append((number, entry))
        if (old.guid_key, old.url_key) != (entry.keys.guid_key, entry.keys.url_key):
            rekeyed.append((number, entry.keys))
        if not stored.shown:
            shown.append(number)
    return replace(
        changes,
        changed=tuple(changed),
        touched=tuple(touched),
        rekeyed=tuple(rekeyed),
        shown=tuple(shown),
    )


def _hidden(
    document: Document,
    memory: Memory,
    seen: Sequence[tuple[StoredEntry, NewEntry]],
) -> tuple[int, ...]:
    # An empty or damaged document says nothing about what it leaves out.
    if not document.whole or not document.entries:
        return ()
    still_shown = {stored.known.id for stored, _ in seen}
    return tuple(sorted(memory.shown - still_shown))


def _backfilled(new: Sequence[NewEntry], now: int, last_body_at: int | None) -> int:
    """Count new entries from long before the last look at a feed that was known."""
    if last_body_at is None:
        return 0
    horizon = min(now, last_body_at) - micros(_BACKFILL_AGE)
    old = sum(
        entry.published_at is not None and entry.published_at < horizon for entry in new
    )
    return old if old > _BACKFILL_ENTRIES else 0


def _tempo(
    known: Tempo, learnt: tuple[Document, EntryChanges] | None, now: int
) -> Tempo:
    if learnt is None:
        return known
    document, _ = learnt
    published = [e.published_at for e in document.entries if e.published_at is not None]
    return Tempo(rhythm_of(published, now) or known.rhythm, document.hints.timetable)


def _redirect(
    feed: FeedToRefresh, outcome: FetchOutcome, now: int
) -> RedirectVerdict | None:
    if not isinstance(outcome, Fetched | NotModified):
        return None
    return observe_redirect(
        feed.state.redirect, feed.url, outcome.hops, is_feed=True, now=now
    )


def _with_hints(
    state: FetchState, outcome: FetchOutcome, document: Document | None
) -> FetchState:
    """Validators are kept only together with what they validate.

    A damaged document is asked for once more in full: what was cut off on the way would
    else be "not modified". If it is the same again, that is how the server has it.
    """
    match outcome:
        case Fetched(hints=hints):
            is_damaged = document is not None and not document.whole
            return replace(
                state,
                validators=Validators() if is_damaged else hints.validators,
                fresh_for=hints.fresh_for,
            )
        case NotModified(hints=hints):
            kept: HttpHints = keep_unsaid(
                hints, validators=state.validators, fresh_for=state.fresh_for
            )
            return replace(state, validators=kept.validators, fresh_for=kept.fresh_for)
    return state
