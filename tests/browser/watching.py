"""What every page must keep to: no error in the console, nothing refused by the policy, no missing file, no fault."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Page, Response

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCREENS: list[tuple[int, Literal["light", "dark"]]] = [(320, "light"), (390, "light"), (1440, "dark")]


# the first element of each look: its own text on the grounds of all that it stands in
LOOKS = """() => {
  const firsts = new Map();
  for (const element of document.body.querySelectorAll('*')) {
    const writes = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!writes && !element.matches('input, select, textarea')) continue;
    if (!element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const look = [color, fontSize, fontWeight, textShadow, !!element.closest(':disabled, [aria-disabled=true]')];
    for (let around = element; around; around = around.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(around);
      look.push(backgroundColor, backgroundImage, opacity);
    }
    const key = look.join();
    if (!firsts.has(key)) firsts.set(key, element);
  }
  return [...firsts.values()];
}"""


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
    for width, scheme in SCREENS:
        change_screen(page, width, scheme)
        if sideways_overflow(page) > 0:
            faults.append(f"too wide at {width}")
        if width > 320:
            found = accessibility_faults(page) if scheme == "light" else contrast_faults(page)
            faults += [f"at {width}, {scheme}: {fault}" for fault in found]
    return faults


def accessibility_faults(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 AA, one line for each element."""
    return _axe(page, "document", {"type": "tag", "values": RULES})


def contrast_faults(page: Page) -> list[str]:
    """What axe finds against the contrast of colours, where the same look need not be judged twice."""
    return _axe(page, f"{{include: ({LOOKS})()}}", ["color-contrast"])


def _axe(page: Page, where: str, rules: object) -> list[str]:
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
        page.add_init_script(AXE_SCRIPT)  # half a megabyte, which the next documents of this page get compiled
    violations = page.evaluate(
        f"options => axe.run({where}, options).then((results) => results.violations)",
        {
            "runOnly": rules,
            "resultTypes": ["violations"],
            "preload": False,  # would ask for all style sheets again, for a rule that is not among these
        },
    )
    return [
        f"{rule['id']}: {rule['help']}: {' '.join(node['target'][0].split()) if node['target'] else ''}"
        for rule in violations
        for node in rule["nodes"]
    ]


def change_screen(page: Page, width: int, scheme: Literal["light", "dark"], height: int = 844) -> None:
    """Show the page as another screen would, without asking for it again."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)


def sideways_overflow(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
