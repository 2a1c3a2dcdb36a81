"""Publications and digest plans as lines of an export, and from such lines again."""

import json
from collections.abc import Callable
from dataclasses import replace

from tidings.context import Context, Fetching
from tidings.core.errors import Invalid
from tidings.core.publishing.ceilings import ceilings_of
from tidings.core.reading.reading import tag_name
from tidings.formats.user_export import DigestPlanLine, PublicationLine
from tidings.operations.publishing.digest_plans import planned
from tidings.operations.publishing.publication_secret import new_secret
from tidings.store.engine.connection import Connection
from tidings.store.feeds.folders import folder_paths
from tidings.store.publishing.digests import DigestPlan, plan_of, save_plan
from tidings.store.publishing.publications import (
    Publication,
    list_publications,
    publish,
)
from tidings.store.reading.saved_searches import saved_searches
from tidings.store.system.events import publish_settings_changed

_LATER = 0  # in place of times that are known when a line is brought in


def publication_lines(db: Connection, user_id: int) -> list[PublicationLine]:
    """Return a reader's publications, leaving out those of a deleted search."""
    paths = folder_paths(db, user_id)
    searches = {each.id for each in saved_searches(db, user_id)}
    return [
        PublicationLine(
            source=each.source,
            folder=None if each.folder_id is None else list(paths[each.folder_id]),
            tag=each.tag,
            search=each.search_id,
            title=each.title,
            ceilings=json.loads(each.ceilings),
            neutral=1 if each.neutral else 0,
            full_content=1 if each.full_content else 0,
            limit=each.most,
        )
        for each in list_publications(db, user_id)
        if each.search_id is None or each.search_id in searches
    ]


def digest_plan_lines(db: Connection, user_id: int) -> list[DigestPlanLine]:
    """Return how a reader wants digests; nothing if they want none."""
    plan = plan_of(db, user_id)
    if plan is None:
        return []
    line = DigestPlanLine(
        every=plan.every,
        weekday=plan.weekday,
        hour=plan.hour,
        time_zone=plan.time_zone,
        length=plan.length,
        language=plan.language,
        by_mail=1 if plan.by_mail else 0,
    )
    return [line]


def arriving_publication(
    context: Context, fetching: Fetching, user_id: int, line: PublicationLine
) -> Callable[[Connection, int], bool]:
    """Return what publishes a list under a new address; False if it is published."""
    secret_hash, sealed = new_secret(context, fetching)
    new = Publication(
        id=context.new_id(),
        user_id=user_id,
        source=line.source,
        folder_id=None,
        tag=None if line.tag is None else tag_name(line.tag),
        search_id=line.search,
        title=line.title,
        ceilings=json.dumps(dict(ceilings_of(line.ceilings).most)),
        neutral=bool(line.neutral),
        full_content=bool(line.full_content),
        most=line.limit,
        created_at=_LATER,
        changed_at=_LATER,
        sealed=sealed,
    )

    def add(db: Connection, now: int) -> bool:
        if line in publication_lines(db, user_id):
            return False
        folder = _folder(db, user_id, line.folder)
        # One after the other, so that they keep their order.
        newest = max(
            (row.created_at for row in list_publications(db, user_id)), default=0
        )
        at = max(now, newest + 1)
        dated = replace(new, folder_id=folder, created_at=at, changed_at=at)
        publish(db, dated, secret_hash)
        return True

    return add


def arriving_digest_plan(
    user_id: int, line: DigestPlanLine, now: int
) -> Callable[[Connection, int], bool]:
    """Return what makes digests as they were made; False if there is a plan already."""
    wanted = DigestPlan(
        user_id=user_id,
        every=line.every,
        weekday=line.weekday,
        hour=line.hour,
        time_zone=line.time_zone,
        length=line.length,
        language=line.language,
        by_mail=bool(line.by_mail),
        since=_LATER,
        next_at=_LATER,
    )
    plan = planned(wanted, now)

    def add(db: Connection, now: int) -> bool:
        if plan_of(db, user_id) is not None:
            return False
        save_plan(db, plan)
        publish_settings_changed(db, user_id, "digests", now)
        return True

    return add


def _folder(db: Connection, user_id: int, path: list[str] | None) -> int | None:
    if path is None:
        return None
    for number, known in folder_paths(db, user_id).items():
        if known == tuple(path):
            return number
    raise Invalid("a publication is of a folder that is not here")
