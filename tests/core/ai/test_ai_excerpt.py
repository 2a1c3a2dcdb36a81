import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.core.ai.answers import read_deframing
from tidings.core.ai.excerpt import excerpt_of
from tidings.core.ai.lexicon import deframed_by_words, neutral_title
from tidings.core.ai.prompts import CATEGORIES, SCORES

ENGLISH = (
    "By Ann Reporter\nThe harbour bridge opened on Monday, Mr. Smith said. It cost"
    " $1.5 million. Engineers expect it to hold for 80 years. Nobody was hurt."
)
PORTUGUESE = (
    "A ponte do porto abriu na segunda-feira, disse o Sr. Souza. Custou 1,5 milhão de"
    " reais. Os engenheiros esperam que dure 80 anos."
)
POLISH = (
    "Most w porcie otwarto w poniedziałek, poinformował dr hab. Nowak. Kosztował 1,5"
    " mln zł. Inżynierowie sądzą, że wytrzyma 80 lat."
)


@pytest.mark.parametrize(
    ("title", "text", "line"),
    [
        (
            "Harbour bridge opens",
            ENGLISH,
            "The harbour bridge opened on Monday, Mr. Smith said.",
        ),
        (
            "Ponte do porto abre",
            PORTUGUESE,
            "A ponte do porto abriu na segunda-feira, disse o Sr. Souza.",
        ),
        (
            "Otwarto most w porcie",
            POLISH,
            "Most w porcie otwarto w poniedziałek, poinformował dr hab. Nowak.",
        ),
    ],
)
def test_the_line_is_a_whole_sentence_from_the_beginning(
    title: str, text: str, line: str
) -> None:
    found = excerpt_of(title, text)
    assert found is not None
    assert found[0] == line
    assert found[1].startswith(line)


def test_sentences_that_share_words_with_the_title_come_first() -> None:
    text = (
        "This page uses cookies to serve you better every day. The volcano erupted near"
        " the village at dawn. People went home after some hours there."
    )
    found = excerpt_of("Volcano erupts near village", text)
    assert found is not None
    assert found[0] == "The volcano erupted near the village at dawn."


@pytest.mark.parametrize("text", ["", "Short.", "No end to this at all whatever", "…"])
def test_nothing_is_made_of_nothing(text: str) -> None:
    assert excerpt_of("Title", text) is None


def test_the_title_itself_is_no_excerpt() -> None:
    title = "The harbour bridge opened on Monday."
    assert excerpt_of(title, f"{title}\nIt cost 12 million, and took four years.") == (
        "It cost 12 million, and took four years.",
        "It cost 12 million, and took four years.",
    )


@given(st.text(), st.text(max_size=3000))
def test_an_excerpt_is_short_and_from_the_text(title: str, text: str) -> None:
    found = excerpt_of(title, text)
    if found is not None:
        line, short = found
        assert 0 < len(line) <= 201
        assert len(short) <= 1200


@pytest.mark.parametrize(
    ("title", "calm"),
    [
        ("SHOCKING: Mayor SLAMS bridge!!!", "Mayor bridge"),
        ("You won't believe what this bridge cost", "What this bridge cost"),
        ("A bridge opens", "A bridge opens"),
        ("CHOCANTE: ponte custa 12 milhões!", "Ponte custa 12 milhões"),
        ("SZOKUJĄCE! Most w porcie otwarty", "Most w porcie otwarty"),
        ("OFF OUR QUAYS! So says NATO", "Off our quays. So says NATO"),
    ],
)
def test_loaded_words_and_shouting_are_left_out(title: str, calm: str) -> None:
    assert neutral_title(title) == calm


def test_a_loud_title_scores_higher_than_a_calm_one() -> None:
    loud = deframed_by_words("SHOCKING chaos: you won't believe it!", "It might rain.")
    calm = deframed_by_words("A bridge opens!", "It opened on Monday.")
    assert loud is not None
    assert calm is not None
    assert loud["overall"] > 0.3 > calm["overall"]
    assert loud["hyper_stimulus"]["score"] > calm["hyper_stimulus"]["score"]


@pytest.mark.parametrize(
    "title",
    [
        "A bridge opens",
        "Strike misery: Ferry crews hold island to ransom",
        "The  bridge",
        "!",
        "",
    ],
)
def test_a_title_without_any_such_word_is_not_called_neutral(title: str) -> None:
    assert (
        deframed_by_words(title, "SHOCKING chaos on the bridge, which must go!") is None
    )


def test_a_score_for_shouting_says_what_was_shouted() -> None:
    loud = deframed_by_words("HANDS OFF OUR LIGHTHOUSE! It is for sale", "It is.")
    assert loud is not None
    assert loud["hyper_stimulus"]["score"] > 0
    assert loud["hyper_stimulus"]["reason"] == "Found: HANDS, LIGHTHOUSE, !"


@given(st.text(max_size=200), st.text(max_size=2000))
def test_what_words_say_is_a_valid_deframing(title: str, text: str) -> None:
    title = f"SHOCKING rain {title}"
    said = deframed_by_words(title, text)
    assert said is not None
    found = read_deframing(said, f"{title}\n{text}")
    assert set(found["scores"]) == set(SCORES)
    assert found["category"] in CATEGORIES
