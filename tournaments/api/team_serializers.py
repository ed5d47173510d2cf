"""How teams, their line-ups and the boards of their matches are described."""

from typing import Any

from rest_framework import serializers

from players.api.bodies import Body
from tournaments.api.entry_data import entry_data, slug_of
from tournaments.api.event_serializers import EnteredSerializer
from tournaments.api.match_serializers import SideEntrySerializer
from tournaments.formats.teams.outcome import TeamDecidedBy, TeamStatus
from tournaments.models import EntryState, LineUpKind, MatchState
from tournaments.selectors.team_matches import BoardLine, TeamMatchView, TeamSide
from tournaments.selectors.team_pages import TeamCard, TeamMatchRow, TeamPlayerRow


class PairSerializer(serializers.Serializer[Any]):
    left = serializers.IntegerField()
    right = serializers.IntegerField()


class TeamPlayerSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    player = serializers.SlugField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)
    place = serializers.IntegerField(help_text="In the order of the team, from 1.")
    substitute = serializers.BooleanField()
    points = serializers.FloatField(allow_null=True, help_text="Seeding points.")


class TeamSerializer(serializers.Serializer[Any]):
    """A team. Its `id` is that of its entry: draws, matches and standings name it as they name players."""

    id = serializers.IntegerField()
    event = serializers.SlugField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True, help_text="Empty for a team of a region.")
    region = serializers.CharField(allow_blank=True)
    letter = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=EntryState.choices)
    place = serializers.IntegerField(allow_null=True)
    points = serializers.FloatField(allow_null=True, help_text="The mean of its regular players.")
    captain = serializers.SlugField(allow_null=True)
    deputy = serializers.SlugField(allow_null=True)
    players = TeamPlayerSerializer(many=True)


class TeamMatchSerializer(serializers.Serializer[Any]):
    """A match seen from the team: its own points first."""

    match = serializers.IntegerField()
    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    opponent = serializers.CharField(allow_null=True)
    tp = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="In tenths.")
    boards_won = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    outcome = serializers.CharField(help_text="`won`, `lost` or `level`; empty before it is decided.")


class TeamDetailSerializer(TeamSerializer):
    matches = TeamMatchSerializer(many=True)


class NewTeamSerializer(Body):
    """Of a country or of a region; the letter and the name follow."""

    country = serializers.CharField(
        max_length=60, required=False, allow_blank=True, default="", help_text="A code or an English name."
    )
    region = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    despite = serializers.CharField(
        max_length=1000, required=False, allow_blank=True, default="",
        help_text="An organiser's reason for entering it after the closing time; it is logged.",
    )  # fmt: skip


class NewTeamPlayerSerializer(Body):
    """Either `player`, the slug of a profile, or `name` for a person for whom a profile is made."""

    player = serializers.SlugField(required=False)
    name = serializers.CharField(max_length=80, required=False)
    country = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    surely_new = serializers.BooleanField(required=False, default=False)
    substitute = serializers.BooleanField(required=False, default=False)
    any_country = serializers.BooleanField(
        required=False, default=False, help_text="It may play for this country though its profile has another."
    )
    despite = serializers.CharField(
        max_length=1000, required=False, allow_blank=True, default="",
        help_text="An organiser's reason for passing over the conditions of the event; it is logged.",
    )  # fmt: skip


class EnteredInTeamSerializer(EnteredSerializer):
    """The entry of a player in a team; `link` is null where a captain enters it, as only organisers are given links."""


class TeamOrderSerializer(Body):
    players = serializers.ListField(child=serializers.IntegerField(), help_text="All entries of the team.")


class CaptainsSerializer(Body):
    captain = serializers.SlugField(allow_null=True)
    deputy = serializers.SlugField(allow_null=True, required=False, default=None)


class MoveSerializer(Body):
    team = serializers.IntegerField()
    substitute = serializers.BooleanField(required=False, default=True)
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class OverallCaptainSerializer(Body):
    country = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    region = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    player = serializers.SlugField(allow_null=True, help_text="Null takes it back.")


class LineUpRequestSerializer(Body):
    players = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="An entry for each board, null for an empty one."
    )


class SeatSerializer(Body):
    team = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True, help_text="An entry of the team; null empties the board.")
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class LineUpSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(source="match_id")
    team = serializers.IntegerField(source="team_id")
    opponent = serializers.IntegerField(source="opponent_id")
    kind = serializers.ChoiceField(choices=LineUpKind.choices)
    players = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    fixed_at = serializers.DateTimeField(allow_null=True)


