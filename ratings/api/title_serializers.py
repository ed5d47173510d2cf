"""What the API takes and gives about Masters, titles and norms."""

from typing import Any

from rest_framework import serializers

from players.api.bodies import Body
from players.api.serializers import PublicPlayerSerializer
from ratings.maths.masters import ConditionKind, Ground
from ratings.models import NORM_LENGTHS, TOURNAMENT_TITLES, ApplicationState, EndKind, Title
from ratings.services.masters import STATEMENT_LENGTH

REASON_LENGTH = 500
TOURNAMENT_TITLE_CHOICES = [(title.value, title.label) for title in TOURNAMENT_TITLES]


class ConditionSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=[str(kind) for kind in ConditionKind])
    needed = serializers.FloatField()
    found = serializers.FloatField(help_text="The best lobby ranking ever; different opponents; rated events.")
    is_met = serializers.BooleanField()


class MasterRowSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="By the Master ranking; level ones share one.")
    player = PublicPlayerSerializer()
    since = serializers.DateTimeField()
    ranking = serializers.FloatField(help_text="The Master ranking; where everybody starts without a Master game.")
    games = serializers.IntegerField(help_text="Master games that count for activity.")
    is_active = serializers.BooleanField()


class CapSerializer(serializers.Serializer[Any]):
    first_on = serializers.DateField()
    cap = serializers.IntegerField()


class MastersSerializer(serializers.Serializer[Any]):
    cap = serializers.IntegerField(help_text="How many Masters there may be today.")
    next_caps = CapSerializer(many=True)
    results = MasterRowSerializer(many=True)


class EndSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=EndKind.choices)
    reason = serializers.CharField(allow_blank=True)


class TermSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.ChoiceField(choices=Title.choices)
    since = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    end = EndSerializer(allow_null=True, help_text="Null while the title is held.")


class NormSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.ChoiceField(choices=TOURNAMENT_TITLE_CHOICES)
    event = serializers.CharField()
    on = serializers.DateField()
    scored = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    end = EndSerializer(allow_null=True, help_text="Null while the norm counts.")


class PlayerTitlesSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    terms = TermSerializer(many=True, help_text="Every title ever held, newest first.")
    norms = NormSerializer(many=True)
    conditions = ConditionSerializer(many=True, help_text="Of a Lobby Master, as they are met now.")


class AwardSerializer(Body):
    title = serializers.ChoiceField(choices=TOURNAMENT_TITLE_CHOICES)
    on = serializers.DateField(help_text="Since when it is held.")
    reason = serializers.CharField(max_length=REASON_LENGTH)


class NormBodySerializer(Body):
    title = serializers.ChoiceField(choices=TOURNAMENT_TITLE_CHOICES)
    event = serializers.CharField(max_length=NORM_LENGTHS["event"])
    on = serializers.DateField()
    scored = serializers.CharField(max_length=NORM_LENGTHS["scored"], help_text="For example: 4th of 32.")
    source = serializers.CharField(  # type: ignore[assignment]
        max_length=NORM_LENGTHS["source"], help_text="Where this can be read."
    )


class WithdrawalSerializer(Body):
    reason = serializers.CharField(max_length=REASON_LENGTH)


class ApplicationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    applicant = PublicPlayerSerializer()
    state = serializers.ChoiceField(choices=ApplicationState.choices)
    statement = serializers.CharField(allow_blank=True)
    conditions = ConditionSerializer(many=True, help_text="As they were met when it was made.")
    created_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class ApplicationBodySerializer(Body):
    statement = serializers.CharField(
        max_length=STATEMENT_LENGTH, required=False, allow_blank=True, default="",
        help_text="Who you are; only administrators read it.",
    )  # fmt: skip


class DecisionSerializer(Body):
    decision = serializers.ChoiceField(
        choices=[str(state) for state in ApplicationState if state != ApplicationState.PENDING]
    )
    reason = serializers.CharField(
        max_length=REASON_LENGTH, required=False, allow_blank=True, default="", help_text="Needed to refuse."
    )
    digest = serializers.CharField(
        max_length=64, required=False, allow_blank=True, default="",
        help_text="Of the demotion plan with `room=1`, needed to approve where the cap is reached.",
    )  # fmt: skip


class DemotionQuerySerializer(serializers.Serializer[Any]):
    room = serializers.IntegerField(min_value=0, max_value=1, default=0, help_text="1: before an approval.")
    all_inactive = serializers.BooleanField(default=False, help_text="All inactive ones too, even below the cap.")


class DemotedSerializer(serializers.Serializer[Any]):
    player = PublicPlayerSerializer()
    ground = serializers.ChoiceField(choices=[str(ground) for ground in Ground])


class DemotionPlanSerializer(serializers.Serializer[Any]):
    cap = serializers.IntegerField()
    masters = serializers.IntegerField(help_text="How many there are before it.")
    remaining = serializers.IntegerField(help_text="How many there are after it.")
    demoted = DemotedSerializer(many=True, help_text="In the order in which the title is lost.")
    digest = serializers.CharField(help_text="To be sent back by whoever applies it.")


class DemotionBodySerializer(Body):
    reason = serializers.CharField(max_length=REASON_LENGTH)
    digest = serializers.CharField(max_length=64)
    all_inactive = serializers.BooleanField(default=False)
