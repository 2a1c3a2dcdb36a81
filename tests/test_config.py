"""From variables to settings: defaults, types, precedence and where values came from."""

from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest

from tidings import __version__
from tidings.config import Settings, describe, load_settings
from tidings.core.settings.kinds import KnownSetting
from tidings.core.settings.settings import KNOWN_SETTINGS, UnknownSetting
from tidings.core.settings.values import HostPort
from tidings.wiring import open_fetching

# Others rely on these names and defaults: a change here breaks installations.
DEFAULTS = {
    "TIDINGS_DATABASE_URL": "sqlite:///./data/tidings.db",
    "TIDINGS_DATABASE_POOL": "10",
    "TIDINGS_REDIS_URL": "",
    "TIDINGS_HOST": "127.0.0.1",
    "TIDINGS_PORT": "8080",
    "TIDINGS_BASE_URL": "http://127.0.0.1:8080",
    "TIDINGS_PASSWORD": "",
    "TIDINGS_REGISTRATION": "first",
    "TIDINGS_LOGIN_RATE_LIMIT": "5",
    "TIDINGS_SESSION_LIFETIME": "30d",
    "TIDINGS_SECRET_KEY": "",
    "TIDINGS_ALLOW_ORIGINS": "",
    "TIDINGS_USER_AGENT": f"Tidings/{__version__} (+http://127.0.0.1:8080)",
    "TIDINGS_AI_PROVIDER": "none",
    "TIDINGS_AI_BASE_URL": "",
    "TIDINGS_AI_API_KEY": "",
    "TIDINGS_AI_MODEL": "",
    "TIDINGS_AI_EMBEDDING_MODEL": "",
    "TIDINGS_AI_TIMEOUT": "30s",
    "TIDINGS_AI_MAX_RPM": "20",
    "TIDINGS_AI_LOCK_TIMEOUT": "5m",
    "TIDINGS_AI_BREAKER_FAILURE_THRESHOLD": "5",
    "TIDINGS_AI_BREAKER_RECOVERY_TIMEOUT": "5m",
    "TIDINGS_AI_BREAKER_HALF_OPEN_MAX": "3",
    "TIDINGS_AI_PROMPTS": "",
    "TIDINGS_AI_DAILY_TOKENS": "0",
    "TIDINGS_AI_MONTHLY_TOKENS": "0",
    "TIDINGS_AI_PRICE_IN": "0",
    "TIDINGS_AI_PRICE_OUT": "0",
    "TIDINGS_SUMMARY_LANGUAGE": "auto",
    "TIDINGS_POLL_INTERVAL": "30m",
    "TIDINGS_POLL_MIN": "1m",
    "TIDINGS_POLL_MAX": "7d",
    "TIDINGS_POLL_MAX_BACKOFF": "2d",
    "TIDINGS_FETCH_CONCURRENCY": "50",
    "TIDINGS_FETCH_HOST_DELAY": "1s",
    "TIDINGS_FETCH_HOST_CONCURRENCY": "1",
    "TIDINGS_FETCH_TIMEOUT": "30s",
    "TIDINGS_JOB_TIMEOUT": "45s",
    "TIDINGS_FETCH_MAX_BYTES": "10 MiB",
    "TIDINGS_FETCH_MAX_ENTRIES": "1000",
    "TIDINGS_RETRY_POLICY": "patient",
    "TIDINGS_RETENTION_DAYS_READ": "365",
    "TIDINGS_RETENTION_DAYS_UNREAD": "90",
    "TIDINGS_RETENTION_PER_FEED": "500",
    "TIDINGS_RETENTION_DATABASE_MEGABYTES": "1024",
    "TIDINGS_RETENTION_CLEANUP_HOUR": "3",
    "TIDINGS_CONTACT": "",
    "TIDINGS_ALLOWED_HOSTS": "",
    "TIDINGS_TRUSTED_PROXIES": "",
    "TIDINGS_CORS_ORIGINS": "",
    "TIDINGS_API_RATE": "10",
    "TIDINGS_FEEDS_REFRESH_RATE_LIMIT": "10",
    "TIDINGS_MEDIA_PROXY": "all",
    "TIDINGS_PROXY_HOSTS": "any",
    "TIDINGS_PROXY_MAX_SIZE": "5 MiB",
    "TIDINGS_PROXY_TIMEOUT": "10s",
    "TIDINGS_OIDC_ISSUER": "",
    "TIDINGS_OIDC_CLIENT_ID": "",
    "TIDINGS_OIDC_CLIENT_SECRET": "",
    "TIDINGS_OAUTH_GOOGLE_CLIENT_ID": "",
    "TIDINGS_OAUTH_GOOGLE_CLIENT_SECRET": "",
    "TIDINGS_OAUTH_FACEBOOK_CLIENT_ID": "",
    "TIDINGS_OAUTH_FACEBOOK_CLIENT_SECRET": "",
    "TIDINGS_OAUTH_APPLE_CLIENT_ID": "",
    "TIDINGS_OAUTH_APPLE_CLIENT_SECRET": "",
    "TIDINGS_OAUTH_APPLE_TEAM_ID": "",
    "TIDINGS_OAUTH_APPLE_KEY_ID": "",
    "TIDINGS_OAUTH_APPLE_PRIVATE_KEY": "",
    "TIDINGS_SMTP_URL": "",
    "TIDINGS_MAIL_FROM": "",
    "TIDINGS_SMTP_LISTEN": "",
    "TIDINGS_INGEST_DOMAIN": "",
    "TIDINGS_IMAP_URL": "",
    "TIDINGS_LOG_LEVEL": "info",
    "TIDINGS_LOG_FORMAT": "auto",
    "TIDINGS_LOG_FILE": "",
    "TIDINGS_METRICS": "local",
    "TIDINGS_SENTRY_DSN": "",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "",
}


