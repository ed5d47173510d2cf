"""Pages of the site itself."""

from tests.browser.watching import Watch, accessibility_faults, change_screen, contrast_faults, faults_on_screens


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


BOX = """() => {
  const box = document.createElement('div'), sheet = new CSSStyleSheet();
  box.id = 'box';
  box.innerHTML = `<p><span id=grey>Grey words</span> beside others and <a href=/ id=link>a link</a></p>
    <p><button id=one>1</button><button id=two>2</button></p>`;
  sheet.replaceSync(`#box { background: white; color: #222 }
    #link { color: #005; text-decoration: underline }
    #box button { width: 24px; height: 24px; border: 0; padding: 0; font-size: 12px; background: #eee; color: black }`);
  document.adoptedStyleSheets = [sheet];
  document.querySelector('main').append(box);
}"""
# what is not plainly good, and who says so
FAULTS = {
    "grey.style.cssText = 'color: #999'": "color-contrast",
    "grey.style.cssText = 'color: rgb(0 0 0 / .3)'": "color-contrast",
    "grey.style.cssText = 'background: #777'": "color-contrast",
    "box.style.cssText = 'background: rgb(0 0 0 / .5)'": "color-contrast",
    "box.style.cssText = 'opacity: .4'": "color-contrast",
    "grey.style.cssText = 'position: absolute; color: #999'": "color-contrast",
    "link.style.cssText = 'text-decoration: none; color: #444'": "link-in-text-block",
    "one.style.cssText = 'width: 20px'": "target-size",
    "two.style.cssText = 'margin-inline-start: -12px'": "target-size",
}


def test_what_is_not_plainly_good_is_judged(open_page) -> None:
    """Each rule that is asked only in doubt still finds its faults; a page without any is in no doubt."""
    page = open_page(path="/nothing/like/that/", width=390)
    page.evaluate(BOX)
    assert accessibility_faults(page) == []
    for change, expected in FAULTS.items():
        page.evaluate(change)
        assert {fault.split(":")[0] for fault in accessibility_faults(page)} == {expected}, change
        page.evaluate("for (const it of [grey, box, link, one, two]) it.removeAttribute('style')")
    assert accessibility_faults(page) == []


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
