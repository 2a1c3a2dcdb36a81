"""Web addresses: compared, resolved and grouped by site, never fetched here.

No function raises, whatever the string, and each takes time in proportion to its length.
"""

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urljoin

_PARTS = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:#.*)?",
    re.IGNORECASE | re.DOTALL,
)
_HOST_AND_PORT = re.compile(
    r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>[0-9]*))?", re.DOTALL
)
_HOST_NAME = re.compile(r"(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_TRACKING = re.compile(r"(?:utm_[^=]*|fbclid|gclid)(?:=.*)?", re.IGNORECASE | re.DOTALL)
# What a browser drops from an address that was copied with its line breaks.
_LINE_BREAKS = re.compile(r"[\t\r\n]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_NOT_IN_A_WEB_URL = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SPACE = re.compile(r"\s")
_AROUND = "".join(map(chr, range(0x21)))

_LOGIN = re.compile(r"//[^/?#]*@")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_HIGHEST_PORT = 65_535
_LONGEST_HOST = 254
_LONGEST_LABEL = 63
# No server takes a longer one, and `urljoin` remembers the last hundred it has seen.
_LONGEST_ADDRESS = 65_536


class Suffixes(Protocol):
    """Knows the public suffix list."""

    def privatesuffix(self, domain: str, /) -> str | None:
        """Return the name one label below the public suffix, None if there is none."""


@dataclass(frozen=True, slots=True)
class _Address:
    scheme: str
    credentials: bool
    host: str  # lower case, ASCII; an IPv6 address keeps its brackets
    port: int | None  # None: the default of the scheme
    path: str
    query: str


def http_https_twin(url: str) -> str | None:
    """Return the key by which entries are told apart, equal for http and https; None if
    it is no web URL.

    It removes noise and never makes different pages equal: path, escapes and parameters
    stay as they are, only known tracking parameters go. Credentials are refused.
    """
    address = _parse(url)
    if address is None or address.credentials:
        return None
    return _after_scheme(address)


def host_of(url: str) -> str | None:
    """Return the host in lower-case ASCII, an IPv6 address without its brackets."""
    address = _parse(url)
    return None if address is None else address.host.strip("[]")


def place_of(url: str) -> str:
    """Return the host with its port, by which its pace is kept; ports that http and
    https imply are left out, so both schemes of a site are one place."""
    address = _parse(url)
    if address is None:
        return ""
    host = address.host.strip("[]")
    return host if address.port in (None, 80, 443) else f"{host}:{address.port}"


def is_web_url(url: str) -> bool:
    """Return whether this is a whole http or https URL that is safe to store and link.

    Nothing is mended: white space, control characters and credentials mean no.
    """
    if len(url) > _LONGEST_ADDRESS or _NOT_IN_A_WEB_URL.search(url):
        return False
    address = _parse(url)
    return address is not None and not address.credentials


def absolute_url(base: str, reference: str) -> str | None:
    """Resolve a link found at `base`; None if the result is not a web URL."""
    reference = _LINE_BREAKS.sub("", reference.strip(_AROUND))
    if not reference or _CONTROL.search(reference):
        return None
    if max(len(base), len(reference)) > _LONGEST_ADDRESS:
        return None
    scheme = _SCHEME.match(reference)
    if scheme and scheme[0].lower() not in ("http:", "https:"):
        return None
    try:
        joined = urljoin(base, reference)
    except ValueError:
        return None
    joined = _SPACE.sub(_escaped, joined)
    return joined if is_web_url(joined) else None


def root_domain(host: str, suffixes: Suffixes) -> str | None:
    """Return the registrable domain of a host, by which feeds of one site are grouped.

    What has none stands for itself: an address, `localhost`, a public suffix. None means
    that it is not a host.
    """
    name = _ascii_host(host)
    if name is None:
        return _ip_address(host.strip("[]"))
    name = name.rstrip(".")
    last_label = name.rpartition(".")[2]
    if "." not in name or last_label.isdecimal():
        return name
    return suffixes.privatesuffix(name) or name


def same_site(url_a: str, url_b: str, suffixes: Suffixes) -> bool:
    """Return whether two URLs belong to one registrable domain."""
    host_a, host_b = host_of(url_a), host_of(url_b)
    if host_a is None or host_b is None:
        return False
    return root_domain(host_a, suffixes) == root_domain(host_b, suffixes)


def without_login(text: str) -> str:
    """Return what someone typed as an address, fit to be shown: no password in it."""
    return _LOGIN.sub("//…@", text)


def _parse(url: str) -> _Address | None:
    url = _LINE_BREAKS.sub("", url.strip(_AROUND))
    parts = _PARTS.fullmatch(url)
    if parts is None or _CONTROL.search(url):
        return None
    _, at, host_and_port = parts["authority"].rpartition("@")
    place = _host_and_port(host_and_port)
    if place is None:
        return None
    return _Address(
        scheme=parts["scheme"].lower(),
        credentials=bool(at),
        host=place[0],
        port=place[1],
        path=parts["path"],
        query=parts["query"] or "",
    )


def _host_and_port(text: str) -> tuple[str, int | None] | None:
    parts = _HOST_AND_PORT.fullmatch(text)
    if parts is None:
        return None
    host = _bracketed(parts["host"]) or _ascii_host(parts["host"])
    # Length first: Python refuses to read numbers of thousands of digits.
    digits = (parts["port"] or "").lstrip("0")
    if host is None or len(digits) > len(str(_HIGHEST_PORT)):
        return None
    if not parts["port"]:
        return host, None
    port = int(digits or "0")
    return None if port > _HIGHEST_PORT else (host, port)


def _bracketed(host: str) -> str | None:
    if not host.startswith("["):
        return None
    address = _ip_address(host[1:-1])
    return f"[{address}]" if address and ":" in address else None


def _ip_address(text: str) -> str | None:
    # A zone ("%eth0") names a network card of one machine, not a place on the web.
    if len(text) > _LONGEST_LABEL or "%" in text:
        return None
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


def _ascii_host(host: str) -> str | None:
    """Return a host name in lower-case ASCII, international labels as Punycode."""
    if len(host) > _LONGEST_HOST:
        return None
    if not host.isascii():
        labels = _plain_letters(host).replace("。", ".").split(".")
        if max(map(len, labels)) > _LONGEST_LABEL:
            return None
        host = ".".join(map(_ascii_label, labels))
    host = host.lower()
    named = len(host) <= _LONGEST_HOST and _HOST_NAME.fullmatch(host)
    return host if named else None


def _plain_letters(host: str) -> str:
    # Letter by letter, and not by the `idna` codec: that one follows the rules of 2003
    # and makes `straße.de` and `strasse.de` one, which are two sites today.
    lowered = "".join(letter.lower() for letter in unicodedata.normalize("NFKC", host))
    return unicodedata.normalize("NFKC", lowered)


def _ascii_label(label: str) -> str:
    return label if label.isascii() else "xn--" + label.encode("punycode").decode()


def _after_scheme(address: _Address) -> str:
    port = address.port
    if port is None or port == _DEFAULT_PORTS[address.scheme]:
        place = address.host
    else:
        place = f"{address.host}:{port}"
    path = address.path.rstrip("/") or "/"
    query = "&".join(
        part for part in address.query.split("&") if not _TRACKING.fullmatch(part)
    )
    return f"//{place}{path}?{query}" if query else f"//{place}{path}"


def _escaped(space: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in space[0].encode())
