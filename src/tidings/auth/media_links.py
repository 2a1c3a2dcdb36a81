"""Addresses of pictures and sounds that are loaded through us: only we can make one.

Whoever holds such an address may load that file and nothing else, so that they work in
`<img>` and `<audio>`, in other apps, and without a cookie. A picture's address loads no
sound: those may be far larger.
"""

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import cached_property

from tidings.core.settings.groups import MediaProxy

PATH = "/api/v1/media"
ENCLOSURE_PATH = "/api/v1/enclosures"
# Longer ones would not fit into the request line of many servers.
_LONGEST_URL = 4_000


class MediaLinks:
    """Signs addresses and recognises its own; the key is asked for on first use."""

    def __init__(
        self, mode: MediaProxy = "off", key: Callable[[], str] = lambda: ""
    ) -> None:
        self.mode: MediaProxy = mode
        self._key_text = key

    @cached_property
    def _key(self) -> bytes:
        key = self._key_text().encode()
        return hmac.digest(key, b"tidings media links", hashlib.sha256)

    def path(self, url: str) -> str | None:
        """Return where a picture can be loaded through us; None if it is not to be."""
        return self._path(PATH, url)

    def enclosure_path(self, url: str) -> str | None:
        """Return where a sound or film can be loaded through us; None if not to be."""
        return self._path(ENCLOSURE_PATH, url)

    def url_of(self, signature: str, packed: str) -> str | None:
        """Return which picture is meant; None if this was not made by us."""
        return self._url_of(PATH, signature, packed)

    def enclosure_of(self, signature: str, packed: str) -> str | None:
        """Return which sound or film is meant; None if this was not made by us."""
        return self._url_of(ENCLOSURE_PATH, signature, packed)

    def _path(self, start: str, url: str) -> str | None:
        if self.mode == "off" or len(url) > _LONGEST_URL:
            return None
        if self.mode == "http" and url[:6].lower() == "https:":
            return None
        return f"{start}/{_text(self._signature(start, url))}/{_text(url.encode())}"

    def _url_of(self, start: str, signature: str, packed: str) -> str | None:
        try:
            given = _bytes(signature)
            url = _bytes(packed).decode()
        except ValueError:
            return None
        genuine = hmac.compare_digest(given, self._signature(start, url))
        # One spelling for one address: caches and limits rest on it.
        return url if genuine and _text(url.encode()) == packed else None

    def _signature(self, start: str, url: str) -> bytes:
        # Pictures were signed before there was anything else.
        named = url if start == PATH else f"{start} {url}"
        return hmac.digest(self._key, named.encode("utf-8", "replace"), hashlib.sha256)


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    if not text.isascii() or len(text) > 2 * _LONGEST_URL:
        raise ValueError("not one of ours")
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
