"""Regular expressions of rules, by RE2: the time grows with the text and no faster.

RE2 knows neither references back nor looking around: what needs them is refused when the
rule is saved, as is what would need much memory.
"""

from collections.abc import Callable
from functools import lru_cache

from tidings.core.codes import Code
from tidings.core.errors import Invalid

_MOST_MEMORY = 1 << 20  # bytes, for a pattern as it runs


@lru_cache(maxsize=1024)
def expression_finds(expression: str) -> Callable[[str], bool]:
    """Return whether an expression is found in a text; capitals do not matter."""
    # Loaded with the first such rule: most installations have none.
    import re2

    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MOST_MEMORY
    try:
        compiled = re2.compile(expression, options)
    except re2.error as error:
        raise Invalid(
            f"This regular expression cannot be used here: {_why(error)}.",
            code=Code.BAD_EXPRESSION,
            details={"field": "value"},
        ) from error
    return lambda text: compiled.search(text) is not None


def _why(error: Exception) -> str:
    said = error.args[0] if error.args else ""
    return said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
