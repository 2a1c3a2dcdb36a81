"""The usual faults of feeds are mended, linearly and within a budget."""

import time

import pytest

from tidings.formats.xml.cdata import split_cdata
from tidings.formats.xml.repair import has_doctype, repair
from tidings.formats.xml.texts import with_markup_as_text


def mended(text: str) -> str:
    found = repair(f"<rss>{text}</rss>".encode())
    assert found is not None
    return found.text.decode().removeprefix("<rss>").removesuffix("</rss>")


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("a & b", "a &amp; b"),
        ("?a=1&b=2", "?a=1&amp;b=2"),
        ("&amp; &lt; &gt; &quot; &apos;", "&amp; &lt; &gt; &quot; &apos;"),
        ("&nbsp;&eacute;&hellip;", "\u00a0é…"),
        ("&AMP;", "&amp;"),
        ("&unknown;", "&amp;unknown;"),
        ("&#65;&#x41;", "&#65;&#x41;"),
        ("&#150;", "–"),
        ("&#0;&#x1F;&#xD800;&#99999999;", ""),
        ("a < b", "a &lt; b"),
        ("<3", "&lt;3"),
        ("<b>x</b>", "<b>x</b>"),
        ("x ]]> y", "x  y"),
        ("nul\0 bell\x07 \ufffe", "nul bell "),
        ("<![CDATA[a & b &nbsp; <]]>", "<![CDATA[a & b &nbsp; <]]>"),
        (
            "<![CDATA[one]]> & <![CDATA[two &]]>",
            "<![CDATA[one]]> &amp; <![CDATA[two &]]>",
        ),
    ],
)
def test_fault_is_mended(broken: str, whole: str) -> None:
    assert mended(broken) == whole


@pytest.mark.parametrize(
    "before",
    [
        "junk ",
        "<?xml version='1.0'?>\n",
        "\n<!-- <rss> --><?xml-stylesheet href='x'?>",
        "<!DOCTYPE rss SYSTEM 'x.dtd'>",
        "<!DOCTYPE rss [<!ENTITY a 'b'> ]>",
        "<br /><b>Warning</b>",
    ],
)
def test_what_comes_before_the_root_goes(before: str) -> None:
    found = repair(f"{before}<rss><a/></rss>".encode())
    assert found is not None
    assert found.text == b"<rss><a/></rss>"


def test_what_comes_after_the_root_goes() -> None:
    found = repair(b"<rss><a/></rss >\n<script>x</script>")
    assert found is not None
    assert found.text == b"<rss><a/></rss >"


def test_own_entities_of_the_document_are_used() -> None:
    found = repair(b"<!DOCTYPE rss [<!ENTITY me 'A &#38; B'>]><rss>&me;</rss>")
    # "&" inside would begin another reference: only plain text is taken over.
    assert found is not None
    assert found.text == b"<rss>&amp;me;</rss>"
    plain = repair(b'<!DOCTYPE rss [<!ENTITY me "x&#233;">]><rss>&me;</rss>')
    assert plain is not None
    assert plain.text.decode() == "<rss>xé</rss>"


def test_external_entities_are_only_text() -> None:
    found = repair(
        b'<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss>&x;</rss>'
    )
    assert found is not None
    assert found.text == b"<rss>&amp;x;</rss>"


def test_forgotten_prefixes_are_declared() -> None:
    found = repair(b"<rss><dc:creator>A</dc:creator><zz:top/></rss>")
    assert found is not None
    assert b'xmlns:dc="http://purl.org/dc/elements/1.1"' in found.text
    assert b'xmlns:zz="urn:undeclared:zz"' in found.text
    assert "dc, zz" in " ".join(found.problems)


def test_text_without_a_feed_is_not_repaired() -> None:
    assert repair(b"<p>hello</p>") is None


def test_more_faults_than_any_feed_has_are_not_mended() -> None:
    assert repair(b"<rss>" + b"&" * 300_000 + b"</rss>") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"<!DOCTYPE rss><rss>", True),
        (b"<?xml version='1.0'?>\n<!doctype rss [<rss>]><rss>", True),
        (b"<rss><![CDATA[<!DOCTYPE html>]]></rss>", False),
        (b"<rss/>", False),
    ],
)
def test_doctype_counts_only_before_the_root(text: bytes, expected: bool) -> None:
    assert has_doctype(text) is expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (
            "<item><description><p>x<br>y</description></item>",
            "<item><description>&lt;p&gt;x&lt;br&gt;y</description></item>",
        ),
        (
            "<item><description>a &amp; <![CDATA[<b>]]></description></item>",
            "<item><description>a &amp; <![CDATA[<b>]]></description></item>",
        ),
        (
            "<item><title>x<b></title><description><i><![CDATA[<u>]]></description></item>",
            "<item><title>x&lt;b&gt;</title><description>&lt;i&gt;&lt;u&gt;</description></item>",
        ),
        (
            "<item><description>open</item><item><title>t</title></item>",
            "<item><description>open</description></item><item><title>t</title></item>",
        ),
        (
            "<item><description/><title>t</title></item>",
            "<item><description/><title>t</title></item>",
        ),
        (
            "<item><description>see <![CDATA[</description>]]> ok</description></item>",
            "<item><description>see <![CDATA[</description>]]> ok</description></item>",
        ),
    ],
)
def test_markup_inside_texts_becomes_text(document: str, expected: str) -> None:
    assert with_markup_as_text(document.encode()).decode() == expected


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (b"plain", [(b"plain", b"")]),
        (b"a<![CDATA[b]]>c", [(b"a", b"b"), (b"c", b"")]),
        (b"a<![CDATA[b", [(b"a", b"b")]),
        (b"<![CDATA[<![CDATA[x]]>]]>", [(b"", b"<![CDATA[x"), (b"]]>", b"")]),
    ],
)
def test_cdata_is_told_from_markup(
    text: bytes, pairs: list[tuple[bytes, bytes]]
) -> None:
    assert list(split_cdata(text)) == pairs


@pytest.mark.parametrize(
    "text",
    [
        b"<!--" * 200_000 + b"<rss>",
        b"<!DOCTYPE [" * 100_000 + b"<rss>",
        b"<rss>" + b"<![CDATA[" * 100_000,
        b"<rss>" + b"<title>" * 100_000,
        b"<rss>" + b"<title><item>" * 50_000 + b"</title>",
        b"<rss>" + b"".join(b"<a%d:title>" % number for number in range(50_000)),
        b"<rss>" + b"<a:" * 200_000,
        b"<rss>" + b" a:b=" * 200_000,
    ],
    ids=range(8),
)
def test_hostile_text_is_repaired_in_linear_time(text: bytes) -> None:
    started = time.process_time()
    found = repair(text)
    with_markup_as_text(text if found is None else found.text)
    assert time.process_time() - started < 5
