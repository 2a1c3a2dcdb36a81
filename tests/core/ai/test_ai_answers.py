import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.ai.answers import (
    UnreadableAnswer,
    listed_part,
    read_deframing,
    read_digest,
    read_object,
    read_summary,
    thousandths,
)
from tidings.core.ai.prompts import SCORES

GOOD = {"one_line": "It rains.", "text": "It rains today.\nAnd tomorrow."}
MATERIAL = "SHOCK: rain!\nIt has rained all day in the city, says the “weather” office."
SCORED = {name: {"score": 0.5, "reason": "so"} for name in SCORES}
DEFRAMING = {
    "title": "Rain in the city",
    "title_reason": "calm",
    "description": "It rained.",
    "description_reason": "",
    **SCORED,
    "overall": 0.4,
    "category": "local",
    "facts": [{"fact": "It rained.", "quote": "rained all day in the city"}],
}


@pytest.mark.parametrize(
    "answer",
    [
        json.dumps(GOOD),
        f"```json\n{json.dumps(GOOD)}\n```",
        f"```\n{json.dumps(GOOD)}```",
        f"Sure! Here it is: {json.dumps(GOOD)} Anything else?",
        json.dumps(GOOD)[:-1] + ",}",
        f"\n\n  {json.dumps(GOOD, indent=2)}\n",
    ],
)
def test_json_is_found_and_repaired(answer: str) -> None:
    assert read_object(answer) == GOOD


@pytest.mark.parametrize("answer", ["", "no", "[1]", "{", "}{", '{"a": }', "[" * 9999])
def test_what_is_no_object_is_refused(answer: str) -> None:
    with pytest.raises(UnreadableAnswer):
        read_object(answer)


def test_blanks_without_end_are_read_at_once() -> None:
    begun = time.process_time()
    with pytest.raises(UnreadableAnswer):
        read_object("{" + "\n" * 60_000 + "x")
    assert time.process_time() - begun < 1


@given(st.text())
def test_reading_never_fails_otherwise(answer: str) -> None:
    try:
        found = read_object(answer)
    except UnreadableAnswer:
        return
    assert isinstance(found, dict)


FIELDS = ("one_line", "text", "title", "facts", "overall", *SCORES)
anything = st.recursive(
    st.none() | st.booleans() | st.floats() | st.just(10**400) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
score = st.floats() | st.just(10**400) | st.fixed_dictionaries({"score": st.floats()})
nearly_right = st.fixed_dictionaries(
    {
        **dict.fromkeys(("one_line", "text", "title"), st.text(min_size=1)),
        **dict.fromkeys(SCORES, score),
    }
)


@given(
    st.just({}) | nearly_right,
    st.dictionaries(st.sampled_from(FIELDS), anything, max_size=4),
)
def test_any_object_is_a_result_or_unreadable(answer: dict, odd: dict) -> None:
    answer = {**answer, **odd}
    for read in (read_summary, read_digest, lambda a: read_deframing(a, "text")):
        try:
            result = read(answer)
        except UnreadableAnswer:
            continue
        assert json.loads(json.dumps(result, allow_nan=False).encode()) == result
        assert all(0 <= score <= 1 for score in result.get("scores", {}).values())


def test_a_summary_is_plain_text_of_limited_length() -> None:
    said = {"one_line": "<b>It</b>\nrains\0\x07. " + "x" * 900, "text": "<p>a</p>\n\nb"}
    summary = read_summary(said)
    assert summary["one_line"].startswith("It rains. x")
    assert len(summary["one_line"]) == 300
    assert summary["text"] == "a\nb"
    assert summary["kind"] == "ai"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("a <scr<b>ipt>b", "a script>b"),
        ("<<<b>b>i>x", "b>i>x"),
        ("3 < 5 <y", "3 < 5 <y"),
    ],
)
def test_no_tag_is_left_by_taking_tags_away(said: str, kept: str) -> None:
    assert read_summary({"one_line": said})["one_line"] == kept


def test_a_summary_without_a_line_is_unreadable() -> None:
    with pytest.raises(UnreadableAnswer, match="one_line"):
        read_summary({"one_line": "  ", "text": "Something."})


def test_a_deframing_has_scores_reasons_and_facts() -> None:
    found = read_deframing(DEFRAMING, MATERIAL)
    assert found["scores"] == dict.fromkeys(SCORES, 0.5)
    assert found["reasons"]["framing"] == "so"
    assert (found["overall"], found["category"]) == (0.4, "local")
    assert thousandths(found) == 400
    assert listed_part("deframe", found) == {
        "title": "Rain in the city",
        "overall": 0.4,
        "scores": found["scores"],
    }


@pytest.mark.parametrize(
    ("quote", "kept"),
    [
        ("rained all day in the city", True),
        ("“Rained  all day in the CITY”", True),
        ('says the "weather" office', True),
        ("snowed all day in the city", False),
        ("rain", False),
        ("", False),
        (None, False),
    ],
)
def test_a_fact_stays_only_if_its_quote_is_in_the_text(quote: object, kept) -> None:
    said = {**DEFRAMING, "facts": [{"fact": "Rain.", "quote": quote}]}
    assert bool(read_deframing(said, MATERIAL)["facts"]) == kept


@pytest.mark.parametrize(
    ("given_score", "expected"), [(0.25, 0.25), (7, 1.0), (-1, 0.0), (1, 1.0)]
)
def test_scores_are_from_0_to_1(given_score: float, expected: float) -> None:
    said = {**DEFRAMING, "framing": {"score": given_score, "reason": ""}}
    assert read_deframing(said, MATERIAL)["scores"]["framing"] == expected


@pytest.mark.parametrize("wrong", [None, "high", True, float("nan"), float("inf")])
def test_a_score_that_is_no_number_is_unreadable(wrong: object) -> None:
    with pytest.raises(UnreadableAnswer, match="framing"):
        read_deframing({**DEFRAMING, "framing": {"score": wrong}}, MATERIAL)


def test_an_unknown_category_is_other_and_a_missing_overall_the_mean() -> None:
    said = {**DEFRAMING, "category": "gossip", "overall": None}
    found = read_deframing(said, MATERIAL)
    assert (found["category"], found["overall"]) == ("other", 0.5)
