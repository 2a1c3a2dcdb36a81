"""Guessing passwords: how often one may try, and that it keeps no owner out."""

from datetime import timedelta

import pytest

from tests.web.conftest import client_for
from tests.web.v1.people import (
    OTHER,
    PASSWORD,
    log_in,
    register,
    visiting,
    with_settings,
)
from tidings.context import Context
from tidings.services.accounts.users import add_user

MINUTE = timedelta(minutes=1, seconds=1)


async def test_after_five_tries_even_the_right_password_is_refused_for_a_while(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    async with visiting(context) as (client, clock):
        for _ in range(5):
            assert (await log_in(client, "ann", OTHER)).status_code == 401
        refused = await log_in(client)
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        clock.move(MINUTE)
        assert (await log_in(client)).status_code == 200


@pytest.mark.both_engines
async def test_tries_are_counted_by_account_from_wherever_they_come(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    changed = with_settings(context, {})
    statuses = []
    for last in range(8):
        async with client_for(changed, f"192.0.2.{last}") as client:
            statuses.append((await log_in(client, "Ann", OTHER)).status_code)
    assert statuses == [401] * 5 + [429] * 3


async def test_strangers_do_not_keep_an_owner_out_of_where_they_signed_in_before(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    changed = with_settings(context, {})
    async with (
        client_for(changed, "2001:db8:1:2::7") as home,
        client_for(changed, "2001:db8:1:2::8") as same_home,
        client_for(changed, "198.51.100.1") as elsewhere,
    ):
        assert (await log_in(home)).status_code == 200
        for number in range(8):
            async with client_for(changed, f"192.0.2.{number}") as stranger:
                await log_in(stranger, "ann", OTHER)
        assert (await log_in(elsewhere)).status_code == 429
        assert (await log_in(same_home)).status_code == 200
        # From there, too, passwords cannot be guessed for ever.
        statuses = [(await log_in(home, "ann", OTHER)).status_code for _ in range(5)]
        assert statuses[-1] == 429


async def test_where_an_owner_signed_out_again_they_are_not_kept_out_either(
    context: Context,
) -> None:
    await add_user(context, "ann", PASSWORD, "admin")
    changed = with_settings(context, {})
    async with client_for(changed, "203.0.113.7") as home:
        assert (await log_in(home)).status_code == 200
        assert (await home.post("/api/v1/auth/logout")).status_code == 204
        for number in range(8):
            async with client_for(changed, f"192.0.2.{number}") as stranger:
                await log_in(stranger, "ann", OTHER)
        async with client_for(changed, "198.51.100.1") as elsewhere:
            assert (await log_in(elsewhere)).status_code == 429
        assert (await log_in(home)).status_code == 200


async def test_how_often_a_password_may_be_tried_is_a_setting(
    plain_context: Context,
) -> None:
    settings = {"TIDINGS_LOGIN_RATE_LIMIT": "2"}
    async with visiting(plain_context, **settings) as (client, _):
        answers = [await log_in(client, "ann", OTHER) for _ in range(3)]
    assert [one.status_code for one in answers] == [401, 401, 429]


async def test_how_often_feeds_may_be_refreshed_is_a_setting(
    plain_context: Context,
) -> None:
    settings = {"TIDINGS_FEEDS_REFRESH_RATE_LIMIT": "2"}
    async with visiting(plain_context, **settings) as (client, clock):
        await register(client)
        answers = [await client.post("/api/v1/feeds/refresh") for _ in range(3)]
        clock.move(timedelta(minutes=1))
        answers.append(await client.post("/api/v1/feeds/refresh"))
    assert [one.status_code for one in answers] == [202, 202, 429, 202]


async def test_tries_are_counted_by_address_for_whatever_account(
    plain_context: Context,
) -> None:
    async with visiting(plain_context) as (client, _):
        answers = [await log_in(client, f"user{n}", OTHER) for n in range(7)]
    assert [one.status_code for one in answers] == [401] * 5 + [429] * 2


async def test_an_address_that_a_visitor_makes_up_changes_nothing(
    plain_context: Context,
) -> None:
    async with visiting(plain_context) as (client, _):
        statuses = []
        for number in range(100):
            lie = f"198.51.100.{number}"
            client.headers.update(
                {"x-forwarded-for": lie, "x-real-ip": lie, "forwarded": f"for={lie}"}
            )
            statuses.append((await log_in(client, f"u{number}", OTHER)).status_code)
    assert statuses[5:] == [429] * 95


async def test_behind_a_trusted_proxy_visitors_are_told_apart(
    plain_context: Context,
) -> None:
    settings = {"TIDINGS_TRUSTED_PROXIES": "127.0.0.1"}
    async with visiting(plain_context, **settings) as (client, _):
        for number in range(7):
            client.headers["x-forwarded-for"] = f"10.9.9.9, 198.51.100.{number}"
            assert (await log_in(client, f"u{number}")).status_code == 401
        for number in range(7):  # only what the proxy itself wrote counts
            client.headers["x-forwarded-for"] = f"10.9.9.{number}, 203.0.113.5"
            answer = await log_in(client, f"v{number}")
        assert answer.status_code == 429
