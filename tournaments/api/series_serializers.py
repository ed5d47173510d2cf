"""What the API takes and gives about series, editions and historic results."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from players.api.bodies import Body
from tournaments.historic.values import Kind
from tournaments.models import (
    Continent,
    Discipline,
    EventState,
    HistoricImport,
    HistoricMatch,
    HistoricPlace,
    MatchKnown,
    Medium,
    Series,
    SeriesKind,
    SeriesScope,
)
from tournaments.models.event import MAX_ENTRIES
from tournaments.models.series import FIRST_YEAR, LAST_YEAR
from tournaments.selectors.editions import EditionRow
from tournaments.selectors.pages.names import country_code
from tournaments.selectors.records import Tally
from tournaments.services.editions import MOST_NUMBER
from tournaments.services.history_values import RowState

KINDS = [(kind.value, kind.value) for kind in Kind]
ROW_STATES = [(state.value, state.value) for state in RowState]


class MedallistSerializer(serializers.Serializer[Any]):
    """Who came first, second or third. `player` is null where a name is only a name."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.SerializerMethodField(help_text="ISO 3166, three letters, or empty.")
    player = serializers.SerializerMethodField()

    def get_country(self, medal: Any) -> str:
        return country_code(medal.country)

    def get_player(self, medal: Any) -> str | None:
        return medal.slug or None


class EditionSerializer(serializers.Serializer[Any]):
    """One edition. Either `event` or `historic` names its event; what nobody knows is null or empty."""

    id = serializers.IntegerField(source="edition.pk")
    series = serializers.CharField(source="edition.series.slug")
    number = serializers.IntegerField(source="edition.number", allow_null=True)
    year = serializers.IntegerField(source="edition.year", allow_null=True)
    name = serializers.CharField()
    event = serializers.SerializerMethodField()
    historic = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField(help_text="Of an event of this site; null for a historic one.")
    place_held = serializers.CharField(allow_blank=True)
    dates = serializers.CharField(allow_blank=True)
    entrants = serializers.IntegerField(allow_null=True)
    medals = MedallistSerializer(many=True)

    def get_event(self, row: EditionRow) -> str | None:
        return row.event.slug if row.event else None

    def get_historic(self, row: EditionRow) -> str | None:
        return row.edition.historic.slug if row.edition.historic else None

    def get_state(self, row: EditionRow) -> EventState | None:
        return EventState(row.event.state) if row.event else None


class SeriesSerializer(serializers.ModelSerializer[Series]):
    """A series: what it decides, for whom, and since when."""

    code = serializers.CharField(read_only=True)
    kind = serializers.ChoiceField(choices=SeriesKind.choices, read_only=True)
    scope = serializers.ChoiceField(choices=SeriesScope.choices, read_only=True)
    discipline = serializers.ChoiceField(choices=Discipline.choices, read_only=True)
    medium = serializers.ChoiceField(choices=Medium.choices, read_only=True)
    country = serializers.CharField(source="country.code", read_only=True, help_text="ISO 3166, two letters, or empty.")
    continents = serializers.ListField(child=serializers.ChoiceField(choices=Continent.choices), read_only=True)
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    class Meta:
        model = Series
        fields = [
            "slug", "code", "name", "kind", "scope", "discipline", "team_size", "medium", "country", "continents",
            "under_age", "first_year", "trophy", "note", "url", "page",
        ]  # fmt: skip
        read_only_fields = fields

    def get_url(self, series: Series) -> str:
        return str(self.context["request"].build_absolute_uri(reverse("api-series", args=[series.slug])))

    def get_page(self, series: Series) -> str:
        return str(self.context["request"].build_absolute_uri(reverse("series:detail", args=[series.slug])))


class TallySerializer(serializers.Serializer[Any]):
    """Medals of somebody, by place."""

    name = serializers.CharField(source="medallist.name")
    country = serializers.SerializerMethodField()
    player = serializers.SerializerMethodField()
    first = serializers.SerializerMethodField()
    second = serializers.SerializerMethodField()
    third = serializers.SerializerMethodField()

    def get_country(self, tally: Any) -> str:
        return country_code(tally.medallist.country)

    def get_player(self, tally: Any) -> str | None:
        return tally.medallist.slug or None

    def get_first(self, tally: Tally) -> int:
        return tally.counts[0]

    def get_second(self, tally: Tally) -> int:
        return tally.counts[1]

    def get_third(self, tally: Tally) -> int:
        return tally.counts[2]


