"""What the API takes and gives about the stages of an event."""

from typing import Any

from rest_framework import serializers

from players.api.bodies import Body
from tournaments.api.match_serializers import SideEntrySerializer
from tournaments.api.stage_settings import SettingsField
from tournaments.formats.progression import OriginKind, SeedOrder
from tournaments.models import StageKind, StageState
from tournaments.models.event import MAX_ENTRIES

SEED_ORDERS = [(order.value, order.value) for order in SeedOrder]
ORIGIN_KINDS = [(kind.value, kind.value) for kind in OriginKind]


class RuleSerializer(Body):
    """Who goes on to a stage from the one before (regulation 4.4)."""

    first = serializers.IntegerField(
        min_value=0, max_value=MAX_ENTRIES, default=0, help_text="The first so many of each ranking; 0: all of it."
    )
    total = serializers.IntegerField(
        min_value=0, max_value=MAX_ENTRIES, default=0,
        help_text="The best percentages among all others fill up to so many, exempt ones included.",
    )  # fmt: skip
    exempt = serializers.IntegerField(
        min_value=0, max_value=MAX_ENTRIES, default=0, help_text="Seeds that do not play the stage before."
    )
    order = serializers.ChoiceField(
        choices=SEED_ORDERS,
        default=SeedOrder.RANK.value,
        help_text="Seed numbers: all first by percentage, then all second (`rank`); by percentage alone (`standing`); "
        "all first in the order of the groups, then all second (`group`), which is known before anything is played.",
    )
    pass_over = serializers.BooleanField(default=True, help_text="The next in the ranking replaces who has left.")
    rankings = serializers.ListField(
        child=serializers.CharField(max_length=20), default=list, max_length=128,
        help_text="Only these groups, tables or lists; empty: all.",
    )  # fmt: skip


class NewStageSerializer(Body):
    """A stage as it is planned. `settings` holds what differs from the event's settings and the regulations."""

    kind = serializers.ChoiceField(choices=StageKind.choices)
    name = serializers.CharField(max_length=60, allow_blank=True, default="")
    settings = SettingsField(default=dict)
    rule = RuleSerializer(allow_null=True, default=None, help_text="null for the first stage, and for it alone.")
    crossing = serializers.BooleanField(
        default=False, help_text="Winners of groups meet runners-up of other groups in a knockout."
    )


class PlanStagesSerializer(Body):
    """All stages of the event in order; from 1 to 8."""

    stages = NewStageSerializer(many=True)


class CloseSerializer(Body):
    early = serializers.BooleanField(default=False, help_text="Before the last planned round of a Swiss.")
    reason = serializers.CharField(max_length=1000, allow_blank=True, default="", help_text="Needed with `early`.")
    despite = serializers.CharField(
        max_length=500,
        allow_blank=True,
        default="",
        help_text="Why reports that still wait for an answer are set aside.",
    )


class ReopenSerializer(Body):
    reason = serializers.CharField(max_length=1000)
    digest = serializers.CharField(max_length=64, required=False, help_text="That of what was fed, as you saw it.")


class StageSerializer(serializers.Serializer[Any]):
    """A stage. Groups and Swiss stages have tables, the others a tree (`/bracket/`)."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=StageKind.choices)
    name = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=StageState.choices)
    settings = SettingsField(help_text="What the stage itself sets.")
    settings_in_force = SettingsField(help_text="All of them: its own, the event's, those of the regulations.")
    rule = RuleSerializer(allow_null=True, help_text="Who comes from the stage before.")
    crossing = serializers.BooleanField()
    is_drawn = serializers.BooleanField()
    size = serializers.IntegerField(help_text="Lines of a knockout; 0 before the draw and in tables.")
    tables = serializers.ListField(
        child=serializers.CharField(), help_text="The keys of its tables: A, B … of groups, S of a Swiss."
    )
    last_round = serializers.IntegerField(help_text="The last round that has matches; 0 for none.")
    opened_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    url = serializers.CharField()


class StagesSerializer(serializers.Serializer[Any]):
    event = serializers.CharField()
    version = serializers.IntegerField()
    stages = StageSerializer(many=True)


class OriginSerializer(serializers.Serializer[Any]):
    """Where the holder of a seed number comes from.

    `exempt`: number `rank` of the event's seeds. `place`: number `rank` of `group`, or of one of the groups while it
    is empty. `best`: number `rank` by percentage among all others. `any`: number `rank` of all who go on.
    """

    kind = serializers.ChoiceField(choices=ORIGIN_KINDS)
    rank = serializers.IntegerField()
    group = serializers.CharField(allow_blank=True)


class FedSeedSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField(help_text="The number in the next stage.")
    origin = OriginSerializer()
    entry = SideEntrySerializer(allow_null=True, help_text="null until the stage is closed.")


class FeedsSerializer(serializers.Serializer[Any]):
    """Who goes on to the next stage, and what was played there since."""

    stage = serializers.IntegerField(allow_null=True, help_text="The next stage; null after the last.")
    rule = RuleSerializer(allow_null=True)
    crossing = serializers.BooleanField()
    seeds = FedSeedSerializer(many=True)
    is_fed = serializers.BooleanField(help_text="The next stage was filled from these standings: they are frozen.")
    played = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of its matches on which something was reported."
    )
    digest = serializers.CharField(allow_null=True, help_text="To be sent back to open the stage again all the same.")
