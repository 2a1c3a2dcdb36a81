"""Every setting, in groups: its variable, kind, default and meaning, said once.

Those of accounts and of logs stand in files of their own. Defaults are kept as the text
a person would write, so that the program, its help and the documentation cannot drift
apart.
"""

# `setting` and `maybe` wrap dataclasses.field, which this rule cannot see.
# ruff: noqa: RUF009

from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Network, IPv6Network
from typing import Literal

from tidings.core.settings import kinds
from tidings.core.settings.kinds import maybe, setting
from tidings.core.settings.values import HostPort, PromptFiles, Secret

AiProvider = Literal["none", "extractive", "cerebras", "openai", "mock"]
RetryPolicyName = Literal["patient", "strict", "one-strike"]
MediaProxy = Literal["off", "http", "all"]
ProxyHosts = Literal["any", "feeds"]


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """Where everything is kept."""

    url: Secret = setting(
        "TIDINGS_DATABASE_URL",
        kinds.DATABASE_URL,
        "sqlite:///./data/tidings.db",
        "the database: an SQLite file or a PostgreSQL server",
        alias="DATABASE_URL",
    )
    pool: int = setting(
        "TIDINGS_DATABASE_POOL",
        kinds.whole(1, 500),
        "10",
        "PostgreSQL connections per process (SQLite always has 4 readers)",
    )
    redis_url: Secret | None = maybe(
        "TIDINGS_REDIS_URL",
        kinds.REDIS_URL,
        "Redis, through which all processes share wake-ups, limits and host pacing",
        alias="REDIS_URL",
    )


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where Tidings listens and who may talk to it."""

    host: str = setting(
        "TIDINGS_HOST", kinds.HOST, "127.0.0.1", "the address to listen on"
    )
    port: int = setting(
        "TIDINGS_PORT",
        kinds.whole(1, 65_535),
        "8080",
        "the port to listen on",
        alias="PORT",
    )
    base_url: str = setting(
        "TIDINGS_BASE_URL",
        kinds.or_empty(kinds.BASE_URL),
        "",
        "how others reach Tidings",
        derived="http://<host>:<port>",
    )
    contact: str | None = maybe(
        "TIDINGS_CONTACT",
        kinds.CONTACT,
        "how webmasters reach the administrator; shown to everybody",
    )
    allowed_hosts: tuple[str, ...] = setting(
        "TIDINGS_ALLOWED_HOSTS",
        kinds.HOSTS,
        "",
        "more names that browsers may reach Tidings by",
    )
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...] = setting(
        "TIDINGS_TRUSTED_PROXIES",
        kinds.NETWORKS,
        "",
        "reverse proxies whose word about the visitor's address is believed",
    )
    cors_origins: tuple[str, ...] = setting(
        "TIDINGS_CORS_ORIGINS",
        kinds.ORIGINS,
        "",
        "web apps on other origins that may call the API from a browser",
    )
    api_rate: int | None = setting(
        "TIDINGS_API_RATE",
        kinds.unlimited(kinds.whole(1, 1_000_000)),
        "10",
        "requests per second that one user may make; 0 is no limit",
    )
    refresh_rate: int = setting(
        "TIDINGS_FEEDS_REFRESH_RATE_LIMIT",
        kinds.whole(1, 100_000),
        "10",
        "how often a minute one address may ask for feeds to be checked now",
    )
    media_proxy: MediaProxy = setting(
        "TIDINGS_MEDIA_PROXY",
        kinds.one_of(MediaProxy),
        "all",
        "which pictures, sounds and films of entries are loaded through Tidings",
    )
    proxy_hosts: ProxyHosts = setting(
        "TIDINGS_PROXY_HOSTS",
        kinds.one_of(ProxyHosts),
        "any",
        "from where articles are loaded: any public site, or those of one's feeds",
    )
    proxy_timeout: timedelta = setting(
        "TIDINGS_PROXY_TIMEOUT",
        kinds.DURATION,
        "10s",
        "how long the article of an entry may take to load",
    )
    proxy_max_size: int = setting(
        "TIDINGS_PROXY_MAX_SIZE",
        kinds.SIZE,
        "5 MiB",
        "how large the page of an article may be",
    )


@dataclass(frozen=True, slots=True)
class PollSettings:
    """How often feeds are checked."""

    interval: timedelta = setting(
        "TIDINGS_POLL_INTERVAL", kinds.DURATION, "30m", "how often a feed is checked"
    )
    minimum: timedelta = setting(
        "TIDINGS_POLL_MIN", kinds.DURATION, "1m", "the shortest time between two checks"
    )
    maximum: timedelta = setting(
        "TIDINGS_POLL_MAX", kinds.DURATION, "7d", "the longest time between two checks"
    )
    max_backoff: timedelta = setting(
        "TIDINGS_POLL_MAX_BACKOFF",
        kinds.DURATION,
        "2d",
        "the longest wait for a feed that keeps failing",
    )


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How Tidings behaves towards other people's servers."""

    concurrency: int = setting(
        "TIDINGS_FETCH_CONCURRENCY",
        kinds.whole(1, 1_000),
        "50",
        "how many feeds are fetched at the same time",
    )
    host_delay: timedelta = setting(
        "TIDINGS_FETCH_HOST_DELAY",
        kinds.DURATION_OR_ZERO,
        "1s",
        "the pause between two requests to the same host",
    )
    host_concurrency: int = setting(
        "TIDINGS_FETCH_HOST_CONCURRENCY",
        kinds.whole(1, 100),
        "1",
        "how many requests one host gets at the same time",
    )
    timeout: timedelta = setting(
        "TIDINGS_FETCH_TIMEOUT",
        kinds.DURATION,
        "30s",
        "the longest time for one fetch, redirects included",
    )
    job_timeout: timedelta = setting(
        "TIDINGS_JOB_TIMEOUT",
        kinds.DURATION,
        "45s",
        "the longest time for all work on one feed; more than the fetch time-out",
    )
    max_bytes: int = setting(
        "TIDINGS_FETCH_MAX_BYTES",
        kinds.SIZE,
        "10 MiB",
        "the largest answer that is read, counted after decompression",
    )
    max_entries: int = setting(
        "TIDINGS_FETCH_MAX_ENTRIES",
        kinds.whole(1, 100_000),
        "1000",
        "how many of a feed's newest entries are taken from one fetch",
    )
    retry_policy: RetryPolicyName = setting(
        "TIDINGS_RETRY_POLICY",
        kinds.one_of(RetryPolicyName),
        "patient",
        "what happens to a feed that fails; a feed may have its own",
    )
    allow_origins: tuple[HostPort, ...] = setting(
        "TIDINGS_ALLOW_ORIGINS",
        kinds.HOST_PORTS,
        "",
        "places that may be fetched although they are not on the public internet",
    )
    user_agent: str = setting(
        "TIDINGS_USER_AGENT",
        kinds.or_empty(kinds.HEADER_TEXT),
        "",
        "how Tidings introduces itself to other servers",
        derived="Tidings/<version> (+<base url>)",
    )


