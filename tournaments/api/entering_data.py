"""What the API takes and gives about the terms of entering an event."""

from typing import Any

from rest_framework import serializers

from players.api.bodies import Body
from players.models import ColourChoice
from ratings.models import Title
from tournaments.formats.eligibility import HIGHEST_RATING, OLDEST, Condition, Met
from tournaments.models import Asked, Continent, EntryRules
from tournaments.services import EntryTerms, read_conditions


class ConditionsSerializer(Body):
    """Who may enter; what is left out is not asked for."""

    under_age = serializers.IntegerField(
        min_value=1, max_value=OLDEST, required=False, help_text="Not yet so old on `age_on`."
    )
    from_age = serializers.IntegerField(min_value=1, max_value=OLDEST, required=False)
    age_on = serializers.DateField(required=False, help_text="Left out: the first day of the event.")
    countries = serializers.ListField(
        child=serializers.RegexField("^[A-Z]{2}$"), required=False, max_length=250,
        help_text="ISO 3166, two letters; these beside those of the continents.",
    )  # fmt: skip
    continents = serializers.ListField(
        child=serializers.ChoiceField(choices=Continent.choices), required=False, max_length=5
    )
    rating_from = serializers.IntegerField(min_value=1, max_value=HIGHEST_RATING, required=False)
    rating_to = serializers.IntegerField(min_value=1, max_value=HIGHEST_RATING, required=False)
    rated_on = serializers.DateField(required=False, help_text="Left out: the day of entering.")
    titles = serializers.ListField(
        child=serializers.ChoiceField(choices=Title.choices), required=False, max_length=3,
        help_text="One of them is held.",
    )  # fmt: skip
    invited_only = serializers.BooleanField(required=False)


def _moment(help_text: str = "") -> serializers.DateTimeField:
    return serializers.DateTimeField(required=False, allow_null=True, default=None, help_text=help_text)


class EntryTermsSerializer(Body):
    """The terms of entering, set as a whole."""

    opens_at = _moment("Null: as soon as the event is public.")
    closes_at = _moment("Null: when the event starts.")
    waiting_list = serializers.BooleanField(default=False)
    check_in_opens_at = _moment()
    check_in_closes_at = _moment("Null: no check-in.")
    asked = serializers.ListField(
        child=serializers.ChoiceField(choices=Asked.choices), default=list, max_length=len(Asked.values)
    )
    conditions = ConditionsSerializer(default=dict)

    def terms(self) -> EntryTerms:
        """What was sent, for the services."""
        data = dict(self.validated_data)
        conditions = {
            name: value.isoformat() if hasattr(value, "isoformat") else value
            for name, value in dict(data.pop("conditions")).items()
        }
        return EntryTerms(**{**data, "asked": tuple(data["asked"])}, conditions=read_conditions(conditions))


def terms_data(rules: EntryRules) -> dict[str, Any]:
    """The terms as `EntryTermsSerializer` describes them."""
    plain = EntryTermsSerializer(
        {
            "opens_at": rules.opens_at, "closes_at": rules.closes_at, "waiting_list": rules.waiting_list,
            "check_in_opens_at": rules.check_in_opens_at, "check_in_closes_at": rules.check_in_closes_at,
            "asked": rules.asked, "conditions": {},
        }
    ).data  # fmt: skip
    return {**plain, "conditions": dict(rules.conditions)}


class ConditionStateSerializer(serializers.Serializer[Any]):
    condition = serializers.ChoiceField(choices=[(str(c), str(c)) for c in Condition])
    met = serializers.ChoiceField(choices=[(str(m), str(m)) for m in Met])
    text = serializers.CharField(help_text="The condition as a sentence.")


class AnswersSerializer(Body):
    """Answers to the questions of an event; those it does not ask are dropped."""

    nickname = serializers.CharField(max_length=80, required=False, allow_blank=True)
    former_name = serializers.CharField(max_length=80, required=False, allow_blank=True)
    first_colour = serializers.ChoiceField(choices=ColourChoice.choices, required=False, allow_blank=True)
    second_colour = serializers.ChoiceField(choices=ColourChoice.choices, required=False, allow_blank=True)
    times = serializers.CharField(max_length=200, required=False, allow_blank=True)
    notes = serializers.CharField(max_length=1000, required=False, allow_blank=True)
    birth_date = serializers.DateField(required=False, help_text="Kept in the profile, and never given out.")


class CheckInStateSerializer(serializers.Serializer[Any]):
    """Who is there: ids of entries."""

    there = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.IntegerField())


class RemoveMissingSerializer(Body):
    seen = serializers.ListField(
        child=serializers.IntegerField(), max_length=2000, help_text="The missing entries as they were read."
    )


class UndoneSerializer(serializers.Serializer[Any]):
    removed = serializers.IntegerField(help_text="How many entries were taken back.")
