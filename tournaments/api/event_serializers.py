"""What the API takes and gives about events, entries and draws."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players.api.bodies import Body
from ratings.api.plans import RatingPlanSerializer
from tournaments.api.entering_data import AnswersSerializer
from tournaments.api.fields import PointsField
from tournaments.models import (
    AttendanceKind,
    Entry,
    EntryState,
    Event,
    EventState,
    ExitKind,
    Play,
    SeedingMode,
    Separation,
)
from tournaments.models.event import MAX_ENTRIES, MIN_ENTRIES
from tournaments.selectors.pages.names import country_code
from tournaments.services.entry_lists import ENCODINGS
from tournaments.services.event_details import MAX_BOARDS
from tournaments.services.importing import LineState

LINE_STATES = [(state.value, state.value) for state in LineState]


class EventSerializer(serializers.ModelSerializer[Event]):
    """An event with all its settings."""

    state = serializers.ChoiceField(choices=EventState.choices, read_only=True)
    games_by_round = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=15),
        help_text="Games a match, counted back from the final: the last figure is the final's, the first also that of "
        "all earlier rounds.",
    )
    lead_threshold = PointsField(help_text="The lead that decides a match after its planned games; 0: any lead.")
    seeding_mode = serializers.ChoiceField(choices=SeedingMode.choices)
    separation = serializers.ChoiceField(choices=Separation.choices)
    play = serializers.ChoiceField(choices=Play.choices)
    entries = serializers.SerializerMethodField(help_text="How many entries are accepted: who left is not counted.")
    entries_all = serializers.SerializerMethodField(help_text="How many entries there are, those that left included.")
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = [
            "slug", "name", "state", "version", "description", "place", "starts_on", "ends_on", "time_zone", "capacity",
            "self_entry", "entries", "entries_all", "games_by_round", "lead_threshold", "extra_games", "third_place",
            "time_limit", "confirm_hours", "seeding_mode", "seeds", "separation", "rated", "play", "team_size",
            "team_substitutes", "listed", "draw_released", "results_released", "published_at", "started_at",
            "finished_at", "url", "page",
        ]  # fmt: skip
        read_only_fields = fields

    def get_entries(self, event: Event) -> int:
        known = getattr(event, "entry_count", None)
        return event.entries.filter(state=EntryState.ACCEPTED).count() if known is None else int(known)

    def get_entries_all(self, event: Event) -> int:
        known = getattr(event, "entry_count_all", None)
        return event.entries.count() if known is None else int(known)

    def get_url(self, event: Event) -> str:
        return str(self.context["request"].build_absolute_uri(reverse("api-event", args=[event.slug])))

    def get_page(self, event: Event) -> str:
        return str(self.context["request"].build_absolute_uri(reverse("events:detail", args=[event.slug])))


class EventChangesSerializer(Body):
    """Settings of an event; what is left out stays as it is. What the draw or results depend on stands once they do."""

    name = serializers.CharField(max_length=120, required=False)
    description = serializers.CharField(max_length=5000, required=False, allow_blank=True)
    place = serializers.CharField(max_length=120, required=False, allow_blank=True)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ends_on = serializers.DateField(required=False, allow_null=True)
    time_zone = serializers.CharField(max_length=64, required=False, help_text="A name such as Europe/Budapest.")
    capacity = serializers.IntegerField(min_value=MIN_ENTRIES, max_value=MAX_ENTRIES, required=False)
    self_entry = serializers.BooleanField(required=False, help_text="Players may enter themselves before the start.")
    games_by_round = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=15), min_length=1, max_length=7, required=False
    )
    lead_threshold = PointsField(required=False)
    extra_games = serializers.IntegerField(min_value=0, max_value=15, required=False)
    third_place = serializers.BooleanField(required=False)
    time_limit = serializers.IntegerField(
        min_value=1, max_value=240, required=False, help_text="Minutes a player and game."
    )
    confirm_hours = serializers.IntegerField(min_value=1, max_value=720, required=False)
    seeding_mode = serializers.ChoiceField(choices=SeedingMode.choices, required=False)
    seeds = serializers.IntegerField(min_value=0, max_value=MAX_ENTRIES, required=False)
    separation = serializers.ChoiceField(choices=Separation.choices, required=False)
    rated = serializers.BooleanField(required=False, help_text="Games count for the players' ratings.")
    play = serializers.ChoiceField(
        choices=Play.choices, required=False,
        help_text="What games are played; only `singles` are rated. Stands once somebody has entered.",
    )  # fmt: skip
    team_size = serializers.IntegerField(
        min_value=0, max_value=MAX_BOARDS, required=False,
        help_text="Boards of a team; 0 is an event of single players. Stands once somebody has entered.",
    )  # fmt: skip
    team_substitutes = serializers.IntegerField(min_value=0, max_value=MAX_BOARDS, required=False)


class AgreedChangesSerializer(EventChangesSerializer):
    """The same with what was seen."""

    rating_digest = serializers.CharField(
        max_length=64, required=False, help_text="That of the plan you saw; needed where the changes move ratings."
    )


class FinishSerializer(Body):
    rating_digest = serializers.CharField(
        max_length=64, required=False, help_text="That of the plan you saw; needed where finishing moves ratings."
    )
    despite = serializers.CharField(
        max_length=500, required=False, help_text="Why reports that still wait for an answer are set aside."
    )


class EventRatingPlanSerializer(serializers.Serializer[Any]):
    """What an act does to ratings that are final already."""

    ratings = RatingPlanSerializer(
        allow_null=True,
        help_text="Who moves by how much; null where nothing has to be seen. Send its digest as `rating_digest`.",
    )


class NewEventSerializer(EventChangesSerializer):
    """A new event; what is left out has its default."""

    name = serializers.CharField(max_length=120)


class StepSerializer(Body):
    reason = serializers.CharField(
        max_length=1000,
        required=False,
        allow_blank=True,
        default="",
        help_text="Needed to open a finished event again.",
    )


class StageRoundSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """An entry: name, country and seed as they were when it was entered."""

    event = serializers.CharField(source="event.slug", read_only=True)
    player = serializers.SlugField(source="player.slug", read_only=True, allow_null=True, help_text="Null for a team.")
    country = serializers.CharField(source="country.code", read_only=True, help_text="ISO 3166, two letters, or empty.")
    country3 = serializers.SerializerMethodField(help_text="The same with three letters.")
    state = serializers.ChoiceField(choices=EntryState.choices, read_only=True)
    place = serializers.SerializerMethodField(help_text="The place settled so far; null while results are held back.")
    joins = serializers.SerializerMethodField(help_text="Of a late entry of a Swiss: from which round on it plays.")
    absences = serializers.SerializerMethodField(help_text="Rounds of a Swiss that it misses.")

    class Meta:
        model = Entry
        fields = [
            "id", "event", "player", "name", "country", "country3", "seed", "state", "place", "joins", "absences",
        ]  # fmt: skip
        read_only_fields = fields

    def get_place(self, entry: Entry) -> int | None:
        return entry.place if entry.event.is_released else None

    @extend_schema_field(StageRoundSerializer(allow_null=True))
    def get_joins(self, entry: Entry) -> dict[str, int] | None:
        return next(iter(self._rounds(entry, AttendanceKind.JOINS)), None)

    @extend_schema_field(StageRoundSerializer(many=True))
    def get_absences(self, entry: Entry) -> list[dict[str, int]]:
        return self._rounds(entry, AttendanceKind.ABSENT)

    def _rounds(self, entry: Entry, kind: AttendanceKind) -> list[dict[str, int]]:
        rows = [row for row in entry.attendance.all() if row.kind == kind and row.revoked_at is None]
        return [{"stage": row.stage.number, "round": row.round} for row in sorted(rows, key=lambda row: row.round)]

    def get_country3(self, entry: Entry) -> str:
        return country_code(entry.country.code or "")


class EnteredSerializer(EntrySerializer):
    link = serializers.SerializerMethodField(
        help_text="The private link of a player without an account. It is shown only now."
    )

    class Meta(EntrySerializer.Meta):
        fields = [*EntrySerializer.Meta.fields, "link"]
        read_only_fields = fields

    def get_link(self, entry: Entry) -> str | None:
        token = self.context.get("links", {}).get(entry.pk)
        if token is None:
            return None
        return str(self.context["request"].build_absolute_uri(reverse("entry-link", args=[token])))


class NewEntrySerializer(Body):
    """Either `player`, the slug of a profile, or `name` for a person for whom a profile is made. Empty: oneself."""

    player = serializers.SlugField(required=False)
    name = serializers.CharField(max_length=80, required=False)
    country = serializers.CharField(
        max_length=60, required=False, allow_blank=True, default="", help_text="A code or an English name."
    )
    surely_new = serializers.BooleanField(
        required=False, default=False, help_text="This is another person than those of the same name."
    )
    seed = serializers.IntegerField(min_value=1, max_value=MAX_ENTRIES, required=False, allow_null=True, default=None)
    answers = AnswersSerializer(required=False, help_text="Answers to what the event asks.")
    despite = serializers.CharField(
        max_length=1000, required=False, allow_blank=True, default="",
        help_text="An organiser's reason to pass over the closing time and the conditions; everybody can read it.",
    )  # fmt: skip
    age_seen = serializers.BooleanField(
        required=False, default=False, help_text="An organiser saw evidence that the age fits; no document is kept."
    )


class ImportSerializer(Body):
    text = serializers.CharField(
        trim_whitespace=False, required=False, allow_blank=True, default="",
        help_text="One player a line: name, country, seed; tab, semicolon or comma between. A first line may name the "
        "columns.",
    )  # fmt: skip
    file = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=2_000_000,
        help_text="In the place of `text`: a CSV or XLSX file in base64.",
    )  # fmt: skip
    encoding = serializers.ChoiceField(
        choices=[(name, name) for name in ENCODINGS], required=False, allow_blank=True, default="",
        help_text="Of a file that is not in UTF-8; a refusal `not_utf8` tells what the first names would be in each.",
    )  # fmt: skip
    dry_run = serializers.BooleanField(default=False, help_text="Only say what each line means.")
    players = serializers.DictField(
        child=serializers.IntegerField(),
        default=dict,
        help_text="Answers for doubtful lines: line number to player id.",
    )
    new = serializers.ListField(
        child=serializers.IntegerField(), default=list, help_text="Lines that are surely new persons."
    )
    skip = serializers.ListField(child=serializers.IntegerField(), default=list, help_text="Lines to leave out.")
    despite = serializers.CharField(
        max_length=1000, required=False, allow_blank=True, default="",
        help_text="A reason to pass over the closing time and the conditions; everybody can read it.",
    )  # fmt: skip
    age_seen = serializers.BooleanField(
        required=False, default=False, help_text="You saw evidence that the age of all of them fits."
    )


class CandidateSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)


class ImportLineSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(source="number")
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=LINE_STATES)
    code = serializers.CharField(allow_blank=True)
    message = serializers.CharField(allow_blank=True)
    candidates = CandidateSerializer(many=True)


class ImportedSerializer(serializers.Serializer[Any]):
    """With `dry_run` the lines, else the entries made."""

    lines = ImportLineSerializer(many=True)
    entries = EnteredSerializer(many=True)


class SeedSerializer(Body):
    entry = serializers.IntegerField()
    seed = serializers.IntegerField(min_value=1, max_value=MAX_ENTRIES)


class SeedsSerializer(Body):
    """Entries left out have no number and follow by seeding points, then in order of entry."""

    seeds = SeedSerializer(many=True)


class ExitSerializer(Body):
    kind = serializers.ChoiceField(choices=ExitKind.choices, default="withdrawn")
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    digest = serializers.CharField(max_length=64, required=False, help_text="That of the plan you saw.")


class AbsenceRequestSerializer(Body):
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class ReturnSerializer(Body):
    reason = serializers.CharField(max_length=1000)
    digest = serializers.CharField(max_length=64, required=False, help_text="That of the plan you saw.")
    reinstate = serializers.ListField(
        child=serializers.IntegerField(), default=list, help_text="Matches whose earlier results shall count again."
    )