@dataclass(frozen=True, slots=True)
class RetentionSettings:
    """How long entries are kept; None means without limit."""

    days_read: timedelta | None = setting(
        "TIDINGS_RETENTION_DAYS_READ",
        kinds.unlimited(kinds.DAYS),
        "365",
        "days that an entry is kept after it arrived, once it was read",
    )
    days_unread: timedelta | None = setting(
        "TIDINGS_RETENTION_DAYS_UNREAD",
        kinds.unlimited(kinds.DAYS),
        "90",
        "days that an entry may be unread after it arrived; then it goes, or counts as"
        " read if another reader has read it",
    )
    per_feed: int | None = setting(
        "TIDINGS_RETENTION_PER_FEED",
        kinds.unlimited(kinds.whole(1, 10_000_000)),
        "500",
        "how many read entries are kept per feed",
    )
    database_megabytes: int | None = setting(
        "TIDINGS_RETENTION_DATABASE_MEGABYTES",
        kinds.unlimited(kinds.whole(1, 100_000_000)),
        "1024",
        "the size of the database above which read entries go earlier, in megabytes of"
        " 1,000,000 bytes",
    )
    cleanup_hour: int = setting(
        "TIDINGS_RETENTION_CLEANUP_HOUR",
        kinds.whole(0, 23),
        "3",
        "the hour of the day (UTC) in which the clean-up runs",
    )


