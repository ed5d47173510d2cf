"""Games of three and four, and doubles with drawn partners, from entries to medallists (`docs/regulations.md` 1.2)."""

import json
from collections import Counter

import pytest

from games.models import Record
from games.services import submit_record, verify_record
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted, StaleVersion
from tests.tournaments.scene import NOW, add_arbiter, make_scene, quick_scene, record_bytes
from tests.tournaments.sitting_scene import SittingScene, sitting_scene
from tournaments import services
from tournaments.formats.sittings.seating import draw_doubles, partners_at
from tournaments.models import Entry, SittingRound, SittingScore
from tournaments.selectors.claims import claim_of_events, counts_outside_matches
from tournaments.selectors.sittings import history_of, standings_of
from tournaments.services import NewPerson, StagePlan, TableFigures

pytestmark = pytest.mark.django_db


def code_of(act) -> str:
    with pytest.raises((Conflict, InvalidInput, NotPermitted, StaleVersion)) as refused:
        act()
    return refused.value.code


def test_a_table_event_of_ten_from_entries_to_medallists():
    scene = sitting_scene(10, games_by_round=(2,))
    first = scene.draw()
    assert sorted(len(found.entries) for found in first.sittings) == [3, 3, 4]
    act = scene.act(event_id=scene.event.pk)
    assert code_of(lambda: services.draw_sittings(**act)) == "round_open"
    assert code_of(lambda: services.finish_event(**act)) == "sittings_open"
    scene.play(first)
    late = services.add_entry(**act, person=NewPerson("Late Comer")).entry
    for _round in range(2):
        scene.play(scene.draw(size=4))
    rounds = scene.rounds()
    assert sum(len(found.entries) == 4 for loaded in rounds[1:] for found in loaded.sittings) == 4  # 4, 4, 3 of eleven
    row = next(row for row in standings_of(scene.event, rounds) if row.entry == late.pk)
    assert row.games == 4
    assert row.possible == 2 * 600 + sum(
        2 * 200 * (len(found.entries) - 1) for loaded in rounds for found in loaded.sittings if late.pk in found.seats
    )
    scene.finish()
    places = dict(Entry.objects.filter(event=scene.event).values_list("pk", "place"))
    assert None not in places.values()
    rows = standings_of(scene.event, rounds)
    assert {row.entry: row.place for row in rows} == places
    assert [row.share for row in rows] == sorted((row.share for row in rows), reverse=True)


def test_a_correction_after_the_end_opens_the_event_again_and_moves_the_places():
    scene = sitting_scene(3)
    sitting = scene.draw().sittings[0]
    scene.enter(sitting.sitting, 30, 20, 10)
    scene.finish()
    winner = Entry.objects.get(event=scene.event, place=1)
    assert winner == sitting.entries[0]
    assert code_of(lambda: scene.enter(sitting.sitting, 10, 20, 30, reason="turned")) == "event_finished"
    services.reopen_event(**scene.act(event_id=scene.event.pk, reason="the sheet was read wrongly"))
    assert not Entry.objects.filter(event=scene.event).exclude(place=None).exists()
    assert code_of(lambda: scene.enter(sitting.sitting, 10, 20, 30)) == "reason_needed"
    scene.enter(sitting.sitting, 10, 20, 30, reason="turned")
    scene.enter(sitting.sitting, 10, 20, 30)  # a second click
    assert [score.state for score in SittingScore.objects.order_by("pk")] == ["replaced", "counts"]
    scene.finish()
    assert Entry.objects.get(event=scene.event, place=1) == sitting.entries[2]


