"""How much the long tests do: a little in every run, much in `make soak`."""

import os


def effort(name: str, usual: int) -> int:
    """Return what the variable `TIDINGS_TEST_…` says, or what every run does."""
    return int(os.environ.get(f"TIDINGS_TEST_{name}", usual))
