"""What the API takes and gives about accounts. The date of birth is in no answer: it can be sent, never read."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from players.api.bodies import Body
from players.models import ApiToken, ColourChoice, Player
from players.names import NAME_LENGTH
from players.services.tokens import NAME_LENGTH as TOKEN_NAME_LENGTH

PASSWORD_LENGTH = 4096


class TokenRequestSerializer(Body):
    username = serializers.CharField(max_length=254, help_text="User name or e-mail address.")
    password = serializers.CharField(
        max_length=PASSWORD_LENGTH, trim_whitespace=False, style={"input_type": "password"}, write_only=True
    )
    name = serializers.CharField(
        max_length=TOKEN_NAME_LENGTH,
        required=False,
        help_text="To know the token again; unique within the account. Default: “API”, numbered when taken.",
    )


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    id = serializers.CharField(source="public_id", read_only=True)
    created_at = serializers.DateTimeField(source="created", read_only=True)

    class Meta:
        model = ApiToken
        fields = ["id", "name", "created_at", "last_used_at"]
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    token = serializers.CharField(read_only=True, help_text="The secret. It is not stored and never shown again.")

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "token"]
        read_only_fields = fields


class ProfileSerializer(serializers.ModelSerializer[Player]):
    country = serializers.CharField(source="country.code", read_only=True, help_text="ISO 3166, two letters, or empty.")
    first_colour = serializers.ChoiceField(choices=ColourChoice.choices, allow_blank=True, read_only=True)
    second_colour = serializers.ChoiceField(choices=ColourChoice.choices, allow_blank=True, read_only=True)

    name = serializers.CharField(source="in_full", read_only=True)
    public_name = serializers.CharField(
        source="name", read_only=True, help_text="What everybody may read: under age the surname is an initial."
    )
    shown_in_full = serializers.SerializerMethodField(help_text="Whether the full name was chosen for public pages.")

    class Meta:
        model = Player
        fields = [
            "slug", "name", "public_name", "shown_in_full", "country", "time_zone", "first_colour", "second_colour",
        ]  # fmt: skip
        read_only_fields = fields

    def get_shown_in_full(self, player: Player) -> bool:
        return player.shown_in_full_at is not None


class PublicPlayerSerializer(serializers.ModelSerializer[Player]):
    """What anybody may know about a person."""

    country = serializers.CharField(source="country.code", read_only=True, help_text="ISO 3166, two letters, or empty.")
    titles = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = ["slug", "name", "country", "titles", "page"]
        read_only_fields = fields

    def get_titles(self, player: Player) -> list[str]:
        """What stands after the name: the highest tournament title (TGM or ITM), LM for a Lobby Master."""
        return player.titles.split()

    def get_page(self, player: Player) -> str:
        """The address of the person's page."""
        return str(self.context["request"].build_absolute_uri(f"/players/{player.slug}/"))


class MeSerializer(serializers.Serializer[Any]):
    """The account that asks."""

    username = serializers.CharField()
    email = serializers.EmailField(allow_blank=True)
    language = serializers.ChoiceField(choices=["", *dict(settings.LANGUAGES)], help_text="Empty: not chosen.")
    player = ProfileSerializer(allow_null=True)


class MeChangesSerializer(Body):
    """What is left out stays as it is."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    country = serializers.CharField(max_length=2, required=False, allow_blank=True)
    time_zone = serializers.CharField(max_length=64, required=False, allow_blank=True)
    first_colour = serializers.ChoiceField(choices=ColourChoice.choices, required=False, allow_blank=True)
    second_colour = serializers.ChoiceField(choices=ColourChoice.choices, required=False, allow_blank=True)
    birth_date = serializers.DateField(required=False, allow_null=True, write_only=True)
    minor_until = serializers.DateField(
        required=False, allow_null=True, write_only=True, help_text="The first day of full age, without a birth date."
    )
    shown_in_full = serializers.BooleanField(
        required=False, help_text="Under age: choose the full name for public pages, or take that back."
    )
    language = serializers.ChoiceField(choices=list(dict(settings.LANGUAGES)), required=False, allow_blank=True)
