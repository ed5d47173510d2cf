"""Every page of a running event: as wide as its screen at most, no fault, accessible, in both themes."""

import pytest

from tests.browser.watching import accessibility_faults, change_screen, sideways_overflow
from tests.tournaments.scene import LEFT_WINS, make_scene

pytestmark = pytest.mark.django_db(transaction=True)

# a very long word, right to left, as short as can be
NAMES = ["Sechseckfliesenlegerin-Schleifenberger" * 2, "ليلى الحلقة", "Ø", "六角小明"]
VISITOR = [
    "/", "/events/", "/events/{slug}/", "/events/{slug}/entrants/", "/events/{slug}/bracket/",
    "/events/{slug}/bracket/?round=2&quarter=all", "/events/{slug}/matches/", "/events/{slug}/schedule/",
    "/events/{slug}/rules/", "/events/{slug}/matches/1/", "/events/{slug}/matches/2/", "/players/",
    "/players/{player}/",
    "/search/?q=p", "/rules/", "/api/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/",
]  # fmt: skip
PLAYER = [
    "/", "/me/", "/me/settings/", "/me/tokens/", "/records/", "/records/new/", "/events/{slug}/matches/1/",
    "/events/{slug}/matches/2/report/", "/events/{slug}/matches/2/confirm/", "/events/{slug}/matches/2/dispute/",
    "/events/{slug}/withdraw/",
]  # fmt: skip
ORGANISER = [
    "/organise/", "/organise/new/", "/organise/{slug}/", "/organise/{slug}/settings/", "/organise/{slug}/entrants/",
    "/organise/{slug}/people/", "/organise/{slug}/log/", "/organise/{slug}/draw/", "/organise/{slug}/deadlines/",
    "/organise/{slug}/results/", "/organise/{slug}/matches/1/enter/", "/organise/{slug}/matches/1/decide/",
    "/organise/{slug}/entrants/list/", "/organise/{slug}/seeds/", "/organise/{slug}/matches/1/time/",
    "/events/{slug}/matches/3/correct/",
]  # fmt: skip


@pytest.mark.parametrize("who", ["visitor", "player", "organiser"])
def test_every_page(open_page, who) -> None:
    scene = make_scene(4)
    for entry, name in zip(scene.entries, NAMES, strict=True):
        type(entry).objects.filter(pk=entry.pk).update(name=name[:80])
    scene.report(2, 3, LEFT_WINS)
    user, addresses = {
        "visitor": (None, VISITOR),
        "player": (scene.player(2).user, PLAYER),
        "organiser": (scene.owner.user, ORGANISER),
    }[who]
    values = {"slug": scene.event.slug, "player": scene.player(1).player.slug}
    page = open_page(user=user)
    faults: list[str] = []
    for address in (address.format(**values) for address in addresses):
        answer = page.goto(address)
        if answer is None or answer.status >= 400:
            faults.append(f"{address}: {answer and answer.status}")
            continue
        for width, scheme in ((1440, "dark"), (320, "light"), (390, "light")):
            change_screen(page, width, scheme)
            if sideways_overflow(page) > 0:
                faults.append(f"{address} is too wide at {width}")
            if width != 320:
                faults += [f"{address} at {width}: {fault}" for fault in accessibility_faults(page)]
    assert not faults, "\n".join(faults)
