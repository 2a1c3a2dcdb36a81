"""One line in the log for each check of a feed, whichever process made it."""

from tidings.core.clock import to_datetime
from tidings.core.entries.identity import guids_are_unreliable
from tidings.core.feeds.check_trip import GOOD_OUTCOMES
from tidings.core.feeds.feed import FeedToRefresh
from tidings.core.feeds.refresh import RefreshPlan
from tidings.core.urls import without_login
from tidings.observe.logs import get_log, is_logged
from tidings.operations.feeds.check_feed import Check
from tidings.store.entries.apply_plan import Applied

log = get_log()


def log_check(feed: FeedToRefresh, check: Check, applied: Applied | None) -> None:
    """Say how a check ended; `applied` is None if another worker holds the feed now."""
    plan = check.plan
    # Most checks find nothing new: said aloud, they would drown the rest.
    is_quiet = plan.outcome == "not_modified"
    if is_quiet and applied is not None and not is_logged("debug"):
        return
    about = {
        "feed_id": feed.id,
        "url": without_login(feed.url),
        "outcome": plan.outcome,
        "ms": plan.trip.took // 1000,
        "lost_lease": applied is None,
    }
    if plan.outcome in GOOD_OUTCOMES:
        say = log.debug if is_quiet else log.info
        # The same bytes as last time are not read again: nobody counted.
        found = len(check.document.entries) if check.document else None
        new, changed = (applied.new, applied.changed) if applied else ((), ())
        say("feed checked", **about, found=found, new=len(new), changed=len(changed))
    else:
        log.warning(
            "feed check failed",
            **about,
            message=plan.message,
            attempt=plan.state.failures.consecutive,
            next_check=_next_check(plan),
        )
    _log_guids(feed, plan)
    if check.document and check.document.logins_removed:
        log.warning(
            "addresses came with a login, which was removed",
            feed_id=feed.id,
            count=check.document.logins_removed,
        )


def _log_guids(feed: FeedToRefresh, plan: RefreshPlan) -> None:
    before, after = feed.state.guid_collisions, plan.state.guid_collisions
    if guids_are_unreliable(after) and not guids_are_unreliable(before):
        log.warning(
            "guids are unreliable, entries are told apart by their addresses",
            feed_id=feed.id,
            url=without_login(feed.url),
            collisions=after,
        )


def _next_check(plan: RefreshPlan) -> str | None:
    at = plan.state.next_check.at
    return None if at is None else to_datetime(at).isoformat(timespec="seconds")
