"""What the API takes and gives about templates of events."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players.api.bodies import Body
from tournaments.formats.event_templates.stored import as_plain, stage_json
from tournaments.models.event import MAX_ENTRIES, MIN_ENTRIES
from tournaments.selectors.pages.template_words import ChoiceWords, choice_words, full_words
from tournaments.services import PlannedEvent
from tournaments.services.event_templates import template_defaults

CHOICES = ("groups", "first", "rounds", "places", "plate", "cycles")


class TemplateSerializer(serializers.Serializer[Any]):
    """A template one may start from."""

    key = serializers.CharField()
    name = serializers.CharField()
    series = serializers.CharField(allow_null=True, help_text="The series that shares it, by its address.")
    is_own = serializers.BooleanField(help_text="You keep it, for yourself alone.")
    is_readable = serializers.BooleanField(help_text="False where the site cannot use it any more.")
    entrants = serializers.IntegerField(allow_null=True, help_text="The number of entries it is usual for.")
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)


class TemplateChoiceSerializer(serializers.Serializer[Any]):
    """A figure that follows from the number of entries, and why it does."""

    name = serializers.CharField()
    title = serializers.CharField(source="label")
    value = serializers.CharField()
    reason = serializers.CharField()
    options = serializers.SerializerMethodField()
    is_chosen = serializers.BooleanField(source="chosen")

    def get_options(self, choice: ChoiceWords) -> list[int]:
        return [value for value, _text in choice.options]


class TemplateRuleSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class TemplateWordsView:
    """A planned event as the serializer reads it."""

    def __init__(self, plan: PlannedEvent) -> None:
        self.key = plan.prepared.template.key
        self.entrants = plan.prepared.entrants
        self.choices = [choice_words(choice) for choice in plan.prepared.choices]
        self.rules = full_words(plan.prepared, *plan.as_event())
        self.settings = {name: as_plain(getattr(plan.details, name)) for name in template_defaults()}
        self.conduct = asdict(plan.prepared.template.conduct)
        self.stages = [stage_json(shape) for shape in plan.prepared.stages] if plan.stages else []


class TemplateWordsSerializer(serializers.Serializer[Any]):
    """Everything a template sets for a number of entries, in words and as values."""

    key = serializers.CharField()
    entrants = serializers.IntegerField()
    choices = TemplateChoiceSerializer(many=True)
    rules = TemplateRuleSerializer(many=True, help_text="In words: what organisers and players will read.")
    settings = serializers.SerializerMethodField(help_text="The settings of the event.")
    conduct = serializers.SerializerMethodField(help_text="More time, stages before a default, checks, who is told.")
    stages = serializers.SerializerMethodField(help_text="The stages as `/events/{slug}/stages/` takes them.")

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_settings(self, view: TemplateWordsView) -> dict[str, Any]:
        return view.settings

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_conduct(self, view: TemplateWordsView) -> dict[str, Any]:
        return view.conduct

    @extend_schema_field({"type": "array", "items": {"type": "object"}})
    def get_stages(self, view: TemplateWordsView) -> list[dict[str, Any]]:
        return view.stages


class TemplateChoicesSerializer(Body):
    """Figures set otherwise than they follow from the number of entries."""

    groups = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ENTRIES)
    first = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ENTRIES, help_text="Of each group.")
    rounds = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ENTRIES)
    places = serializers.IntegerField(required=False, min_value=2, max_value=MAX_ENTRIES, help_text="Of the main draw.")
    plate = serializers.IntegerField(required=False, min_value=0, max_value=1)
    cycles = serializers.IntegerField(required=False, min_value=1, max_value=2)


class NewFromTemplateSerializer(Body):
    """A new event. Without `entrants` the template stands as it is; without place and zone its own hold."""

    name = serializers.CharField(max_length=120)
    entrants = serializers.IntegerField(
        required=False, allow_null=True, min_value=MIN_ENTRIES, max_value=MAX_ENTRIES, default=None
    )
    chosen = TemplateChoicesSerializer(required=False)
    starts_on = serializers.DateField(required=False, allow_null=True, default=None)
    ends_on = serializers.DateField(required=False, allow_null=True, default=None)
    place = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")
    time_zone = serializers.CharField(max_length=64, required=False, allow_blank=True, default="")


class NewTemplateSerializer(Body):
    """A template from an event: for yourself, or for everybody by a series that you keep."""

    name = serializers.CharField(max_length=80)
    series = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")
