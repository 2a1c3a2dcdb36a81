"""Durations, sizes, hosts, URLs and `.env` text, as people write them."""

import copy
import pickle
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.settings.values import (
    HostPort,
    Secret,
    mask_plain,
    mask_url,
    read_duration,
    read_env_text,
    read_host,
    read_host_port,
    read_http_url,
    read_list,
    read_origin,
    read_size,
    split_url,
    write_duration,
    write_size,
)

SECOND = timedelta(seconds=1)
CANARY = "canary-7f3a"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("30m", 1_800),
        ("1h30m", 5_400),
        ("1h 30m", 5_400),
        ("45s", 45),
        ("7d", 604_800),
        ("90", 90),
        ("0", 0),
        ("1.5", 1.5),
        ("0.25s", 0.25),
        (" 2 H ", 7_200),
        ("1d2h3m4s", 93_784),
    ],
)
def test_durations_are_read_as_people_write_them(text: str, seconds: float) -> None:
    assert read_duration(text) == seconds * SECOND


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "soon",
        "-5s",
        "1h30",
        "30m1h",
        "5 minutes",
        "1.5h",
        "1e3",
        "٣s",
        "9" * 30,
    ],
)
def test_unclear_durations_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a duration"):
        read_duration(text)


@given(st.timedeltas(min_value=timedelta(0)))
def test_a_written_duration_reads_back_as_the_same(duration: timedelta) -> None:
    assert read_duration(write_duration(duration)) == duration


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("10MiB", 10_485_760),
        ("10 MB", 10_000_000),
        ("1.5 kib", 1_536),
        ("2GiB", 2_147_483_648),
        ("512", 512),
        ("512 B", 512),
    ],
)
def test_sizes_are_read_with_their_unit(text: str, size: int) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize("text", ["", "big", "10M", "-1", "0.3", "MiB", "1 000"])
def test_unclear_sizes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a size"):
        read_size(text)


@given(st.integers(min_value=0, max_value=1 << 60))
def test_a_written_size_reads_back_as_the_same(size: int) -> None:
    assert read_size(write_size(size)) == size


def test_lists_lose_blanks_and_empty_parts() -> None:
    assert read_list(" a, b ,,c,") == ("a", "b", "c")
    assert read_list("") == ()


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("localhost", "localhost"),
        ("NAS.lan", "nas.lan"),
        ("192.168.1.5", "192.168.1.5"),
        ("[::1]", "::1"),
        ("0:0:0:0:0:0:0:1", "::1"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("my_service", "my_service"),
    ],
)
def test_hosts_get_one_spelling(text: str, host: str) -> None:
    assert read_host(text) == host


@pytest.mark.parametrize(
    "text",
    ["", "*", "a b", "127.1", "010.0.0.1", "host:80", "a..b", "-a", "a/b", "u@h"],
)
def test_what_is_no_host_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the codec has its own words
        read_host(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("nas.lan:80", HostPort("nas.lan", 80)),
        ("127.0.0.1:2525", HostPort("127.0.0.1", 2525)),
        ("[::1]:8000", HostPort("::1", 8000)),
    ],
)
def test_host_and_port_are_read_and_written(text: str, place: HostPort) -> None:
    assert read_host_port(text) == place
    assert str(place) == text


@pytest.mark.parametrize(
    "text",
    [
        "nas.lan",
        ":80",
        "nas.lan:",
        "nas.lan:0",
        "nas.lan:65536",
        "::1:80",
        "http://a:80",
    ],
)
def test_host_without_exact_port_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - several readers may refuse it
        read_host_port(text)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://News.example.org", "https://news.example.org"),
        ("http://127.0.0.1:8080/reader", "http://127.0.0.1:8080/reader"),
        ("http://[::1]:8080/", "http://[::1]:8080/"),
    ],
)
def test_http_addresses_keep_port_and_path(text: str, url: str) -> None:
    assert read_http_url(text) == url


@pytest.mark.parametrize(
    "text",
    [
        "news.example.org",
        "ftp://a",
        "http://",
        "http://a?b=c",
        "http://a#b",
        "http://u:p@a",
        "http://a,b",
        "http://a:0",
        "http://a b",
    ],
)
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - several readers may refuse it
        read_http_url(text)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://App.example.org/", "https://app.example.org"),
        ("https://app.example.org:443", "https://app.example.org"),
        ("http://localhost:5173", "http://localhost:5173"),
    ],
)
def test_origins_are_spelt_as_browsers_spell_them(text: str, origin: str) -> None:
    assert read_origin(text) == origin


