"""Longer languages fit a small phone, and a chosen language stays."""

import pytest

from tests.browser.watching import accessibility_faults, sideways_overflow
from tests.kept import kept
from tests.tournaments.scene import Scene, make_scene

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ["/", "/events/{e}/", "/events/{e}/bracket/", "/events/{e}/matches/2/", "/rules/", "/accounts/signup/"]
OWN = ["/me/", "/me/settings/", "/events/{e}/matches/2/report/"]
ORGANISER = ["/organise/{e}/", "/organise/{e}/entrants/", "/organise/{e}/matches/3/decide/"]


@pytest.fixture
@kept
def scene(db: None) -> Scene:
    scene = make_scene(8)
    scene.enter(1)
    scene.report(2, 4)
    return scene


def test_russian_pages_fit_a_small_phone(open_page, scene: Scene) -> None:
    language = "ru"  # the longest of the three
    for user, addresses in ((None, PAGES), (scene.player(5).user, OWN), (scene.owner.user, ORGANISER)):
        page = open_page(user=user, width=320, height=640, path="/accounts/login/" if user is None else "/me/")
        page.click("details.menu summary")
        page.click(f"button[value={language}]")
        assert page.get_attribute("html", "lang") == language
        for address in addresses:
            page.goto(address.format(e=scene.event.slug))
            assert page.get_attribute("html", "lang") == language, address
            assert sideways_overflow(page) == 0, address
        assert accessibility_faults(page) == []
