"""Makes a feed due because somebody asked: now, or as soon as its server allows it."""

from tidings.core.clock import micros
from tidings.core.feeds.host_pace import FIRST_HOLD

_HELD = """
coalesce((select h.held_until from host_pace h
  where h.host = feed_fetch_state.host), 0)
"""
# A Retry-After beyond the longest wait was shortened when the next check was set. A server
# that refused the feed without a time is not asked again by a second click.
_LEFT_ALONE = f"""
case when retry_after_until > :now
    then least(retry_after_until, coalesce(next_check_at, retry_after_until))
  when limited_since is not null
      and coalesce(retry_after_until, 0) <= coalesce(last_checked_at, 0)
    then coalesce(last_checked_at, 0) + {micros(FIRST_HOLD)}
  else 0 end
"""
_UNTIL = f"greatest({_HELD}, {_LEFT_ALONE})"

# The columns to set in `feed_fetch_state`, with the reason for the time.
ASK = f"""
asked_at = :now,
next_check_at = greatest(:now, {_UNTIL}),
check_code = case when {_UNTIL} <= :now then 'asked'
  when {_LEFT_ALONE} < {_HELD} then 'host_held'
  when retry_after_until > :now then 'retry_after'
  else 'slow_down' end,
check_figures = case when {_UNTIL} > :now
  then '{{"wait": ' || ({_UNTIL} - :now) || ', "until": ' || {_UNTIL} || '}}'
  else '{{}}' end
"""
