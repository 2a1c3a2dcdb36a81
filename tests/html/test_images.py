import pytest

from tidings.html.images import first_image

BASE = "https://blog.example/posts/one"


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
    ],
)
def test_the_first_picture_worth_showing(html: str, expected: str | None) -> None:
    assert first_image(html, BASE) == expected
