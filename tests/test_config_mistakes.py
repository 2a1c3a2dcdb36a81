"""What is wrong is told at once, in sentences, and no sentence ever shows a secret."""

import pickle
import traceback
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, asdict
from pathlib import Path

import pytest
from joserfc.jwk import ECKey

from tidings.config import describe, load_settings
from tidings.core.errors import SettingInvalid
from tidings.core.settings.settings import KNOWN_SETTINGS

CANARY = "canary-0123456789-0123456789-0123456789"
APPLE_KEY = ECKey.generate_key("P-256").as_pem(private=True).decode()
SECRETS = {
    "TIDINGS_DATABASE_URL": f"postgresql://ann:{CANARY}@db.example/tidings",
    "TIDINGS_REDIS_URL": f"rediss://:{CANARY}@cache.example:6380/0",
    "TIDINGS_PASSWORD": CANARY,
    "TIDINGS_SECRET_KEY": CANARY,
    "TIDINGS_OIDC_CLIENT_SECRET": CANARY,
    "TIDINGS_OAUTH_GOOGLE_CLIENT_SECRET": CANARY,
    "TIDINGS_OAUTH_FACEBOOK_CLIENT_SECRET": CANARY,
    "TIDINGS_OAUTH_APPLE_CLIENT_SECRET": CANARY,
    "TIDINGS_OAUTH_APPLE_PRIVATE_KEY": f"{CANARY}\n{APPLE_KEY}",
    "TIDINGS_AI_API_KEY": CANARY,
    "TIDINGS_SMTP_URL": f"smtps://ann:{CANARY}@mail.example",
    "TIDINGS_IMAP_URL": f"imaps://ann:{CANARY}@mail.example/News",
    "TIDINGS_SENTRY_DSN": f"https://{CANARY}@errors.example/7",
}
COMPANIONS = {
    "TIDINGS_MAIL_FROM": "Tidings <news@example.org>",
    "TIDINGS_OIDC_ISSUER": "https://login.example",
    "TIDINGS_OIDC_CLIENT_ID": "tidings",
    "TIDINGS_OAUTH_GOOGLE_CLIENT_ID": "tidings",
    "TIDINGS_OAUTH_FACEBOOK_CLIENT_ID": "tidings",
    "TIDINGS_OAUTH_APPLE_CLIENT_ID": "tidings",
    "TIDINGS_OAUTH_APPLE_TEAM_ID": "TEAM",
    "TIDINGS_OAUTH_APPLE_KEY_ID": "KEY",
}


