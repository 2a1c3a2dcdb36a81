"""Reading and writing the values that people put into settings.

Readers raise ValueError for anything unclear, without quoting it; writers give text that
reads back as the same value; masks let no password through, however broken the text is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from tidings.core.clock import MICROSECOND, micros

MASK = "***"

_NUMBER = r"[0-9]+(?:\.[0-9]{1,6})?"
_PLAIN_NUMBER = re.compile(_NUMBER)
_DURATION = re.compile(
    rf"(?:([0-9]+)\s*d\s*)?(?:([0-9]+)\s*h\s*)?(?:([0-9]+)\s*m\s*)?(?:({_NUMBER})\s*s)?"
)
_SECONDS_PER_UNIT = (86_400, 3_600, 60, 1)
_DURATION_UNITS = (
    ("d", timedelta(days=1)),
    ("h", timedelta(hours=1)),
    ("m", timedelta(minutes=1)),
)
_SIZE = re.compile(rf"({_NUMBER})\s*([kmgt]i?b|b|)", re.IGNORECASE)
_BINARY_UNITS = (("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))
_BYTES_PER_UNIT = {
    **{unit.lower(): size for unit, size in _BINARY_UNITS},
    "tb": 10**12,
    "gb": 10**9,
    "mb": 10**6,
    "kb": 10**3,
    "b": 1,
    "": 1,
}
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
# A last label of digits alone would be an odd spelling of an address, such as 127.1.
_HOST_NAME = re.compile(rf"(?:{_LABEL}\.)*(?![0-9]+$){_LABEL}")
_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://"
    r"(?:(?P<user>[^\s/?#@]*)@)?"
    r"(?P<hosts>(?:\[[0-9a-f:.]+\]|[^\s/?#@:\[\],]*)(?::[0-9]{1,5})?"
    r"(?:,(?:\[[0-9a-f:.]+\]|[^\s/?#@:\[\],]+)(?::[0-9]{1,5})?)*)"
    r"(?P<path>/[^\s?#@]*)?"
    r"(?:\?(?P<query>[^\s#@]*))?",
    re.IGNORECASE,
)
_SECRET_PARAMETER = re.compile(r"([^&=]*(?:pass|secret|key|token)[^&=]*=)[^&]*", re.I)
_BEFORE_AT = re.compile(r"^(\s*[a-z][a-z0-9+.-]*://)?.*@", re.IGNORECASE | re.DOTALL)
_ASSIGNMENT = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)", re.DOTALL)
_QUOTED = re.compile(r"""(?:"((?:[^"\\]|\\.)*)"|'([^']*)')(?:\s+#.*)?""")


class Secret:
    """A value to be used and never shown: printing it gives a mask."""

    # Not a dataclass, so that no generic "dump every field" ever reaches the value.
    __slots__ = ("_value", "shown")

    def __init__(self, value: str, shown: str = MASK) -> None:
        self._value = value
        self.shown = shown

    def reveal(self) -> str:
        """Return the value itself; keep it out of logs, errors and caches."""
        return self._value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return f"Secret({self.shown!r})"

    def __str__(self) -> str:
        return self.shown


@dataclass(frozen=True, slots=True)
class PromptFiles:
    """Prompts of one's own: where they are, and what they say, by kind of work."""

    directory: str  # empty: there are none
    texts: Mapping[str, str] = field(default_factory=dict)


class HostPort(NamedTuple):
    """One exact place on a network; IPv6 hosts are written without brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{host_in_url(self.host)}:{self.port}"


class UrlParts(NamedTuple):
    """A URL that is spelt without doubt; parts that are missing are empty."""

    scheme: str
    user: str
    hosts: str
    path: str
    query: str


def read_duration(text: str) -> timedelta:
    """Return `30m`, `1h30m`, `45s`, `7d` or plain seconds as a duration."""
    compact = text.strip().lower()
    if _PLAIN_NUMBER.fullmatch(compact):
        compact += "s"
    found = _DURATION.fullmatch(compact)
    if found is None or not compact:
        raise ValueError("not a duration")
    amounts = (Decimal(amount or 0) for amount in found.groups())
    seconds = sum(a * b for a, b in zip(amounts, _SECONDS_PER_UNIT, strict=True))
    try:
        return int(seconds * 1_000_000) * MICROSECOND
    except OverflowError:
        raise ValueError("not a duration") from None


def write_duration(duration: timedelta) -> str:
    """Return the shortest text that reads back as the same duration."""
    words = ""
    for unit, length in _DURATION_UNITS:
        amount, duration = divmod(duration, length)
        words += f"{amount}{unit}" if amount else ""
    seconds, fraction = divmod(micros(duration), 1_000_000)
    if fraction:
        return f"{words}{seconds}.{fraction:06}".rstrip("0") + "s"
    return f"{words}{seconds}s" if seconds or not words else words


def read_size(text: str) -> int:
    """Return `10 MiB` (1024 each), `10MB` (1000 each) or plain bytes as bytes."""
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise ValueError("not a size")
    size = Decimal(found[1]) * _BYTES_PER_UNIT[found[2].lower()]
    if size % 1:
        raise ValueError("not a size")
    return int(size)


def write_size(size: int) -> str:
    """Return bytes in the largest binary unit that divides them."""
    for unit, length in _BINARY_UNITS:
        if size and size % length == 0:
            return f"{size // length} {unit}"
    return str(size)


def read_whole_number(text: str) -> int:
    """Return a number written in plain digits."""
    if not re.fullmatch("[0-9]+", text.strip()):
        raise ValueError("not a whole number")
    return int(text)


def read_list(text: str) -> tuple[str, ...]:
    """Return the parts of a comma list, without blanks and empty parts."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def read_host(text: str) -> str:
    """Return a host name (lower case, ASCII) or an address in its one spelling."""
    name = text.strip().lower()
    if name.startswith("[") and name.endswith("]"):
        return str(IPv6Address(name[1:-1]))
    try:
        return str(ip_address(name))
    except ValueError:
        name = name.encode("idna").decode("ascii")
    if not _HOST_NAME.fullmatch(name):
        raise ValueError("not a host")
    return name


