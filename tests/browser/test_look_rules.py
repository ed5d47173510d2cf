"""The rules pages in a browser."""

from typing import Any

import pytest

from tests.browser.watching import accessibility_faults, sideways_overflow

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("path", ["/rules/#rule-22", "/rules/tiles/", "/rules/tiles/57/"])
def test_pages_fit_and_everybody_can_use_them(open_page: Any, path: str) -> None:
    page = open_page(path=path)
    if "#" in path:  # the address of a rule leads to it
        assert page.locator("#rule-22").evaluate("(rule) => rule.getBoundingClientRect().top") < 300
    for width, scheme in ((1440, "light"), (390, "light"), (320, "dark")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)
        assert sideways_overflow(page) <= 0
        if width == 320:
            assert accessibility_faults(page) == []
