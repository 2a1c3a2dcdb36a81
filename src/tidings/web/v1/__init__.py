"""The native API, one module for each area."""

from fastapi import APIRouter

from tidings.web.v1.accounts import auth, me, oauth, passkeys, tokens, users
from tidings.web.v1.ai import ai, entry_ai
from tidings.web.v1.automation import push, rules, webhooks
from tidings.web.v1.entries import (
    article,
    enclosures,
    media,
    pages,
    player,
    proxy,
)
from tidings.web.v1.feeds import feeds, folders, samples, subscriptions
from tidings.web.v1.moving import user_data
from tidings.web.v1.publishing import digests, publications
from tidings.web.v1.reading import (
    counts,
    entries,
    highlights,
    search,
    searches,
    sync,
    tags,
)
from tidings.web.v1.stories import stories
from tidings.web.v1.system import admin, events, jobs, status

ROUTERS: tuple[APIRouter, ...] = (
    # Looked through in this order: the most frequent first.
    counts.router,
    search.router,  # before entries: `search` is not the number of one
    entries.router,
    article.router,
    entry_ai.router,
    ai.router,
    auth.router,
    digests.router,
    enclosures.router,
    events.router,
    feeds.router,
    folders.router,
    highlights.router,
    jobs.router,
    me.router,
    media.router,
    oauth.router,
    pages.router,
    passkeys.router,
    player.router,
    proxy.router,
    publications.router,
    push.router,
    rules.router,
    samples.router,
    searches.router,
    status.router,
    stories.router,
    subscriptions.router,
    sync.router,
    tags.router,
    tokens.router,
    user_data.router,
    users.router,
    webhooks.router,
    admin.router,
)
