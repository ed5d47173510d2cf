"""A real browser before the test's own web server.

`open_page(user=…, width=…, …)` gives a page in a context of its own, as many as a test has people; contexts are emptied
and used again by later tests that ask for the same, as starting one costs more than most tests do in it. Whatever goes
wrong on any of them (console, content security policy, a missing file, an answer 500) fails the test at its end.
"""

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from django.conf import settings
from django.test import Client, override_settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from players.models import User
from tests.browser.watching import Watch

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # one process for all pages of a context: starting one costs more than a page
    "--renderer-process-limit=1", "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process",
    # no script lives long enough to be worth compiling well, or its garbage to be worth collecting
    "--js-flags=--no-opt --no-maglev --initial-heap-size=512 --min-semi-space-size=32",
]  # fmt: skip

OpenPage = Callable[..., Page]
Options = tuple[tuple[str, Any], ...]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        reason = "There is no Chromium on this machine (bin/browser installs it)."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """The site as it is installed: its middleware serves style sheets and scripts, and the browser keeps them."""
    server = LiveServer("localhost", start=False)
    server.thread.static_handler = lambda site: site
    with override_settings(WHITENOISE_MAX_AGE=600):
        server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def spare(browser: Browser) -> dict[Options, list[BrowserContext]]:
    """Contexts of tests that are over, as good as new; each keeps an empty page, and with it its process."""
    return defaultdict(list)


@pytest.fixture
def open_page(
    browser: Browser, spare: dict[Options, list[BrowserContext]], live_server: LiveServer
) -> Iterator[OpenPage]:
    """Make a page: `open_page(user=None, path=None, width=1440, height=900, scheme="light", script=True)`.

    Each has cookies, storage and files of its own; what else is asked for (`has_touch`, …) its context is made with.
    `fresh` is for a test that changes the context itself.
    """
    watch = Watch()
    used: list[tuple[Options | None, BrowserContext]] = []

    def make(
        *,
        user: User | None = None,
        path: str | None = None,
        width: int = 1440,
        height: int = 900,
        scheme: Literal["light", "dark"] = "light",
        script: bool = True,
        fresh: bool = False,
        **options: Any,
    ) -> Page:
        asked = tuple(sorted({"java_script_enabled": script, **options}.items()))
        kept = [] if fresh else spare[asked]
        made = kept.pop() if kept else new_context(browser, live_server.url, **dict(asked))
        used.append((None if fresh else asked, made))
        if user is not None:
            sign_in(made, live_server.url, user)
        page = made.new_page()
        page.set_viewport_size({"width": width, "height": height})
        if scheme != "light":
            page.emulate_media(color_scheme=scheme)
        watch.over(page)
        if path is not None:
            page.goto(path)
        return page

    yield make
    for asked, context in used:
        if asked is None:
            context.close()
        else:
            tidy(context, live_server.url)
            spare[asked].append(context)
    assert watch.faults == []


def new_context(browser: Browser, address: str, **options: Any) -> BrowserContext:
    """Another browser profile of a person who wants no motion, reads English and lives by UTC."""
    made = browser.new_context(
        base_url=address, color_scheme="light", reduced_motion="reduce", locale="en-GB", timezone_id="UTC", **options
    )
    # long, as a busy machine is slow; a test that passes never waits for it
    made.set_default_timeout(30_000)
    made.new_page()
    return made


def tidy(context: BrowserContext, address: str) -> None:
    """Close all pages but the first, which was never used; forget what they kept, but for static files."""
    empty, *used = context.pages
    for page in used:
        page.close()
    context.clear_cookies()
    context.set_offline(False)
    session = context.new_cdp_session(empty)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()


def sign_in(context: BrowserContext, address: str, user: User) -> None:
    """Give the context a session of `user` without going through the form."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])
