"""Messages reach webhooks at least once, signed, and never tire a dead receiver."""

import json
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from tests.services.site import Answer, Services, open_services
from tidings.auth.webhook_signature import signed_headers
from tidings.core.automation.delivery import MOST_FAILURES, DeliveryVerdict
from tidings.jobs.system.forget_old import forget_old
from tidings.services.automation.webhooks import (
    MadeWebhook,
    WebhookChanges,
    WebhookFields,
    change_webhook,
    create_webhook,
    list_deliveries,
    send_test,
    show_webhook,
)
from tidings.store.automation.deliveries import (
    NewDelivery,
    claim_deliveries,
    insert_deliveries,
    settle_delivery,
)
from tidings.worker.loop import work_off_queue
from tidings.worker.queues import WEBHOOKS

LEASE = timedelta(minutes=1)


@pytest.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    async with open_services(database_url) as opened:
        yield opened


async def hook(services: Services, path: str = "/hook") -> MadeWebhook:
    wanted = WebhookFields(name="Mine", url=services.url(path))
    return await create_webhook(
        services.context, services.fetching, services.user, wanted
    )


async def tried(services: Services, made: MadeWebhook):
    """Send what is due and return the newest message as its owner sees it."""
    await work_off_queue(services.context, services.fetching, WEBHOOKS)
    found = await list_deliveries(services.context, services.user, made.id, None, 1)
    return found.items[0]


async def test_message_arrives_signed_with_its_number(services):
    services.site.pages["/hook"] = Answer(status=204)
    made = await hook(services)
    sent = await send_test(services.context, services.user, made.id)
    delivery = await tried(services, made)
    assert (delivery.id, delivery.attempts) == (sent.id, 1)
    assert (delivery.delivered_at, delivery.next_try_at) == (services.clock.now, None)
    (request,) = services.site.received
    assert request.method == "POST"
    expected = signed_headers(
        made.secret, sent.id, services.clock.now // 1_000_000, request.body
    )
    assert expected.items() <= request.headers.items()
    assert json.loads(request.body)["type"] == "webhook.test"
    assert await work_off_queue(services.context, services.fetching, WEBHOOKS) == 0


async def test_refused_message_is_sent_again_under_the_same_number(services):
    services.site.pages["/hook"] = Answer(status=500)
    made = await hook(services)
    sent = await send_test(services.context, services.user, made.id)
    failed = await tried(services, made)
    assert failed.last_error == "it answered with HTTP 500"
    assert (failed.last_code, failed.last_status) == ("http_status", 500)
    assert await work_off_queue(services.context, services.fetching, WEBHOOKS) == 0
    services.clock.move(timedelta(seconds=6))
    services.site.pages["/hook"] = Answer(status=200)
    assert (await tried(services, made)).delivered_at
    ids = [request.headers["webhook-id"] for request in services.site.received]
    assert ids == [sent.id, sent.id]
    hook_now = await show_webhook(services.context, services.user, made.id)
    assert (hook_now.failures, hook_now.last_error) == (0, None)
    assert (hook_now.last_code, hook_now.last_status) == (None, None)


async def test_webhook_says_by_a_code_why_nothing_answered(services):
    made = await hook(services)
    inward = "update webhooks set url = 'http://10.0.0.1/'"
    await services.context.database.write(lambda db: db.run(inward))
    await send_test(services.context, services.user, made.id)
    failed = await tried(services, made)
    assert (failed.last_code, failed.last_status) == ("blocked_address", None)
    now = await show_webhook(services.context, services.user, made.id)
    assert (now.last_code, now.last_status) == ("blocked_address", None)


async def test_message_is_given_up_after_eight_tries(services):
    made = await hook(services)  # answers 404
    await send_test(services.context, services.user, made.id)
    for _ in range(10):
        await tried(services, made)
        services.clock.move(timedelta(hours=27))
    delivery = await tried(services, made)
    assert (delivery.attempts, delivery.next_try_at) == (8, None)
    assert len(services.site.received) == 8


