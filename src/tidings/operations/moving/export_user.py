"""Writes out all that is a reader's own, line by line, never much of it at once."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

from tidings.context import Context
from tidings.core.automation.rule_values import (
    Action,
    Condition,
    read_actions,
    read_conditions,
)
from tidings.core.moving.user_export import ORIGIN, portable_extras
from tidings.fetch.target import BadUrl, parse_target
from tidings.formats import user_export as lines
from tidings.formats.user_export import Line
from tidings.html.sanitize import sanitize
from tidings.operations.moving.publishing_lines import (
    digest_plan_lines,
    publication_lines,
)
from tidings.store.accounts.accounts import account_of
from tidings.store.automation.rules import RuleRow, list_rules
from tidings.store.automation.webhooks import list_webhooks
from tidings.store.engine.connection import Connection
from tidings.store.entries.entry_columns import SAID
from tidings.store.feeds.folders import folder_paths
from tidings.store.feeds.subscription_lists import ListedFeed, followed_feeds
from tidings.store.moving.user_data import (
    KeptEntry,
    StarredText,
    feed_addresses,
    folders_in_order,
    kept_entries,
    own_tags,
)
from tidings.store.reading.pending_reads import pending_keys, read_keys
from tidings.store.reading.saved_searches import saved_searches

# Each may be megabytes.
_ENTRIES_AT_ONCE = 20
# What lines of entries have under the names of their columns.
_AS_SAID = tuple(
    name
    for name in lines.EntryLine.__struct_fields__
    if name in SAID and name != "extras"
)


async def export_user(context: Context, user_id: int) -> AsyncIterator[bytes]:
    """Yield the lines of a reader's export."""
    now, count = context.clock(), 1
    yield lines.write_line(lines.Header(lines.VERSION, now))
    for line in await context.database.read(_before_entries, user_id):
        yield lines.write_line(line)
        count += 1
    after: int | None = 0
    while after is not None:
        found, after = await context.database.read(
            kept_entries, user_id, after, _ENTRIES_AT_ONCE
        )
        if found:
            yield await asyncio.to_thread(_entry_lines, found)
            count += len(found)
    async for read in _read_lines(context, user_id):
        yield lines.write_line(read)
        count += 1
    for line in await context.database.read(_after_entries, user_id):
        yield lines.write_line(line)
        count += 1
    yield lines.write_line(lines.End(count))


async def _read_lines(context: Context, user_id: int) -> AsyncIterator[Line]:
    for feed_id, url in (await context.database.read(feed_addresses, user_id)).items():
        after: int | None = 0
        while after is not None:
            keys, after = await context.database.read(
                read_keys, user_id, feed_id, after, lines.MOST_KEYS
            )
            if keys:
                yield lines.ReadLine(url, keys)
        for keys in await context.database.read(pending_keys, user_id, feed_id):
            yield lines.ReadLine(url, keys)


def is_web_address(text: str) -> bool:
    """Whether an address is of the web, and not a script in disguise."""
    return not isinstance(parse_target(text), BadUrl)


def _before_entries(db: Connection, user_id: int) -> list[Line]:
    account = account_of(db, user_id)
    paths = folder_paths(db, user_id)
    return [
        lines.AccountLine(account.name, account.created_at, dict(account.preferences)),
        *(
            lines.FolderLine(list(path), _flag(muted))
            for path, muted in folders_in_order(db, user_id)
        ),
        *(_subscription(feed, paths) for feed in followed_feeds(db, user_id)),
        *(lines.TagLine(name) for name in own_tags(db, user_id)),
    ]


def _after_entries(db: Connection, user_id: int) -> list[Line]:
    hooks = {
        hook.id: lines.WebhookLine(hook.name, hook.url)
        for hook in list_webhooks(db, user_id)
    }
    places: dict[str, Any] = {
        "feed": feed_addresses(db, user_id),
        "folder": folder_paths(db, user_id),
    }
    return [
        *hooks.values(),
        *(_rule(rule, places, hooks) for rule in list_rules(db, user_id)),
        *(
            lines.SearchLine(each.id, each.name, each.query)
            for each in saved_searches(db, user_id)
        ),
        *publication_lines(db, user_id),
        *digest_plan_lines(db, user_id),
    ]


