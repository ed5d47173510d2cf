"""`/api/v1/events/<slug>/bracket/`."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.views import APIView

from tantrix_site.errors import NotFound
from tournaments.api import describe
from tournaments.api.conditions import ETAG, IF_NONE_MATCH, NOT_MODIFIED, tagged_event
from tournaments.api.draw import NOT_DRAWN
from tournaments.api.fields import PointsField
from tournaments.api.lookup import get_drawn
from tournaments.api.match_serializers import STATES
from tournaments.formats.bracket import Box as CoreBox
from tournaments.formats.graph import Seed
from tournaments.models import Event, StageKind
from tournaments.selectors.pages.bracket import Bracket, load_bracket
from tournaments.selectors.visibility import may_see_results


class BracketEntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.SlugField()
    country3 = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True, help_text="The number in the draw.")
    state = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)


class BracketSideSerializer(serializers.Serializer[Any]):
    """`possible` are the entries that may come, `fed_by` the number of the match whose winner or loser comes.

    In a stage drawn ahead `origin` says where an entry will come from that is not known yet.
    """

    entry = serializers.IntegerField(allow_null=True)
    origin = serializers.CharField(allow_blank=True, help_text="Such as: Winner of group A.")
    is_bye = serializers.BooleanField()
    possible = serializers.ListField(child=serializers.IntegerField())
    fed_by = serializers.IntegerField(allow_null=True)
    takes_loser = serializers.BooleanField()
    tp = PointsField(allow_null=True)
    is_winner = serializers.BooleanField()


class BracketMatchSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    position = serializers.IntegerField()
    state = serializers.ChoiceField(choices=STATES)
    left = BracketSideSerializer()
    right = BracketSideSerializer()
    next_match = serializers.IntegerField(allow_null=True, help_text="The id of the match where the winner goes on.")
    loser_match = serializers.IntegerField(allow_null=True, help_text="The id of the match where the loser goes on.")
    only_if = serializers.IntegerField(
        allow_null=True, help_text="The id of the match on whose result it depends if this one is played."
    )


class BracketRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    key = serializers.CharField(
        help_text="final, semi, quarter, r16 … r1024; round_1 … where a bracket is no full tree; preliminary; "
        "places_5_8 for the places that a round of play-offs is about."
    )
    settled = serializers.IntegerField()
    total = serializers.IntegerField(help_text="Without byes.")
    matches = BracketMatchSerializer(many=True)


class BracketPartSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="main, preliminary, plate, losers, final, places_3, places_5 …")
    current_round = serializers.IntegerField(help_text="The first round with a match to settle, else the last.")
    rounds = BracketRoundSerializer(many=True)
    third_place = BracketMatchSerializer(allow_null=True)


class BracketSerializer(serializers.Serializer[Any]):
    """A whole stage. Entries are given once and named by id elsewhere."""

    event = serializers.CharField()
    version = serializers.IntegerField()
    stage = serializers.IntegerField(help_text="Its number.")
    kind = serializers.ChoiceField(choices=[str(StageKind.KNOCKOUT), str(StageKind.DOUBLE_ELIMINATION)])
    size = serializers.IntegerField(help_text="Lines of the main draw: a power of two.")
    brackets = BracketPartSerializer(many=True)
    champion = serializers.IntegerField(allow_null=True)
    plate_winner = serializers.IntegerField(allow_null=True)
    entries = BracketEntrySerializer(many=True)


STAGE = OpenApiParameter(
    "stage", int, description="The number of a stage that is played in brackets; by default the one played last."
)


class BracketView(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="bracket_retrieve",
        tags=[describe.DRAW],
        summary="The bracket",
        description="All brackets of a stage: rounds, matches and who may come where. Send the ETag back as "
        "`If-None-Match`: while nothing public in the event changed you get 304. Once a minute is often enough.",
        parameters=[STAGE, IF_NONE_MATCH, ETAG],
        responses={200: BracketSerializer, 304: NOT_MODIFIED, 404: NOT_DRAWN},
    )
    def get(self, request: Request, slug: str) -> Any:
        event = get_drawn(request, slug)
        stage, results = request.query_params.get("stage", ""), may_see_results(request.user, event)
        return tagged_event(request, event, lambda: bracket_data(event, stage, results=results))


def bracket_data(event: Event, stage: str = "", *, results: bool = True) -> dict[str, Any]:
    """The bracket, without `results` as it was drawn. Raises NotFound `not_drawn`."""
    bracket = load_bracket(event, stage, results=results)
    if bracket is None or (stage and str(bracket.stage.number) != stage):
        raise NotFound("not_drawn", _("The draw has not been made."))
    champion, plate_winner = bracket.champion, bracket.plate_winner
    return {
        "event": event.slug,
        "version": event.version,
        "stage": bracket.stage.number,
        "kind": bracket.stage.kind,
        "size": bracket.stage.size,
        "brackets": [_part(bracket, name) for name in bracket.names],
        "champion": None if champion is None else champion.id,
        "plate_winner": None if plate_winner is None else plate_winner.id,
        "entries": [
            {
                "id": row.id, "name": row.name, "player": row.slug, "country3": row.country, "seed": row.seed,
                "state": row.state, "place": row.place,
            }
            for row in bracket.entries.values()
        ],
    }  # fmt: skip


def _part(bracket: Bracket, name: str) -> dict[str, Any]:
    view = bracket.view(name)
    return {
        "key": name,
        "current_round": view.current_round,
        "rounds": [
            {
                "number": r.number,
                "key": r.key,
                "settled": r.settled,
                "total": r.total,
                "matches": [_match(bracket, box) for box in r.boxes],
            }
            for r in view.rounds
        ],
        "third_place": None if view.third_place is None else _match(bracket, view.third_place),
    }


def _match(bracket: Bracket, box: CoreBox) -> dict[str, Any]:
    return {
        "id": box.match,
        "number": box.number,
        "position": box.position,
        "state": bracket.knockout.state_word(box.match).key,
        "left": _side(bracket, box, 0),
        "right": _side(bracket, box, 1),
        "next_match": box.next_match,
        "loser_match": None if box.loser_to is None else box.loser_to.match,
        "only_if": bracket.knockout.matches[box.match].only_if_match_id,
    }


def _side(bracket: Bracket, box: CoreBox, side: int) -> dict[str, Any]:
    slot = box.slots[side]
    entry = bracket.knockout.entry(slot.occupant)
    source = bracket.knockout.folded.structure[box.match].sources[side]
    return {
        "entry": None if entry is None else entry.id,
        "origin": bracket.knockout.origins.get(source.n, "") if entry is None and isinstance(source, Seed) else "",
        "is_bye": slot.is_bye,
        "possible": list(slot.possible),
        "fed_by": slot.fed_by,
        "takes_loser": slot.takes_loser,
        "tp": None if slot.tp is None else slot.tp / 10,
        "is_winner": slot.is_winner,
    }
