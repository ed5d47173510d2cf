"""Pages of the site itself."""

import pytest

from tests.browser.watching import accessibility_faults, sideways_overflow


@pytest.mark.parametrize("width", [320, 390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_wrong_address_is_a_good_page(open_page, width, scheme) -> None:
    page = open_page(width=width, scheme=scheme)
    answer = page.goto("/nothing/like/that/")
    assert answer.status == 404
    assert page.get_by_role("heading", level=1).inner_text() == "There is no such page"
    assert sideways_overflow(page) <= 0
    assert accessibility_faults(page) == []


def test_faults_of_pages_are_noticed(browser, live_server) -> None:
    """The watch itself: a script error, a refused inline style and a missing file are all seen."""
    from tests.browser.watching import Watch

    watch = Watch()
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    watch.over(page)
    page.goto("/nothing/like/that/")
    assert watch.faults == []
    page.evaluate("setTimeout(() => { throw new Error('broken') })")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=\"/static/none.png\">')")
    page.wait_for_timeout(300)
    context.close()
    kinds = " ".join(watch.faults)
    assert "broken" in kinds
    assert "Content Security Policy" in kinds
    assert "404 for" in kinds
