"""Documents made to hurt a parser. Run as a program, it reads one and tells its peak.

`python -m tests.formats.hostile NAME` prints the peak memory in KiB.
"""

import sys
from collections.abc import Callable
from pathlib import Path

OPEN = b'<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>'
CLOSE = b"</channel></rss>"
ATOM = b'<feed xmlns="http://www.w3.org/2005/Atom">'


def laughs(reference: bytes = b"<title>&k;</title>") -> bytes:
    entities = b"".join(
        b'<!ENTITY %c "%s">' % (98 + number, b"&%c;" % (97 + number) * 10)
        for number in range(10)
    )
    start = b'<!DOCTYPE rss [<!ENTITY a "lol">' + entities + b"]>"
    return start + OPEN[21:] + b"<item>" + reference + b"</item>" + CLOSE


def quadratic() -> bytes:
    start = (
        b'<!DOCTYPE rss [<!ENTITY a "'
        + b"A" * 50_000
        + b'">]><rss><channel><item><title>'
    )
    return start + b"&a;" * 50_000 + b"</title></item></channel></rss>"


def entry(inner: bytes) -> bytes:
    return OPEN + b"<item>" + inner + b"</item>" + CLOSE


def title(unit: bytes, size: int) -> bytes:
    return entry(b"<title>" + unit * (size // len(unit)) + b"</title>")


DOCUMENTS: dict[str, Callable[[int], bytes]] = {
    "billion laughs": lambda size: laughs(),
    "billion laughs in an attribute": lambda size: laughs(b'<title a="&k;">x</title>'),
    "quadratic entities": lambda size: quadratic(),
    "late doctype": lambda size: b"<!--" + b"x" * 5000 + b"-->" + laughs(),
    "deep nesting": lambda size: entry(b"<a>" * (size // 7) + b"</a>" * (size // 7)),
    "deep description": lambda size: entry(
        b"<description>" + b"<b>" * (size // 3) + b"</description>"
    ),
    "deep xhtml with bases": lambda size: (
        ATOM
        + b'<entry><content type="xhtml">'
        + (b'<div xml:base="x">' * 250 + b"</div>" * 250) * (size // 6000)
        + b"</content></entry></feed>"
    ),
    "huge attribute": lambda size: entry(b'<title a="' + b"a" * size + b'">x</title>'),
    "bare ampersands": lambda size: title(b"&", size),
    "html entities": lambda size: title(b"&nbsp;", size),
    "angle brackets": lambda size: title(b"< ", size),
    "open tags": lambda size: title(b"<a>", size),
    "empty elements": lambda size: title(b"<a/>", size),
    "empty entries": lambda size: OPEN + b"<item/>" * (size // 7) + CLOSE,
    "unclosed entries": lambda size: OPEN + b"<item><title>x" * (size // 14) + CLOSE,
    "unclosed texts": lambda size: OPEN + b"<item><description>" * (size // 19) + CLOSE,
    "open cdata": lambda size: title(b"<![CDATA[", size),
    "many cdata": lambda size: title(b"<![CDATA[]]>", size),
    "open comments": lambda size: b"<!--" * (size // 4) + b"<rss>",
    "open doctypes": lambda size: b"<!DOCTYPE [" * (size // 11) + b"<rss>",
    "nul bytes": lambda size: b"\0" * size,
    "no utf-8": lambda size: title(b"\xff", size),
    "half utf-8": lambda size: title(b"\xc3\xa9\xff", size),
    "tags in titles": lambda size: (
        OPEN + (b"<item><title>" + b"&lt;a " * 3000 + b"</title></item>") * (size // 18_000) + CLOSE
    ),
    "many links": lambda size: ATOM + b"<entry>" + b'<link href="x"/>' * (size // 16) + b"</entry></feed>",
    "many categories": lambda size: entry(b"<category>a</category>" * (size // 22)),
    "many bases": lambda size: (
        ATOM[:-1]
        + b' xml:base="http://a.example/">'
        + b'<entry xml:base="b/"><link href="x"/></entry>' * (size // 45)
        + b"</feed>"
    ),
    "deep json": lambda size: b'{"items":' + b"[" * size,
    "many json lists": lambda size: b'{"items":[' + b"[]," * (size // 3) + b"[]]}",
    "many json objects": lambda size: (
        b'{"version":"https://jsonfeed.org/version/1","items":['
        + b'{"a":1},' * (size // 8)
        + b"{}]}"
    ),
    "long json number": lambda size: b'{"title":"x","items":[{"id":' + b"9" * size + b"}]}",
}  # fmt: skip


if __name__ == "__main__":
    from tidings.formats.feeds.feed import read_feed

    document = DOCUMENTS[sys.argv[1]](15 << 20)
    read_feed(document, content_type=None, url="https://feeds.example/")
    # Not ru_maxrss: that counts what the parent held when it started us.
    status = Path("/proc/self/status").read_text()
    print(status.split("VmHWM:")[1].split()[0])  # noqa: T201
