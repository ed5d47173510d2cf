"""Changing answers, and the terms that teams, pairs and their players meet."""

from datetime import timedelta

import pytest

from players.models import ActionLog
from tantrix_site.errors import Conflict, NotPermitted
from tests.tournaments.scene import NOW, make_event, make_owner, make_scene
from tournaments import services
from tournaments.formats.eligibility import Conditions
from tournaments.models import Entry, EntryAnswers
from tournaments.services import Answers, EntryTerms, NewPerson

pytestmark = pytest.mark.django_db
CLOSES = NOW + timedelta(days=1)


def code(act, **kwargs) -> str:
    with pytest.raises((Conflict, NotPermitted)) as error:
        act(**kwargs)
    return error.value.code


def test_entrants_until_the_close_organisers_later_too(as_actor):
    scene = make_scene(4, start=False)
    act = {"now": NOW, "entry_id": scene.entries[0].pk}
    one, other = scene.player(1), scene.player(2)
    change = services.change_answers
    assert code(change, actor=one, answers=Answers(), **act) == "nothing_asked"
    terms = EntryTerms(closes_at=CLOSES, asked=("nickname", "colours", "times"))
    services.set_entry_rules(actor=scene.owner, now=NOW, event_id=scene.event.pk, terms=terms)
    assert code(change, actor=one, answers=Answers(), **act) == "answer_needed"
    assert code(change, actor=other, answers=Answers(nickname="x"), **act) == "not_your_entry"
    change(actor=one, answers=Answers(nickname="anna", first_colour="red"), **act)
    change(actor=one, answers=Answers(nickname="anna", first_colour="blue", second_colour="red"), **act)
    change(actor=one, answers=Answers(nickname="anna", first_colour="blue", second_colour="red"), **act)
    rows = ActionLog.objects.filter(action="entry.answers.changed").order_by("pk")
    assert [row.data["changes"] for row in rows] == [
        {"nickname": ["", "anna"], "first_colour": ["", "red"]},
        {"first_colour": ["red", "blue"], "second_colour": ["", "red"]},
    ]
    act["now"] = CLOSES
    assert code(change, actor=one, answers=Answers(nickname="b"), **act) == "entry_closed"
    change(actor=scene.owner, answers=Answers(nickname="b"), **act)
    assert EntryAnswers.objects.get().nickname == "b"

    base = f"/events/{scene.event.slug}/my-entry/"
    client = as_actor(one)
    assert "Change the answers" not in client.get(base).content.decode()  # closed by now
    services.set_entry_rules(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, terms=EntryTerms(asked=("nickname", "times"))
    )
    assert "Change the answers" in client.get(base).content.decode()
    assert client.post(f"{base}answers/", {"nickname": "c"}).status_code == 302
    own = f"/organise/{scene.event.slug}/entrants/{scene.entries[0].pk}/answers/"
    assert 'value="c"' in as_actor(scene.owner).get(own).content.decode()
    assert as_actor(scene.owner).post(own, {"times": "mornings"}).status_code == 302
    assert EntryAnswers.objects.get().times == "mornings"
    assert as_actor(other).get(own).status_code == 403
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert code(change, actor=one, answers=Answers(nickname="d"), **(act | {"now": NOW})) == "entries_drawn"


def test_pairs_wait_as_players_do():
    owner = make_owner()
    event = make_event(owner, play="doubles", capacity=2)
    terms = EntryTerms(waiting_list=True, closes_at=CLOSES)
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=terms)
    act = {"actor": owner, "now": NOW, "event_id": event.pk}
    pairs = [
        services.add_pair(**act, members=[NewPerson(f"{name}na Aa"), NewPerson(f"{name}bo Bb")]).entry
        for name in "ACDE"
    ]
    assert [pair.state for pair in pairs] == ["accepted", "accepted", "waiting", "waiting"]
    services.withdraw_entry(actor=owner, now=NOW, entry_id=pairs[0].pk)
    assert [Entry.objects.get(pk=pair.pk).state for pair in pairs[2:]] == ["accepted", "waiting"]
    late = {**act, "now": CLOSES, "members": [NewPerson("Fay Aa"), NewPerson("Gus Bb")]}
    assert code(services.add_pair, **late) == "entry_closed"
    assert services.add_pair(**late, despite="A flight was late").entry.state == "waiting"


def test_teams_wait_and_their_players_meet_the_conditions():
    owner = make_owner()
    event = make_event(owner, team_size=2, capacity=2, starts_on=NOW.date())
    terms = EntryTerms(waiting_list=True, closes_at=CLOSES, conditions=Conditions(countries=("FR", "DE")))
    services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=terms)
    act = {"actor": owner, "now": NOW}
    teams = [services.add_team(**act, event_id=event.pk, country=country) for country in ("FR", "DE", "BE")]
    assert [team.state for team in teams] == ["accepted", "accepted", "waiting"]
    assert code(services.add_team, actor=owner, now=CLOSES, event_id=event.pk, country="IT") == "entry_closed"
    person = {"person": NewPerson("Bo Belge", "BE")}
    assert code(services.add_team_player, **act, team_id=teams[2].pk, **person) == "not_eligible"
    made = services.add_team_player(**act, team_id=teams[2].pk, **person, despite="Agreed by all")
    assert made.entry.name == "Bo Belge"
    assert ActionLog.objects.latest("pk").reason == "Agreed by all"
    # the closing time is asked of the team alone
    late = services.add_team_player(actor=owner, now=CLOSES, team_id=teams[0].pk, person=NewPerson("Fée", "FR"))
    assert late.entry.team_id == teams[0].pk