def mistakes(directory: Path, environ: Mapping[str, str]) -> list[str]:
    with pytest.raises(SettingInvalid) as caught:
        load_settings(environ, directory)
    assert CANARY not in "".join(traceback.format_exception(caught.value))
    return caught.value.message.split("\n")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "TIDINGS_POLL_INTERVAL",
            "soon",
            'TIDINGS_POLL_INTERVAL is "soon": use a duration such as 30m, 2h or 1d.',
        ),
        (
            "TIDINGS_PORT",
            "http",
            'TIDINGS_PORT is "http": use a whole number from 1 to 65535.',
        ),
        ("PORT", "0", 'PORT is "0": use a whole number from 1 to 65535.'),
        (
            "TIDINGS_REGISTRATION",
            "friends",
            'TIDINGS_REGISTRATION is "friends": use first, open, invite or closed.',
        ),
        (
            "TIDINGS_DATABASE_URL",
            f"mysql://ann:{CANARY}@db/tidings",
            'TIDINGS_DATABASE_URL is "mysql://ann:***@db/tidings": use '
            "sqlite:///path/to/file.db or postgresql://user:password@host/database.",
        ),
        (
            "TIDINGS_BASE_URL",
            f"https://ann:{CANARY}@news.example",
            'TIDINGS_BASE_URL is "https://***@news.example": use an http or https '
            "address such as https://news.example.org.",
        ),
        (
            "TIDINGS_SECRET_KEY",
            "too short",
            'TIDINGS_SECRET_KEY is "***": use at least 32 characters.',
        ),
        (
            "TIDINGS_RETENTION_DAYS_READ",
            "-1",
            'TIDINGS_RETENTION_DAYS_READ is "-1": use a whole number of days from 1 to '
            "36500, or 0 for no limit.",
        ),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(
    tmp_path: Path, name: str, value: str, sentence: str
) -> None:
    assert mistakes(tmp_path, {name: value}) == [sentence]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TIDINGS_DATABASE_URL", "sqlite:///:memory:"),
        ("TIDINGS_DATABASE_URL", "sqlite://data.db"),
        ("TIDINGS_DATABASE_URL", "postgresql://db"),
        ("TIDINGS_REDIS_URL", "redis://"),
        ("TIDINGS_REDIS_URL", "unix://"),
        ("TIDINGS_REDIS_URL", "http://cache"),
        ("TIDINGS_HOST", "0.0.0.0:80"),
        ("TIDINGS_ALLOW_ORIGINS", "nas.lan"),
        ("TIDINGS_ALLOW_ORIGINS", "*:80"),
        ("TIDINGS_TRUSTED_PROXIES", "proxy.lan"),
        ("TIDINGS_CORS_ORIGINS", "*"),
        ("TIDINGS_USER_AGENT", "Tidings\r\nX-Evil: 1"),
        ("TIDINGS_FETCH_TIMEOUT", "0"),
        ("TIDINGS_FETCH_MAX_BYTES", "0"),
        ("TIDINGS_RETENTION_CLEANUP_HOUR", "24"),
        ("TIDINGS_SUMMARY_LANGUAGE", "Portuguese, please"),
        ("TIDINGS_MAIL_FROM", "nobody"),
        ("TIDINGS_CONTACT", "javascript:alert(1)"),
        ("TIDINGS_CONTACT", "Ann <ann@example.org>"),
        ("TIDINGS_CONTACT", "https://ann:word@example.org"),
        ("TIDINGS_INGEST_DOMAIN", "10.0.0.1"),
        ("TIDINGS_IMAP_URL", "pop3://mail.example"),
        ("TIDINGS_SENTRY_DSN", "https://errors.example/7"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317"),
    ],
)
def test_values_that_could_do_harm_are_refused(
    tmp_path: Path, name: str, value: str
) -> None:
    (sentence,) = mistakes(tmp_path, {name: value})
    assert sentence.startswith(f'{name} is "')


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    told = mistakes(
        tmp_path,
        {
            "TIDINGS_PORT": "none",
            "TIDINGS_POLL_MIN": "often",
            "TIDINGS_PASSWORD_FILE": "missing",
            "TIDINGS_FETCH_TIMEOUT": "1m",
        },
    )
    assert [sentence.split()[0] for sentence in told] == [
        "TIDINGS_PORT",
        "TIDINGS_PASSWORD_FILE",
        "TIDINGS_POLL_MIN",
        "TIDINGS_JOB_TIMEOUT",
    ]


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        (
            {"TIDINGS_POLL_INTERVAL": "30s"},
            'TIDINGS_POLL_INTERVAL is "30s": use at least TIDINGS_POLL_MIN, which is "1m".',
        ),
        (
            {"TIDINGS_POLL_MAX": "10m"},
            'TIDINGS_POLL_INTERVAL is "30m": use at most TIDINGS_POLL_MAX, '
            'which is "10m".',
        ),
        (
            {"TIDINGS_JOB_TIMEOUT": "30s"},
            'TIDINGS_JOB_TIMEOUT is "30s": use more than TIDINGS_FETCH_TIMEOUT, '
            'which is "30s".',
        ),
        (
            {"TIDINGS_AI_PROVIDER": "cerebras"},
            'TIDINGS_AI_PROVIDER is "cerebras": set TIDINGS_AI_API_KEY as well.',
        ),
        (
            {"TIDINGS_AI_PROVIDER": "openai", "TIDINGS_AI_MODEL": "small"},
            'TIDINGS_AI_PROVIDER is "openai": set TIDINGS_AI_BASE_URL as well.',
        ),
        (
            {"TIDINGS_OIDC_CLIENT_ID": "me", "TIDINGS_OIDC_CLIENT_SECRET": CANARY},
            "TIDINGS_OIDC_CLIENT_ID is set: set TIDINGS_OIDC_ISSUER as well.",
        ),
        (
            {"TIDINGS_OAUTH_APPLE_CLIENT_SECRET": CANARY},
            "TIDINGS_OAUTH_APPLE_CLIENT_SECRET is set: "
            "set TIDINGS_OAUTH_APPLE_CLIENT_ID as well.",
        ),
        (
            {"TIDINGS_OAUTH_APPLE_CLIENT_ID": "me"},
            "TIDINGS_OAUTH_APPLE_CLIENT_ID is set: set"
            " TIDINGS_OAUTH_APPLE_PRIVATE_KEY or TIDINGS_OAUTH_APPLE_CLIENT_SECRET as"
            " well.",
        ),
        (
            {
                "TIDINGS_OAUTH_APPLE_CLIENT_ID": "me",
                "TIDINGS_OAUTH_APPLE_CLIENT_SECRET": CANARY,
                "TIDINGS_OAUTH_APPLE_TEAM_ID": "TEAM",
            },
            "TIDINGS_OAUTH_APPLE_TEAM_ID is set: set TIDINGS_OAUTH_APPLE_PRIVATE_KEY"
            " as well.",
        ),
        (
            {
                "TIDINGS_OAUTH_APPLE_CLIENT_ID": "me",
                "TIDINGS_OAUTH_APPLE_TEAM_ID": "TEAM",
                "TIDINGS_OAUTH_APPLE_KEY_ID": "KEY",
                "TIDINGS_OAUTH_APPLE_PRIVATE_KEY": CANARY,
            },
            "TIDINGS_OAUTH_APPLE_PRIVATE_KEY is set: use the text of the .p8 file"
            " that Apple gave you.",
        ),
        (
            {"TIDINGS_SMTP_URL": f"smtp://ann:{CANARY}@mail.example"},
            "TIDINGS_SMTP_URL is set: set TIDINGS_MAIL_FROM as well.",
        ),
    ],
)
def test_settings_that_do_not_go_together_are_named_both(
    tmp_path: Path, environ: dict[str, str], sentence: str
) -> None:
    assert mistakes(tmp_path, environ) == [sentence]


