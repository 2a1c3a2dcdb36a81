"""Rules: which entries they hold for, and that no pattern runs away."""

import fnmatch
import time

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tidings.core.automation.rule_values import (
    Action,
    actions_json,
    conditions_json,
    make_action,
    make_actions,
    make_condition,
    make_conditions,
    read_actions,
    read_conditions,
)
from tidings.core.automation.rules import (
    Facts,
    folded,
    looks_at_text,
    matcher_of,
    pattern_matches,
    stored_matcher,
)
from tidings.core.codes import Code
from tidings.core.errors import Invalid


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("storm fell", True),
        ("storm snow", False),
        ("snow OR (fell -title:fell)", True),
        ("-(storm snow)", True),
        ("-(storm OR snow)", False),
        ('"nobody was hu*"', True),
        ("author:ann inurl:EXAMPLE/weather lang:en", True),
        ("lang:eng", False),
        ("-lang:pt title:stor", False),
    ],
)
def test_search_of_a_rule_is_the_search_language(query: str, expected: bool) -> None:
    assert holds("search", "finds", query) is expected


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("is:unread", Code.SEARCH_NOT_IN_RULES),
        ("a OR (b -tag:c)", Code.SEARCH_NOT_IN_RULES),
        ("newer:7d", Code.SEARCH_NOT_IN_RULES),
        ("?!", Code.SEARCH_EMPTY),
        ("date:2019", Code.SEARCH_OPERATOR),
    ],
)
def test_search_that_a_rule_cannot_answer_is_refused(query: str, code: Code) -> None:
    with pytest.raises(Invalid) as refusal:
        make_condition("search", "finds", query)
    assert refusal.value.code == code


REFUSED = [
    "(", "[z-a]", r"(a)\1", "(?=a)", "(?<!a)b", "(a{1000}){1000}", "*",
]  # fmt: skip


@pytest.mark.parametrize("expression", REFUSED)
def test_expression_that_cannot_be_used_is_refused_by_its_code(expression: str) -> None:
    with pytest.raises(Invalid) as refusal:
        make_condition("title", "regex", expression)
    assert refusal.value.code == Code.BAD_EXPRESSION
    assert refusal.value.details == {"field": "value"}


@pytest.mark.parametrize(
    "expression", ["(a+)+$", "(a|aa)+$", "(.*a){12}x", "(?:a?){40}a{40}$", "((a*)*)*b"]
)
def test_no_expression_runs_away(expression: str) -> None:
    """A backtracking engine takes years for these texts."""
    conditions = make_conditions("all", [make_condition("text", "regex", expression)])
    matches = matcher_of(conditions)
    facts = folded(Facts(text="a" * 50_000 + "!"))
    began = time.process_time()
    matches(facts, frozenset())
    assert time.process_time() - began < 2


ENTRY = folded(
    Facts(
        "A  Storm in the Straße",
        "Trees fell. Nobody was hurt.",
        "Ann Author",
        "https://news.example/weather/storm",
        tags=("Weather", "Local news"),
        language="en-US",
        feed_id=7,
    )
)


def holds(field, operator, value, folders=(), facts=ENTRY):
    conditions = make_conditions("all", [make_condition(field, operator, value)])
    return matcher_of(conditions)(facts, frozenset(folders))


@pytest.mark.parametrize(
    ("field", "operator", "value", "expected"),
    [
        ("title", "contains", "storm", True),
        ("title", "contains", "STRASSE", True),
        ("title", "contains", "snow", False),
        ("title", "not_contains", "snow", True),
        ("title", "not_contains", "storm", False),
        ("title", "regex", "st[o0]rm", True),
        ("title", "regex", r"^A STORM\b.*stra(ss|ß)e$", True),
        ("title", "regex", r"^storm", False),
        ("tag", "regex", "^local", True),
        ("text", "regex", r"\bfell\. nobody", True),
        ("title", "starts_with", "a storm", True),
        ("title", "starts_with", "storm", False),
        ("title", "equals", "a storm in the strasse", True),
        ("title", "equals", "a storm", False),
        ("title", "matches", "a storm*", True),
        ("title", "matches", "*storm*strasse", True),
        ("title", "matches", "storm*", False),
        ("title", "is_one_of", ["x", "A storm in the straße"], True),
        ("text", "contains", "nobody was", True),
        ("author", "equals", "ann author", True),
        ("url", "matches", "https://news.example/weather/*", True),
        ("tag", "equals", "weather", True),
        ("tag", "contains", "news", True),
        ("tag", "not_contains", "sport", True),
        ("tag", "not_contains", "news", False),
        ("tag", "is_one_of", ["sport", "weather"], True),
        ("feed", "equals", 7, True),
        ("feed", "is_one_of", [1, 2], False),
        ("language", "equals", "en", True),
        ("language", "equals", "en-us", True),
        ("language", "equals", "en-GB", False),
        ("language", "is_one_of", ["de", "en"], True),
        ("score", "above", 0.1, False),
        ("score", "below", 0.9, False),
    ],
)
def test_condition_holds(field, operator, value, expected):
    assert holds(field, operator, value) is expected


