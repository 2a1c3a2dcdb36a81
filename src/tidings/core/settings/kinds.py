"""The kinds of value a setting can have, and how a setting of one kind is declared.

A kind knows how its values are read, written, masked and explained.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import IPv4Network, IPv6Network
from typing import Any, Generic, TypeVar, get_args

from tidings.core.settings.values import (
    MASK,
    HostPort,
    PromptFiles,
    Secret,
    mask_plain,
    mask_url,
    read_authority,
    read_duration,
    read_host,
    read_host_port,
    read_http_url,
    read_list,
    read_network,
    read_origin,
    read_size,
    read_whole_number,
    split_url,
    write_duration,
    write_size,
)

T = TypeVar("T")

_LANGUAGE = re.compile(r"auto|[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_PRICE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)
_ADDRESS = r"[^\s@<>,;]+@[^\s@<>,;]+"
_MAILBOX = re.compile(rf"{_ADDRESS}|[^<>@\x00-\x1f]+ <{_ADDRESS}>")


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """One kind of value. `read` raises ValueError; `write` never shows a secret."""

    read: Callable[[str], T]
    write: Callable[[T], str]
    allowed: str  # completes the sentence 'NAME is "value": use …'
    mask: Callable[[str], str] = mask_plain
    secret: bool = False


@dataclass(frozen=True, slots=True)
class KnownSetting:
    """What Tidings knows about one variable, whoever set it and to what."""

    name: str
    kind: Kind[Any]
    default: str
    meaning: str
    alias: str  # a second, bare name that is honoured too; empty if there is none
    derived: str  # how an empty value is filled from others; empty if it is not

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names that may set it, the strongest first."""
        return (self.name, self.alias) if self.alias else (self.name,)

    @property
    def files(self) -> tuple[str, ...]:
        """Return the names that may point to a file with the value: secrets only."""
        return tuple(f"{name}_FILE" for name in self.names if self.kind.secret)


def setting(
    name: str,
    kind: Kind[T],
    default: str,
    meaning: str,
    *,
    alias: str = "",
    derived: str = "",
) -> T:
    """Declare a field that is filled from a variable."""
    known = KnownSetting(name, kind, default, meaning, alias, derived)
    declared: T = field(default=kind.read(default), metadata={"setting": known})
    return declared


def maybe(name: str, kind: Kind[T], meaning: str, *, alias: str = "") -> T | None:
    """Declare a field that is None unless someone sets its variable."""
    return setting(name, optional(kind), "", meaning, alias=alias)


def optional(kind: Kind[T]) -> Kind[T | None]:
    """Let a setting be empty; None means that nobody set it."""
    return Kind(
        read=lambda text: kind.read(text) if text else None,
        write=lambda value: "" if value is None else kind.write(value),
        allowed=kind.allowed,
        mask=kind.mask,
        secret=kind.secret,
    )


def or_empty(kind: Kind[str]) -> Kind[str]:
    """Let a text be empty, until it is derived from other settings."""
    return Kind(lambda text: text and kind.read(text), str, kind.allowed, kind.mask)


def unlimited(kind: Kind[T]) -> Kind[T | None]:
    """Let 0 stand for "no limit", which is None: a limit of zero would delete all."""
    return Kind(
        read=lambda text: None if text.strip() == "0" else kind.read(text),
        write=lambda value: "0" if value is None else kind.write(value),
        allowed=f"{kind.allowed}, or 0 for no limit",
    )


def list_of(kind: Kind[T], allowed: str) -> Kind[tuple[T, ...]]:
    """Read a comma list of one kind; empty means none."""
    return Kind(
        read=lambda text: tuple(kind.read(part) for part in read_list(text)),
        write=lambda values: ", ".join(kind.write(value) for value in values),
        allowed=allowed,
    )


def one_of(literal: Any) -> Kind[Any]:
    """Allow exactly the words of a `Literal` type, in any case."""
    words = get_args(literal)

    def read(text: str) -> str:
        word = text.strip().lower()
        if word not in words:
            raise ValueError("not one of the words")
        return word

    return Kind(read, str, f"{', '.join(words[:-1])} or {words[-1]}")


def whole(minimum: int, maximum: int) -> Kind[int]:
    """Allow whole numbers in a range, both ends included."""

    def read(text: str) -> int:
        number = read_whole_number(text)
        if not minimum <= number <= maximum:
            raise ValueError("out of range")
        return number

    return Kind(read, str, f"a whole number from {minimum} to {maximum}")


