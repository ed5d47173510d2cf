"""Pages of the site itself."""

from tests.browser.watching import Watch, change_screen, contrast_faults, faults_on_screens


def test_a_wrong_address_is_a_good_page(open_page) -> None:
    page = open_page()
    answer = page.goto("/nothing/like/that/")
    assert answer.status == 404
    assert page.get_by_role("heading", level=1).inner_text() == "There is no such page"
    assert faults_on_screens(page) == []
    # a heading hardly anybody can read in the dark, among texts that look alike
    change_screen(page, 1440, "dark")
    page.locator("h1").evaluate("h1 => { h1.style.color = '#333'; }")
    assert [fault.split(":")[0] for fault in contrast_faults(page)] == ["color-contrast"]


def test_faults_of_pages_are_noticed(browser, live_server) -> None:
    """The watch itself: a script error, a refused inline style and a missing file are all seen."""
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
