"""Sign-ins under way, passkeys and identities, as both engines keep them."""

from dataclasses import replace

import pytest

from tests.make import NOON, a_user
from tidings.core.errors import Conflict
from tidings.store.accounts.identities import (
    Identity,
    find_sign_in,
    link_identity,
    list_identities,
)
from tidings.store.accounts.passkeys import (
    MOST_PASSKEYS,
    NewPasskey,
    credentials_of,
    find_key,
    insert_passkey,
    note_use,
)
from tidings.store.accounts.sign_in_flows import Flow, insert_flow, take_flow
from tidings.store.engine.database import Database

FLOW = Flow(b"key", "oidc", None, b"browser", b"\0memory", NOON, NOON + 10)


def a_passkey(user_id: int, number: int = 0) -> NewPasskey:
    credential = number.to_bytes(4, "big")
    return NewPasskey(
        f"id-{number}", user_id, credential, b"\1\2", 0, "phone", '["usb"]', NOON
    )


def test_a_flow_is_taken_once_and_only_as_what_it_is(database: Database) -> None:
    database.write_now(insert_flow, FLOW)
    assert database.write_now(take_flow, b"key", "google", NOON) is None
    assert database.write_now(take_flow, b"other", "oidc", NOON) is None
    assert database.write_now(take_flow, b"key", "oidc", NOON) == FLOW
    assert database.write_now(take_flow, b"key", "oidc", NOON) is None


def test_a_flow_that_ran_out_is_not_given_back_and_is_cleared_away(
    database: Database,
) -> None:
    database.write_now(insert_flow, FLOW)
    assert database.write_now(take_flow, b"key", "oidc", NOON + 10) is None
    later = replace(FLOW, key_hash=b"new", created_at=NOON + 10, expires_at=NOON + 20)
    database.write_now(insert_flow, later)
    kept = database.read_now(lambda db: db.rows("select key_hash from sign_in_flows"))
    assert [bytes(key) for (key,) in kept] == [b"new"]


def test_what_belongs_to_a_user_goes_with_them(database: Database) -> None:
    user = database.write_now(a_user)
    database.write_now(insert_flow, replace(FLOW, user_id=user))
    database.write_now(insert_passkey, a_passkey(user))
    me = Identity("google", "1")
    database.write_now(link_identity, me, user, None, NOON)
    database.write_now(lambda db: db.run("delete from users"))
    assert database.write_now(take_flow, b"key", "oidc", NOON) is None
    assert database.read_now(find_key, (0).to_bytes(4, "big")) is None
    assert database.read_now(find_sign_in, me) is None


@pytest.mark.parametrize(
    ("before", "after", "moves"),
    [(0, 0, True), (0, 1, True), (5, 6, True), (5, 5, False), (5, 4, False)],
)
def test_a_counter_only_moves_on(
    database: Database, before: int, after: int, moves: bool
) -> None:
    user = database.write_now(a_user)
    passkey = replace(a_passkey(user), sign_count=before)
    database.write_now(insert_passkey, passkey)
    assert database.write_now(note_use, passkey.id, after, NOON) is moves
    known = database.read_now(find_key, passkey.credential_id)
    assert known is not None
    assert known.sign_count == (after if moves else before)


def test_a_user_has_only_so_many_passkeys(database: Database) -> None:
    user = database.write_now(a_user)
    for number in range(MOST_PASSKEYS):
        database.write_now(insert_passkey, a_passkey(user, number))
    with pytest.raises(Conflict):
        database.write_now(insert_passkey, a_passkey(user, MOST_PASSKEYS))
    assert len(database.read_now(credentials_of, user)) == MOST_PASSKEYS


def test_an_identity_that_somebody_has_stays_theirs_with_all_it_says(
    database: Database,
) -> None:
    ann, bob = database.write_now(a_user), database.write_now(a_user)
    one = Identity("google", "1")
    database.write_now(link_identity, one, ann, "ann@example.org", NOON)
    with pytest.raises(Conflict):
        database.write_now(link_identity, one, bob, "bob@example.org", NOON)
    (kept,) = database.read_now(list_identities, ann)
    assert kept.email == "ann@example.org"
    assert database.read_now(list_identities, bob) == []