def test_folder_holds_for_every_folder_around_a_feed():
    assert holds("folder", "equals", 3, folders=(3, 4))
    assert not holds("folder", "is_one_of", [1, 2], folders=(3, 4))


def test_score_counts_once_there_is_one():
    judged = Facts(score=0.5)
    assert holds("score", "above", 0.4, facts=judged)
    assert not holds("score", "below", 0.5, facts=judged)


def test_entry_without_tags_does_not_have_the_denied_one():
    assert holds("tag", "not_contains", "x", facts=Facts("t"))


def test_any_needs_one_condition_and_all_need_every_one():
    yes = make_condition("title", "contains", "storm")
    no = make_condition("title", "contains", "snow")
    for match, expected in (("any", True), ("all", False)):
        conditions = make_conditions(match, [yes, no])
        assert matcher_of(conditions)(ENTRY, frozenset()) is expected


_LETTERS = some.text("ab", max_size=12)


@given(some.lists(_LETTERS, min_size=1, max_size=5), _LETTERS)
def test_pattern_means_what_a_star_means_elsewhere(pieces, text):
    expected = fnmatch.fnmatchcase(text, "*".join(pieces))
    assert pattern_matches(pieces, text) is expected


def test_worst_pattern_ends_soon():
    began = time.process_time()
    assert not holds(
        "text", "matches", "a*" * 10 + "b", facts=folded(Facts(text="a" * 50_000))
    )
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    ("field", "operator", "value", "wrong"),
    [
        ("body", "contains", "x", "field"),
        ("title", "above", 1, "operator"),
        ("feed", "contains", "x", "operator"),
        ("title", "contains", "", "value"),
        ("title", "contains", "  ", "value"),
        ("title", "contains", "x" * 501, "value"),
        ("title", "contains", ["x"], "value"),
        ("title", "is_one_of", "x", "value"),
        ("title", "is_one_of", [], "value"),
        ("title", "is_one_of", ["x"] * 101, "value"),
        ("title", "contains", 3, "value"),
        ("title", "matches", "*" * 11, "value"),
        ("feed", "equals", "7", "value"),
        ("feed", "equals", True, "value"),
        ("feed", "equals", 2**63, "value"),
        ("score", "above", 1.1, "value"),
        ("score", "above", float("nan"), "value"),
    ],
)
def test_condition_that_makes_no_sense_is_refused(field, operator, value, wrong):
    with pytest.raises(Invalid) as caught:
        make_condition(field, operator, value)
    assert caught.value.details["field"] == wrong


@pytest.mark.parametrize(
    ("do", "target"),
    [("tag", ""), ("tag", "  "), ("star", "x"), ("explode", ""), ("tag", "x" * 101)],
)
def test_action_that_makes_no_sense_is_refused(do, target):
    with pytest.raises(Invalid):
        make_action(do, target)


def test_rule_needs_conditions_and_actions():
    with pytest.raises(Invalid):
        make_conditions("all", [])
    with pytest.raises(Invalid):
        make_conditions("some", [make_condition("title", "contains", "x")])
    with pytest.raises(Invalid):
        make_actions([])


def test_same_action_twice_is_done_once():
    assert make_actions([make_action("star")] * 2) == (Action("star"),)


def test_what_is_stored_reads_back_the_same():
    conditions = make_conditions(
        "any",
        [
            make_condition("title", "contains", "x"),
            make_condition("feed", "is_one_of", [1, 2, 1]),
            make_condition("score", "below", 1),
        ],
    )
    assert read_conditions(conditions_json(conditions)) == conditions
    actions = make_actions([make_action("tag", "a  b"), make_action("hide")])
    assert read_actions(actions_json(actions)) == actions


def test_stored_conditions_say_whether_they_need_the_text():
    title = conditions_json(
        make_conditions("all", [make_condition("title", "contains", "storm")])
    )
    text = title.replace('"title"', '"text"')
    assert (looks_at_text(title), looks_at_text(text)) == (False, True)
    assert stored_matcher(title)(ENTRY, frozenset())


@pytest.mark.parametrize(
    "stored", ["", "[]", "{}", '{"match": "all", "conditions": 3}']
)
def test_rule_that_cannot_be_read_matches_nothing(stored):
    assert not stored_matcher(stored)(ENTRY, frozenset())
    assert not looks_at_text(stored)
