"""Tokens: text for the owner, a hash for the database."""

import hashlib
import string

import pytest

from tidings.auth.tokens import token_hash, token_text


def test_a_token_is_43_letters_that_fit_any_header_or_address() -> None:
    token = token_text(bytes(range(32)))
    assert len(token) == 43
    assert set(token) <= set(string.ascii_letters + string.digits + "-_")


def test_different_bytes_make_different_tokens() -> None:
    assert token_text(b"\0" * 32) != token_text(b"\0" * 31 + b"\1")


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_too_few_or_too_many_bytes_are_a_bug(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        token_text(b"x" * length)


def test_only_a_hash_is_stored() -> None:
    token = token_text(b"\7" * 32)
    assert token_hash(token) == hashlib.sha256(token.encode()).digest()


def test_any_text_can_be_looked_up_without_an_error() -> None:
    assert len(token_hash("\ud800 not a token \0")) == 32
