"""How careers, opponents, teams over the years and countries are described."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from players.api.serializers import PublicPlayerSerializer
from tournaments.api.series_serializers import EditionSerializer, MedallistSerializer
from tournaments.models import EntryState, Event, HistoricEvent
from tournaments.selectors.career import CareerKind, CareerTotal
from tournaments.selectors.countries import HeldEvent
from tournaments.selectors.lineages import TeamRecord
from tournaments.selectors.pages.career import CareerRow
from tournaments.selectors.pages.lineages import LineageRow, PastTeam
from tournaments.selectors.pages.names import country_code
from tournaments.selectors.tallies import GameTally

MOST_ROWS = 200
KINDS = [(str(kind), str(kind)) for kind in CareerKind]


class PartSerializer(serializers.Serializer[Any]):
    """Which part of a list."""

    limit = serializers.IntegerField(min_value=1, max_value=MOST_ROWS, default=50)
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)


class CareerQuerySerializer(PartSerializer):
    year = serializers.RegexField(r"^(\d{4}|none)$", required=False, help_text="`none`: the year is not known.")
    kind = serializers.ChoiceField(choices=KINDS, required=False)


class GamesSerializer(serializers.Serializer[Any]):
    """Games without deciders and casual games; of a pair those of both."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    tp = serializers.FloatField()
    share = serializers.FloatField(allow_null=True, help_text="Of all TP of these games, between 0 and 1.")


class TotalSerializer(GamesSerializer):
    events = serializers.IntegerField()
    medals = serializers.ListField(child=serializers.IntegerField(), help_text="First, second and third places.")


class YearSerializer(TotalSerializer):
    year = serializers.IntegerField(allow_null=True)


class KindSerializer(TotalSerializer):
    kind = serializers.ChoiceField(choices=KINDS)


class SeriesMedalsSerializer(serializers.Serializer[Any]):
    series = serializers.CharField()
    name = serializers.CharField()
    medals = serializers.ListField(child=serializers.IntegerField())
    titles = serializers.ListField(child=serializers.IntegerField(), help_text="Years of first places.")


class InEditionSerializer(serializers.Serializer[Any]):
    series = serializers.CharField(source="series.slug")
    number = serializers.IntegerField(allow_null=True)
    year = serializers.IntegerField(allow_null=True)


class RatingMoveSerializer(serializers.Serializer[Any]):
    event = serializers.IntegerField(source="number", help_text="The number of the rated event.")
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField()


class PublishedSerializer(serializers.Serializer[Any]):
    """A past result as published elsewhere: texts, since 59 is not 59.0. Empty where nobody knows."""

    tp = serializers.CharField(allow_blank=True)
    won = serializers.CharField(allow_blank=True)
    lost = serializers.CharField(allow_blank=True)
    matches = serializers.IntegerField(help_text="How many of the player's matches are known.")
    has_standings = serializers.BooleanField()
    is_whole = serializers.BooleanField(help_text="The standings are complete.")


class CareerEventSerializer(serializers.Serializer[Any]):
    """Either `event` or `historic` names it. `side` is the team or pair."""

    event = serializers.CharField(allow_null=True)
    historic = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    day = serializers.DateField(allow_null=True)
    year = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(choices=KINDS)
    editions = InEditionSerializer(many=True)
    entrants = serializers.IntegerField(allow_null=True)
    side = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(choices=EntryState.choices)
    place = serializers.IntegerField(allow_null=True)
    medal = serializers.IntegerField(allow_null=True)
    games = GamesSerializer()
    rating = RatingMoveSerializer(allow_null=True)
    published = PublishedSerializer(allow_null=True)


class CareerSerializer(serializers.Serializer[Any]):
    """Totals, years, kinds and medals are those of the whole career; `count` and `results` of what was asked for."""

    player = PublicPlayerSerializer()
    total = TotalSerializer()
    years = YearSerializer(many=True)
    kinds = KindSerializer(many=True)
    medals = SeriesMedalsSerializer(many=True)
    count = serializers.IntegerField()
    results = CareerEventSerializer(many=True)


class CasualTallySerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()


class MetSerializer(serializers.Serializer[Any]):
    opponent = PublicPlayerSerializer()
    events = GamesSerializer()
    casual = CasualTallySerializer()


class OpponentsSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    count = serializers.IntegerField()
    results = MetSerializer(many=True)


class CountrySerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="ISO 3166, three letters.")
    name = serializers.CharField()
    players = serializers.IntegerField()
    medals = serializers.ListField(
        child=serializers.IntegerField(), help_text="First, second and third places of series open to more than one."
    )