def _subscription(
    feed: ListedFeed, paths: dict[int, tuple[str, ...]]
) -> lines.SubscriptionLine:
    folder = paths.get(feed.folder_id) if feed.folder_id is not None else None
    return lines.SubscriptionLine(
        url=feed.url,
        feed_title=feed.feed_title,
        title=feed.own_title,
        folder=None if folder is None else list(folder),
        settings=lines.ExportedSettings(
            polling=_flag(feed.polling),
            enforce_feed_domain=_flag(feed.enforce_feed_domain),
            allow_duplicate_urls=_flag(feed.allow_duplicate_urls),
            retry_policy=feed.retry_policy,  # type: ignore[arg-type]
            poll_interval=feed.poll_interval,
            user_agent=feed.user_agent,
        ),
        muted=_flag(feed.muted),
    )


def _entry_lines(entries: list[KeptEntry]) -> bytes:
    return b"".join(lines.write_line(_entry(entry)) for entry in entries)


def _entry(entry: KeptEntry) -> lines.EntryLine:
    """Return an entry as it leaves: its HTML made safe, and said to be of the feed that
    it came from at first."""
    origin = entry.extras.get(ORIGIN) or {
        "feed_url": entry.feed_url,
        "feed_title": entry.feed_title,
    }
    said, full = entry.said, entry.full_text
    base = entry.extras.get("base_url") or said["url"]
    return lines.EntryLine(
        feed_url=origin["feed_url"],
        feed_title=origin["feed_title"],
        **{name: said[name] for name in _AS_SAID},
        extras=portable_extras(entry.extras, is_web_address),
        content=sanitize(entry.content, base_url=base),
        full_text=None if full is None else sanitize(full, base_url=said["url"]),
        read=_flag(entry.read),
        starred=_flag(entry.starred),
        tags=[lines.TagLine(name) for name in entry.tags],
        highlights=[lines.HighlightPart(*row) for row in entry.highlights],
        read_at=entry.read_at,
        starred_at=entry.starred_at,
        starred_as=_starred_as(entry.starred_as),
    )


def _starred_as(text: StarredText | None) -> lines.StarredPart | None:
    if text is None:
        return None
    html = sanitize(text.content, base_url=text.url)
    return lines.StarredPart(text.title, text.author, text.url, html)


def _rule(
    rule: RuleRow, places: dict[str, Any], hooks: dict[str, lines.WebhookLine]
) -> lines.RuleLine:
    conditions = read_conditions(rule.conditions)
    return lines.RuleLine(
        id=rule.id,
        name=rule.name,
        enabled=_flag(rule.enabled),
        match=conditions.match,
        conditions=[_condition(each, places) for each in conditions.conditions],
        actions=list(_actions(read_actions(rule.actions), hooks)),
    )


def _condition(condition: Condition, places: dict[str, Any]) -> lines.ConditionPart:
    value = condition.value
    known = places.get(condition.field)
    if known is None:
        return lines.ConditionPart(
            condition.field,
            condition.operator,
            [str(each) for each in value] if isinstance(value, tuple) else value,
        )
    numbers = value if isinstance(value, tuple) else (value,)
    named = [known[number] for number in numbers if number in known]
    listed = [list(each) if isinstance(each, tuple) else each for each in named]
    return lines.ConditionPart(condition.field, condition.operator, None, listed)


def _actions(
    actions: tuple[Action, ...], hooks: dict[str, lines.WebhookLine]
) -> Iterator[lines.ActionPart]:
    for action in actions:
        if action.do != "webhook":
            yield lines.ActionPart(action.do, tag=action.target)
        elif action.target in hooks:
            yield lines.ActionPart(action.do, webhook=hooks[action.target])


def _flag(value: int) -> lines.Flag:
    return 1 if value else 0
