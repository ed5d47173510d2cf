"""`/api/v1/events/<slug>/entries/` and `/api/v1/entries/<id>/`: who takes part."""

import base64
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import generics
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from players.models import Player
from tantrix_site.errors import InvalidInput, NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.event_serializers import (
    EnteredSerializer,
    EntrySerializer,
    ExitSerializer,
    ImportedSerializer,
    ImportLineSerializer,
    ImportSerializer,
    NewEntrySerializer,
    ReturnSerializer,
    SeedsSerializer,
)
from tournaments.api.lookup import attendance, get_entry, get_event
from tournaments.api.match_serializers import PlanSerializer
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.plans import plan_data
from tournaments.models import Entry, EntryState, Event, ExitKind
from tournaments.services.access import require_organiser

ENTRY_REFUSED = problem(
    "Nobody was entered.",
    already_entered=("Ana Example is already entered.", "name"),
    doubtful_person=(
        "A player of that name has a profile already. Choose it, or say that this is another person.", "name",
    ),
    event_full="All 64 places are taken.",
    event_started="The event has started; nobody can be entered any more.",
    seed_taken=("Seed 3 is Ana Example.", "seed"),
    entry_not_open="Entries are not open yet.",
    entry_closed="Entries are closed.",
    not_eligible="Ana Example: Not met: Is invited by the organiser.",
    other_country=(
        "Ana Example plays for another country in 2026: the first entry of a year fixes it.", "country",
    ),
    answer_needed=("This is needed to enter.", "nickname"),
)  # fmt: skip
EXIT_ANSWER = PolymorphicProxySerializer(
    "EntryOrPlan", [EntrySerializer, PlanSerializer], resource_type_field_name=None
)
DRY_RUN = OpenApiParameter("dry_run", bool, description="Only the plan: what would follow. Nothing is stored.")


def wants_plan(request: Request) -> bool:
    """Whether only the consequences are asked for."""
    return request.query_params.get("dry_run", "").lower() in ("1", "true", "yes")


class EntryPages(CursorPagination):
    ordering = "pk"
    page_size = 128
    page_size_query_param = "page_size"
    max_page_size = 256


class EntryFilter(filters.FilterSet):
    state = filters.ChoiceFilter(choices=EntryState.choices)
    player = filters.CharFilter(field_name="player__slug")

    class Meta:
        model = Entry
        fields = ["state", "player"]


class EntryList(generics.ListAPIView):
    serializer_class = EntrySerializer
    permission_classes = [IsAuthenticatedOrReadOnly]
    pagination_class = EntryPages
    filterset_class = EntryFilter

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        event = get_event(self.request, self.kwargs["slug"])
        return Entry.objects.filter(event=event).select_related("player", "event").prefetch_related(attendance())

    @extend_schema(
        operation_id="entries_list",
        tags=[describe.ENTRIES],
        summary="Entries of an event",
        description="In order of entry. Follow `next` for the rest.",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request, *args, **kwargs)

    @extend_schema(
        operation_id="entries_create",
        tags=[describe.ENTRIES],
        summary="Enter a player",
        description="An organiser enters a known player or a new person; a player enters oneself with an empty body "
        "where the event allows it. One entry a person, whatever the spelling. While a Swiss is played as the first "
        "stage a late entry joins it: `joins` says from which round on.",
        request=NewEntrySerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: EnteredSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT, 409: ENTRY_REFUSED},
        examples=[
            OpenApiExample("a known player", value={"player": "ana-example", "seed": 1}, request_only=True),
            OpenApiExample("a new person", value={"name": "Ana Example", "country": "NL"}, request_only=True),
        ],
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NewEntrySerializer)
        links: dict[int, str] = {}

        def act() -> Entry:
            entered = _enter(request, event, sent)
            if entered.link:
                links[entered.entry.pk] = entered.link
            return entered.entry

        entry = once(
            request, f"entry:{event.pk}", act, lambda pk: Entry.objects.select_related("player", "event").get(pk=pk)
        )
        data = EnteredSerializer(entry, context={"request": request, "links": links}).data
        return Response(data, status=201)


