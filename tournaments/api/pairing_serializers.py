"""What the API takes and gives about the rounds of a Swiss stage and the proposal of the next one."""

from typing import Any, Final

from rest_framework import serializers

from players.api.bodies import Body
from tournaments.api.fields import SIDE_CHOICES, BothPoints, PointsField
from tournaments.api.match_serializers import STATES, SideEntrySerializer
from tournaments.api.rows import RowsQuery
from tournaments.formats.swiss import Doubt, Method, Reason, Relaxed
from tournaments.models import RunState
from tournaments.models.event import MAX_ENTRIES

METHODS: Final = [(method.value, method.value) for method in Method]
REASONS: Final = [(reason.value, reason.value) for reason in Reason]
DOUBTS: Final = [(doubt.value, doubt.value) for doubt in Doubt]
RELAXED: Final = [(code.value, code.value) for code in Relaxed]


class SeenField(serializers.CharField):
    """The mark of a pairing."""

    def __init__(self) -> None:
        super().__init__(
            max_length=64,
            required=False,
            help_text="The `mark` of the pairing you saw; if it is another by now nothing happens (409 "
            "`proposal_changed`).",
        )


class EntryPairSerializer(Body):
    """The ids of two entries that meet, in the order in which they stand."""

    left = serializers.IntegerField()
    right = serializers.IntegerField()


class _PairsBody(Body):
    pairs = EntryPairSerializer(many=True, help_text=f"At most {MAX_ENTRIES // 2}; table 1 first.")
    bye = serializers.IntegerField(allow_null=True, default=None, help_text="The id of the entry without opponent.")

    def validate_pairs(self, value: list[dict[str, int]]) -> list[tuple[int, int]]:
        if len(value) > MAX_ENTRIES // 2:
            raise serializers.ValidationError("These are more pairs than an event can have.", code="max_length")
        return [(pair["left"], pair["right"]) for pair in value]


class ProposeSerializer(_PairsBody):
    """Pairs, and a bye, that are kept as they are; all others are paired around them."""

    pairs = EntryPairSerializer(many=True, default=list)


class CheckPairingSerializer(_PairsBody):
    """A whole round, to be told what is doubtful about it."""


class EditPairingSerializer(_PairsBody):
    """The whole round."""

    seen = SeenField()


class ChangePairingSerializer(EditPairingSerializer):
    reason = serializers.CharField(max_length=1000)


class UnpublishSerializer(Body):
    reason = serializers.CharField(max_length=1000)


class PublishSerializer(Body):
    seen = SeenField()
    deadline = serializers.DateTimeField(required=False, allow_null=True, default=None, help_text="To be played by.")
    keep_outdated = serializers.BooleanField(
        default=False, help_text="Although results, entries or attendance have changed since it was proposed."
    )


class DiscardQuery(serializers.Serializer[Any]):
    seen = SeenField()


class RoundQuery(RowsQuery):
    input = serializers.BooleanField(
        default=False, help_text="With the whole input, from which anybody can pair the round again."
    )


class PairedEntrySerializer(serializers.Serializer[Any]):
    """An entry in a pairing, with its total and place before the round."""

    entry = SideEntrySerializer()
    tp = PointsField(allow_null=True, help_text="null of one who was not there when the round was paired.")
    place = serializers.IntegerField(allow_null=True)


class NearerSerializer(serializers.Serializer[Any]):
    """An opponent nearer in points than the one `entry` got, and why it was not to be had."""

    entry = serializers.IntegerField()
    other = serializers.IntegerField()
    difference = PointsField()
    reason = serializers.ChoiceField(choices=REASONS)
    round = serializers.IntegerField(allow_null=True, help_text="Where they have met: the round.")
    with_entry = serializers.IntegerField(allow_null=True, help_text="Whom `other` meets instead.")
    sentence = serializers.CharField(help_text="The same for people.")


