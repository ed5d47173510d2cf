"""What the API says of a submission and its record."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.models import ContentType, RecordState, Submission
from games.selectors import is_own
from players.models.player import ColourChoice

COLOURS = ColourChoice.choices


class VerdictSerializer(serializers.Serializer):
    """What the rules engine found; rule numbers are those of the rules pages."""

    ok = serializers.BooleanField()
    code = serializers.CharField(allow_null=True, help_text="Reason code of the first fault.")
    codes = serializers.ListField(
        child=serializers.CharField(), help_text="Every code that applies there, the main one first."
    )
    index = serializers.IntegerField(
        allow_null=True,
        help_text="Where the fault is: a move counted from 0, -1 the set-up, the number of moves the end.",
    )
    rule = serializers.IntegerField(allow_null=True)
    message = serializers.CharField(help_text="One sentence in English.")
    legal = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=4, max_length=4),
        help_text="Placements that would have been legal, as [tile, q, r, rotation]; at most 64.",
    )
    legal_draws = serializers.ListField(
        child=serializers.IntegerField(), help_text="Tiles that could have been drawn, where the draw was the fault."
    )
    scores = serializers.DictField(
        child=serializers.IntegerField(), help_text="Computed scores by colour after the last legal move."
    )
    outcome = serializers.ChoiceField(["win", "draw", "deadlock"], allow_null=True)
    winner = serializers.ChoiceField(COLOURS, allow_null=True)
    complete = serializers.BooleanField(help_text="False where the draws were not written down.")
    unchecked = serializers.ListField(child=serializers.CharField(), help_text="What could not be checked, if so.")
    moves = serializers.IntegerField(help_text="How many moves were replayed without objection.")


VERDICT_FIELDS = tuple(str(name) for name in VerdictSerializer().fields)


class RecordSummarySerializer(serializers.ModelSerializer):
    """A submission with the outcome of its check, for lists."""

    id = serializers.CharField(source="public_id")
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="The page for people.")
    original = serializers.SerializerMethodField(
        help_text="The bytes as they were sent; null for all but their sender."
    )
    filename = serializers.SerializerMethodField(help_text="Null for all but the sender.")
    content_type = serializers.ChoiceField(ContentType.choices, source="record.content_type")
    size = serializers.IntegerField(source="record.size")
    sha256 = serializers.CharField(source="record.sha256", help_text="Of the bytes as they were sent.")
    state = serializers.ChoiceField(RecordState.choices, source="record.state")
    complete = serializers.BooleanField(
        source="record.complete",
        allow_null=True,
        help_text="False for a record that leaves out what a full check needs; null while pending.",
    )
    engine_version = serializers.CharField(source="record.engine_version")
    verified_at = serializers.DateTimeField(source="record.verified_at", allow_null=True)
    game_key = serializers.CharField(
        source="record.game_key", help_text="The same for every record of the same game; empty until verified."
    )
    colours = serializers.ListField(
        source="record.colours", child=serializers.ChoiceField(COLOURS), help_text="In turn order."
    )
    scores = serializers.DictField(source="record.scores", child=serializers.IntegerField())
    outcome = serializers.CharField(source="record.outcome", help_text="win, draw, deadlock, or empty.")
    winner = serializers.CharField(source="record.winner", help_text="A colour, or empty.")

    class Meta:
        model = Submission
        fields = [
            "id", "url", "page", "original", "filename", "content_type", "size", "sha256", "created_at", "state",
            "complete", "engine_version", "verified_at", "game_key", "colours", "scores", "outcome", "winner",
        ]  # fmt: skip

    def get_url(self, submission: Submission) -> str:
        return self._absolute("record", submission)

    def get_page(self, submission: Submission) -> str:
        return self._absolute("games:submission", submission)

    def get_original(self, submission: Submission) -> str | None:
        return self._absolute("record-original", submission) if self._is_own(submission) else None

    def get_filename(self, submission: Submission) -> str | None:
        return submission.filename if self._is_own(submission) else None

    def _is_own(self, submission: Submission) -> bool:
        return is_own(user=self.context["request"].user, submission=submission)

    def _absolute(self, name: str, submission: Submission) -> str:
        path: str = reverse(name, args=[submission.public_id])
        return str(self.context["request"].build_absolute_uri(path))


class RecordSerializer(RecordSummarySerializer):
    """A submission with its whole verdict."""

    verdict = serializers.SerializerMethodField(help_text="Null while pending.")

    class Meta(RecordSummarySerializer.Meta):
        fields = [*RecordSummarySerializer.Meta.fields, "verdict"]

    @extend_schema_field(VerdictSerializer(allow_null=True))
    def get_verdict(self, submission: Submission) -> dict[str, Any] | None:
        verdict = submission.record.verdict
        return None if verdict is None else {key: verdict[key] for key in VERDICT_FIELDS if key in verdict}


class RecordPlayerSerializer(serializers.Serializer):
    name = serializers.CharField(required=False)
    colour = serializers.ChoiceField(COLOURS)
    hand = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=56), required=False)


class RecordMoveSerializer(serializers.Serializer):
    player = serializers.IntegerField(min_value=0, max_value=3)
    tile = serializers.IntegerField(min_value=1, max_value=56)
    q = serializers.IntegerField()
    r = serializers.IntegerField()
    rotation = serializers.IntegerField(min_value=0, max_value=5)
    drawn = serializers.IntegerField(required=False, allow_null=True)
    seconds = serializers.FloatField(required=False)


class RecordResultSerializer(serializers.Serializer):
    scores = serializers.DictField(child=serializers.IntegerField(), required=False)
    outcome = serializers.ChoiceField(["win", "draw", "deadlock"], required=False)
    winner = serializers.ChoiceField(COLOURS, required=False, allow_null=True)


class GameRecordSerializer(serializers.Serializer):
    """A game record in the format `tantrix-record/1`; only for the documentation, the engine reads records itself.

    The full JSON Schema is at `/api/v1/schemas/tantrix-record-1.json`.
    """

    format = serializers.ChoiceField(["tantrix-record/1"])
    players = RecordPlayerSerializer(many=True)
    doubles = serializers.BooleanField(required=False)
    draws = serializers.ChoiceField(["unknown"], required=False)
    numbering = serializers.ChoiceField(["official", "encyclopedia"], required=False)
    start_tiles = serializers.ListField(child=serializers.IntegerField(), required=False)
    moves = RecordMoveSerializer(many=True)
    result = RecordResultSerializer(required=False)
    event = serializers.CharField(required=False)
    round = serializers.CharField(required=False)
    date = serializers.CharField(required=False)
    game_code = serializers.CharField(required=False)
