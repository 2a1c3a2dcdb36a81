"""What axe finds on a page. Its source is evaluated, which no content policy forbids."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

_SOURCE = (
    Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
)
# A colour that is half-way to another has no contrast of its own. The size of targets is
# the rule for WCAG 2.2 that is not on by itself.
_RUN = """async only => {
    for (const moving of document.getAnimations()) moving.finish();
    const found = await axe.run(document, {
        resultTypes: ["violations"],
        ...(only ? {runOnly: [only]} : {rules: {"target-size": {enabled: true}}}),
    });
    return found.violations.flatMap(({id, nodes}) => nodes.map(node =>
        `${id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
}"""


def violations(page: Page, only: str | None = None) -> list[str]:
    """Return what is wrong with the page as it stands: by all rules, or by one."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(_source())
    found: list[str] = page.evaluate(_RUN, only)
    return [f"{page.url} {one}" for one in found]


@cache
def _source() -> str:
    assert _SOURCE.exists(), "axe-core is missing: run `make setup`."
    return _SOURCE.read_text()
