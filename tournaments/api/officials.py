"""Who runs an event, the links that invite others, and who sees what."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from players.models import User
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_MATCH, expected_version, tagged_event
from tournaments.api.event_serializers import EventSerializer
from tournaments.api.lookup import get_event
from tournaments.models import EventOrganiser, OrganiserRole, RoleInvitation
from tournaments.models.role_invitation import INVITED_ROLES
from tournaments.selectors.pages.officials import open_invitations
from tournaments.services.access import require_organiser
from tournaments.services.role_invitations import MOST_DAYS, MOST_USES, USUAL_DAYS

INVITED = [(role.value, role.value) for role in INVITED_ROLES]
LAST_OWNER = problem("An event needs an owner.", last_owner="An event needs an owner. Appoint another one first.")
NO_ACCOUNT = problem("There is none.", account_not_found="There is no account with this user name.")


class AudienceSerializer(Body):
    """Switches of an event; what is left out stays as it is."""

    listed = serializers.BooleanField(required=False, help_text="In lists, searches and on the pages of players.")
    draw_released = serializers.BooleanField(required=False, help_text="Everybody sees pairings, matches, places.")
    results_released = serializers.BooleanField(required=False, help_text="Everybody sees scores and standings.")


class Audience(APIView):
    @extend_schema(
        operation_id="events_audience",
        tags=[describe.EVENTS],
        summary="Say who sees what",
        description="An event that is not listed is found by its address alone. While draw or results are held back, "
        "owner, organisers and arbiters see them, and players the results of their own matches; others get 404 "
        "`draw_not_released` or `results_not_released`. Results without the draw are held back as well.",
        request=AudienceSerializer,
        parameters=[IF_MATCH, ETAG],
        responses={
            200: EventSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem("They are known.", results_rated=(
                "These results have been rated; they are not held back any more.", "results_released")),
            412: describe.STALE,
        },
        examples=[OpenApiExample("before the ceremony", value={"results_released": False}, request_only=True)],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Any:
        event = get_event(request, slug)
        sent = read_body(request, AudienceSerializer)
        event = services.set_audience(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk,
            expected_version=expected_version(request, event), **sent,
        )  # fmt: skip
        return tagged_event(request, event, EventSerializer(event, context={"request": request}).data)


class OfficialSerializer(serializers.Serializer[Any]):
    user = serializers.CharField(help_text="The user name.")
    player = serializers.CharField(allow_null=True, help_text="The slug of the account's player.")
    role = serializers.ChoiceField(choices=OrganiserRole.choices)


class RoleSerializer(Body):
    role = serializers.ChoiceField(choices=OrganiserRole.choices)


def official_data(row: EventOrganiser) -> dict[str, Any]:
    player = getattr(row.user, "player", None)
    return {"user": row.user.get_username(), "player": None if player is None else player.slug, "role": row.role}


class Officials(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="officials_list",
        tags=[describe.EVENTS],
        summary="Who runs the event",
        responses={200: OfficialSerializer(many=True), 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        rows = event.organiser_rows.select_related("user__player").order_by("pk")
        return Response(OfficialSerializer([official_data(row) for row in rows], many=True).data)


def _account(username: str) -> User:
    found = User.objects.filter(username__iexact=username).first()
    if found is None:
        raise NotFound("account_not_found", _("There is no account with this user name."))
    return found


class Official(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="officials_appoint",
        tags=[describe.EVENTS],
        summary="Appoint somebody, or change a role",
        description="By the owner. An arbiter rules on results, but not in matches of its own; `check_in` says who is "
        "there and no more.",
        request=RoleSerializer,
        responses={200: OfficialSerializer, 403: describe.NOT_OWNER, 404: NO_ACCOUNT, 409: LAST_OWNER},
        examples=[OpenApiExample("an arbiter", value={"role": "arbiter"}, request_only=True)],
    )
    def put(self, request: Request, slug: str, username: str) -> Response:
        event = get_event(request, slug)
        role = OrganiserRole(read_body(request, RoleSerializer)["role"])
        row = services.add_organiser(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, user=_account(username), role=role
        )
        return Response(OfficialSerializer(official_data(row)).data)

    @extend_schema(
        operation_id="officials_remove",
        tags=[describe.EVENTS],
        summary="Take a role away",
        responses={204: None, 403: describe.NOT_OWNER, 404: NO_ACCOUNT, 409: LAST_OWNER},
    )
    def delete(self, request: Request, slug: str, username: str) -> Response:
        event = get_event(request, slug)
        services.remove_organiser(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, user=_account(username)
        )
        return Response(status=204)


class RoleInvitationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(choices=INVITED)
    uses = serializers.IntegerField(help_text="How many accounts may come by it.")
    used = serializers.IntegerField()
    expires_at = serializers.DateTimeField()
    link = serializers.CharField(allow_null=True, help_text="Shown only when it is made: its hash alone is kept.")


class NewInvitationSerializer(Body):
    role = serializers.ChoiceField(choices=INVITED)
    uses = serializers.IntegerField(min_value=1, max_value=MOST_USES, default=1)
    days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS, default=USUAL_DAYS, help_text="Days it is valid.")


def _invitation(row: RoleInvitation, link: str | None = None) -> dict[str, Any]:
    return {
        "id": row.pk, "role": row.role, "uses": row.uses, "used": row.used, "expires_at": row.expires_at, "link": link,
    }  # fmt: skip


class Invitations(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="role_invitations_list",
        tags=[describe.EVENTS],
        summary="Open invitations to help",
        responses={200: RoleInvitationSerializer(many=True), 403: describe.NOT_YOURS, 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        rows = open_invitations(event, timezone.now())
        return Response(RoleInvitationSerializer([_invitation(row) for row in rows], many=True).data)

    @extend_schema(
        operation_id="role_invitations_create",
        tags=[describe.EVENTS],
        summary="Invite by a link",
        description="By the owner. Whoever opens the link and signs in may take the role.",
        request=NewInvitationSerializer,
        responses={
            201: RoleInvitationSerializer, 403: describe.NOT_OWNER, 404: describe.NO_EVENT,
            409: problem("Not another one.", too_many_invitations="There are too many open invitations. Revoke some "
                         "first."),
        },
        examples=[OpenApiExample("two arbiters", value={"role": "arbiter", "uses": 2}, request_only=True)],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NewInvitationSerializer)
        made, token = services.invite_official(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, **sent
        )
        link = request.build_absolute_uri(reverse("invitation-link", args=[token]))
        return Response(RoleInvitationSerializer(_invitation(made, link)).data, status=201)


UNKNOWN = problem(
    "There is none.", invitation_unknown="There is no such invitation. Ask the owner of the event for a new one."
)


class Invitation(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="role_invitations_revoke",
        tags=[describe.EVENTS],
        summary="Revoke an invitation",
        description="Who came by it keeps the role.",
        responses={204: None, 403: describe.NOT_OWNER, 404: UNKNOWN},
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        event = get_event(request, slug)
        services.revoke_invitation(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, invitation_id=pk
        )
        return Response(status=204)


class TokenOfInvitationSerializer(Body):
    token = serializers.CharField(max_length=100, help_text="The last part of the link.")


class Accept(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="role_invitations_accept",
        tags=[describe.EVENTS],
        summary="Take the role of an invitation",
        request=TokenOfInvitationSerializer,
        responses={
            200: OfficialSerializer, 404: UNKNOWN,
            409: problem("It was not taken.", has_role="You help to run this event already.",
                         invitation_over="This invitation is not valid any more. Ask the owner for a new one."),
        },
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        row = services.accept_invitation(
            actor=request_actor(request),
            now=timezone.now(),
            token=read_body(request, TokenOfInvitationSerializer)["token"],
        )
        return Response(OfficialSerializer(official_data(row)).data)
