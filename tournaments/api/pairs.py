"""`/api/v1/events/<slug>/pairs/`: the pairs of a doubles event."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Body, read_body
from tournaments import services
from tournaments.api import describe
from tournaments.api.entries import ENTRY_REFUSED
from tournaments.api.lookup import get_event
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.teams import player_by_slug
from tournaments.models import Entry, EntryState, Event
from tournaments.models.event import MAX_ENTRIES
from tournaments.selectors.seeding import in_seed_order
from tournaments.selectors.teams import players_of
from tournaments.services.pairs import require_pair_event


class PairMemberSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    player = serializers.SlugField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)


class DoublesPairSerializer(serializers.Serializer[Any]):
    """A pair. Its `id` is that of its entry: draws, matches and standings name it as they name players."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True, help_text="Empty for a pair of two countries.")
    seed = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=EntryState.choices)
    place = serializers.IntegerField(allow_null=True)
    members = PairMemberSerializer(many=True)
    links = serializers.ListField(
        child=serializers.URLField(), required=False,
        help_text="Only in the answer that made the pair: the private links of members without an account.",
    )  # fmt: skip


class NewPairMemberSerializer(Body):
    """Either `player`, the slug of a profile, or `name` for a person for whom a profile is made."""

    player = serializers.SlugField(required=False)
    name = serializers.CharField(max_length=80, required=False, default="")
    country = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")
    surely_new = serializers.BooleanField(required=False, default=False)


class NewPairSerializer(Body):
    members = NewPairMemberSerializer(many=True)
    seed = serializers.IntegerField(min_value=1, max_value=MAX_ENTRIES, required=False, allow_null=True, default=None)
    despite = serializers.CharField(
        max_length=500, required=False, allow_blank=True, default="",
        help_text="Why they are entered though the terms of the event say otherwise; it stands in the log.",
    )  # fmt: skip


def pair_data(pair: Entry, members: list[Entry]) -> dict[str, Any]:
    return {
        "id": pair.pk, "name": pair.name, "country": pair.country.code or "", "seed": pair.seed, "state": pair.state,
        "place": pair.place,
        "members": [
            {"entry": row.pk, "player": row.person.slug, "name": row.name, "country": row.country.code or ""}
            for row in members
        ],
    }  # fmt: skip


class EventPairs(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="pairs_list",
        tags=[describe.ENTRIES],
        summary="Pairs of a doubles event",
        description="By seed, with both players.",
        responses={
            200: DoublesPairSerializer(many=True), 404: describe.NO_EVENT,
            409: problem("It has none.", not_for_pairs="No fixed pairs enter this event."),
        },
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_pair_event(event)
        rows = list(in_seed_order(Entry.objects.filter(event=event)))
        members = players_of(row.pk for row in rows)
        data = [pair_data(row, members[row.pk]) for row in rows]
        return Response(DoublesPairSerializer(data, many=True).data)

    @extend_schema(
        operation_id="pairs_create",
        tags=[describe.ENTRIES],
        summary="Enter a pair",
        description="Two players, who share a colour and play as one side. Each reports and confirms for both.",
        request=NewPairSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: DoublesPairSerializer,
            400: problem("It cannot be.", pair_of_two=("A pair has two players.", "second")),
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: ENTRY_REFUSED,
        },
        examples=[
            OpenApiExample(
                "one known, one new", request_only=True,
                value={"members": [{"player": "ana-example"}, {"name": "Bo Example", "country": "NL"}], "seed": 1},
            )
        ],
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NewPairSerializer)
        links: list[str] = []

        def act() -> Entry:
            made = _add(request, event, sent)
            links.extend(made.links.values())
            return made.entry

        pair = once(request, f"pair:{event.pk}", act, lambda pk: Entry.objects.get(pk=pk))
        data = pair_data(pair, players_of([pair.pk])[pair.pk])
        data["links"] = [request.build_absolute_uri(f"/e/{token}/") for token in links]
        return Response(DoublesPairSerializer(data).data, status=201)


def _add(request: Request, event: Event, sent: dict[str, Any]) -> services.EnteredPair:
    members: list[int | services.NewPerson] = []
    for member in sent["members"]:
        known = player_by_slug(member.get("player"))
        if known is not None:
            members.append(known)
        else:
            members.append(services.NewPerson(member["name"], member["country"], surely_new=member["surely_new"]))
    return services.add_pair(
        actor=request_actor(request), now=timezone.now(), event_id=event.pk, members=members, seed=sent["seed"],
        despite=sent["despite"],
    )  # fmt: skip
