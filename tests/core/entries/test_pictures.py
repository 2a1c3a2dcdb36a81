"""Which pictures are worth looking at, and which are the same."""

import pytest

from tidings.core.entries.pictures import (
    EntryPicture,
    is_decoration,
    picture_key,
    pictures_above,
    sized,
)

PHOTO = "https://site.example/2025/09/harbour-at-dawn.jpg"


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (EntryPicture(PHOTO, 32, 32), ""),
        (EntryPicture(PHOTO, 600, 20), ""),
        (EntryPicture("https://secure.gravatar.com/avatar/0a1b?s=256"), ""),
        (EntryPicture("https://pbs.example/profile_images/1/me.jpg"), ""),
        (EntryPicture("https://s.w.org/images/core/emoji/15/72x72/1f600.png"), ""),
        (EntryPicture("https://cdn.example/twemoji/1f600.png"), ""),
        (EntryPicture("https://blog.example/wp-includes/images/smilies/x.gif"), ""),
        (EntryPicture("https://img.shields.io/badge/build-passing.png"), ""),
        (EntryPicture("https://site.example/img/share-button.png"), ""),
        (EntryPicture("https://site.example/images/social/facebook.png"), ""),
        (EntryPicture("https://site.example/p.jpg?w=24"), ""),
        (EntryPicture("https://bp.example/a/AVvX=s32-c"), ""),
        (EntryPicture("https://bp.example/-x/s35/p.jpg"), ""),
        (EntryPicture("https://site.example/drawing.svg"), ""),
        (EntryPicture(PHOTO), "wp-smiley"),
        (EntryPicture(PHOTO), "author-photo round"),
        (EntryPicture(PHOTO), "avatar avatar-96"),
    ],
)
def test_faces_signs_and_emoji_are_decoration(
    picture: EntryPicture, words: str
) -> None:
    assert is_decoration(picture, words)


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (EntryPicture(PHOTO), ""),
        (EntryPicture(PHOTO, 640, 480), "alignnone size-full wp-image-12"),
        (EntryPicture(PHOTO, 300, 90), ""),
        (EntryPicture("https://site.example/p.jpg?w=640&h=360"), ""),
        (EntryPicture("https://bp.example/a/AVvX=s320"), ""),
        (EntryPicture("https://site.example/avatar-the-film/poster-2.jpg"), ""),
        (EntryPicture("https://site.example/2025/socialism-march.jpg"), ""),
        (EntryPicture("https://site.example/social/2025/march.jpg"), ""),
    ],
)
def test_a_photograph_is_none(picture: EntryPicture, words: str) -> None:
    assert not is_decoration(picture, words)


@pytest.mark.parametrize(
    ("url", "given", "size"),
    [
        (PHOTO, (640, 480), (640, 480)),
        (PHOTO, (640, None), (None, None)),
        (PHOTO, (0, 0), (None, None)),
        (PHOTO, (10**9, 10), (None, None)),
        ("https://s.example/harbour-1024x683.jpg", (None, None), (1024, 683)),
        ("https://s.example/a.jpg?resize=1200%2C800&ssl=1", (None, None), (1200, 800)),
        ("https://s.example/1280x720/a.jpg", (None, None), (None, None)),
    ],
)
def test_a_size_is_known_in_whole_or_not_at_all(
    url: str,
    given: tuple[int | None, int | None],
    size: tuple[int | None, int | None],
) -> None:
    assert sized(url, *given) == EntryPicture(url, *size)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PHOTO, PHOTO.replace(".jpg", "-300x200.jpg")),
        (PHOTO, PHOTO.replace(".jpg", "-scaled.jpg") + "?w=640"),
        (PHOTO, "https://i0.wp.com/site.example/2025/09/harbour-at-dawn.jpg?fit=1%2C2"),
        (
            "https://i.example/media/ab12/master/3000.jpg?width=140",
            "https://i.example/media/ab12/master/3000.jpg?width=700",
        ),
        ("https://bp.example/a/AVvXsEh=s72-c", "https://bp.example/a/AVvXsEh=s1600"),
        ("https://bp.example/x/s72-c/p.jpg", "http://bp.example/x/s1600/p.jpg"),
        (
            "https://cdn.example/fetch/w_1456/https%3A%2F%2Fs3.example%2F5dc6-9a0f_800x600.jpeg",
            "https://s3.example/5dc6-9a0f_800x600.jpeg",
        ),
    ],
)
def test_sizes_of_one_picture_are_the_same_picture(one: str, other: str) -> None:
    assert picture_key(one) == picture_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://i.example/vi/aaa/hqdefault.jpg", "https://i.example/vi/b/hqdefault.jpg"),
        ("https://s.example/1/3000.jpg", "https://s.example/2/3000.jpg"),
        ("https://s.example/image.php?id=1", "https://s.example/image.php?id=2"),
        ("https://s.example/?p=1", "https://s.example/?p=2"),
        ("https://s.example/2024/featured-image.jpg", "https://s.example/2025/featured-image.jpg"),
        (PHOTO, PHOTO.replace("dawn", "dusk")),
    ],
)  # fmt: skip
def test_different_pictures_are_told_apart(one: str, other: str) -> None:
    assert picture_key(one) != picture_key(other)


def test_what_the_text_shows_is_not_shown_above_it() -> None:
    declared = [EntryPicture(PHOTO.replace(".jpg", "-150x150.jpg"))]
    assert pictures_above(declared, {picture_key(PHOTO)}) == ()
    assert pictures_above(declared, frozenset()) == tuple(declared)


def test_each_is_shown_once_in_its_largest_size() -> None:
    small, large = (
        EntryPicture(f"{PHOTO}?w={width}", width, width) for width in (140, 700)
    )
    other = EntryPicture("https://site.example/the-mayor-speaks.jpg")
    assert pictures_above([small, other, large, small], frozenset()) == (large, other)


def test_no_avatar_is_drawn_large() -> None:
    face = EntryPicture("https://secure.gravatar.com/avatar/0a1b?s=256")
    assert pictures_above([face], frozenset()) == ()