def _matching(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        value = text.strip()
        if not pattern.fullmatch(value):
            raise ValueError("not of this form")
        return value

    return read


def _positive_duration(text: str) -> timedelta:
    duration = read_duration(text)
    if not duration:
        raise ValueError("zero")
    return duration


def _positive_size(text: str) -> int:
    size = read_size(text)
    if not size:
        raise ValueError("zero")
    return size


def _price(text: str) -> int:
    """Return a price in millionths."""
    if not _PRICE.fullmatch(text):
        raise ValueError
    whole, _, fraction = text.partition(".")
    return int(whole) * 10**6 + int(fraction.ljust(6, "0"))


def _written_price(millionths: int) -> str:
    whole, fraction = divmod(millionths, 10**6)
    return f"{whole}.{fraction:06}".rstrip("0").rstrip(".")


def _days(text: str) -> timedelta:
    return timedelta(days=whole(1, 36_500).read(text))


def _http_url(text: str) -> str:
    """Return the address as it is spelt: issuers are compared letter by letter."""
    read_http_url(text)
    return text.strip()


def _contact(text: str) -> str:
    value = text.strip().removeprefix("mailto:")
    is_mail = "://" not in value and re.fullmatch(_ADDRESS, value)
    return value if is_mail else _http_url(value)


def _domain(text: str) -> str:
    host = read_host(text)
    if ":" in host or not re.search("[a-z]", host):
        raise ValueError("not a domain")
    return host


def _shown(secret: Secret) -> str:
    return secret.shown


def _secret_key(text: str) -> Secret:
    if len(text) < 32:
        raise ValueError("too short")
    return Secret(text)


def _database_url(text: str) -> Secret:
    """Return a URL that every part of Tidings understands; a memory database is refused.

    Several connections share the database, and what it holds must outlive the process.
    """
    url = text.strip()
    if re.fullmatch(r"sqlite:///(?!:memory:)[^?#]+", url):
        return Secret(url, mask_url(url))
    parts = split_url(url)
    if parts.scheme not in ("postgresql", "postgres") or len(parts.path) < 2:
        raise ValueError("not a database")
    url = f"postgresql://{url.partition('://')[2]}"
    return Secret(url, mask_url(url))


def _service_url(*schemes: str) -> Callable[[str], Secret]:
    def read(text: str) -> Secret:
        parts = split_url(text)
        if parts.scheme not in schemes:
            raise ValueError("another scheme")
        read_authority(parts.hosts)
        return Secret(text.strip(), mask_url(text))

    return read


def _redis_url(text: str) -> Secret:
    parts = split_url(text)
    if parts.scheme == "unix" and len(parts.path) > 1 and not parts.hosts:
        return Secret(text.strip(), mask_url(text))
    return _service_url("redis", "rediss")(text)


def _sentry_dsn(text: str) -> Secret:
    if not split_url(text).user:
        raise ValueError("no key")
    return _service_url("http", "https")(text)


def _secret_url(read: Callable[[str], Secret], allowed: str) -> Kind[Secret]:
    return Kind(read, _shown, allowed, mask=mask_url, secret=True)


def _hidden(read: Callable[[str], Secret], allowed: str) -> Kind[Secret]:
    return Kind(read, _shown, allowed, mask=lambda text: MASK, secret=True)


_DURATION_WORDS = "a duration such as 30m, 2h or 1d"
TEXT = Kind(_matching(re.compile(r"[^\x00-\x1f\x7f]+")), str, "text on one line")
HEADER_TEXT = Kind(_matching(re.compile(r"[ -~]+")), str, "plain ASCII text")
LANGUAGE = Kind(
    _matching(_LANGUAGE), str, "auto or a language tag such as pt-BR, en or pl"
)
MAILBOX = Kind(_matching(_MAILBOX), str, "an address such as reader@example.org")
PROMPTS = Kind(
    PromptFiles,
    lambda value: value.directory,
    "a directory with summary.txt, deframe.txt or digest.txt",
)
DURATION = Kind(_positive_duration, write_duration, _DURATION_WORDS)
DURATION_OR_ZERO = Kind(read_duration, write_duration, f"{_DURATION_WORDS}, or 0")
DAYS: Kind[timedelta] = Kind(
    _days, lambda value: str(value.days), "a whole number of days from 1 to 36500"
)
PRICE = Kind(_price, _written_price, "a price such as 0.15")
SIZE = Kind(_positive_size, write_size, "a size such as 10 MiB, 500 kB or plain bytes")
HOST = Kind(
    read_host, str, "a host name or address without a port, such as 127.0.0.1 or ::"
)
HOSTS = list_of(
    HOST, "a comma list of host names without ports, such as news.example.org"
)
DOMAIN = Kind(_domain, str, "a domain name such as news.example.org")
HOST_PORT: Kind[HostPort] = Kind(
    read_host_port, str, "host:port such as 127.0.0.1:2525 or [::1]:2525"
)
HOST_PORTS = list_of(
    HOST_PORT,
    "a comma list of exact host:port, such as 192.168.1.5:8000, nas.lan:80",
)
NETWORKS: Kind[tuple[IPv4Network | IPv6Network, ...]] = list_of(
    Kind(read_network, str, ""),
    "a comma list of addresses or networks, such as 127.0.0.1, 10.0.0.0/8",
)
ORIGINS = list_of(
    Kind(read_origin, str, ""),
    "a comma list of exact origins, such as https://app.example.org",
)
HTTP_URL = Kind(
    _http_url,
    str,
    "an http or https address without password, query or fragment",
)
BASE_URL = Kind(
    lambda text: read_http_url(text).rstrip("/"),
    str,
    "an http or https address such as https://news.example.org",
)
CONTACT = Kind(
    _contact,
    str,
    "an e-mail address such as ann@example.org, or an http or https address without"
    " password, query or fragment",
)
SECRET = _hidden(Secret, "any text")
SECRET_KEY = _hidden(_secret_key, "at least 32 characters")
DATABASE_URL = _secret_url(
    _database_url,
    "sqlite:///path/to/file.db or postgresql://user:password@host/database",
)
REDIS_URL = _secret_url(
    _redis_url, "redis://host:6379/0, rediss://… or unix:///path/to/socket"
)
SMTP_URL = _secret_url(
    _service_url("smtp", "smtps"), "smtp://user:password@host:587 or smtps://…"
)
IMAP_URL = _secret_url(
    _service_url("imap", "imaps"), "imaps://user:password@host/mailbox or imap://…"
)
SENTRY_DSN = _secret_url(_sentry_dsn, "an address such as https://key@host/project")
