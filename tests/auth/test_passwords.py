"""Passwords: what is refused, what is stored, and what fits it."""

import pytest

from tidings.auth import passwords
from tidings.auth.hashing import USUAL_COST
from tidings.auth.passwords import (
    check_password,
    hash_password,
    is_outdated,
    password_matches,
)
from tidings.core.errors import Invalid


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("", "at least 10"),
        ("ninechars", "at least 10"),
        ("x" * 1001, "at most 1000"),
        ("ana-de-longe", "user name"),
        ("  ANA-de-longe ", "user name"),
    ],
)
def test_a_weak_password_is_refused_with_the_reason(password: str, words: str) -> None:
    with pytest.raises(Invalid, match=words) as refused:
        check_password("Ana-de-Longe", password)
    assert refused.value.details == {"field": "password"}
    assert not password or password not in str(refused.value)


@pytest.mark.parametrize("password", ["demo-demo-demo", "ten chars!", "пароль-пароль"])
def test_a_password_of_ten_characters_is_enough(password: str) -> None:
    check_password("demo", password)
    with pytest.raises(Invalid, match="at least 10"):
        check_password("demo", password[:9])


def test_only_the_right_password_fits() -> None:
    stored = hash_password("correct horse battery")
    assert stored.startswith("$argon2id$")
    assert password_matches(stored, "correct horse battery")
    assert not password_matches(stored, "correct horse batterY")


def test_two_hashes_of_one_password_differ() -> None:
    assert hash_password("correct horse battery") != hash_password(
        "correct horse battery"
    )


def test_accents_fit_however_the_keyboard_composes_them() -> None:
    assert password_matches(hash_password("café-café-café"), "cafe\u0301-" * 2 + "café")


@pytest.mark.parametrize("stored", [None, "", "not a hash", "$argon2id$v=19$broken"])
def test_nothing_fits_an_account_without_a_password(stored: str | None) -> None:
    assert not password_matches(stored, "correct horse battery")


def test_a_missing_hash_is_compared_at_the_price_of_a_real_one() -> None:
    # The stand-in carries the parameters of today: it would be outdated otherwise.
    assert not is_outdated(passwords._nobody(USUAL_COST))


def test_a_giant_password_is_refused_without_hashing_it() -> None:
    stored = hash_password("correct horse battery")
    assert not password_matches(stored, "x" * 10_000_000)


def test_a_hash_with_other_parameters_should_be_made_anew() -> None:
    assert not is_outdated(hash_password("correct horse battery"))
    assert is_outdated("$argon2id$v=19$m=16,t=2,p=1$c29tZXNhbHQ$ZbmhMwIkAD6JhSy7CPeFZw")
