from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.core.clock import from_datetime
from tidings.html.article import LARGEST_PAGE, Article, NoArticle
from tidings.html.extract import extract_article
from tidings.html.extract_in_process import extract_in_process

URL = "https://herald.example/news/1"
NEWS = Path("tests/corpus/html/news.html").read_bytes()
SENTENCE = "Żółta łódź płynie, a za nią druga, trzecia i czwarta, aż po horyzont. "
STORY = f"<p>{SENTENCE * 5}</p>"


def commands_of_children() -> list[bytes]:
    lists = Path("/proc/self/task").glob("*/children")
    children = [pid for each in lists for pid in each.read_text().split()]
    return [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children]


def found(page: bytes | str, url: str = URL, charset: str | None = None) -> Article:
    page = page.encode() if isinstance(page, str) else page
    article = extract_article(page, url, charset=charset)
    assert isinstance(article, Article), article
    return article


def test_the_article_is_found_without_what_stands_around_it() -> None:
    article = found(NEWS)
    assert article.text.startswith("Harbour bridge reopens")
    assert article.text.endswith("depends on the weather.")
    for noise in (
        "Weather\n",
        "Most read",
        "umbrella",
        "Share",
        "every morning",
        "rights",
    ):
        assert noise not in article.text


@pytest.mark.parametrize(
    "part",
    [
        '<p class="lead-text">The harbour bridge opened',
        "<figcaption>The first cars",
        'src="https://herald.example/media/bridge-deck.jpg"',
        '<pre><code class="language-python">readings = fetch("bridge/deck")\nfor place',
        "<td>Expansion joints</td>",
        "<blockquote><p>We are happy",
        'href="https://tube.example/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d"',
    ],
)
def test_the_article_keeps_what_tells_the_story(part: str) -> None:
    assert part in found(NEWS).html


def test_a_lazy_picture_is_shown_once() -> None:
    assert found(NEWS).html.count("bridge-deck.jpg") == 1


def test_facts_come_from_the_head_of_the_page() -> None:
    article = found(NEWS)
    assert article.title == "Harbour bridge reopens after eleven months of repairs"
    assert article.author == "Ines Albrecht"
    assert article.site_name == "The Coast Herald"
    assert article.image_url == "https://herald.example/media/bridge-large.jpg"
    assert article.language == "en-GB"
    assert article.canonical_url == "https://herald.example/news/harbour-bridge-reopens"
    assert article.published_at == from_datetime(
        datetime(2024, 5, 3, 5, 30, tzinfo=UTC)
    )


def test_facts_come_from_linked_data_where_the_head_is_silent() -> None:
    data = (
        '{"@graph": [{"@type": "Organization"}, {"@type": ["NewsArticle"], "headline": "A b",'
        ' "author": [{"name": "Ana"}, {"name": "Bo"}], "datePublished": "2024-05-01",'
        ' "image": [{"url": "/i.png"}], "inLanguage": "pl_PL"}]}'
    )
    page = f"<head><script type='application/ld+json'>{data}</script></head>{STORY}"
    article = found(page)
    assert (article.title, article.author) == ("A b", "Ana, Bo")
    assert article.image_url == "https://herald.example/i.png"
    assert article.language == "pl-PL"
    assert article.published_at == from_datetime(datetime(2024, 5, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    "head",
    [
        "<meta property='article:published_time' content='yesterday'>",
        "<meta name=author content='https://x.example/ana'>",
        "<meta property=og:image content='javascript:x'>",
        "<link rel=canonical href='data:x'><html lang='<x>'>",
        "<script type='application/ld+json'>" + "[" * 100_000 + "</script>",
        '<script type=\'application/ld+json\'>[1, {"@type": 5, "author": 7}]</script>',
    ],
)
def test_facts_that_make_no_sense_are_left_out(head: str) -> None:
    article = found(f"<head>{head}<title>x</title></head><body>{STORY}</body>")
    assert article.published_at is None
    assert article.author is None
    assert article.image_url is None
    assert article.canonical_url is None
    assert article.language is None


@pytest.mark.parametrize(
    ("page", "charset"),
    [
        (STORY.encode(), None),
        (STORY.encode(), "iso-8859-1"),
        (b"\xef\xbb\xbf" + STORY.encode(), None),
        (b"\xff\xfe" + STORY.encode("utf-16-le"), None),
        (STORY.encode("iso-8859-2"), "ISO-8859-2"),
        (b"<meta charset=windows-1250>" + STORY.encode("cp1250"), None),
        (b"<meta charset=windows-1250>" + STORY.encode("cp1250"), "no-such"),
    ],
)
def test_a_page_is_read_in_its_encoding(page: bytes, charset: str | None) -> None:
    assert SENTENCE.strip() in found(page, charset=charset).text


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (b"", "empty"),
        (b" \n ", "empty"),
        (b"<p>Please enable JavaScript.</p>", "too-short"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"x" * 900, "unreadable"),
        (b"x" * (LARGEST_PAGE + 1), "too-large"),
        (b"<!-- nothing -->", "unreadable"),
    ],
)
def test_a_page_without_an_article_says_why(page: bytes, kind: str) -> None:
    answer = extract_article(page, URL)
    assert isinstance(answer, NoArticle)
    assert answer.kind == kind
    assert answer.reason.endswith(".")


def test_a_process_of_its_own_finds_the_same() -> None:
    assert extract_in_process(NEWS, URL, charset="utf-8") == found(NEWS)
    assert extract_in_process(b"", URL) == extract_article(b"", URL)


def test_a_page_that_takes_too_long_is_given_up_and_leaves_nothing() -> None:
    page = (b"<div>" * 200 + STORY.encode() + b"</div>" * 200) * 500
    answer = extract_in_process(page, URL, time_limit=timedelta(milliseconds=50))
    assert isinstance(answer, NoArticle)
    assert answer.kind == "timeout"
    assert not any(b"extract_process" in command for command in commands_of_children())


def test_a_page_that_is_too_large_starts_no_process() -> None:
    answer = extract_in_process(b"x" * (LARGEST_PAGE + 1), URL)
    assert isinstance(answer, NoArticle)
    assert answer.kind == "too-large"
