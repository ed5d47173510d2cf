"""What every page must keep to: no error in the console, nothing refused by the policy, no missing file, no fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Error, Page, Response

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
JUDGE = (Path(__file__).parent / "judge.js").read_text()
# "preload" would ask for all style sheets again, for a rule that is not among these
ALL_BUT_CONTRAST = {
    "runOnly": {"type": "tag", "values": RULES},
    "rules": {"color-contrast": {"enabled": False}},
    "resultTypes": ["violations"],
    "preload": False,
}
CONTRAST = {"runOnly": ["color-contrast"], "resultTypes": ["violations", "passes"], "preload": False}
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SCREENS: list[tuple[int, Literal["light", "dark"]]] = [(320, "light"), (390, "light"), (1440, "dark")]
# the looks whose contrast axe passed on the documents of a page of the browser, which one test has for itself
_passed: WeakKeyDictionary[Page, set[int]] = WeakKeyDictionary()


class Watch:
    """Collects what went wrong on the pages of one browser context."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def over(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        # a refused answer is judged by `_response`, which knows whether it was the page itself
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _response(self, response: Response) -> None:
        # a page may answer 4xx (a refused form); a file of a page may not
        limit = 500 if response.request.resource_type in ("document", "fetch", "xhr") else 400
        if response.status >= limit:
            self.faults.append(f"{response.status} for {response.url}")


def faults_on_screens(page: Page) -> list[str]:
    """What is wrong with a page on a small phone, a phone, and a large dark screen, one line for each fault."""
    faults: list[str] = []
    if page not in _passed:  # half a megabyte, which the next documents of this page get compiled
        page.add_init_script(AXE_SCRIPT)
    # beginning with the screen that the page before was left on
    wide = page.viewport_size is not None and page.viewport_size["width"] == SCREENS[-1][0]
    shown = None
    for width, scheme in reversed(SCREENS) if wide else SCREENS:
        page.set_viewport_size({"width": width, "height": 844})
        if scheme != shown:
            page.emulate_media(color_scheme=scheme)
            shown = scheme
        if sideways_overflow(page) > 0:
            faults.append(f"too wide at {width}")
        if width > 320:
            found = accessibility_faults(page) if scheme == "light" else contrast_faults(page)
            faults += [f"at {width}, {scheme}: {fault}" for fault in found]
    return faults


def accessibility_faults(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 AA, one line for each element."""
    return _judge(page, ALL_BUT_CONTRAST)


def contrast_faults(page: Page) -> list[str]:
    """What axe finds against the contrast of colours; a look that it passed on this page is not judged again."""
    return _judge(page, None)


def _judge(page: Page, rules: dict[str, Any] | None) -> list[str]:
    passed = _passed.setdefault(page, set())
    asked = {"rules": rules, "contrast": CONTRAST, "passed": [*passed]}
    found = page.evaluate(JUDGE, asked)
    if found is None:
        page.evaluate(AXE_SCRIPT)
        found = page.evaluate(JUDGE, asked)
    passed.update(found["passed"])
    return [
        f"{rule['id']}: {rule['help']}: {' '.join(node['target'][0].split()) if node['target'] else ''}"
        for rule in found["faults"]
        for node in rule["nodes"]
    ]


def change_screen(page: Page, width: int, scheme: Literal["light", "dark"], height: int = 844) -> None:
    """Show the page as another screen would, without asking for it again."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)


def sideways_overflow(page: Page) -> int:
    """By how many pixels the page is wider than the screen.

    Not by a locator if it can be: for that Playwright puts a script of its own into each document.
    """
    try:
        return int(page.evaluate(OVERFLOW))
    except Error:  # the document was about to go, or is not there yet; a locator waits
        return int(page.locator("html").evaluate(OVERFLOW))