class TeamSideSerializer(serializers.Serializer[Any]):
    team = SideEntrySerializer(allow_null=True)
    has_sent = serializers.BooleanField(help_text="Whether it gave an order of its own.")
    order = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), allow_null=True,
        help_text="What it sent, for who may see it while it is not fixed.",
    )  # fmt: skip


class BoardSerializer(serializers.Serializer[Any]):
    """A board is a match by itself, with the id `match`; its games are reported there."""

    match = serializers.IntegerField()
    number = serializers.IntegerField()
    board = serializers.IntegerField()
    state = serializers.ChoiceField(choices=MatchState.choices)
    left = SideEntrySerializer(allow_null=True)
    right = SideEntrySerializer(allow_null=True)
    tp = PairSerializer(help_text="In tenths; games that will not be played included.")
    games = serializers.IntegerField(help_text="Over how many games.")
    is_final = serializers.BooleanField()


class BoardsSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField()
    version = serializers.IntegerField()
    line_ups_by = serializers.DateTimeField(allow_null=True)
    is_open = serializers.BooleanField(help_text="Both line-ups are fixed and shown.")
    left = TeamSideSerializer()
    right = TeamSideSerializer()
    boards = BoardSerializer(many=True)
    tp = PairSerializer(help_text="In tenths.")
    boards_won = PairSerializer()
    status = serializers.ChoiceField(choices=[status.value for status in TeamStatus])
    decided_by = serializers.ChoiceField(choices=[by.value for by in TeamDecidedBy], allow_null=True)
    decided_on = serializers.IntegerField(allow_null=True, help_text="The board that decided a level match.")


def team_data(card: TeamCard) -> dict[str, Any]:
    """A team as `TeamSerializer` describes it."""
    entry, team = card.entry, card.team
    return {
        "id": entry.pk, "event": entry.event.slug, "name": entry.name, "country": entry.country.code or "",
        "region": team.region, "letter": team.letter, "seed": entry.seed, "state": entry.state, "place": entry.place,
        "points": card.points, "captain": None if team.captain is None else team.captain.slug,
        "deputy": None if team.deputy is None else team.deputy.slug,
        "players": [_player_data(row) for row in card.players],
    }  # fmt: skip


def _player_data(row: TeamPlayerRow) -> dict[str, Any]:
    entry = row.entry
    return {
        "entry": entry.pk, "player": slug_of(entry), "name": entry.name, "country": entry.country.code or "",
        "place": entry.team_place, "substitute": entry.is_substitute,
        "points": None if row.points is None else row.points.points,
    }  # fmt: skip


def team_match_data(row: TeamMatchRow) -> dict[str, Any]:
    """A match of a team as `TeamMatchSerializer` describes it."""
    return {
        "match": row.match.pk, "number": row.match.number, "stage": row.match.stage.number, "round": row.match.round,
        "opponent": None if row.opponent is None else row.opponent.name, "tp": row.tp, "boards_won": row.won,
        "outcome": row.outcome,
    }  # fmt: skip


def boards_data(view: TeamMatchView) -> dict[str, Any]:
    """The boards of a team match as `BoardsSerializer` describes them."""
    outcome = view.outcome
    return {
        "match": view.match.pk, "version": view.match.version, "line_ups_by": view.match.line_ups_by,
        "is_open": view.is_open, "left": _side_data(view.sides[0]), "right": _side_data(view.sides[1]),
        "boards": [_board_data(line) for line in view.boards],
        "tp": _pair(outcome.tp), "boards_won": _pair(outcome.won), "status": str(outcome.status),
        "decided_by": None if outcome.decided_by is None else str(outcome.decided_by),
        "decided_on": outcome.decided_on,
    }  # fmt: skip


def _side_data(side: TeamSide) -> dict[str, Any]:
    return {
        "team": None if side.team is None else entry_data(side.team), "has_sent": side.has_sent,
        "order": side.own_order,
    }  # fmt: skip


def _board_data(line: BoardLine) -> dict[str, Any]:
    left, right = line.players
    return {
        "match": line.match.pk, "number": line.match.number, "board": line.board, "state": line.match.state,
        "left": None if left is None else entry_data(left), "right": None if right is None else entry_data(right),
        "tp": _pair(line.score.tp), "games": line.score.games, "is_final": line.score.is_final,
    }  # fmt: skip


def _pair(pair: tuple[int, int]) -> dict[str, int]:
    return {"left": pair[0], "right": pair[1]}
