"""Lines of an export made ready for this installation: checked, hashed, packed."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from tidings.context import Context, Fetching
from tidings.core.automation.rule_values import (
    Action,
    Condition,
    actions_json,
    conditions_json,
    make_action,
    make_actions,
    make_condition,
    make_conditions,
)
from tidings.core.clock import micros
from tidings.core.entries.content_hash import content_hash
from tidings.core.entries.entry import NewEntry
from tidings.core.entries.identity import IdentityRules, keys_of
from tidings.core.entries.pictures import is_picture_file
from tidings.core.errors import Invalid
from tidings.core.moving.user_export import ORIGIN, arrival_keys, portable_extras
from tidings.core.urls import host_of, root_domain
from tidings.fetch.target import BadUrl, parse_target
from tidings.formats import user_export as lines
from tidings.html.text import plain_text, word_count
from tidings.operations.automation.webhook_secret import new_secret
from tidings.operations.moving.export_user import is_web_address
from tidings.store.automation.rules import RuleText
from tidings.store.automation.webhooks import list_webhooks
from tidings.store.engine.connection import Connection, Engine
from tidings.store.engine.packing import pack
from tidings.store.entries.search_index import pack_indexed, to_index
from tidings.store.feeds.feeds import NewFeed
from tidings.store.feeds.folders import folder_paths
from tidings.store.moving.bring_in import Arriving, Following, feed_number

_SETTINGS = ("polling", "enforce_feed_domain", "allow_duplicate_urls", "retry_policy")
_USUAL_IDENTITY = IdentityRules()


def following(fetching: Fetching, line: lines.SubscriptionLine) -> Following:
    """Return the request to follow a feed, or refuse its address."""
    target = parse_target(line.url)
    if isinstance(target, BadUrl):
        raise Invalid(f"“{line.url[:100]}” is not an address of a feed")
    domain = root_domain(host_of(target.url) or "", fetching.suffixes)
    return Following(
        NewFeed(target.url, root_domain=domain, title=line.feed_title[:1000]),
        title=line.title,
        folder=None if line.folder is None else tuple(line.folder),
        settings=_settings(fetching, line.settings),
        muted=line.muted,
    )


def arriving_entry(line: lines.EntryLine, engine: Engine) -> Arriving:
    """Return an entry as it would be stored in the reader's own feed."""
    text = plain_text(line.content)
    url = _web(line.url)
    digest = content_hash(line.title, text)
    extras: dict[str, Any] = portable_extras(line.extras, is_web_address)
    if line.feed_url is not None:
        extras[ORIGIN] = {"feed_url": line.feed_url, "feed_title": line.feed_title}
    indexed = to_index(engine, line.title, line.author, text)
    codec, content = pack_indexed(line.content, indexed)
    entry = NewEntry(
        keys=arrival_keys(line.feed_url, line.guid, url, digest),
        title=line.title,
        published_at=line.published_at,
        guid=line.guid,
        url=url,
        author=line.author,
        excerpt=line.excerpt,
        image_url=_web(line.image_url),
        language=line.language,
        extras=json.dumps(extras, ensure_ascii=False),
        has_enclosures=any(
            not is_picture_file(each.get("type"), each["url"])
            for each in extras.get("enclosures", ())
        ),
        words=word_count(text),
        codec=codec,
        content=content,
        indexed=indexed,
    )
    return Arriving(
        entry=entry,
        feed_url=line.feed_url,
        keys=keys_of(line.guid, url, line.title, text, _USUAL_IDENTITY),
        full_text=None if line.full_text is None else pack(line.full_text),
        read=bool(line.read),
        starred=bool(line.starred),
        tags=[tag.name for tag in line.tags],
        highlights=[msgspec.structs.asdict(each) for each in line.highlights],
        read_at=line.read_at,
        starred_at=line.starred_at,
        starred_as=_starred_as(entry, line.starred_as, engine),
    )


def _starred_as(
    entry: NewEntry, part: lines.StarredPart | None, engine: Engine
) -> NewEntry | None:
    """Return an entry with the words it had when it was starred."""
    if part is None:
        return None
    text = plain_text(part.content)
    indexed = to_index(engine, part.title, part.author, text)
    codec, content = pack_indexed(part.content, indexed)
    return replace(
        entry,
        keys=replace(entry.keys, content_hash=content_hash(part.title, text)),
        title=part.title,
        author=part.author,
        url=_web(part.url),
        words=word_count(text),
        codec=codec,
        content=content,
        indexed=indexed,
    )


def sealed_secret(context: Context, fetching: Fetching, url: str) -> bytes:
    """Return a new secret for a webhook, or refuse its address."""
    if not is_web_address(url):
        raise Invalid("a webhook has no address on the web")
    return new_secret(context, fetching)[1]


def rule_text(db: Connection, user_id: int, line: lines.RuleLine) -> RuleText:
    """Return a rule with the numbers that its feeds, folders and webhooks have here."""
    folders = {path: number for number, path in folder_paths(db, user_id).items()}
    hooks = {(hook.name, hook.url): hook.id for hook in list_webhooks(db, user_id)}

    def number_of(place: str | list[str]) -> int | None:
        if isinstance(place, str):
            return feed_number(db, user_id, place)
        return folders.get(tuple(place))

    conditions = [_condition(each, number_of) for each in line.conditions]
    actions = make_actions([_action(each, hooks) for each in line.actions])
    return RuleText(
        line.name,
        bool(line.enabled),
        conditions_json(make_conditions(line.match, conditions)),
        actions_json(actions),
    )


def _condition(
    part: lines.ConditionPart, number_of: Callable[[str | list[str]], int | None]
) -> Condition:
    value: object = part.value
    if part.field in ("feed", "folder"):
        found = [number_of(place) for place in part.places]
        numbers = [number for number in found if number is not None]
        if not numbers:
            raise Invalid(f"a rule speaks of a {part.field} that is not here")
        value = numbers if part.operator == "is_one_of" else numbers[0]
    return make_condition(part.field, part.operator, value)


def _action(part: lines.ActionPart, hooks: Mapping[tuple[str, str], str]) -> Action:
    if part.webhook is None:
        return make_action(part.do, part.tag)
    known = hooks.get((part.webhook.name, part.webhook.url))
    if known is None:
        raise Invalid("a rule speaks of a webhook that is not here")
    return make_action(part.do, known)


def _settings(fetching: Fetching, given: lines.ExportedSettings) -> dict[str, object]:
    """Return settings as they are stored; what makes no sense here is left out."""
    settings: dict[str, object] = {name: getattr(given, name) for name in _SETTINGS}
    interval, policy = given.poll_interval, fetching.policy
    if interval and micros(policy.minimum) <= interval <= micros(policy.maximum):
        settings["poll_interval"] = interval
    if given.user_agent and given.user_agent.isprintable():
        settings["user_agent"] = given.user_agent
    return settings


def _web(url: str | None) -> str | None:
    return url if url is not None and is_web_address(url) else None
