"""A digest that its reader does not want to wait for until tomorrow."""

from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.installation import Installation
from tests.e2e.windows import PHONE, Windows, settle


def test_the_next_digest_is_written_now(
    furnished: Installation, windows: Windows
) -> None:
    page = windows.reader(furnished.base, **PHONE)
    page.goto("/settings/digest")
    write = page.get_by_role("button", name="Write one now")
    expect(page.get_by_role("radio", name="Never")).to_be_checked()
    expect(write).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("radio", name="Every day").click()
    before = furnished.api.get("digests/plan")["next_at"]
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        write.tap()
    expect(page.get_by_text("It arrives within a few minutes.")).to_be_visible()
    # At once, or after a worker has begun it: in both cases no second one is asked for.
    begun = furnished.api.get("digests")["items"]
    assert begun or furnished.api.get("digests/plan")["next_at"] < before
    settle(page)
    assert violations(page) == []