def host_in_url(host: str) -> str:
    """Return a host as URLs and `host:port` spell it: IPv6 goes into brackets."""
    return f"[{host}]" if ":" in host else host


def read_host_port(text: str) -> HostPort:
    """Return `host:port`, both required; an IPv6 host must stand in brackets."""
    host, _, port = text.strip().rpartition(":")
    number = read_whole_number(port)
    if not 1 <= number <= 65_535 or (":" in host and not host.startswith("[")):
        raise ValueError("not host:port")
    return HostPort(read_host(host), number)


def read_network(text: str) -> IPv4Network | IPv6Network:
    """Return one address or network; bits behind the prefix are cleared."""
    return ip_network(text, strict=False)


def split_url(text: str) -> UrlParts:
    """Split a URL, refusing one in which a password could be taken for a host."""
    found = _URL.fullmatch(text.strip())
    if found is None:
        raise ValueError("not a clear URL")
    scheme, *rest = (part or "" for part in found.group(*UrlParts._fields))
    return UrlParts(scheme.lower(), *rest)


def read_authority(text: str) -> tuple[str, str]:
    """Return the host and `:port` (or nothing) of a URL that names exactly one host."""
    found = re.fullmatch(r"(\[.+\]|[^:,]+)(:[0-9]+)?", text)
    if found is None:
        raise ValueError("not one host")
    port = found[2] or ""
    if port and not 1 <= int(port[1:]) <= 65_535:
        raise ValueError("not one host")
    return read_host(found[1]), port


def read_http_url(text: str) -> str:
    """Return an http(s) address without password, query or fragment."""
    parts = split_url(text)
    if parts.scheme not in ("http", "https") or parts.user or parts.query:
        raise ValueError("not an http address")
    host, port = read_authority(parts.hosts)
    return f"{parts.scheme}://{host_in_url(host)}{port}{parts.path}"


def read_origin(text: str) -> str:
    """Return `scheme://host[:port]` as browsers send it in the Origin header."""
    url = read_http_url(text)
    if split_url(url).path not in ("", "/"):
        raise ValueError("not an origin")
    scheme, _, authority = url.rstrip("/").partition("://")
    default_port = ":443" if scheme == "https" else ":80"
    return f"{scheme}://{authority.removesuffix(default_port)}"


def mask_url(text: str) -> str:
    """Return a URL without what may be secret; all is masked if its parts are in doubt."""
    if text.startswith("sqlite:///"):  # a file, whose path may hold blanks and more
        return mask_plain(text)
    try:
        parts = split_url(text)
    except ValueError:
        return MASK
    name, colon, _ = parts.user.partition(":")
    # A lone word before the @ may be a key (as in Sentry's addresses): it is masked too.
    user = f"{name}:{MASK}@" if colon else f"{MASK}@" if name else ""
    query = _SECRET_PARAMETER.sub(rf"\1{MASK}", parts.query)
    query = f"?{query}" if query else ""
    return f"{parts.scheme}://{user}{parts.hosts}{parts.path}{query}"


def mask_plain(text: str) -> str:
    """Return a value that should hold no secret, on one line, masked up to any @."""
    visible = _BEFORE_AT.sub(rf"\1{MASK}@", text)
    visible = _SECRET_PARAMETER.sub(rf"\1{MASK}", visible)
    line = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in visible
    )
    return line if len(line) <= 100 else f"{line[:100]}…"


def read_env_text(text: str) -> dict[str, str]:
    """Return the assignments of a `.env` file; ValueError carries the bad line's number."""
    values: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        assignment = _ASSIGNMENT.fullmatch(stripped)
        if assignment is None:
            raise ValueError(number)
        value = _unquoted(assignment[2])
        if value is None:
            raise ValueError(number)
        values[assignment[1]] = value
    return values


def _unquoted(text: str) -> str | None:
    """Return what stands behind the `=`; None if a quote is never closed."""
    quoted = _QUOTED.fullmatch(text.strip())
    if quoted is None:
        value = re.sub(r"\s#.*", "", text).strip()
        return None if value.startswith(("'", '"')) else value
    double, single = quoted.groups()
    return re.sub(r"\\(.)", r"\1", double) if single is None else single