def _enter(request: Request, event: Event, sent: dict[str, Any]) -> services.Entered:
    actor, now = request_actor(request), timezone.now()
    answers = services.Answers(**sent["answers"]) if "answers" in sent else None
    if "player" in sent:
        player = Player.objects.filter(slug=sent["player"]).first()
        if player is None:
            raise NotFound("player_not_found", _("There is no such player."), field="player")
        return services.add_entry(
            actor=actor, now=now, event_id=event.pk, player_id=player.pk, seed=sent["seed"], country=sent["country"],
            answers=answers, despite=sent["despite"], age_seen=sent["age_seen"],
        )  # fmt: skip
    if "name" in sent:
        person = services.NewPerson(sent["name"], sent["country"], surely_new=sent["surely_new"])
        return services.add_entry(
            actor=actor, now=now, event_id=event.pk, person=person, seed=sent["seed"], answers=answers,
            despite=sent["despite"], age_seen=sent["age_seen"],
        )  # fmt: skip
    return services.enter_oneself(actor=actor, now=now, event_id=event.pk, country=sent["country"], answers=answers)


class EntryImport(APIView):
    @extend_schema(
        operation_id="entries_import",
        tags=[describe.ENTRIES],
        summary="Enter a list",
        description="All lines or none. With `dry_run` the answer says what each line means; doubtful lines need an "
        "answer in `players` or `new`, others may be left out with `skip`.",
        request=ImportSerializer,
        responses={
            200: ImportedSerializer,
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem(
                "Nobody was entered; `extra.lines` says which lines need attention.",
                import_refused=("Nothing was entered: 2 of the lines need attention, first line 7.", "text"),
            ),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        values = read_body(request, ImportSerializer)
        require_organiser(request_actor(request), event)
        text = services.list_text(_sent_list(values), values["encoding"])
        if values["dry_run"]:
            lines = services.read_entry_lines(event=event, text=text)
            return Response({"lines": ImportLineSerializer(lines, many=True).data, "entries": []})
        players = {int(line): player for line, player in values["players"].items() if str(line).isdecimal()}
        choices = services.LineChoices(
            players=players, new=frozenset(values["new"]), skipped=frozenset(values["skip"]),
            despite=values["despite"], age_seen=values["age_seen"],
        )  # fmt: skip
        entered = services.import_entries(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, text=text, choices=choices
        )
        links = {e.entry.pk: e.link for e in entered if e.link}
        entries = [e.entry for e in entered]
        prefetch_related_objects(entries, attendance())
        context = {"request": request, "links": links}
        return Response({"lines": [], "entries": EnteredSerializer(entries, many=True, context=context).data})


def _sent_list(values: dict[str, Any]) -> str | bytes:
    """The text or the file of a body. Raises InvalidInput `bad_base64`."""
    if not values["file"]:
        return str(values["text"])
    try:
        return base64.b64decode(values["file"], validate=True)
    except ValueError as error:
        raise InvalidInput("bad_base64", _("The file is not in base64."), field="file") from error


class Seeds(APIView):
    @extend_schema(
        operation_id="seeds_set",
        tags=[describe.ENTRIES],
        summary="Set the seeds",
        description="All at once; before the start. Returns the entries with their numbers.",
        request=SeedsSerializer,
        responses={
            200: EntrySerializer(many=True),
            400: problem("The numbers cannot be.", seed_twice=("Seed 3 is given twice.", "seeds")),
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem("Too late.", event_started="The event has started; nobody can be entered any more."),
        },
    )
    def put(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, SeedsSerializer)
        rows = sent["seeds"]
        seeds = {row["entry"]: row["seed"] for row in rows}
        if len(seeds) < len(rows):
            raise InvalidInput("entry_twice", _("An entry is named twice."), field="seeds")
        services.set_seeds(actor=request_actor(request), now=timezone.now(), event_id=event.pk, seeds=seeds)
        accepted = Entry.objects.filter(event=event, state=EntryState.ACCEPTED)
        entries = accepted.select_related("player", "event").prefetch_related(attendance())
        return Response(EntrySerializer(entries.order_by("seed", "pk"), many=True).data)


class EntryDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="entries_retrieve",
        tags=[describe.ENTRIES],
        summary="One entry",
        responses={200: EntrySerializer, 404: describe.NO_ENTRY},
    )
    def get(self, request: Request, pk: int) -> Response:
        return Response(EntrySerializer(get_entry(request, pk)).data)

    @extend_schema(
        operation_id="entries_remove",
        tags=[describe.ENTRIES],
        summary="Remove an entry made by mistake",
        description="Before any draw; afterwards an entry withdraws.",
        responses={
            204: None,
            403: describe.NOT_YOURS,
            404: describe.NO_ENTRY,
            409: problem("Too late.", entry_drawn="The draw has been made. Withdraw the entry instead."),
        },
    )
    def delete(self, request: Request, pk: int) -> Response:
        entry = get_entry(request, pk)
        services.remove_entry(
            actor=request_actor(request), now=timezone.now(), event_id=entry.event_id, entry_id=entry.pk
        )
        return Response(status=204)


class EntryLeave(APIView):
    @extend_schema(
        operation_id="entries_leave",
        tags=[describe.ENTRIES],
        summary="Withdraw or disqualify",
        description="A player withdraws oneself; an organiser withdraws or disqualifies. With `dry_run` the answer is "
        "the plan of what would follow; where results depend on it, its digest has to be sent.",
        request=ExitSerializer,
        parameters=[DRY_RUN],
        responses={
            200: EXIT_ANSWER,
            403: problem(
                "You may not do this.", not_your_entry="Only the player or an organiser can withdraw this entry."
            ),
            404: describe.NO_ENTRY,
            409: describe.DEPENDS,
        },
    )
    def post(self, request: Request, pk: int) -> Response:
        entry = get_entry(request, pk)
        values = read_body(request, ExitSerializer)
        actor, now = request_actor(request), timezone.now()
        kind = ExitKind(values["kind"])
        if wants_plan(request):
            planned = services.plan_exit(actor=actor, now=now, entry_id=entry.pk, kind=kind)
            return Response(plan_data(planned, entry.event))
        act = services.disqualify_entry if kind == ExitKind.DISQUALIFIED else services.withdraw_entry
        act(actor=actor, now=now, entry_id=entry.pk, reason=values["reason"], digest=values.get("digest"))
        return Response(EntrySerializer(get_entry(request, pk)).data)


class EntryReturn(APIView):
    @extend_schema(
        operation_id="entries_return",
        tags=[describe.ENTRIES],
        summary="Take an exit back",
        description="Walkovers it caused fall, and with them what was built on them. `dry_run` gives the plan.",
        request=ReturnSerializer,
        parameters=[DRY_RUN],
        responses={
            200: EXIT_ANSWER, 403: describe.NOT_YOURS, 404: describe.NO_ENTRY,
            409: describe.DEPENDS,
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        entry = get_entry(request, pk)
        actor = request_actor(request)
        if wants_plan(request):
            planned = services.plan_return(actor=actor, now=timezone.now(), entry_id=entry.pk)
            return Response(plan_data(planned, entry.event))
        values = read_body(request, ReturnSerializer)
        services.revoke_exit(
            actor=actor, now=timezone.now(), entry_id=entry.pk, reason=values["reason"], digest=values.get("digest"),
            reinstate=set(values["reinstate"]),
        )  # fmt: skip
        return Response(EntrySerializer(get_entry(request, pk)).data)