class PairedRowSerializer(serializers.Serializer[Any]):
    """Two who meet at a table of the hall; the match is there once the round is published."""

    table = serializers.IntegerField()
    left = PairedEntrySerializer()
    right = PairedEntrySerializer()
    difference = PointsField(allow_null=True)
    is_fixed = serializers.BooleanField(help_text="An organiser set it before the rest was paired.")
    by_hand = serializers.BooleanField(help_text="An organiser changed it afterwards; there are no reasons.")
    nearer = NearerSerializer(many=True)
    match = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    match_state = serializers.ChoiceField(choices=STATES, allow_null=True)
    winner = serializers.ChoiceField(choices=SIDE_CHOICES, allow_null=True, help_text="null also of a level match.")
    tp = BothPoints(allow_null=True, help_text="The totals, once decided.")


class PassedSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    reason = serializers.ChoiceField(choices=REASONS)
    sentence = serializers.CharField()


class PairedByeSerializer(serializers.Serializer[Any]):
    """Who has the bye, and why all those below do not."""

    entry = SideEntrySerializer()
    is_second = serializers.BooleanField(allow_null=True, help_text="null where an organiser chose it afterwards.")
    is_fixed = serializers.BooleanField()
    by_hand = serializers.BooleanField()
    passed = PassedSerializer(many=True)


class RelaxationSerializer(serializers.Serializer[Any]):
    """What the round does not keep to."""

    code = serializers.ChoiceField(choices=RELAXED)
    values = serializers.DictField()
    sentence = serializers.CharField()


class PairingSerializer(serializers.Serializer[Any]):
    """A paired round. `engine` and `digest` name procedure and input: the same two give the same pairing."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RunState.choices)
    run = serializers.IntegerField(help_text="Which pairing of this round it is.")
    mark = serializers.CharField(help_text="Names it as it is, changes by hand included; see `seen`.")
    published_at = serializers.DateTimeField(allow_null=True)
    manual = serializers.BooleanField(help_text="An organiser had a hand in it.")
    reason = serializers.CharField(allow_blank=True, help_text="Why a published round was changed.")
    method = serializers.ChoiceField(choices=METHODS)
    engine = serializers.CharField()
    lot = serializers.IntegerField()
    digest = serializers.CharField()
    total = serializers.FloatField(
        allow_null=True, help_text="The sum of the squared differences in TP; null where not all are known."
    )
    rows = PairedRowSerializer(many=True)
    count = serializers.IntegerField(help_text="How many rows there are.")
    bye = PairedByeSerializer(allow_null=True)
    unpaired = PassedSerializer(many=True, help_text="Left over, where the round could not be paired whole.")
    relaxations = RelaxationSerializer(many=True)
    input = serializers.DictField(allow_null=True, help_text="On request only.")
    next = serializers.CharField(allow_null=True, help_text="The address of the next rows.")


class DoubtSerializer(serializers.Serializer[Any]):
    """What is doubtful about a pairing made by hand; it is told and never forbids."""

    code = serializers.ChoiceField(choices=DOUBTS)
    entries = serializers.ListField(child=serializers.IntegerField())
    value = serializers.FloatField(allow_null=True)
    sentence = serializers.CharField()


class DoubtsSerializer(serializers.Serializer[Any]):
    doubts = DoubtSerializer(many=True)


class ProposalSerializer(PairingSerializer):
    """A pairing that only organisers see."""

    is_outdated = serializers.BooleanField(help_text="Results, entries or attendance have changed since.")
    doubts = DoubtSerializer(many=True)


class RoundSummarySerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    run = serializers.IntegerField()
    published_at = serializers.DateTimeField()
    manual = serializers.BooleanField()
    method = serializers.ChoiceField(choices=METHODS)
    engine = serializers.CharField()
    digest = serializers.CharField()
    bye = SideEntrySerializer(allow_null=True)
    settled = serializers.IntegerField(help_text="Matches that are over, the bye left out.")
    total = serializers.IntegerField(help_text="Matches, the bye left out.")
    deadline = serializers.DateTimeField(allow_null=True)
    url = serializers.CharField()


class RoundsSerializer(serializers.Serializer[Any]):
    """The published rounds of a Swiss stage."""

    stage = serializers.IntegerField()
    planned = serializers.IntegerField(help_text="How many rounds are planned.")
    rounds = RoundSummarySerializer(many=True)