class SeriesDetailSerializer(serializers.Serializer[Any]):
    """A series with its editions, the latest first, and the medals of everybody known to have one."""

    series = SeriesSerializer()
    editions = EditionSerializer(many=True)
    medals = TallySerializer(many=True)


class SeriesChangesSerializer(Body):
    """What is said of a series; what is left out stays as it is."""

    name = serializers.CharField(max_length=100, required=False)
    kind = serializers.ChoiceField(choices=SeriesKind.choices, required=False)
    scope = serializers.ChoiceField(choices=SeriesScope.choices, required=False)
    discipline = serializers.ChoiceField(choices=Discipline.choices, required=False)
    team_size = serializers.IntegerField(min_value=2, max_value=20, required=False, allow_null=True)
    medium = serializers.ChoiceField(choices=Medium.choices, required=False)
    country = serializers.CharField(max_length=60, required=False, allow_blank=True)
    continents = serializers.ListField(
        child=serializers.ChoiceField(choices=Continent.choices), required=False, max_length=5
    )
    under_age = serializers.IntegerField(min_value=1, max_value=120, required=False, allow_null=True)
    first_year = serializers.IntegerField(min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False, allow_null=True)
    trophy = serializers.CharField(max_length=120, required=False, allow_blank=True)
    note = serializers.CharField(max_length=2000, required=False, allow_blank=True)


class NewSeriesSerializer(SeriesChangesSerializer):
    """A new series."""

    code = serializers.CharField(max_length=12, help_text="Short and lasting; its small form is the address.")
    name = serializers.CharField(max_length=100)


class NewEditionSerializer(Body):
    """A new draft event, or with `event` one that exists. Settings come from `copy`, else from
    `template`, else from the series."""

    year = serializers.IntegerField(min_value=FIRST_YEAR, max_value=LAST_YEAR)
    number = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, required=False, allow_null=True, default=None
    )  # fmt: skip
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    copy = serializers.CharField(
        max_length=80, required=False, allow_blank=True, default="",
        help_text="The address of an event whose settings and stages are taken; entries and dates are not.",
    )  # fmt: skip
    template = serializers.CharField(
        max_length=40, required=False, allow_blank=True, default="",
        help_text="The key of a template whose settings and stages are taken.",
    )  # fmt: skip
    entrants = serializers.IntegerField(
        min_value=2, max_value=MAX_ENTRIES, required=False, allow_null=True, default=None,
        help_text="How many entries are expected; groups and rounds follow from it.",
    )  # fmt: skip
    event = serializers.CharField(
        max_length=80, required=False, allow_blank=True, default="",
        help_text="The address of an event of yours that becomes an edition as it is.",
    )  # fmt: skip


class PastMatchSerializer(serializers.ModelSerializer[HistoricMatch]):
    """A historic match; points as published, text because 59 is not 59.0."""

    name_a = serializers.CharField(source="shown_a", read_only=True)
    name_b = serializers.CharField(source="shown_b", read_only=True)
    country_a = serializers.SerializerMethodField()
    country_b = serializers.SerializerMethodField()
    winner = serializers.SerializerMethodField(help_text="a, b, or null where it is not known.")
    known = serializers.ChoiceField(choices=MatchKnown.choices, read_only=True)
    games = serializers.ListField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = HistoricMatch
        fields = [
            "round", "section", "key", "date", "name_a", "country_a", "seed_a", "name_b", "country_b", "seed_b", "tp_a",
            "tp_b", "won_a", "won_b", "planned", "played", "winner", "known", "games", "note", "source",
        ]  # fmt: skip
        read_only_fields = fields

    def get_country_a(self, match: HistoricMatch) -> str:
        return country_code(match.country_a.code or "")

    def get_country_b(self, match: HistoricMatch) -> str:
        return country_code(match.country_b.code or "")

    def get_winner(self, match: HistoricMatch) -> str | None:
        return None if match.winner is None else "ab"[match.winner]


