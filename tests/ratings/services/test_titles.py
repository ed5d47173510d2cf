"""Tournament titles and norms: awarded, withdrawn, and nothing forgotten."""

from datetime import UTC, date, datetime, timedelta

import pytest

from players.actors import SYSTEM
from players.models import ActionLog, Player
from ratings.models import TitleNorm, TitleTerm
from ratings.selectors.titles import title_history, titled_players
from ratings.services import award_title, record_norm, withdraw_norm, withdraw_title
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted
from tests.ratings.masters_scene import make_applicant, make_boss, make_masters, masters_on
from tests.ratings.scene import NOW, make_players

pytestmark = pytest.mark.django_db
WON = date(2001, 11, 4)


def shown(player: Player) -> str:
    return Player.objects.get(pk=player.pk).titles


@pytest.fixture
def holder() -> Player:
    return Player.objects.get(pk=make_players(1)[0])


def norm(holder: Player, **more) -> TitleNorm:
    values = {
        "title": "ITM", "event": "Euro 2003", "on": date(2003, 6, 1), "scored": "4th of 30", "source": "the report",
    } | more  # fmt: skip
    return record_norm(actor=more.pop("actor", SYSTEM), now=NOW, holder=holder, **values)


def award(holder: Player, title: str = "ITM", **more) -> TitleTerm:
    return award_title(
        **{"actor": SYSTEM, "now": NOW, "on": WON, "reason": "two norms"} | more, holder=holder, title=title
    )


def test_the_higher_title_is_shown_and_the_lower_one_kept(holder):
    itm = award(holder)
    assert award(holder) == itm
    assert itm.since == datetime(2001, 11, 4, tzinfo=UTC)
    assert shown(holder) == "ITM"
    tgm = award(holder, "TGM", on=date(2002, 8, 1))
    assert shown(holder) == "TGM"
    for _twice in range(2):
        withdraw_title(actor=SYSTEM, now=NOW, term=tgm, reason="an error in the table")
    assert shown(holder) == "ITM"
    again = award(holder, "TGM")
    history = title_history(holder.pk)
    assert [term.pk for term in history.terms] == [tgm.pk, again.pk, itm.pk]
    assert history.terms[0].end.reason == "an error in the table"
    assert list(titled_players()) == [holder]
    assert ActionLog.objects.filter(target_id=holder.pk, action="title.withdrawn").count() == 1


def test_both_kinds_stand_after_the_name_and_a_master_s_may_be_withdrawn():
    master = Player.objects.get(pk=make_masters(1500)[0])
    award(master, "TGM")
    assert shown(master) == "TGM LM"
    term = TitleTerm.objects.get(title="LM")
    withdraw_title(actor=make_boss(), now=NOW, term=term, reason="conduct")
    assert shown(master) == "TGM"
    assert masters_on(NOW - timedelta(1)) == {master.pk}
    assert not masters_on(NOW)


def test_norms_are_kept_when_they_are_withdrawn(holder):
    first = norm(holder)
    assert norm(holder, event=" Euro 2003 ") == first
    with pytest.raises(Conflict, match="already"):
        norm(holder, scored="5th of 30")
    for _twice in range(2):
        withdraw_norm(actor=SYSTEM, now=NOW, norm=first, reason="too few players")
    second = norm(holder, scored="5th of 30")
    history = title_history(holder.pk)
    assert [one.pk for one in history.norms] == [second.pk, first.pk]
    assert history.norms[1].end.reason == "too few players"


def test_what_cannot_be_awarded(holder):
    for values, code in [
        ({"title": "LM"}, "unknown_title"), ({"title": "GM"}, "unknown_title"), ({"reason": " "}, "reason_needed"),
        ({"on": NOW.date() + timedelta(1)}, "day_impossible"), ({"on": date(1989, 12, 31)}, "day_impossible"),
    ]:  # fmt: skip
        with pytest.raises(InvalidInput) as caught:
            award(holder, **values)
        assert caught.value.code == code
    for values, code in [
        ({"title": "LM"}, "unknown_title"), ({"event": ""}, "value_needed"), ({"scored": "x" * 201}, "value_needed"),
        ({"on": NOW.date() + timedelta(1)}, "day_impossible"),
    ]:  # fmt: skip
        with pytest.raises(InvalidInput) as caught:
            norm(holder, **values)
        assert caught.value.code == code
    award(holder)
    with pytest.raises(Conflict) as held:
        award(holder, on=date(2002, 1, 1))
    assert held.value.code == "title_held"


def test_only_an_administrator_may(holder):
    anna = make_applicant(opponents=2)
    term, noted = award(holder), norm(holder)
    acts = [
        lambda: award(holder, "TGM", actor=anna),
        lambda: withdraw_title(actor=anna, now=NOW, term=term, reason="x"),
        lambda: record_norm(
            actor=anna, now=NOW, holder=holder, title="TGM", event="Cup", on=WON, scored="1st", source="list"
        ),
        lambda: withdraw_norm(actor=anna, now=NOW, norm=noted, reason="x"),
    ]
    for act in acts:
        with pytest.raises(NotPermitted, match="administrator"):
            act()
