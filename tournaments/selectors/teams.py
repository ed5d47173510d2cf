"""The teams of an event, who plays in them and who may act for them."""

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from tantrix_site.compiled import CompiledObjects
from tournaments.formats.graph import EntryId
from tournaments.formats.teams.line_up import LineUp as CoreLineUp
from tournaments.formats.teams.line_up import Squad, TeamPlayer
from tournaments.formats.teams.seeding import seed_order
from tournaments.models import Entry, EntryState, Event, LineUp, OverallCaptain, Team
from tournaments.selectors.seeding import points_of


@CompiledObjects
def _players(teams: Sequence[EntryId]) -> QuerySet[Entry]:
    return Entry.every.filter(team__in=teams).select_related("player").order_by("team_place", "pk")


def players_of(teams: Iterable[EntryId]) -> dict[EntryId, list[Entry]]:
    """The players of these teams, by team and in its order; one query."""
    found: dict[EntryId, list[Entry]] = {pk: [] for pk in teams}
    for row in _players(list(found)):
        if row.team_id is not None:
            found[row.team_id].append(row)
    return found


def squad_of(event: Event, team: Entry) -> Squad:
    """A team as the core knows it, with the seeding points of its players."""
    players = players_of([team.pk])[team.pk]
    points = points_of(players)
    return Squad(
        tuple(
            TeamPlayer(row.pk, points[row.pk].points if row.pk in points else 0.0, is_substitute=row.is_substitute)
            for row in players
        ),
        event.team_size,
    )


def last_line_up(team: Entry) -> CoreLineUp | None:
    """The order in which a team last sat down in its event, substitutes included; None before its first match."""
    rows = LineUp.objects.filter(team=team, current=True, fixed_at__isnull=False).order_by("-fixed_at", "-pk")
    players = rows.values_list("players", flat=True).first()
    return None if players is None else tuple(players)


def points_of_teams(event: Event) -> dict[EntryId, Sequence[float]]:
    """The seeding points of the regular players of each accepted team, in the order in which the teams were entered."""
    teams = list(
        Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by("pk").values_list("pk", flat=True)
    )
    players = players_of(teams)
    points = points_of(row for rows in players.values() for row in rows)
    return {
        team: [points[row.pk].points for row in rows if row.pk in points and not row.is_substitute]
        for team, rows in players.items()
    }


def team_order(event: Event) -> Sequence[EntryId]:
    """The teams by the mean of their regular players (`docs/regulations.md` 6.3); empty without seeding points."""
    points = points_of_teams(event)
    return seed_order(points, event.side_size) if any(points.values()) else ()


def origin_of(entry: Entry, team: Team | None) -> str:
    """Whom an entry plays for: its country, or the region of a team; what a draw keeps apart."""
    return team.region if team is not None and team.region else entry.country.code or ""


def origins_of(entries: Iterable[Entry | None]) -> tuple[str, ...]:
    """The origins of these entries, "" where nobody is known yet; one query."""
    rows = list(entries)
    teams = Team.objects.in_bulk([entry.pk for entry in rows if entry is not None and entry.player_id is None])
    return tuple("" if entry is None else origin_of(entry, teams.get(entry.pk)) for entry in rows)


def overall_captain(event: Event, team: Entry) -> OverallCaptain | None:
    """Who looks after all teams of that country or region, if anybody was named."""
    region = team.as_team.region
    rows = OverallCaptain.objects.filter(event=event, region=region)
    return (rows if region else rows.filter(country=team.country)).select_related("player").first()
