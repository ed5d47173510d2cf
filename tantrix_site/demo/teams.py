"""The demo's team championship: four countries, played to the medals (`docs/regulations.md` 6).

What has happened is read from the database, so that a run that was stopped goes on where it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random

from players.actors import Actor
from tantrix_site.demo.people import Person, everybody
from tantrix_site.demo.progress import Progress
from tantrix_site.demo.sheets import tiles_of_game
from tournaments.models import Entry, Event, EventState, LineUp, Match, MatchState
from tournaments.services import (
    EventDetails,
    GameFigures,
    NewPerson,
    add_team,
    add_team_player,
    create_event,
    enter_results,
    finish_event,
    make_draw,
    name_captains,
    open_round_boards,
    publish_event,
    put_at_board,
    send_line_up,
    set_seeds,
    start_event,
)

NAME = "Demo World Team Championship"
COUNTRIES = ("NZ", "GB", "US", "HU")
"""By strength; the best players of each are its team."""
SUBSTITUTES = 1
GAMES, DAYS_AGO, LOT = 2, 14, 2026


@dataclass(frozen=True)
class Size:
    """How many play in a team at a time."""

    players: int = 5

    @property
    def steps(self) -> int:
        """For the progress shown: a team is worth one, and so is a match at a board."""
        return len(COUNTRIES) + 4 * self.players


def load_teams(
    organiser: Actor, profiles: Mapping[str, int], now: datetime, size: Size, progress: Progress
) -> Event:  # fmt: skip
    """Enter the teams and play semi-finals, final and the match for third place. `profiles` are players by name."""
    began = now - timedelta(days=DAYS_AGO)
    progress.task(f"{NAME}: entering {len(COUNTRIES)} teams")
    event = Event.objects.filter(created_by=organiser.user, name=NAME).first()
    if event is None:
        event = create_event(actor=organiser, now=began - timedelta(days=9), details=_details(began.date(), size))
    teams = _teams(event, organiser, profiles, began - timedelta(days=8), progress)
    if event.state == EventState.DRAFT:
        seeds = {team.pk: seed for seed, team in enumerate(teams, start=1)}
        set_seeds(actor=organiser, now=began - timedelta(days=3), event_id=event.pk, seeds=seeds)
        event = publish_event(actor=organiser, now=began - timedelta(days=3), event_id=event.pk)
    if event.state == EventState.PUBLISHED:
        make_draw(actor=organiser, now=began - timedelta(hours=2), event_id=event.pk, lot=LOT)
        event = start_event(actor=organiser, now=began - timedelta(hours=1), event_id=event.pk)
    if event.state != EventState.RUNNING:
        return event
    progress.task(f"{NAME}: board by board")
    strength = {team.pk: place for place, team in enumerate(teams, start=1)}
    for number in (1, 2):
        _play_round(event, number, strength, organiser, began + timedelta(days=2 * number), progress)
    return finish_event(actor=organiser, now=began + timedelta(days=6), event_id=event.pk)


def _details(day: date, size: Size) -> EventDetails:
    return EventDetails(
        name=NAME,
        time_zone="Europe/Budapest",
        place="online",
        description="Four teams of invented players. Captains sent their orders, a substitute stepped in.",
        starts_on=day,
        ends_on=day + timedelta(days=6),
        team_size=size.players,
        team_substitutes=SUBSTITUTES,
        games_by_round=(GAMES,),
        third_place=True,
        separation="country",
    )


def _teams(
    event: Event, organiser: Actor, profiles: Mapping[str, int], now: datetime, progress: Progress
) -> list[Entry]:
    """The teams with their players and captains, strongest first."""
    known = {team.country.code: team for team in event.entries.all()}
    people = everybody(1000)
    for country in COUNTRIES:
        if event.state == EventState.DRAFT:
            if country not in known:
                known[country] = add_team(actor=organiser, now=now, event_id=event.pk, country=country)
            own = [person for person in people if person.country == country][: event.team_size + SUBSTITUTES]
            _squad(known[country], own, organiser, profiles, now)
        progress.advance()
    return [known[country] for country in COUNTRIES]


def _squad(
    team: Entry, own: list[Person], organiser: Actor, profiles: Mapping[str, int], now: datetime
) -> None:  # fmt: skip
    entered = set(Entry.every.filter(team=team).values_list("name", flat=True))
    for place, person in enumerate(own):
        if person.name in entered:
            continue
        pk = profiles.get(person.name)
        made = add_team_player(
            actor=organiser, now=now, team_id=team.pk, player_id=pk, is_substitute=place >= team.event.team_size,
            person=None if pk is not None else NewPerson(person.name, person.country, surely_new=True),
        )  # fmt: skip
        if place == 0:
            name_captains(actor=organiser, now=now, team_id=team.pk, captain_id=made.entry.player_id)


def _play_round(
    event: Event, number: int, strength: Mapping[int, int], organiser: Actor, at: datetime, progress: Progress
) -> None:
    matches = list(Match.objects.filter(event=event, round=number).order_by("number"))
    first = matches[0]
    if first.state == MatchState.OPEN:
        _send_order(first, organiser, at - timedelta(days=1))
    open_round_boards(actor=organiser, now=at - timedelta(hours=6), event_id=event.pk, round_number=number)
    if first.state == MatchState.OPEN:
        _substitute(first, organiser, at - timedelta(hours=1))
    for match in matches:
        left, right = (slot.occupant_id or 0 for slot in match.slots.order_by("side"))
        boards = Match.every.filter(team_match=match).order_by("board")
        for board in boards.filter(state=MatchState.OPEN):
            rng = Random(f"tantrix demo {event.slug} M{board.number}")  # noqa: S311
            lead = 40.0 * (strength[right] - strength[left])
            games = {game: GameFigures(tiles=tiles_of_game(lead, rng)) for game in range(1, GAMES + 1)}
            enter_results(
                actor=organiser, now=at + timedelta(minutes=9 * (board.board or 0)), match_id=board.pk, games=games
            )
            progress.advance()


def _send_order(match: Match, organiser: Actor, now: datetime) -> None:
    """One captain lets the second player sit at the first board."""
    team = match.slots.get(side=0).occupant_id
    regular = Entry.every.filter(team=team, is_substitute=False).order_by("team_place")
    first, second, *others = regular.values_list("pk", flat=True)
    order = [second, first, *others]
    if team is not None and not LineUp.objects.filter(match=match, team=team).exists():
        send_line_up(actor=organiser, now=now, match_id=match.pk, team_id=team, players=order)


def _substitute(match: Match, organiser: Actor, now: datetime) -> None:
    """The last player of the other team falls ill."""
    team = match.slots.get(side=1).occupant_id
    stands_in = Entry.every.filter(team=team, is_substitute=True).first()
    if team is None or stands_in is None or LineUp.objects.filter(match=match, team=team, kind="substitution").exists():
        return
    put_at_board(
        actor=organiser,
        now=now,
        match_id=match.pk,
        team_id=team,
        board=match.event.team_size,
        player_id=stands_in.pk,
        reason="Ill.",
    )