def test_partners_by_lot_with_standings_of_each_player():
    scene = sitting_scene(8, play="drawn_doubles", games_by_round=(1,))
    assert not scene.event.rated
    for _round in range(7):
        loaded = scene.draw()
        assert draw_doubles(loaded.round.drawn, history_of(scene.rounds()[:-1]), loaded.round.lot) == loaded.seating
        scene.play(loaded)
    rounds = scene.rounds()
    partners = Counter(pair for loaded in rounds for found in loaded.sittings for pair in partners_at(found.seats))
    assert set(partners.values()) == {1}
    for loaded in rounds:
        for found in loaded.sittings:
            tp = found.counting[1].tp
            assert (tp[0], tp[1]) == (tp[2], tp[3])
    scene.finish()
    assert Entry.objects.filter(event=scene.event, place=1).exists()


def test_players_report_and_another_side_confirms():
    scene = sitting_scene(4, play="drawn_doubles")
    found = scene.draw().sittings[0]
    one, two, partner, other = (scene.actor(entry) for entry in found.entries)
    say = {"now": NOW, "sitting_id": found.sitting.pk, "number": 1}
    report = services.report_score(actor=one, **say, figures=TableFigures((22, 17)))
    assert (report.state, report.tp) == ("open", [150, 50, 150, 50])
    assert services.report_score(actor=partner, **say, figures=TableFigures((22, 17))) == report
    assert code_of(lambda: services.confirm_score(actor=partner, now=NOW, score_id=report.pk)) == "own_report"
    assert (
        code_of(lambda: services.dispute_score(actor=two, now=NOW, score_id=report.pk, reason=" ")) == "reason_needed"
    )
    services.dispute_score(actor=two, now=NOW, score_id=report.pk, reason="a line was missed")
    services.report_score(actor=partner, **say, figures=TableFigures((22, 18)))
    assert SittingScore.objects.get(state="open").tp == [147, 53, 147, 53]
    done = services.report_score(actor=other, **say, figures=TableFigures((22, 18)))
    assert (done.state, services.confirm_score(actor=two, now=NOW, score_id=done.pk)) == ("counts", done)
    assert code_of(lambda: services.report_score(actor=one, **say, figures=TableFigures((1, 2)))) == "game_decided"


def test_different_reports_of_one_table_are_a_dispute_for_an_arbiter():
    scene = sitting_scene(4)
    arbiter = add_arbiter(scene.scene)
    found = scene.draw(games=2).sittings[0]
    one, two, *_rest = (scene.actor(entry) for entry in found.entries)
    say = {"now": NOW, "sitting_id": found.sitting.pk, "number": 2}
    services.report_score(actor=one, **say, figures=TableFigures((20, 19, 18, 17)))
    second = services.report_score(actor=two, **say, figures=TableFigures((20, 20, 18, 17)))
    assert second.state == "disputed"
    assert code_of(lambda: services.enter_score(actor=one, **say, tp=(0, 0, 0, 0), reason="mine")) == "not_arbiter"
    rule = {"actor": arbiter, **say}
    assert code_of(lambda: services.enter_score(**rule, tp=(400, 400, 400, 0))) == "reason_needed"
    assert code_of(lambda: services.enter_score(**rule, tp=(700, 400, 0, 0), reason="no")) == "bad_tp"
    assert code_of(lambda: services.enter_score(**rule, reason="no")) == "no_figures"
    ruled = services.enter_score(**rule, tp=(400, 400, 400, 0), reason="the fourth left")
    assert (ruled.state, ruled.tiles, SittingScore.objects.filter(state="replaced").count()) == ("counts", None, 2)
    scene.event.organisers.add(one.user, through_defaults={"role": "organiser"})
    mine = {**rule, "actor": one, "figures": TableFigures((1, 2, 3, 4)), "reason": "mine"}
    assert code_of(lambda: services.enter_score(**mine)) == "own_match"


def verified(scene: SittingScene, actor, seed=1, **options):
    data = json.loads(record_bytes(seed, **options))
    for seat in data["players"]:
        seat["name"] = ""
    submission = submit_record(actor=actor, data=json.dumps(data).encode(), now=NOW)
    verify_record(record_pk=submission.record_id, now=NOW)
    submission.refresh_from_db()
    return submission.public_id, Record.objects.get(pk=submission.record_id)


