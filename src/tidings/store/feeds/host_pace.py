"""What is remembered about hosts: who visits them, when they are free, how long they are
held. All processes share it.

Whoever changes it holds one lock until the commit, so no two can begin a visit at once.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import msgspec

from tidings.core.clock import MICROSECOND, micros
from tidings.core.feeds.host_pace import (
    ComeBackAt,
    DueFeed,
    Entered,
    HostState,
    PaceRules,
    Postponed,
    VisitEnd,
    Waiter,
    after_visits,
    drop_dead,
    enter,
    idle_at,
    in_line,
)
from tidings.core.feeds.next_check import CheckReason, NextCheck
from tidings.store.engine.connection import Connection

_STATES = """
select h.host, h.state from texts(:hosts) i cross join host_pace h where h.host = i.text
"""
_SAVE = """
insert into host_pace (host, held_until, idle_at, state)
values (:host, :held_until, :idle_at, :state)
on conflict (host) do update set held_until = excluded.held_until,
  idle_at = excluded.idle_at, state = excluded.state
"""
_LEASED = """
select t.feed_id from ids(:feeds) i cross join feed_fetch_state t
where t.feed_id = i.id and t.leased_until >= :now
"""
# Also those whose turn is only about to come: the host may be free a moment earlier.
_ASKED = """
select 1 from feed_fetch_state t cross join feeds f
where t.asked_at is not null and t.next_check_at <= :soon and t.host = :host
  and (t.leased_until is null or t.leased_until < :now)
  and f.id = t.feed_id and f.enabled = 1 and f.deleted_at is null
limit 1
"""
_POSTPONE = """
update feed_fetch_state set next_check_at = :at, check_code = :code,
  check_figures = :figures
where feed_id = :feed and next_check_at <= :at
  and (leased_until is null or leased_until < :now)
"""
# Bounded by the length of a hold, along the index of due times.
_DUE_WHILE_HELD = """
select t.feed_id, t.host, case when t.asked_at is null then 0 else 1 end,
  coalesce(t.last_checked_at, 0)
from feed_fetch_state t cross join feeds f
where t.next_check_at < :until and t.host = :host
  and (t.leased_until is null or t.leased_until < :now)
  and f.id = t.feed_id and f.enabled = 1 and f.deleted_at is null
