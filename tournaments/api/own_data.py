"""`/api/v1/me/data/` and `/me/erasure/`: one's own data as a file; having it erased."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import Actor, request_actor
from players.api.bodies import Body, read_body
from players.selectors import find_player
from players.services.password_tokens import require_password
from tournaments import services
from tournaments.api import describe
from tournaments.selectors.own_data import data_archive

PASSWORD_LENGTH = 4096
_WRONG = problem("You may not do this.", invalid_credentials="The user name or the password is wrong.")
_REFUSED = problem(
    "Something has to be settled first; `extra.obstacles` says what.",
    erasure_refused="Entered in Spring Cup. Withdraw first.",
)


class PasswordSerializer(Body):
    password = serializers.CharField(max_length=PASSWORD_LENGTH, trim_whitespace=False, write_only=True)


class ErasureRequestSerializer(PasswordSerializer):
    confirmation = serializers.CharField(max_length=150, help_text="The user name of the account.")


class ObstacleSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="entered or sole_owner.")
    text = serializers.CharField()


class ErasureSerializer(serializers.Serializer[Any]):
    erase_after = serializers.DateTimeField(allow_null=True, help_text="When it happens; null where nobody asked.")
    grace_days = serializers.IntegerField(help_text="How long it can be called off.")
    obstacles = ObstacleSerializer(many=True, help_text="What has to be settled first.")


class ErasePlayerSerializer(Body):
    reason = serializers.CharField(max_length=1000)


class ErasedPlayerSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    name = serializers.CharField()


class OwnData(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "own_data"

    @extend_schema(
        operation_id="me_data", tags=["Account"], summary="Everything the site knows of me",
        description="A zip: `data.json` with every row that is about the account and its profile, `records/` with the "
        "game records it sent, `index.html` to read. Secrets are in no file. Asks for the password.",
        request=PasswordSerializer, responses={(200, "application/zip"): OpenApiTypes.BINARY, 403: _WRONG},
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponse:
        actor = _sure(request, read_body(request, PasswordSerializer)["password"])
        assert actor.user is not None
        answer = HttpResponse(data_archive(actor.user, actor.player, timezone.now()), content_type="application/zip")
        answer["Content-Disposition"] = 'attachment; filename="my-data.zip"'
        answer["Cache-Control"] = "private, no-store"
        return answer


class Erasure(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "writes"

    @extend_schema(
        operation_id="me_erasure_read", tags=["Account"], summary="Whether I am to be erased",
        responses={200: ErasureSerializer},
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        return Response(_told(request_actor(request)))

    @extend_schema(
        operation_id="me_erasure_ask", tags=["Account"], summary="Ask to be erased",
        description="After some days the account is closed and the name goes wherever it stands; results stay under a "
        "number. Until then DELETE calls it off. Asks for the password.",
        request=ErasureRequestSerializer,
        responses={
            200: ErasureSerializer, 403: _WRONG, 409: _REFUSED,
            400: problem("It is not confirmed.",
                         confirmation_differs=("Type your user name as it stands here.", "confirmation")),
        },
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        sent = read_body(request, ErasureRequestSerializer)
        actor = _sure(request, sent["password"])
        services.ask_erasure(actor=actor, now=timezone.now(), confirmation=sent["confirmation"])
        return Response(_told(actor))

    @extend_schema(
        operation_id="me_erasure_call_off", tags=["Account"], summary="Call it off", responses={200: ErasureSerializer}
    )
    def delete(self, request: Request) -> Response:
        actor = request_actor(request)
        services.call_off_erasure(actor=actor, now=timezone.now())
        return Response(_told(actor))


class ErasePlayer(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="players_erase", tags=[describe.ENTRIES], summary="Erase a person without an account",
        description="For administrators. At once and for ever: results stay under a number.",
        request=ErasePlayerSerializer,
        responses={
            200: ErasedPlayerSerializer,
            400: problem("There is no reason.", reason_needed=("Say why.", "reason")),
            403: problem("You may not do this.", not_staff="Only administrators of the site may do this."),
            404: problem("There is no such player.", player_not_found="There is no such player."),
            409: problem(
                "It cannot be done now.", has_account="This person has an account and asks for it there.",
                erasure_refused="Entered in Spring Cup. Withdraw first.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        sent = read_body(request, ErasePlayerSerializer)
        erased = services.erase_player(
            actor=request_actor(request), now=timezone.now(), player_id=find_player(slug).pk, reason=sent["reason"]
        )
        return Response({"slug": erased.slug, "name": erased.name})


def _sure(request: Request, password: str) -> Actor:
    actor = request_actor(request)
    require_password(request=request._request, actor=actor, password=password)
    return actor


def _told(actor: Actor) -> dict[str, Any]:
    user = actor.user
    assert user is not None
    user.refresh_from_db(fields=["erase_after"])
    obstacles = services.erasure_obstacles(actor.player, user)
    return {
        "erase_after": user.erase_after, "grace_days": services.GRACE.days,
        "obstacles": [{"code": obstacle.code, "text": obstacle.text} for obstacle in obstacles],
    }  # fmt: skip
