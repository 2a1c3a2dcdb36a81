"""What an entry is known by, and when a feed's guids stop counting."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.core.entries.content_hash import content_hash
from tidings.core.entries.identity import (
    EntryKeys,
    IdentityRules,
    guid_key,
    guids_are_unreliable,
    keys_of,
    suspicion_at_first_fetch,
    url_key,
)

EXAMPLES = settings(max_examples=50)

PLAIN = IdentityRules()


def test_keys_are_short_whatever_the_length_of_guid_and_url() -> None:
    keys = keys_of("g" * 1_000_000, "https://a.example/" + "u" * 9999, "T", "x", PLAIN)
    assert keys.guid_key is not None
    assert keys.url_key is not None
    assert (len(keys.guid_key), len(keys.url_key)) == (8, 8)
    assert keys.content_hash == content_hash("T", "x")


@pytest.mark.parametrize("guid", [None, "", "  \n", "\0"])
@pytest.mark.parametrize(
    "url", [None, "", "mailto:a@b.example", "https://u:p@a.example"]
)
def test_what_is_empty_or_no_web_url_gives_no_key(
    guid: str | None, url: str | None
) -> None:
    assert keys_of(guid, url, "T", "x", PLAIN) == EntryKeys(
        None, None, content_hash("T", "x")
    )


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("http://a.example/1", "https://a.example/1", True),
        ("HTTP://a.example/1", "http://a.example/1", True),
        (" abc\n", "abc", True),
        ("abc", "ABC", False),
        ("http://a.example/1", "http://a.example/1/", False),
        ("tag:a.example,2024:1", "tag:a.example,2024:2", False),
    ],
)
def test_guid_is_compared_as_it_is_but_for_the_scheme(
    a: str, b: str, equal: bool
) -> None:
    assert (guid_key(a) == guid_key(b)) is equal


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("http://a.example/1", "https://A.example/1/", True),
        ("https://a.example/1?utm_source=x", "https://a.example/1#top", True),
        ("https://a.example/1?id=1", "https://a.example/1?id=2", False),
    ],
)
def test_url_is_compared_without_noise(a: str, b: str, equal: bool) -> None:
    assert (url_key(a) == url_key(b)) is equal


def test_keys_that_the_feed_misuses_are_left_out() -> None:
    given_entry = ("g", "https://a.example/1", "T", "x")
    whole = keys_of(*given_entry, PLAIN)
    no_guid = keys_of(*given_entry, IdentityRules(guid_unreliable=True))
    no_url = keys_of(*given_entry, IdentityRules(allow_duplicate_urls=True))
    assert no_guid == EntryKeys(None, whole.url_key, whole.content_hash)
    assert no_url == EntryKeys(whole.guid_key, None, whole.content_hash)


@pytest.mark.parametrize(
    ("collisions", "expected"), [(0, False), (2, False), (3, True), (99, True)]
)
def test_three_collisions_make_guids_unreliable(
    collisions: int, expected: bool
) -> None:
    assert guids_are_unreliable(collisions) is expected


@pytest.mark.parametrize(
    ("guids", "expected"),
    [
        ([], 0),
        ([None, "", "abc"], 0),
        (["12345678901"], 1),
        (["1234567890"], 0),
        (["1234567890123", "1234567890124"], 1),
        (["1712345678"], 1),
        (["post-1712345678"], 1),
        (["https://a.example/?p=17"], 0),
        (["91712345678x"], 0),
        (["17123456789x"], 0),
        (["https://a.example/post"], 0),
    ],
)
def test_guids_that_look_like_times_count_once(
    guids: list[str | None], expected: int
) -> None:
    assert suspicion_at_first_fetch(guids) == expected


@EXAMPLES
@given(
    st.none() | st.text(st.characters()),
    st.none() | st.text(st.characters()),
    st.text(st.characters()),
    st.text(st.characters()),
)
def test_no_entry_raises(
    guid: str | None, url: str | None, title: str, text: str
) -> None:
    keys = keys_of(guid, url, title, text, PLAIN)
    assert {len(key) for key in (keys.guid_key, keys.url_key) if key} <= {8}
    assert suspicion_at_first_fetch([guid]) in (0, 1)
