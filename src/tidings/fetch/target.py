"""Strict reading of URLs that we are about to connect to.

What comes out has exactly one meaning: no spelling is left that another parser, the
resolver or the operating system could read as a different host.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Literal
from urllib.parse import quote, unquote, urljoin

import idna

from tidings.fetch.address import IPAddress

MAX_URL_LENGTH = 8192
DEFAULT_PORTS = {"http": 80, "https": 443}

Scheme = Literal["http", "https"]


@dataclass(frozen=True, slots=True)
class BadUrl:
    """Why a text is not a URL that we connect to; safe to show."""

    reason: str


@dataclass(frozen=True, slots=True)
class Credentials:
    """A user name and password for HTTP basic authentication."""

    username: str
    password: str

    def __repr__(self) -> str:
        return "Credentials(…)"


@dataclass(frozen=True, slots=True)
class Target:
    """One place to send a request to, in canonical spelling."""

    scheme: Scheme
    host: str  # a lower-case ASCII name without a trailing dot, or an IP address
    port: int
    resource: str  # path and query, ready for the request line
    address: IPAddress | None  # None when `host` is a name

    @property
    def authority(self) -> str:
        """The host, and the port unless it is the scheme's own."""
        if self.port == DEFAULT_PORTS[self.scheme]:
            return self.host_and_port.rpartition(":")[0]
        return self.host_and_port

    @property
    def host_and_port(self) -> str:
        """Both, as settings take them: an IPv6 address stands in brackets."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.resource}"

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy that the owner of a feed asked for."""

    target: Target
    credentials: Credentials | None  # None: the proxy asks for none


def parse_target(text: str) -> Target | BadUrl:
    """Read an absolute http or https URL; a fragment is dropped."""
    if len(text) > MAX_URL_LENGTH:
        return BadUrl("it is too long")
    if _CONTROL.search(text):
        return BadUrl("it contains a control character")
    match = _URL.fullmatch(text)
    if match is None:
        return BadUrl("it must begin with http:// or https:// and a host")
    scheme, authority, resource = (
        match["scheme"].lower(),
        match["authority"],
        match["rest"],
    )
    if "@" in authority:
        return BadUrl("it contains a user name or password")
    place = _parse_authority(authority)
    if isinstance(place, BadUrl):
        return place
    host, address, port = place
    resource = _encoded_resource(resource)
    if len(resource) > MAX_URL_LENGTH:
        return BadUrl("it is too long")
    known: Scheme = "https" if scheme == "https" else "http"
    return Target(known, host, port or DEFAULT_PORTS[known], resource, address)


def parse_reference(origin: Target, text: str) -> Target | BadUrl:
    """Read a URL that may be relative to the place it was received from."""
    if _CONTROL.search(text):
        return BadUrl("it contains a control character")
    if _HAS_SCHEME.match(text):
        return parse_target(text)
    if text.startswith("//"):
        return parse_target(f"{origin.scheme}:{text}")
    return parse_target(urljoin(origin.url, text))


def parse_proxy(text: str) -> Proxy | BadUrl:
    """Read a proxy's URL, which may carry the proxy's credentials."""
    bare, credentials = take_credentials(text)
    target = parse_target(bare)
    if isinstance(target, BadUrl):
        return target
    if target.resource != "/":
        return BadUrl("it has a path")
    return Proxy(target, credentials)


def take_credentials(text: str) -> tuple[str, Credentials | None]:
    """Split `http://name:password@host/…` into the URL without them and the credentials.

    Only the first authority is looked at, and the URL that is left still has to pass
    `parse_target`.
    """
    match = _URL.fullmatch(text)
    if match is None or not _WITH_USERINFO.fullmatch(match["authority"]):
        return text, None
    userinfo, _, host = match["authority"].rpartition("@")
    username, _, password = userinfo.partition(":")
    bare = f"{match['scheme']}://{host}{match['rest']}"
    return bare, Credentials(unquote(username), unquote(password))


@lru_cache(maxsize=256)
def _parse_authority(
    authority: str,
) -> tuple[str, IPAddress | None, int | None] | BadUrl:
    match = _AUTHORITY.fullmatch(authority)
    if match is None:
        return BadUrl("its host or port is malformed")
    port = int(match["port"]) if match["port"] else None
    if port is not None and not 1 <= port <= 65535:
        return BadUrl("its port is out of range")
    host: str | IPAddress | BadUrl
    if match["ipv6"] is not None:
        host = _ipv6_host(match["ipv6"])
    else:
        host = _named_host(match["name"])
    if isinstance(host, BadUrl):
        return host
    return str(host), None if isinstance(host, str) else host, port


def _ipv6_host(text: str) -> IPv6Address | BadUrl:
    try:
        return IPv6Address(text)
    except ValueError:
        return BadUrl("its host is not an IPv6 address")


def _named_host(text: str) -> str | IPv4Address | BadUrl:
    name = _ascii_name(text)
    if name is None:
        return BadUrl("its host is not a valid name")
    name = name.lower().removesuffix(".")
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        return BadUrl("its host is not a valid name")
    # Whatever ends in a number, the operating system may read as an IPv4 address in
    # one of its historic spellings (octal, hexadecimal, fewer parts).
    if _NUMERIC.fullmatch(labels[-1]):
        return _ipv4_host(name)
    return name


def _ipv4_host(name: str) -> IPv4Address | BadUrl:
    try:
        address = ip_address(name)
    except ValueError:
        return BadUrl("its host is an unusual spelling of an IP address")
    return (
        address
        if isinstance(address, IPv4Address)
        else BadUrl("its host is not an IPv4 address")
    )


def _ascii_name(text: str) -> str | None:
    """Return a host name as it stands in the DNS, None if it cannot stand there.

    Mapped as browsers do (UTS 46), but without the registry's stricter rules: names
    with an emoji exist.
    """
    if text.isascii():
        return text
    try:
        mapped = idna.uts46_remap(text, std3_rules=False)
        return ".".join(_ascii_label(label) for label in mapped.split("."))
    except (idna.IDNAError, UnicodeError):
        return None


def _ascii_label(label: str) -> str:
    return label if label.isascii() else "xn--" + label.encode("punycode").decode()


def _encoded_resource(text: str) -> str:
    resource = text.partition("#")[0]
    if not resource.startswith("/"):
        resource = "/" + resource
    if resource.isascii() and not _TO_ENCODE.search(resource):
        return resource
    return quote(resource, safe=_KEPT, errors="surrogateescape")


_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_URL = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]+)(?P<rest>.*)", re.IGNORECASE | re.ASCII
)
_HAS_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE | re.ASCII)
_AUTHORITY = re.compile(
    r"(?:\[(?P<ipv6>[0-9a-f:.]+)\]|(?P<name>[^\s:@%\\\[\]]+))(?::(?P<port>[0-9]{0,5}))?",
    re.IGNORECASE | re.ASCII,
)
# A backslash would end the authority for a browser: such a URL stays whole, and fails.
_WITH_USERINFO = re.compile(r"[^\s@\\]*@[^\s@\\]+", re.ASCII)
_LABEL = re.compile(r"[a-z0-9_-]{1,63}", re.ASCII)
_NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)
_TO_ENCODE = re.compile(r'[ "<>\\^`{}]')
_KEPT = "%/?:@!$&'()*+,;=~|[]-._"
