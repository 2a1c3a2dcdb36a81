"""What runs for long is started by its usual words; the commands read all others."""

from functools import partial

import pytest

from tidings.cli.long_running import long_running, serve, work


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("serve", partial(serve, None, 0, worker=True, demo=False)),
        ("serve --port 8000", partial(serve, None, 8000, worker=True, demo=False)),
        ("serve --host ::1", partial(serve, "::1", 0, worker=True, demo=False)),
        ("serve --no-worker", partial(serve, None, 0, worker=False, demo=False)),
        ("serve --demo", partial(serve, None, 0, worker=True, demo=True)),
        ("worker", partial(work, once=False)),
        ("worker --once", partial(work, once=True)),
    ],
)
def test_the_usual_words_start_what_they_say(words: str, start: partial[None]) -> None:
    found = long_running(words.split())
    assert isinstance(found, partial)
    assert (found.func, found.args, found.keywords) == (
        start.func,
        start.args,
        start.keywords,
    )


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--help",
        "feed list",
        "serve --help",
        "serve --port many",
        "serve --port=8000",
        "serve --port",
        "serve --host --demo",
        "serve feeds",
        "worker --twice",
    ],
)
def test_all_other_words_are_left_to_the_commands(words: str) -> None:
    assert long_running(words.split()) is None