def load(directory: Path, **environ: str) -> Settings:
    return load_settings(environ, directory)


def source_of(settings: Settings, name: str) -> str:
    return next(row.source for row in describe(settings) if row.name == name)


def test_nothing_set_gives_the_promised_defaults(tmp_path: Path) -> None:
    rows = describe(load(tmp_path))
    assert {row.name: row.value_masked for row in rows} == DEFAULTS
    assert {row.source for row in rows} == {"default"}


def test_values_arrive_in_the_types_that_the_program_uses(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        TIDINGS_POLL_INTERVAL="1h30m",
        TIDINGS_FETCH_MAX_BYTES="2 MB",
        TIDINGS_ALLOW_ORIGINS="nas.lan:80, [::1]:8000",
        TIDINGS_TRUSTED_PROXIES="127.0.0.1,10.0.0.0/8",
        TIDINGS_CORS_ORIGINS="https://app.example",
        TIDINGS_RETENTION_DAYS_READ="30",
        TIDINGS_SMTP_LISTEN="0.0.0.0:2525",
        TIDINGS_LOG_LEVEL="DEBUG",
        TIDINGS_SUMMARY_LANGUAGE="pt-BR",
        DATABASE_URL="postgres://ann:pw@db.example/tidings",
    )
    assert settings.poll.interval == timedelta(minutes=90)
    assert settings.fetch.max_bytes == 2_000_000
    assert settings.fetch.allow_origins == (HostPort("nas.lan", 80), ("::1", 8000))
    assert settings.server.trusted_proxies == (
        ip_network("127.0.0.1/32"),
        ip_network("10.0.0.0/8"),
    )
    assert settings.server.cors_origins == ("https://app.example",)
    assert settings.retention.days_read == timedelta(days=30)
    assert settings.mail.smtp_listen == HostPort("0.0.0.0", 2525)
    assert settings.observe.log_level == "debug"
    assert settings.ai.summary_language == "pt-BR"
    assert settings.database.url.reveal() == "postgresql://ann:pw@db.example/tidings"


def test_zero_means_no_limit_and_never_a_limit_of_zero(tmp_path: Path) -> None:
    settings = load(
        tmp_path,
        TIDINGS_RETENTION_DAYS_READ="0",
        TIDINGS_RETENTION_DAYS_UNREAD="0",
        TIDINGS_RETENTION_PER_FEED="0",
        TIDINGS_RETENTION_DATABASE_MEGABYTES="0",
    )
    kept = settings.retention
    limits = (kept.days_read, kept.days_unread, kept.per_feed, kept.database_megabytes)
    assert limits == (None, None, None, None)
    assert settings.ai.daily_tokens is None


@pytest.mark.parametrize("known", KNOWN_SETTINGS.values(), ids=lambda known: known.name)
def test_every_default_is_written_as_the_program_would_write_it(
    known: KnownSetting,
) -> None:
    assert known.kind.write(known.kind.read(known.default)) == known.default


def test_the_ai_provider_brings_its_own_defaults(tmp_path: Path) -> None:
    cerebras = load(tmp_path, TIDINGS_AI_PROVIDER="cerebras", TIDINGS_AI_API_KEY="k").ai
    assert cerebras.base_url == "https://api.cerebras.ai/v1"
    assert cerebras.model
    assert cerebras.timeout == timedelta(seconds=30)
    home = {
        "TIDINGS_AI_PROVIDER": "openai",
        "TIDINGS_AI_BASE_URL": "http://127.0.0.1:11434/v1/",
        "TIDINGS_AI_MODEL": "small",
    }
    assert load(tmp_path, **home).ai.base_url == "http://127.0.0.1:11434/v1"
    assert load(tmp_path, **home).ai.timeout == timedelta(minutes=2)
    hurried = load(tmp_path, **home, TIDINGS_AI_TIMEOUT="5s")
    assert hurried.ai.timeout == timedelta(seconds=5)


