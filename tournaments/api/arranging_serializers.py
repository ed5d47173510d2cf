"""Arranging in JSON: offers, meetings, messages, more time."""

from typing import Any

from rest_framework import serializers

from players.api.bodies import Body
from tournaments.api.fields import SIDE_CHOICES, side_name
from tournaments.formats.colours import ColourRule
from tournaments.models import ExtensionState, NoticeKind, OfferEnd, TimeOffer
from tournaments.models.arranging import MOST_EXTENSION_DAYS, MOST_NOTICE_HOURS
from tournaments.models.message import MOST_TEXT

OFFER_STATES = [("open", "open"), *((end.value, end.value) for end in OfferEnd)]
COLOUR_RULES = [(rule.value, rule.value) for rule in ColourRule]


class TimeOfferSerializer(serializers.Serializer[Any]):
    """A time offered. It is never changed; how it ended is told beside it."""

    id = serializers.IntegerField()
    side = serializers.ChoiceField(choices=SIDE_CHOICES, help_text="Who offers.")
    starts_at = serializers.DateTimeField()
    zone = serializers.CharField(help_text="In which it was meant.")
    offered_at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=OFFER_STATES)
    ended_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was declined, if that was said.")


class MoreTimeSerializer(serializers.Serializer[Any]):
    """A later deadline that was asked for or given."""

    id = serializers.IntegerField()
    side = serializers.ChoiceField(choices=SIDE_CHOICES, allow_null=True, help_text="null: given by an organiser.")
    before = serializers.DateTimeField()
    after = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=ExtensionState.choices)
    asked_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    answer = serializers.CharField(allow_blank=True)


class NoticeSerializer(serializers.Serializer[Any]):
    """A stage before a default: when it was sent, else when it is planned."""

    kind = serializers.ChoiceField(choices=NoticeKind.choices)
    sent_at = serializers.DateTimeField(allow_null=True)
    planned_for = serializers.DateTimeField(allow_null=True)


class ArrangementSerializer(serializers.Serializer[Any]):
    """How far the two have come. `turn` has to answer an offer; null where neither or both have to."""

    agreed_at = serializers.DateTimeField(allow_null=True)
    turn = serializers.ChoiceField(choices=SIDE_CHOICES, allow_null=True)
    since = serializers.DateTimeField(allow_null=True, help_text="Since when the oldest open offer waits.")
    last_word_at = serializers.DateTimeField(allow_null=True)
    last_side = serializers.ChoiceField(choices=SIDE_CHOICES, allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    own_limit = serializers.DateTimeField(
        allow_null=True, help_text="Until when the two may move the deadline without an organiser."
    )
    offers = TimeOfferSerializer(many=True)
    extensions = MoreTimeSerializer(many=True)
    notices = NoticeSerializer(many=True)


class OfferRequestSerializer(Body):
    starts_at = serializers.DateTimeField(help_text="With its zone; full minutes.")
    zone = serializers.CharField(
        max_length=64, required=False, allow_blank=True, default="",
        help_text="In which it is meant, such as Europe/Budapest; your profile's, else the event's, if left out.",
    )  # fmt: skip


class OfferAnswerSerializer(Body):
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class ReadyRequestSerializer(Body):
    yields = serializers.BooleanField(
        default=False, help_text="Let the opponent have the colour that both prefer (regulation 2.5)."
    )


class RoomRequestSerializer(Body):
    room = serializers.CharField(max_length=200, allow_blank=True, help_text="A room, table or link; empty: none.")


class MatchMeetingSideSerializer(serializers.Serializer[Any]):
    ready_at = serializers.DateTimeField(allow_null=True)
    colour = serializers.CharField(allow_null=True, help_text="That follows from the preferences of both.")
    by_lot = serializers.CharField(allow_null=True, help_text="That the lot gives where they decide nothing.")


class StartSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    side = serializers.ChoiceField(choices=SIDE_CHOICES)


class MatchMeetingSerializer(serializers.Serializer[Any]):
    """Who is ready, with which colours, who starts by lot, and where. Ready is so for half an hour."""

    left = MatchMeetingSideSerializer()
    right = MatchMeetingSideSerializer()
    both_ready = serializers.BooleanField()
    rule = serializers.ChoiceField(choices=COLOUR_RULES, help_text="Which sentence of regulation 2.5 applied.")
    lot = serializers.IntegerField(allow_null=True, help_text="From which starts and colours can be drawn again.")
    starts = StartSerializer(many=True)
    room = serializers.CharField(allow_blank=True)


class MessageRequestSerializer(Body):
    text = serializers.CharField(max_length=MOST_TEXT, required=False, allow_blank=True, default="")
    link = serializers.CharField(max_length=500, required=False, allow_blank=True, default="", help_text="https only.")
    picture = serializers.FileField(
        required=False, help_text="PNG, JPEG or WebP up to 5 MB; only in a body of multipart/form-data."
    )


class MessageSerializer(serializers.Serializer[Any]):
    """Of a hidden message only officials see more than that it is."""

    id = serializers.IntegerField()
    side = serializers.ChoiceField(choices=SIDE_CHOICES, allow_null=True, help_text="null: an official.")
    by = serializers.CharField()
    at = serializers.DateTimeField()
    text = serializers.CharField(allow_blank=True)
    link = serializers.CharField(allow_blank=True)
    picture = serializers.CharField(allow_null=True, help_text="The address of the picture, for those who may see it.")
    is_hidden = serializers.BooleanField()
    hide_reason = serializers.CharField(allow_blank=True)


class HideSerializer(Body):
    reason = serializers.CharField(max_length=300)


class MoreTimeRequestSerializer(Body):
    until = serializers.DateTimeField(help_text="With its zone; full minutes.")
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class MoreTimeAnswerSerializer(Body):
    agrees = serializers.BooleanField()


class MoreTimeRulingSerializer(Body):
    grants = serializers.BooleanField()
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


def _hours(help_text: str) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=MOST_NOTICE_HOURS, help_text=help_text)


class NoticeTimesSerializer(Body):
    reminder = _hours("Hours before a match's deadline.")
    final_reminder = _hours("Hours before it; fewer.")
    warning = _hours("Hours after it.")
    final_warning = _hours("Hours after it; more.")


class ArrangingSerializer(Body):
    """`times` null: nobody is reminded, and a default needs no warning."""

    extension_days = serializers.IntegerField(min_value=0, max_value=MOST_EXTENSION_DAYS)
    times = NoticeTimesSerializer(allow_null=True)


class CalendarAddressSerializer(serializers.Serializer[Any]):
    address = serializers.CharField(help_text="Told this once; it works without signing in.")


def offer_data(offer: TimeOffer) -> dict[str, Any]:
    ending = getattr(offer, "ending", None)
    return {
        "id": offer.pk, "side": side_name(offer.side), "starts_at": offer.starts_at, "zone": offer.zone,
        "offered_at": offer.at, "state": "open" if ending is None else ending.kind,
        "ended_at": None if ending is None else ending.at, "reason": "" if ending is None else ending.reason,
    }  # fmt: skip
