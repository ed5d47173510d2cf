"""Every page of a running event: as wide as its screen at most, no fault, accessible, in both themes.

Those of accounts, records and rules are looked at in files of their own.
"""

import pytest

from tests.browser.watching import faults_on_screens
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, Scene, make_scene
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.services import StagePlan

pytestmark = pytest.mark.django_db(transaction=True)

STAGES = [StagePlan("swiss", settings={"rounds": 2}), StagePlan(rule=Progression(first=2))]
# a very long word, right to left, as short as can be
NAMES = ["Sechseckfliesenlegerin-Schleifenberger" * 2, "ليلى الحلقة", "Ø", "六角小明"]
VISITOR = [
    "/", "/events/", "/events/{slug}/", "/events/{slug}/entrants/", "/events/{slug}/bracket/",
    "/events/{slug}/bracket/?round=2&quarter=all", "/events/{slug}/matches/", "/events/{slug}/schedule/",
    "/events/{slug}/rules/", "/events/{slug}/matches/1/", "/events/{slug}/matches/2/", "/players/",
    "/players/{player}/",
    "/search/?q=p", "/api/",
]  # fmt: skip
PLAYER = [
    "/", "/me/", "/events/{slug}/matches/1/",
    "/events/{slug}/matches/2/report/", "/events/{slug}/matches/2/confirm/", "/events/{slug}/matches/2/dispute/",
    "/events/{slug}/withdraw/",
]  # fmt: skip
ORGANISER = [
    "/organise/", "/organise/new/", "/organise/new/euro/", "/organise/{slug}/template/",
    "/organise/{slug}/", "/organise/{slug}/settings/", "/organise/{slug}/entrants/",
    "/organise/{slug}/people/", "/organise/{slug}/log/", "/organise/{slug}/draw/", "/organise/{slug}/deadlines/",
    "/organise/{slug}/announce/",
    "/organise/{slug}/results/", "/organise/{slug}/matches/1/enter/", "/organise/{slug}/matches/1/decide/",
    "/organise/{slug}/entrants/list/", "/organise/{slug}/seeds/", "/organise/{slug}/matches/1/time/",
    "/events/{slug}/matches/3/correct/",
]  # fmt: skip

# of an event with a Swiss and a knockout after it, drawn ahead
SWISS = [
    "/organise/{slug}/", "/organise/{slug}/stages/", "/organise/{slug}/stages/1/close/", "/organise/{slug}/rounds/",
    "/organise/{slug}/rounds/edit/", "/organise/{slug}/draw/?stage=2", "/organise/{slug}/draw/?stage=2&by=hand",
    "/organise/{slug}/stages/1/ties/", "/events/{slug}/draw/",
]  # fmt: skip

# of an event with groups that fed a Swiss
TABLES = [
    "/events/{slug}/", "/events/{slug}/pairings/", "/events/{slug}/pairings/?by=name",
    "/events/{slug}/pairings/?stage=1", "/events/{slug}/standings/?around=me", "/events/{slug}/standings/?view=cross",
    "/events/{slug}/standings/?stage=1", "/events/{slug}/standings/?stage=1&view=cross", "/events/{slug}/matches/7/",
    "/events/{slug}/wall/",
]  # fmt: skip
FED = [
    StagePlan("groups", settings={"groups": 2}),
    StagePlan("swiss", settings={"rounds": 3}, rule=Progression(first=1, total=5)),
]


def table_scene() -> Scene:
    """Two groups of three; the best five went on to a Swiss whose first round is on."""
    scene = make_scene(6, stages=FED)
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    scene.play_all()
    services.close_stage(**act, stage_number=1)
    services.make_draw(**act, stage_number=2)
    scene.pair(stage=2)
    scene.enter(7)
    return scene


@pytest.mark.parametrize("who", ["visitor", "player", "organiser", "organiser of a Swiss", "player of tables"])
def test_every_page(open_page, who) -> None:
    if who == "player of tables":
        scene = table_scene()
    else:
        scene = make_scene(4, stages=STAGES if who == "organiser of a Swiss" else ())
    for entry, name in zip(scene.entries, NAMES, strict=False):
        type(entry).objects.filter(pk=entry.pk).update(name=name[:80])
    if who == "organiser of a Swiss":
        scene.pair()
        scene.play_all(choose=lambda _match: LEVEL)
        services.propose_pairing(actor=scene.owner, now=NOW, event_id=scene.event.pk)
        services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk, stage_number=2)
    elif who != "player of tables":
        scene.report(2, 3, LEFT_WINS)
    user, addresses = {
        "visitor": (None, VISITOR),
        "player": (scene.player(2).user, PLAYER),
        "organiser": (scene.owner.user, ORGANISER),
        "player of tables": (scene.player(1).user, TABLES),
        "organiser of a Swiss": (scene.owner.user, SWISS),
    }[who]
    values = {"slug": scene.event.slug, "player": scene.player(1).player.slug}
    page = open_page(user=user)
    faults: list[str] = []
    for address in (address.format(**values) for address in addresses):
        answer = page.goto(address)
        if answer is None or answer.status >= 400:
            faults.append(f"{address}: {answer and answer.status}")
            continue
        faults += [f"{address}: {fault}" for fault in faults_on_screens(page)]
    assert not faults, "\n".join(faults)