@pytest.mark.parametrize(
    ("environ", "base_url"),
    [
        ({"TIDINGS_PORT": "9000"}, "http://127.0.0.1:9000"),
        ({"PORT": "80"}, "http://127.0.0.1"),
        ({"TIDINGS_HOST": "0.0.0.0"}, "http://127.0.0.1:8080"),
        ({"TIDINGS_HOST": "::"}, "http://[::1]:8080"),
        ({"TIDINGS_HOST": "reader.lan"}, "http://reader.lan:8080"),
        ({"TIDINGS_BASE_URL": "https://news.example/"}, "https://news.example"),
    ],
)
def test_the_address_for_others_is_derived_and_told_to_servers(
    tmp_path: Path, environ: dict[str, str], base_url: str
) -> None:
    settings = load(tmp_path, **environ)
    assert settings.server.base_url == base_url
    assert settings.fetch.user_agent == f"Tidings/{__version__} (+{base_url})"


def test_the_environment_beats_the_env_file_and_options_beat_both(
    tmp_path: Path,
) -> None:
    (tmp_path / ".env").write_text("TIDINGS_PORT=1\nTIDINGS_HOST=nas.lan\n")
    settings = load_settings({"TIDINGS_PORT": "2"}, tmp_path)
    assert (settings.server.port, settings.server.host) == (2, "nas.lan")
    assert source_of(settings, "TIDINGS_PORT") == "environment"
    assert source_of(settings, "TIDINGS_HOST") == ".env"
    settings = load_settings(
        {"TIDINGS_PORT": "2"}, tmp_path, options={"TIDINGS_PORT": "3"}
    )
    assert settings.server.port == 3
    assert settings.server.base_url == "http://nas.lan:3"
    assert source_of(settings, "TIDINGS_PORT") == "command line"


def test_the_full_name_beats_the_bare_one_in_the_same_place(tmp_path: Path) -> None:
    both = load(tmp_path, PORT="1", TIDINGS_PORT="2")
    assert both.server.port == 2
    bare = load(tmp_path, PORT="1")
    assert bare.server.port == 1
    assert source_of(bare, "TIDINGS_PORT") == "environment (PORT)"


def test_an_empty_value_counts_as_not_set(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TIDINGS_PORT=9\n")
    settings = load(tmp_path, TIDINGS_PORT="", TIDINGS_PASSWORD="", REDIS_URL="")
    assert settings.server.port == 9
    assert settings.accounts.password is None
    assert settings.database.redis_url is None


def test_the_process_environment_and_working_directory_are_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("TIDINGS_HOST=nas.lan\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TIDINGS_PORT", "9")
    server = load_settings().server
    assert (server.host, server.port) == ("nas.lan", 9)


def test_a_secret_can_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("line one \n\n")
    settings = load(tmp_path, TIDINGS_PASSWORD_FILE="password")
    assert settings.accounts.password is not None
    assert settings.accounts.password.reveal() == "line one \n"
    assert source_of(settings, "TIDINGS_PASSWORD") == "file password"


def test_a_bare_name_can_point_to_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "url"
    file.write_text("postgresql://ann:pw@db/tidings\r\n")
    settings = load(tmp_path, DATABASE_URL_FILE=str(file))
    assert settings.database.url.reveal() == "postgresql://ann:pw@db/tidings"
    assert settings.report.unknown == ()


def test_unknown_variables_are_reported_with_the_closest_known_name(
    tmp_path: Path,
) -> None:
    (tmp_path / ".env").write_text("TIDINGS_PASWORD=x\n")
    settings = load(
        tmp_path,
        TIDINGS_OTEL_EXPORTER_OTLP_ENDPOINT="http://traces.lan",
        TIDINGS_POOL_INTERVAL="1h",
        TIDINGS_PORT_FILE="port",
        TIDINGS_XYLOPHONE="1",
        TIDINGS_TEST_POSTGRES="1",
        PATH="/bin",
    )
    assert settings.report.unknown == (
        UnknownSetting(
            "TIDINGS_OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"
        ),
        UnknownSetting("TIDINGS_PASWORD", "TIDINGS_PASSWORD"),
        UnknownSetting("TIDINGS_POOL_INTERVAL", "TIDINGS_POLL_INTERVAL"),
        UnknownSetting("TIDINGS_PORT_FILE", "TIDINGS_PORT"),
        UnknownSetting("TIDINGS_XYLOPHONE", None),
    )


async def test_the_longest_backoff_reaches_whoever_checks_feeds() -> None:
    variables = {"TIDINGS_POLL_MAX_BACKOFF": "3h", "TIDINGS_SECRET_KEY": "k" * 40}
    settings = load_settings(variables, Path("/nonexistent"))
    async with open_fetching(settings) as fetching:
        assert fetching.policy.max_backoff == timedelta(hours=3)