@dataclass(frozen=True, slots=True)
class AiSettings:
    """Which model writes summaries, and what it may cost at most."""

    provider: AiProvider = setting(
        "TIDINGS_AI_PROVIDER", kinds.one_of(AiProvider), "none", "who does the AI work"
    )
    base_url: str | None = maybe(
        "TIDINGS_AI_BASE_URL", kinds.BASE_URL, "the address of the provider's API"
    )
    api_key: Secret | None = maybe(
        "TIDINGS_AI_API_KEY", kinds.SECRET, "the key for that API"
    )
    model: str | None = maybe("TIDINGS_AI_MODEL", kinds.TEXT, "the model to ask")
    embedding_model: str | None = maybe(
        "TIDINGS_AI_EMBEDDING_MODEL",
        kinds.TEXT,
        "the model that compares entries which may tell one story",
    )
    timeout: timedelta = setting(
        "TIDINGS_AI_TIMEOUT", kinds.DURATION, "30s", "the longest time for one answer"
    )
    max_rpm: int = setting(
        "TIDINGS_AI_MAX_RPM",
        kinds.whole(1, 100_000),
        "20",
        "requests per minute, over all workers together",
    )
    daily_tokens: int | None = setting(
        "TIDINGS_AI_DAILY_TOKENS",
        kinds.unlimited(kinds.whole(1, 10**12)),
        "0",
        "the most tokens per day; 0 is no cap",
    )
    monthly_tokens: int | None = setting(
        "TIDINGS_AI_MONTHLY_TOKENS",
        kinds.unlimited(kinds.whole(1, 10**12)),
        "0",
        "the most tokens per month; 0 is no cap",
    )
    lock_timeout: timedelta = setting(
        "TIDINGS_AI_LOCK_TIMEOUT", kinds.DURATION, "5m", "how long a task is locked"
    )
    breaker_failures: int = setting(
        "TIDINGS_AI_BREAKER_FAILURE_THRESHOLD",
        kinds.whole(1, 1000),
        "5",
        "failures in a row after which the provider is left alone",
    )
    breaker_recovery: timedelta = setting(
        "TIDINGS_AI_BREAKER_RECOVERY_TIMEOUT",
        kinds.DURATION,
        "5m",
        "for how long it is left alone",
    )
    breaker_successes: int = setting(
        "TIDINGS_AI_BREAKER_HALF_OPEN_MAX",
        kinds.whole(1, 1000),
        "3",
        "answers, one call at a time, after which all is well again",
    )
    prompts: PromptFiles = setting(
        "TIDINGS_AI_PROMPTS", kinds.PROMPTS, "", "a directory with own prompts"
    )
    price_in: int = setting(
        "TIDINGS_AI_PRICE_IN",
        kinds.PRICE,
        "0",
        "the price of a million tokens sent, for the ledger",
    )
    price_out: int = setting(
        "TIDINGS_AI_PRICE_OUT",
        kinds.PRICE,
        "0",
        "the price of a million tokens received, for the ledger",
    )
    summary_language: str = setting(
        "TIDINGS_SUMMARY_LANGUAGE",
        kinds.LANGUAGE,
        "auto",
        "the language of summaries; auto is each user's own",
    )


@dataclass(frozen=True, slots=True)
class MailSettings:
    """Mail that is sent, and newsletters that are received."""

    smtp_url: Secret | None = maybe(
        "TIDINGS_SMTP_URL",
        kinds.SMTP_URL,
        "the server that sends Tidings' mail, such as password resets",
    )
    mail_from: str | None = maybe(
        "TIDINGS_MAIL_FROM", kinds.MAILBOX, "the sender of that mail"
    )
    smtp_listen: HostPort | None = maybe(
        "TIDINGS_SMTP_LISTEN",
        kinds.HOST_PORT,
        "where the built-in mail server listens for newsletters",
    )
    ingest_domain: str | None = maybe(
        "TIDINGS_INGEST_DOMAIN",
        kinds.DOMAIN,
        "the domain of the addresses that people subscribe to newsletters with",
    )
    imap_url: Secret | None = maybe(
        "TIDINGS_IMAP_URL",
        kinds.IMAP_URL,
        "a mailbox from which newsletters are collected",
    )
