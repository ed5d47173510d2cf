"""`/api/v1/events/<slug>/prize-lists/` and `/api/v1/prize-lists/<id>/`: juniors, newcomers and others."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_event, get_played
from tournaments.models import PrizeKind, PrizeList
from tournaments.selectors.pages.prizes import PrizeView, load_prizes
from tournaments.selectors.visibility import events_numbered_for
from tournaments.services.prizes import OLDEST

NO_LIST = problem(
    "There is none, or you may not see it.",
    prize_list_not_found="There is no such prize list.",
    entry_not_found=("There is no such entry.", "entry"),
)
STANDS = problem(
    "It cannot be done.",
    event_finished="The event is finished; its results stand.",
    too_old=("By the profile Ana Example is not under 16 on the first day.", "entry"),
    not_newcomer=("Ana Example has a rating already.", "entry"),
    first_day_missing=(
        "Say on which day the event begins: what counts is the age on the first day.", "entry",
    ),
)  # fmt: skip


class PrizeLineSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True, help_text="Three letters, or empty.")
    place = serializers.IntegerField(allow_null=True, help_text="In the list; null while there is none.")
    overall = serializers.IntegerField(allow_null=True, help_text="In the event.")


class PrizeListSerializer(serializers.Serializer[Any]):
    """A part of the entries with places of its own, which follow from those of the event."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=PrizeKind.choices)
    under_age = serializers.IntegerField(allow_null=True, help_text="Juniors: younger than that on the first day.")
    for_all = serializers.BooleanField(help_text="Nobody else may play in the event.")
    members = PrizeLineSerializer(many=True)


class NewPrizeListSerializer(Body):
    name = serializers.CharField(max_length=60)
    kind = serializers.ChoiceField(choices=PrizeKind.choices)
    under_age = serializers.IntegerField(
        min_value=1, max_value=OLDEST, required=False, allow_null=True, default=None, help_text="16 if left out."
    )
    for_all = serializers.BooleanField(required=False, default=False)


def prize_data(view: PrizeView) -> dict[str, Any]:
    found = view.prize_list
    return {
        "id": found.pk, "name": found.name, "kind": found.kind, "under_age": found.under_age, "for_all": found.for_all,
        "members": [
            {
                "entry": line.entry.id, "name": line.entry.name, "country": line.entry.country, "place": line.place,
                "overall": line.overall,
            }
            for line in view.lines
        ],
    }  # fmt: skip


def get_list(request: Request, pk: int) -> PrizeList:
    """Raises NotFound `prize_list_not_found`."""
    visible = PrizeList.objects.filter(pk=pk, event__in=events_numbered_for(request.user))
    found = visible.select_related("event").first()
    if found is None:
        raise NotFound("prize_list_not_found", _("There is no such prize list."))
    return found


def _answer(found: PrizeList, status: int = 200) -> Response:
    view = next(view for view in load_prizes(found.event) if view.prize_list.pk == found.pk)
    return Response(PrizeListSerializer(prize_data(view)).data, status=status)


class EventPrizeLists(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="prize_lists_list",
        tags=[describe.ENTRIES],
        summary="Prize lists of an event",
        description="Juniors, newcomers and others within the event, with their places so far.",
        responses={200: PrizeListSerializer(many=True), 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        views = load_prizes(get_played(request, slug))
        return Response(PrizeListSerializer([prize_data(view) for view in views], many=True).data)

    @extend_schema(
        operation_id="prize_lists_create",
        tags=[describe.ENTRIES],
        summary="Make a prize list",
        request=NewPrizeListSerializer,
        responses={
            201: PrizeListSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem(
                "None was made.", prize_list_exists=("There is a prize list of this name already.", "name"),
                event_finished="The event is finished; its results stand.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NewPrizeListSerializer)
        made = services.create_prize_list(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, kind=sent["kind"], name=sent["name"],
            under_age=sent["under_age"], for_all=sent["for_all"],
        )  # fmt: skip
        made.event = event
        return _answer(made, 201)


class PrizeListDetail(APIView):
    @extend_schema(
        operation_id="prize_lists_remove",
        tags=[describe.ENTRIES],
        summary="Remove a prize list",
        responses={204: None, 403: describe.NOT_YOURS, 404: NO_LIST, 409: STANDS},
    )
    def delete(self, request: Request, pk: int) -> Response:
        found = get_list(request, pk)
        services.remove_prize_list(actor=request_actor(request), now=timezone.now(), list_id=found.pk)
        return Response(status=204)


class PrizeListMember(APIView):
    @extend_schema(
        operation_id="prize_lists_put",
        tags=[describe.ENTRIES],
        summary="Put an entry in a prize list",
        description="An organiser vouches for it: of a junior, that evidence of age was seen. Stored are who and when.",
        request=None,
        responses={200: PrizeListSerializer, 403: describe.NOT_YOURS, 404: NO_LIST, 409: STANDS},
    )
    def put(self, request: Request, pk: int, entry: int) -> Response:
        found = get_list(request, pk)
        services.put_in_prize_list(
            actor=request_actor(request), now=timezone.now(), list_id=found.pk, entry_id=entry
        )  # fmt: skip
        return _answer(found)

    @extend_schema(
        operation_id="prize_lists_take",
        tags=[describe.ENTRIES],
        summary="Take an entry out of a prize list",
        responses={200: PrizeListSerializer, 403: describe.NOT_YOURS, 404: NO_LIST, 409: STANDS},
    )
    def delete(self, request: Request, pk: int, entry: int) -> Response:
        found = get_list(request, pk)
        services.take_out_of_prize_list(
            actor=request_actor(request), now=timezone.now(), list_id=found.pk, entry_id=entry
        )  # fmt: skip
        return _answer(found)
