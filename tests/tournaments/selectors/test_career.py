"""Careers and opponents as they are read."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actors import SYSTEM
from players.models import Player
from ratings.models import CasualGame, CasualState
from ratings.selectors.casual_meetings import CasualTally
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, make_event, make_scene
from tests.tournaments.services.test_pairs import pair_scene
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.models import Entry, Event, EventState, Match, Series
from tournaments.selectors.career import (
    CareerKind,
    career_of,
    medals_by_series,
    total_of,
    totals_by_kind,
    totals_by_year,
)
from tournaments.selectors.opponents import met_by, opponents_in
from tournaments.selectors.pages.career import career_rows, known_text
from tournaments.selectors.pages.people import load_profile
from tournaments.selectors.tallies import GameTally
from tournaments.services import HistoryOptions, SeriesDetails

pytestmark = pytest.mark.django_db
PODIUMS = "event,year,champion,country,runner_up\nWTC,1998,Player P1,FRA,Bob\nWTC,1999,Ann,GBR,Player P1\n"
STANDINGS = "player,tp,place,games_won,games_lost\nPlayer P1,98,2,5.5,4.5\nAnn,101,1,7,3\n"


def make_series(code: str, **more: object) -> Series:
    details = SeriesDetails(name=code, **more)  # type: ignore[arg-type]
    return services.create_series(actor=SYSTEM, now=NOW, code=code, details=details)


def bring_in(text: str, **more: object) -> None:
    options = HistoryOptions(name=f"Old papers {len(text)}", match_people=True, **more)  # type: ignore[arg-type]
    services.import_history(actor=SYSTEM, now=NOW, text=text, options=options)


def add_edition(event: Event, *series: Series) -> None:
    for one in series:
        services.add_edition(actor=SYSTEM, now=NOW, series_id=one.pk, event_id=event.pk, year=2025)


def player(slug: str = "player-p1") -> Player:
    return Player.objects.get(slug=slug)


def queries(act) -> int:
    with CaptureQueriesContext(connection) as found:
        act()
    return len(found)


def many_events(who: Player, count: int) -> None:
    """Straight into the tables: finished events with nothing but one entry."""
    made = Event.objects.bulk_create(
        Event(name=f"Cup {n}", slug=f"cup-{count}-{n}", state=EventState.FINISHED, created_at=NOW, published_at=NOW,
              finished_at=NOW, starts_on=date(2000 + n // 12, n % 12 + 1, 1))
        for n in range(count)
    )  # fmt: skip
    Entry.objects.bulk_create(
        Entry(event=event, player=who, name=who.name, name_key=who.name_key, place=2, created_at=NOW) for event in made
    )


def test_a_career_has_every_event_with_place_games_and_medal():
    world, open_ = make_series("WTC", scope="world"), make_series("CUP", kind="open")
    scene = make_scene(2, games_by_round=(3,), starts_on=date(2025, 3, 1), ends_on=date(2025, 3, 9))
    bring_in(PODIUMS)
    for game, figures in enumerate((LEFT_WINS, LEVEL, LEFT_WINS), start=1):
        scene.enter(1, figures, game=game)
    add_edition(scene.event, world, open_)
    (running, *_past) = career_of(player())
    assert (running.place, running.medal, running.event_state) == (1, None, "running")
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    draft = make_event(scene.owner, name="Secret")
    services.add_entry(actor=scene.owner, now=NOW, event_id=draft.pk, player_id=player().pk)
    lines = career_of(player())
    assert [(line.year, line.kind, line.place, line.medal) for line in lines] == [
        (2025, CareerKind.WORLD, 1, 1), (1999, CareerKind.WORLD, 2, 2), (1998, CareerKind.WORLD, 1, 1),
    ]  # fmt: skip
    assert lines[0].games == GameTally(won=2, drawn=1, lost=0, tp=500)
    assert lines[0].games.share == pytest.approx(500 / 600)
    assert total_of(lines).medals == (2, 1, 0)
    assert list(totals_by_year(lines)) == [2025, 1999, 1998]
    assert {kind: total.events for kind, total in totals_by_kind(lines).items()} == {CareerKind.WORLD: 3}
    medals = [(row.series.slug, row.counts, row.titles) for row in medals_by_series(lines)]
    assert medals == [("wtc", (2, 1, 0), (2025, 1998)), ("cup", (1, 0, 0), (2025,))]
    (other,) = career_of(player("player-p2"))
    assert (other.place, other.medal, other.games) == (2, 2, GameTally(won=0, drawn=1, lost=2, tp=100))
    services.reopen_event(actor=scene.owner, now=NOW, event_id=scene.event.pk, reason="a fault")
    assert career_of(player())[0].medal is None


@pytest.mark.parametrize(("whole", "medal", "words"), [(True, 2, "standings complete"), (False, None, "in part")])
def test_past_standings_give_a_medal_only_if_they_are_complete(whole: bool, medal: int | None, words: str):
    make_scene(2, start=False)
    make_series("PAC", scope="continental")
    bring_in(STANDINGS, event="PAC", year=1999, complete=whole)
    line = career_of(player())[-1]
    assert line.past is not None
    assert (line.kind, line.place, line.medal) == (CareerKind.CONTINENTAL, 2, medal)
    assert (line.past.tp, line.past.won, line.past.lost) == ("98", "5.5", "4.5")
    assert words in known_text(line.past)
    assert line.games.games == 0


def test_who_plays_in_a_team_has_its_place_and_own_games():
    series = make_series("WTTC", scope="world", discipline="team", team_size=5)
    scene = team_scene(("FR", "GB"))
    match = Match.objects.get(event=scene.event)
    scene.open(match)
    scene.enter(match, 1, LEFT_WINS, RIGHT_WINS)
    for board in (2, 3, 4):
        scene.enter(match, board, LEFT_WINS, LEFT_WINS)
    services.finish_event(**scene.act(event_id=scene.event.pk))
    add_edition(scene.event, series)
    left = scene.sides(match)[0]
    who = scene.players[str(left)][0].person
    (line,) = career_of(who)
    assert (line.in_team, line.place, line.medal) == (True, 1, 1)
    assert line.games == GameTally(won=1, drawn=0, lost=1, tp=200)
    (row,) = career_rows(who, [line])
    assert (row.side, row.entrants) == (left, 2)


def test_who_plays_in_a_pair_has_its_place_and_games_and_sees_its_next_match():
    scene = pair_scene(2)
    who = Entry.every.get(team=scene.entries[0], team_place=2).person
    (current,) = load_profile(who).current
    assert [match.opponent for match in current.matches] == [scene.entries[1].name]
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    (line,) = career_of(who)
    assert (line.in_team, line.place, line.games) == (True, 1, GameTally(won=1, tp=200))
    assert career_rows(who, [line])[0].side == scene.entries[0].name
    assert met_by(who) == ()


def test_a_career_takes_as_many_queries_for_any_length():
    make_scene(2, start=False)
    costs = []
    for count in (8, 128):
        many_events(player(), count)
        lines = career_of(player())
        costs.append(queries(lambda: career_of(player())) + queries(lambda lines=lines: career_rows(player(), lines)))
    assert len(lines) == 8 + 128 + 1
    assert costs[0] == costs[1] <= 16


def test_opponents_of_events_and_of_casual_games_are_counted_apart():
    scene = make_scene(4)
    scene.enter(1)
    scene.enter(2, LEFT_WINS)
    one, two, four = (player(f"player-p{n}") for n in (1, 2, 4))
    day = NOW.date()
    CasualGame.objects.bulk_create(
        CasualGame(left=left, right=right, state=state, played_on=day, points_left=points, points_right=10, rated=False,
                   deadlock=deadlock, offered_at=NOW, answer_by=NOW, counted_at=NOW)
        for left, right, points, state, deadlock in (
            (one, two, 20, CasualState.CONFIRMED, False), (two, one, 5, CasualState.CONFIRMED, False),
            (one, two, 20, CasualState.CONFIRMED, True), (one, two, 20, CasualState.OPEN, False),
        )
    )  # fmt: skip
    most, least = met_by(one)
    assert (most.player, most.games.games, most.casual) == (two.pk, 0, CasualTally(won=2, drawn=1, lost=0))
    assert (least.player, least.games, least.casual.games) == (four.pk, GameTally(won=1, tp=200), 0)
    assert met_by(two)[0].casual == CasualTally(won=0, drawn=1, lost=2)
    assert queries(lambda: opponents_in(met_by(one))) == 5
