"""The pictures of a text: the first one worth showing, and which ones there are."""

import pytest

from tests.corpus.html.pictures import NO_PICTURE, PICTURES
from tidings.core.entries.pictures import EntryPicture, picture_key
from tidings.html.pictures import first_picture, picture_keys

BASE = "https://blog.example/posts/one"
LEAST = 0.95  # of the texts with a picture


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>no picture</p>", None),
        ("<p>x</p><IMG SRC=a.png><img src=b.png>", "https://blog.example/posts/a.png"),
        (
            "<img src=p.gif width=1 height=1><img src=/b.png>",
            "https://blog.example/b.png",
        ),
        ("<img src=blank.gif data-src=/lazy.jpg>", "https://blog.example/lazy.jpg"),
        (
            "<img src='data:image/png;base64,AAAA'><img src=/b.png>",
            "https://blog.example/b.png",
        ),
        ("<img src=javascript:x><!-- <img src=/c.png> -->", None),
        ("<img src=/cut-off.png", None),
        ("<script>'<img src=/a.png>'</script><img src=/b.png>", f"{BASE[:20]}/b.png"),
        ("<template><img src=/a.png></template>", None),
        ("<img class=emoji src=/smile.png><img src=/b.png>", f"{BASE[:20]}/b.png"),
        ("<img style='width:16px' src=/a.png><img src=/b.png>", f"{BASE[:20]}/b.png"),
        ("<imgx src=/a.png><image src=/a.png>", None),
    ],
)
def test_the_first_picture_worth_showing(html: str, expected: str | None) -> None:
    found = first_picture(html, BASE)
    assert (found and found.url) == expected


@pytest.mark.parametrize(
    ("attributes", "width", "height"),
    [
        ('width="640" height="480"', 640, 480),
        ('width="640px" height="480.5"', 640, 480),
        ('style="width: 640px; height:480px"', 640, 480),
        ('style="max-width: 640px; height: auto"', None, None),
        ('width="100%" height="auto"', None, None),
        ('width="0"', None, None),
    ],
)
def test_its_size_is_what_is_written(
    attributes: str, width: int | None, height: int | None
) -> None:
    found = first_picture(f"<img src=/a.jpg {attributes}>", BASE)
    assert found == EntryPicture("https://blog.example/a.jpg", width, height)


def test_the_widest_of_its_sizes_is_taken_where_there_is_no_other() -> None:
    sources = "<source srcset='/s.webp 320w, /l.webp 1280w' type=image/webp>"
    found = first_picture(f"<picture>{sources}<img alt=x></picture>", BASE)
    assert found == EntryPicture("https://blog.example/l.webp")


def test_the_sources_of_another_picture_are_not_taken() -> None:
    other = "<picture><source srcset=/s.webp></picture>"
    assert first_picture(f"{other}<img alt=x>", BASE) is None


def test_the_pictures_of_a_text_are_known_by_their_keys() -> None:
    html = "<p><img src=/harbour-300x200.jpg></p><img data-src=/the-mayor.jpg>"
    full = [f"https://blog.example/{name}.jpg" for name in ("harbour", "the-mayor")]
    assert picture_keys(html, BASE) == {picture_key(url) for url in full}


def test_nearly_every_text_with_a_picture_has_one_to_show() -> None:
    missed = [
        name
        for name, (html, wanted) in PICTURES.items()
        if (found := first_picture(html, BASE)) is None or wanted not in found.url
    ]
    assert len(PICTURES) >= 50
    assert len(missed) <= (1 - LEAST) * len(PICTURES), missed


@pytest.mark.parametrize("name", NO_PICTURE)
def test_what_only_adorns_a_text_is_no_picture_of_it(name: str) -> None:
    assert first_picture(NO_PICTURE[name], BASE) is None


def test_a_hostile_text_takes_no_time_with_the_square() -> None:
    html = "<!--x--><img class=emoji src=/a.png>" * 100_000
    assert first_picture(html, BASE) is None