class CountryListedSerializer(CountrySerializer):
    listed = serializers.IntegerField(help_text="Players on the rating list.")
    best = PublicPlayerSerializer(allow_null=True)


class CountryTeamSerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    events = serializers.IntegerField()
    last = serializers.DateField(allow_null=True)


class CountryMedalSerializer(serializers.Serializer[Any]):
    edition = EditionSerializer(source="row")
    medallist = MedallistSerializer()


class HeldSerializer(serializers.Serializer[Any]):
    event = serializers.CharField(allow_null=True)
    historic = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    place = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)


class CountryDetailSerializer(CountrySerializer):
    """Players by rating, the latest medals and events first; at most 200 of each."""

    results = PublicPlayerSerializer(many=True)
    teams = CountryTeamSerializer(many=True)
    won = CountryMedalSerializer(many=True)
    series = serializers.ListField(child=serializers.CharField())
    held = HeldSerializer(many=True)


class TeamYearSerializer(serializers.Serializer[Any]):
    """The team in an event; `id` is the one of `/teams/{id}/`."""

    id = serializers.IntegerField()
    event = serializers.CharField()
    state = serializers.ChoiceField(choices=EntryState.choices)
    place = serializers.IntegerField(allow_null=True)
    medal = serializers.IntegerField(allow_null=True)
    won = serializers.IntegerField(help_text="Matches.")
    level = serializers.IntegerField()
    lost = serializers.IntegerField()
    captain = serializers.CharField(allow_null=True)
    players = serializers.ListField(child=serializers.CharField())


class PastTeamSerializer(serializers.Serializer[Any]):
    """What lists tell of a team of this name."""

    historic = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()


class TeamHistorySerializer(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True, help_text="ISO 3166, three letters.")
    region = serializers.CharField(allow_blank=True)
    letter = serializers.CharField()
    count = serializers.IntegerField()
    results = TeamYearSerializer(many=True)
    past = PastTeamSerializer(many=True)
    page = serializers.SerializerMethodField()

    def get_page(self, found: Any) -> str:
        return str(self.context["request"].build_absolute_uri(reverse("teams:lineage", args=[found["slug"]])))


def games_data(games: GameTally) -> dict[str, Any]:
    """As `GamesSerializer` describes them."""
    return {
        "games": games.games, "won": games.won, "drawn": games.drawn, "lost": games.lost, "tp": games.tp / 10,
        "share": games.share,
    }  # fmt: skip


def total_data(total: CareerTotal) -> dict[str, Any]:
    """As `TotalSerializer` describes it."""
    return {**games_data(total.games), "events": total.events, "medals": total.medals}


def career_event_data(row: CareerRow) -> dict[str, Any]:
    """As `CareerEventSerializer` describes it."""
    line = row.line
    return {
        **_named(row.event, None), "historic": None if line.past is None else line.past.slug, "name": row.name,
        "day": line.day, "year": line.year, "kind": line.kind, "editions": line.editions, "entrants": row.entrants,
        "side": row.side or None, "state": line.state, "place": line.place, "medal": line.medal,
        "games": games_data(line.games), "rating": row.rating, "published": line.past,
    }  # fmt: skip


def held_data(held: HeldEvent) -> dict[str, Any]:
    """As `HeldSerializer` describes it."""
    thing = held.event or held.historic
    assert thing is not None
    return {**_named(held.event, held.historic), "name": thing.name, "place": held.place, "year": held.year}


def team_year_data(row: LineageRow) -> dict[str, Any]:
    """As `TeamYearSerializer` describes it."""
    entry, captain = row.entry, row.entry.as_team.captain
    return {
        "id": entry.pk, "event": entry.event.slug, "state": entry.state, "place": entry.place, "medal": row.medal,
        **_record(row.record), "captain": None if captain is None else captain.slug,
        "players": [player.person.slug for player in row.players],
    }  # fmt: skip


def past_team_data(past: PastTeam) -> dict[str, Any]:
    """As `PastTeamSerializer` describes it."""
    return {
        "historic": past.event.slug, "place": past.place, "matches": past.matches, "won": past.won, "lost": past.lost,
    }  # fmt: skip


def country_data(code: str, name: str, players: int, medals: tuple[int, int, int]) -> dict[str, Any]:
    """As `CountrySerializer` describes it."""
    return {"code": country_code(code), "name": name, "players": players, "medals": medals}


def _named(event: Event | None, historic: HistoricEvent | None) -> dict[str, Any]:
    return {"event": event.slug if event else None, "historic": historic.slug if historic else None}


def _record(record: TeamRecord) -> dict[str, Any]:
    return {"won": record.won, "level": record.level, "lost": record.lost}