order by t.next_check_at, t.feed_id limit :most
"""
_MOST_TOUCHED = 5000
_LOCK = "select 1 from host_pace where host = '' for update"

_read_state = msgspec.json.Decoder(HostState).decode
_written_state = msgspec.json.Encoder().encode


def lock_hosts(db: Connection) -> None:
    """Let nobody else begin or end a visit until the commit."""
    if db.value(_LOCK) is None:
        db.run("insert into host_pace (host) values ('') on conflict (host) do nothing")
        db.value(_LOCK)


def host_states(
    db: Connection, hosts: Iterable[str], now: int, rules: PaceRules
) -> dict[str, HostState]:
    """Return what is known about hosts; where visits of workers that died stand in the
    way of others, they are dropped."""
    rows = db.rows(_STATES, hosts=sorted(set(hosts)))
    states = {host: _read_state(state) for host, state in rows}
    feeds = [
        int(visit.token)
        for state in states.values()
        if len(state.visits) >= rules.concurrency
        for visit in state.visits
        if visit.token.isdigit()
    ]
    rows = db.rows(_LEASED, feeds=feeds, now=now) if feeds else []
    leased = {str(row[0]) for row in rows}
    dropped = {
        host: living
        for host, state in states.items()
        if len(state.visits) >= rules.concurrency
        and (living := drop_dead(state, _alive(state, leased, now), now, rules))
        != state
    }
    save_states(db, dropped)
    return states | dropped


def save_states(db: Connection, states: Mapping[str, HostState]) -> None:
    """Keep what is known about hosts."""
    rows = [
        {
            "host": host,
            "held_until": state.held_until,
            "idle_at": idle_at(state),
            "state": _written_state(state).decode(),
        }
        for host, state in sorted(states.items())
    ]
    if rows:
        db.run_many(_SAVE, rows)


def enter_host(
    db: Connection, host: str, waiter: Waiter, now: int, rules: PaceRules, last: int
) -> Entered | ComeBackAt:
    """Begin a visit, or return when to come back, as `core.host_pace.enter`."""
    lock_hosts(db)
    state = host_states(db, [host], now, rules).get(host, HostState())
    is_asked = not waiter.is_person and _is_feed_asked(db, host, now, rules)
    after, answer = enter(state, waiter, now, rules, last=last, is_feed_asked=is_asked)
    if after != state:
        save_states(db, {host: after})
    return answer


def end_visits(
    db: Connection, ends: Sequence[VisitEnd], now: int, rules: PaceRules
) -> None:
    """Note that visits ended, and how; feeds of a host that is held from now on get
    when they are checked instead."""
    if not ends:
        return
    lock_hosts(db)
    known = host_states(db, [end.host for end in ends], now, rules)
    states = after_visits(known, ends, rules)
    save_states(db, states)
    postpone_held(db, known, states, now, rules)


def renew_visit(
    db: Connection, host: str, token: str, until: int, now: int, rules: PaceRules
) -> None:
    """Note that whoever visits a host still lives."""
    lock_hosts(db)
    state = host_states(db, [host], now, rules).get(host, HostState())
    visits = tuple(
        replace(each, until=until) if each.token == token else each
        for each in state.visits
    )
    if visits != state.visits:
        save_states(db, {host: replace(state, visits=visits)})


def postpone_held(
    db: Connection,
    before: Mapping[str, HostState],
    after: Mapping[str, HostState],
    now: int,
    rules: PaceRules,
) -> None:
    """Note when the feeds of hosts that are held from now on are checked instead."""
    for host, state in after.items():
        until = before.get(host, HostState()).held_until
        if state.held_until > max(until, now):
            _postpone_neighbours(db, host, state, now, rules)


def postpone_feeds(db: Connection, postponed: Sequence[Postponed], now: int) -> None:
    """Give feeds that must wait for their host another time, with the reason."""
    rows = [
        {
            "feed": each.feed_id,
            "at": each.at,
            "code": str(check.code),
            "figures": json.dumps(check.figures),
            "now": now,
        }
        for each in postponed
        for check in [_check(each, now)]
    ]
    if rows:
        db.run_many(_POSTPONE, rows)


def forget_idle_hosts(db: Connection, before: int, most: int) -> int:
    """Delete up to `most` hosts that are not worth remembering; return how many."""
    return db.run(
        """
        delete from host_pace where host in (
          select host from host_pace where idle_at < :before and host <> ''
          order by idle_at, host limit :most)
        """,
        before=before,
        most=most,
    )


def _is_feed_asked(db: Connection, host: str, now: int, rules: PaceRules) -> bool:
    """Whether somebody waits for a feed of a host that nobody checks yet."""
    soon = now + micros(rules.delay)
    return db.value(_ASKED, host=host, soon=soon, now=now) is not None


def _alive(state: HostState, leased: set[str], now: int) -> frozenset[str]:
    """Return the visitors that live: a check by the lease of its feed, others by the
    time until which they were last renewed."""
    return frozenset(
        visit.token
        for visit in state.visits
        if (visit.token in leased if visit.token.isdigit() else visit.until >= now)
    )


def _postpone_neighbours(
    db: Connection, host: str, state: HostState, now: int, rules: PaceRules
) -> None:
    rows = db.rows(
        _DUE_WHILE_HELD,
        host=host,
        until=state.held_until,
        now=now,
        most=_MOST_TOUCHED,
    )
    feeds = [DueFeed(feed, at, bool(asked), last) for feed, at, asked, last in rows]
    feeds.sort(key=lambda feed: feed.place)
    postpone_feeds(db, in_line(state, feeds, now, rules), now)


def _check(postponed: Postponed, now: int) -> NextCheck:
    wait = (postponed.at - now) * MICROSECOND
    if postponed.held_until is None:
        return NextCheck(postponed.at, CheckReason.TURN, wait=wait)
    until = postponed.held_until
    return NextCheck(postponed.at, CheckReason.HOST_HELD, wait=wait, until=until)