async def test_redirect_is_not_followed(services):
    services.site.redirect("/hook", "/elsewhere")
    made = await hook(services)
    await send_test(services.context, services.user, made.id)
    assert "redirect" in (await tried(services, made)).last_error
    assert services.site.asked == ["/hook"]


async def test_gone_switches_off_and_says_so(services):
    services.site.pages["/hook"] = Answer(status=410)
    made = await hook(services)
    await send_test(services.context, services.user, made.id)
    services.clock.move(timedelta(seconds=1))
    await send_test(services.context, services.user, made.id)
    await tried(services, made)
    now = await show_webhook(services.context, services.user, made.id)
    assert not now.enabled
    ((payload,),) = services.rows("select payload from events where kind = 'notify'")
    assert json.loads(payload)["webhook_id"] == made.id
    # Nothing piles up behind a webhook that is off.
    assert len(services.site.received) == 1
    assert services.rows("select next_try_at from webhook_deliveries") == [(None,)] * 2
    codes = services.rows(
        "select last_code from webhook_deliveries order by created_at"
    )
    assert codes == [("gone",), ("switched_off",)]


@pytest.mark.both_engines
async def test_many_failures_in_a_row_switch_off_until_somebody_acts(services):
    made = await hook(services)
    for _ in range(MOST_FAILURES):
        services.clock.move(timedelta(seconds=1))
        await send_test(services.context, services.user, made.id)
    await tried(services, made)
    now = await show_webhook(services.context, services.user, made.id)
    assert (now.enabled, now.failures) == (0, MOST_FAILURES)
    on = await change_webhook(
        services.context,
        services.fetching,
        services.user,
        made.id,
        WebhookChanges(enabled=True),
    )
    assert (on.enabled, on.failures) == (1, 0)


async def test_each_webhook_has_one_message_under_way(services):
    first, second = await hook(services), await hook(services, "/other")
    for made in (first, first, second):
        services.clock.move(timedelta(seconds=1))
        await send_test(services.context, services.user, made.id)
    now = services.clock.now
    claimed = services.write(claim_deliveries, now, LEASE, 8)
    assert {each.webhook_id for each in claimed} == {
        first.id,
        second.id,
    }
    assert services.write(claim_deliveries, now, LEASE, 8) == []


async def test_message_of_a_dead_worker_is_sent_by_another_and_settled_once(services):
    made = await hook(services)
    await send_test(services.context, services.user, made.id)
    (dead,) = services.write(claim_deliveries, services.clock.now, LEASE, 8)
    services.clock.move(LEASE + timedelta(seconds=1))
    (taken,) = services.write(claim_deliveries, services.clock.now, LEASE, 8)
    assert (taken.id, taken.token) == (dead.id, dead.token + 1)
    done = DeliveryVerdict(True, None, "")
    assert not services.write(settle_delivery, dead, done, services.clock.now)
    assert services.write(settle_delivery, taken, done, services.clock.now)
    assert not services.write(settle_delivery, taken, done, services.clock.now)
    assert services.rows("select attempts from webhook_deliveries") == [(1,)]


async def test_same_commit_tried_again_notes_one_message(services):
    made = await hook(services)
    new = NewDelivery(services.user, made.id, "webhook.test", {"a": "é"})
    for _ in range(2):
        services.write(insert_deliveries, [new], services.clock.now)
    assert services.rows("select count(*) from webhook_deliveries") == [(1,)]


async def test_messages_are_forgotten_after_thirty_days(services):
    made = await hook(services)
    await send_test(services.context, services.user, made.id)
    services.clock.move(timedelta(days=29))
    await send_test(services.context, services.user, made.id)
    services.clock.move(timedelta(days=2))
    await forget_old(services.context)
    assert services.rows("select count(*) from webhook_deliveries") == [(1,)]