def test_a_record_of_the_table_fills_the_report_and_counts_once():
    scene = sitting_scene(4)
    found = scene.draw(games=2).sittings[0]
    one = scene.actor(found.entries[0])
    colours = ("green", "red", "blue", "yellow")
    address, record = verified(scene, one, players=4, colours=["red", "yellow", "green", "blue"])
    say = {"actor": one, "now": NOW, "sitting_id": found.sitting.pk}

    def report(number=1, **figures):
        return services.report_score(**say, number=number, figures=TableFigures(record=address, **figures))

    assert code_of(lambda: report(colours=("red", "red", "blue", "green"))) == "bad_colours"
    assert code_of(lambda: report(colours=colours, tiles=(1, 2, 3, 4))) == "figures"
    made = report(colours=colours)
    assert made.tiles == [record.scores[colour] for colour in colours]
    assert (claim_of_events(made.game_key), counts_outside_matches([made.game_key])) == ("game_claimed", False)
    services.confirm_score(actor=scene.actor(found.entries[1]), now=NOW, score_id=made.pk)
    assert (claim_of_events(made.game_key), counts_outside_matches([made.game_key])) == ("game_counted", True)
    assert code_of(lambda: report(2, colours=colours)) == "game_counted"
    address, _record = verified(scene, one, players=4, doubles=True, colours=["red", "blue", "red", "blue"])
    assert code_of(lambda: report(2, colours=colours)) == "wrong_record"


def test_rounds_are_drawn_once_and_taken_back_while_nothing_was_reported():
    scene = sitting_scene(9)
    act = scene.act(event_id=scene.event.pk)
    one = services.draw_sittings(**act, number=1, lot=5)
    assert services.draw_sittings(**act, number=1) == one
    assert code_of(lambda: services.draw_sittings(**act, number=3)) == "bad_round"
    services.take_back_sittings(**act, number=1)
    assert not SittingRound.objects.exists()
    again = services.draw_sittings(**act, lot=5, absent=[scene.scene.entries[0].pk])
    assert (len(again.drawn), again.sittings.count()) == (8, 2)
    scene.enter(again.sittings.first(), 4, 3, 2, 1)
    assert code_of(lambda: services.take_back_sittings(**act, number=1)) == "round_played"
    assert code_of(lambda: services.remove_entry(**act, entry_id=scene.scene.entries[1].pk)) == "entry_drawn"
    for wrong, code in (({"games": 0}, "bad_games"), ({"size": 5}, "bad_size"), ({"absent": [0]}, "unknown_entry")):
        scene.play(scene.rounds()[-1])
        assert code_of(lambda wrong=wrong: services.draw_sittings(**act, **wrong)) == code
    services.withdraw_entry(**scene.act(entry_id=scene.scene.entries[2].pk))
    assert scene.scene.entries[2].pk not in scene.draw().round.drawn


def test_there_are_no_stages_and_matches_beside():
    scene = make_scene(2, start=False, play="tables")
    act = {"actor": scene.owner, "now": NOW, "event_id": scene.event.pk}
    assert code_of(lambda: services.make_draw(**act)) == "no_stages"
    assert code_of(lambda: services.plan_stages(**act, plans=[StagePlan("swiss")])) == "no_stages"
    assert code_of(lambda: services.start_event(**act)) == "too_few_entries"
    matches = quick_scene(2)
    act["event_id"], act["actor"] = matches.event.pk, matches.owner
    assert code_of(lambda: services.draw_sittings(**act)) == "no_sittings"


def test_a_stale_page_is_refused():
    scene = sitting_scene(3)
    sitting = scene.draw().sittings[0].sitting
    scene.enter(sitting, 3, 2, 1, expected_version=1)
    assert code_of(lambda: scene.enter(sitting, 3, 2, 2, expected_version=1, reason="seen")) == "stale_version"
