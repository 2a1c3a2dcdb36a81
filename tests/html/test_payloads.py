import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.corpus.html.payloads import KINDS, PAYLOADS
from tests.html.judge import faults
from tidings.html.sanitize import sanitize

BASE = "https://blog.example/posts/one"

TAGS = """
    <p> </p> <b> </b> <a> </a> <table> <tr> <td> </table> <pre> <ul> <li> <svg> </svg>
    <math> </math> <mi> </mi> <mtext> <msup/> <annotation-xml> <semantics> <style>
    </style> <title> </title> <noscript> </noscript> <!-- --> <template>
    </template> <select> <form> <div> </div> <h1> <ruby> <rt> <dl> <dd>
"""
PARTS = st.one_of(
    st.sampled_from(PAYLOADS),
    st.sampled_from(TAGS.split()),
    st.text(alphabet=" \n\r\t\f\0<>&;#'\"=/!-x\xa0\ud800é", max_size=8),
    st.text(max_size=8),
)
DOCUMENTS = st.lists(PARTS, max_size=12).map("".join)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_dangerous_survives(kind: str) -> None:
    for payload in KINDS[kind]:
        assert faults(sanitize(payload, base_url=BASE)) == [], payload


def test_payloads_are_many_and_dangerous() -> None:
    assert len(set(PAYLOADS)) >= 300
    harmless = [each for each in PAYLOADS if not faults(each.replace("\ud800", ""))]
    # A few are only dangerous to those who decode twice, or remove characters.
    assert len(harmless) < 10


def test_a_payload_inside_another_does_not_survive() -> None:
    for first, second in zip(PAYLOADS, PAYLOADS[7:], strict=False):
        assert faults(sanitize(f"<p title='{first}'>{second}", base_url=BASE)) == []


@settings(max_examples=400)
@given(DOCUMENTS)
@example("<pre><table>\n\nx")
@example("<pre>\n&#10;\r&#13;x")
@example("<table><a id=x><a href=#x>")
@example("<b><p></b>x")
@example(f"<a id={'x' * 200} href=#{'x' * 200}>")
@example("<table><td>" + "<div>" * 300)
@example("<table><col><td>x<caption>y<col>")
def test_coming_through_again_changes_nothing(html: str) -> None:
    once = sanitize(html, base_url=BASE)
    assert sanitize(once, base_url=BASE) == once
    assert faults(once) == []