class PastPlaceSerializer(serializers.ModelSerializer[HistoricPlace]):
    """A line of historic standings; `after_round` is null in the final ones."""

    name = serializers.CharField(source="shown_name", read_only=True)
    country = serializers.SerializerMethodField()
    player = serializers.SlugField(source="player.slug", read_only=True, allow_null=True, default=None)

    class Meta:
        model = HistoricPlace
        fields = ["after_round", "place", "name", "country", "player", "tp", "won", "lost", "note", "source"]
        read_only_fields = fields

    def get_country(self, place: HistoricPlace) -> str:
        return country_code(place.country.code or "")


class PastTableSerializer(serializers.Serializer[Any]):
    """A table of its own kind."""

    title = serializers.CharField()
    columns = serializers.ListField(child=serializers.CharField())
    lines = serializers.ListField(child=serializers.ListField(child=serializers.CharField(allow_blank=True)))
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]


class HistoricSerializer(serializers.Serializer[Any]):
    """An event that was not run on this site, as far as it is known; never rated."""

    slug = serializers.CharField(source="event.slug")
    name = serializers.CharField(source="event.name")
    year = serializers.IntegerField(source="event.year", allow_null=True)
    known = serializers.ListField(child=serializers.CharField(), help_text="In sentences: how much is known.")
    editions = EditionSerializer(many=True)
    places = PastPlaceSerializer(many=True)
    matches = PastMatchSerializer(many=True)
    figures = PastTableSerializer(many=True)
    sources = serializers.ListField(child=serializers.CharField())


class HistoryImportSerializer(Body):
    """A list of historic results as CSV with a first line of column names."""

    text = serializers.CharField(trim_whitespace=False, max_length=256 * 1024)
    dry_run = serializers.BooleanField(default=False, help_text="Only say what each row means.")
    kind = serializers.ChoiceField(
        choices=KINDS, required=False, allow_null=True, default=None,
        help_text="What the rows are. Left out, the names of the columns tell; figures must be said.",
    )  # fmt: skip
    name = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    source = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")  # type: ignore[assignment]
    event = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    year = serializers.IntegerField(
        min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False, allow_null=True, default=None
    )  # fmt: skip
    title = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    complete = serializers.BooleanField(default=False, help_text="The list has all places, or all matches.")
    match_people = serializers.BooleanField(default=False, help_text="Link names to the profiles that bear them.")
    take = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, default=list, max_length=2000,
        help_text="Doubtful rows to take all the same.",
    )  # fmt: skip
    skip = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, default=list, max_length=2000,
        help_text="Rows to leave out.",
    )  # fmt: skip
    people = serializers.DictField(
        child=serializers.IntegerField(min_value=1, allow_null=True), required=False, default=dict,
        help_text="Name to the id of a player; null lets it stay a name.",
    )  # fmt: skip


class PlannedRowSerializer(serializers.Serializer[Any]):
    """What a row means."""

    row = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=ROW_STATES)
    column = serializers.CharField(allow_blank=True)
    code = serializers.CharField(allow_blank=True)
    message = serializers.CharField(allow_blank=True)


class PlannedPersonSerializer(serializers.Serializer[Any]):
    """A name whose player has to be told, or was found."""

    name = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    candidates = serializers.SerializerMethodField()

    def get_candidates(self, person: Any) -> list[int]:
        return [player.pk for player in person.candidates]


class ImportedHistorySerializer(serializers.ModelSerializer[HistoricImport]):
    """An import. `undone_at` is null while it stands."""

    kind = serializers.ChoiceField(choices=KINDS, read_only=True)

    class Meta:
        model = HistoricImport
        fields = ["id", "at", "kind", "name", "source", "complete", "rows", "undone_at", "undo_reason"]
        read_only_fields = fields


class HistoryAnswerSerializer(serializers.Serializer[Any]):
    """What the rows mean, and the import if something new was stored."""

    rows = PlannedRowSerializer(many=True)
    people = PlannedPersonSerializer(many=True)
    imported = ImportedHistorySerializer(allow_null=True)


class UndoSerializer(Body):
    reason = serializers.CharField(max_length=1000)