def test_a_pair_is_not_judged_when_one_of_it_is_wrong_already(tmp_path: Path) -> None:
    told = mistakes(
        tmp_path, {"TIDINGS_POLL_INTERVAL": "soon", "TIDINGS_POLL_MAX": "10m"}
    )
    assert len(told) == 1


def test_a_secret_given_twice_is_refused(tmp_path: Path) -> None:
    told = mistakes(
        tmp_path, {"TIDINGS_PASSWORD": CANARY, "TIDINGS_PASSWORD_FILE": CANARY}
    )
    assert told == [
        "TIDINGS_PASSWORD and TIDINGS_PASSWORD_FILE are both set: keep one."
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "no such file or directory"),
        (b"", "it is empty"),
        (b"\n", "it is empty"),
        (b"\xff\xfe", "it is not UTF-8 text"),
    ],
)
def test_a_useless_secret_file_is_refused_without_showing_what_was_given(
    tmp_path: Path, content: bytes | None, reason: str
) -> None:
    if content is not None:
        (tmp_path / CANARY).write_bytes(content)
    told = mistakes(tmp_path, {"TIDINGS_AI_API_KEY_FILE": CANARY})
    assert told == [
        f"TIDINGS_AI_API_KEY_FILE names a file that cannot be used: {reason}."
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            f'TIDINGS_PORT=1\nTIDINGS_PASSWORD="{CANARY}'.encode(),
            ".env cannot be read at line 2: write NAME=value.",
        ),
        (CANARY.encode("utf-16"), ".env cannot be used: it is not UTF-8 text."),
    ],
)
def test_a_broken_env_file_is_refused_rather_than_half_used(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    (tmp_path / ".env").write_bytes(content)
    assert mistakes(tmp_path, {}) == [sentence]


def test_the_samples_cover_every_secret() -> None:
    secret = {name for name, known in KNOWN_SETTINGS.items() if known.kind.secret}
    assert set(SECRETS) == secret


def test_no_secret_is_shown_by_valid_settings(tmp_path: Path) -> None:
    settings = load_settings(SECRETS | COMPANIONS, tmp_path)
    shown = f"{settings} {settings!r} {describe(settings)} {asdict(settings)}"
    assert CANARY not in shown
    assert settings.accounts.password is not None
    assert settings.accounts.password.reveal() == CANARY
    assert all("***" in row.value_masked for row in describe(settings) if row.secret)


def test_no_secret_is_shown_when_something_else_is_wrong(tmp_path: Path) -> None:
    wrong = {"TIDINGS_PORT": "x", "TIDINGS_POLL_MIN": "1h"}
    assert len(mistakes(tmp_path, SECRETS | wrong)) > 2


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize(
    "value",
    [
        CANARY,
        f"x://ann:{CANARY}@host/path",
        f"postgresql://ann:{CANARY}",
        f"redis://ann:12/{CANARY}@host",
        f"smtp:/ann:{CANARY}@host",
        f"imaps://host/?password={CANARY}#",
        f"https://ann:{CANARY}\n@host/",
    ],
)
def test_no_secret_is_shown_however_it_is_misspelt(
    tmp_path: Path, name: str, value: str
) -> None:
    told = mistakes(tmp_path, {name: value, "TIDINGS_PORT": "x"})
    assert any(sentence.startswith('TIDINGS_PORT is "x"') for sentence in told)


def test_settings_cannot_be_changed_and_can_go_to_another_process(
    tmp_path: Path,
) -> None:
    settings = load_settings(SECRETS | COMPANIONS, tmp_path)
    with pytest.raises(FrozenInstanceError):
        settings.server.port = 1  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(settings)) == settings