@pytest.mark.parametrize("text", ["*", "https://a/b", "null", "a.example.org"])
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        read_origin(text)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:pw@db/t", "postgresql://ann:***@db/t"),
        (
            "postgresql://a:pw@[::1]:5432,b:5433/t",
            "postgresql://a:***@[::1]:5432,b:5433/t",
        ),
        ("redis://:pw@cache:6379/0", "redis://:***@cache:6379/0"),
        ("https://key@sentry.example/1", "https://***@sentry.example/1"),
        ("unix:///run/r.sock?db=1&password=pw", "unix:///run/r.sock?db=1&password=***"),
        ("redis://cache", "redis://cache"),
        ("sqlite:///./my data/t.db", "sqlite:///./my data/t.db"),
        ("postgresql://u:p@ss@db/t", "***"),
        ("postgresql://u:12/34@db/t", "***"),
        ("redis://u:pw", "***"),
        ("pw", "***"),
    ],
)
def test_urls_are_shown_without_what_is_secret(url: str, shown: str) -> None:
    assert mask_url(url) == shown


@given(
    st.sampled_from(["postgresql", "redis", "smtp", "https", "mysql"]),
    st.text(min_size=1, max_size=20).map(lambda text: CANARY + text + CANARY),
    st.sampled_from(["{}://u:{}@h/d", "{}://:{}@h", "{}://u:{}@h:1/d?x=1", "{}:{}@h"]),
)
def test_no_password_shines_through_a_masked_url(
    scheme: str, password: str, template: str
) -> None:
    url = template.format(scheme, password)
    assert CANARY not in mask_url(url)
    assert CANARY not in mask_plain(url)


def test_plain_values_stay_short_and_on_one_line() -> None:
    shown = mask_plain("a\r\nb\x1b" + "x" * 500)
    assert shown.isprintable()
    assert len(shown) <= 101


@given(st.text(alphabet="a1:/@?#[],=&.% ", max_size=20).map("x://{}".format))
def test_a_url_is_split_only_when_at_most_a_user_stands_before_the_at(
    text: str,
) -> None:
    try:
        parts = split_url(text)
    except ValueError:
        assert mask_url(text) == "***"
    else:
        assert "@" not in parts.hosts + parts.path + parts.query


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("A=1\nB=two words\n", {"A": "1", "B": "two words"}),
        ("# note\n\n  A = 1  # why\r\n", {"A": "1"}),
        ("export A=1", {"A": "1"}),
        ("A=pass#word", {"A": "pass#word"}),
        ("A=", {"A": ""}),
        ("A= # nothing yet", {"A": ""}),
        ("A=' # kept '", {"A": " # kept "}),
        ('A="say \\"hi\\" \\\\ bye" # note', {"A": 'say "hi" \\ bye'}),
        ("A='C:\\new'", {"A": "C:\\new"}),
        ("A=x=y", {"A": "x=y"}),
        ("A=1\nA=2", {"A": "2"}),
        ("A=it's", {"A": "it's"}),
    ],
)
def test_env_files_are_read_like_shell_assignments(
    text: str, values: dict[str, str]
) -> None:
    assert read_env_text(text) == values


@pytest.mark.parametrize(
    "text", ["A=1\njust words", "A=1\nB='open", 'A=1\nB="open', "A=1\n1B=x", "A=1\n=x"]
)
def test_a_broken_env_line_is_named_by_its_number_alone(text: str) -> None:
    with pytest.raises(ValueError, match=r"^2$"):
        read_env_text(text)


def test_secrets_show_only_their_mask() -> None:
    secret = Secret(CANARY)
    assert secret.reveal() == CANARY
    assert CANARY not in f"{secret} {secret!r} {[secret]} {secret!s:>5}"


def test_secrets_are_equal_by_value_and_survive_copies() -> None:
    secret = Secret(CANARY, shown="x://***")
    assert secret == Secret(CANARY)
    assert secret != Secret("another")
    assert secret != CANARY
    for again in (copy.deepcopy(secret), pickle.loads(pickle.dumps(secret))):
        assert again == secret
        assert again.shown == secret.shown
        assert hash(again) == hash(secret)
