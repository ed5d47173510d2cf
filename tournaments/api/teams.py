"""`/api/v1/events/<slug>/teams/` and `/api/v1/teams/<id>/`: teams, who plays in them, who leads them."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import read_body
from players.models import Player
from tantrix_site.errors import NotFound
from tournaments import services
from tournaments.api import describe
from tournaments.api.lookup import get_entry, get_event
from tournaments.api.once import IDEMPOTENCY_KEY, once
from tournaments.api.team_serializers import (
    CaptainsSerializer,
    EnteredInTeamSerializer,
    MoveSerializer,
    NewTeamPlayerSerializer,
    NewTeamSerializer,
    OverallCaptainSerializer,
    TeamDetailSerializer,
    TeamOrderSerializer,
    TeamSerializer,
    team_data,
    team_match_data,
)
from tournaments.models import Entry, Event, Team
from tournaments.selectors.team_pages import team_card, team_cards, team_matches

NO_TEAM = problem("There is none, or you may not see it.", team_not_found="There is no such team.")
NOT_LEADING = problem(
    "You may not do this.",
    not_team_officer="Only the captain, the deputy or an organiser may do this.",
    not_overall_captain="Only the overall captain of the country or an organiser may do this.",
)
STANDS: Any = {
    "event_finished": "The event is finished; its results stand.",
    "entry_left": "FRA A has left already.",
}


def get_team(request: Request, pk: int) -> Entry:
    """Raises NotFound `team_not_found`."""
    try:
        entry = get_entry(request, pk)
    except NotFound:
        entry = None
    if entry is None or not Team.objects.filter(entry=entry).exists():
        raise NotFound("team_not_found", _("There is no such team."))
    return entry


def player_by_slug(slug: str | None) -> int | None:
    """The id of a player, None for nobody. Raises NotFound `player_not_found`."""
    if slug is None:
        return None
    pk = Player.objects.filter(slug=slug).values_list("pk", flat=True).first()
    if pk is None:
        raise NotFound("player_not_found", _("There is no such player."), field="player")
    return pk


def _answer(team: Entry, status: int = 200) -> Response:
    card = team_card(Entry.objects.select_related("event").get(pk=team.pk))
    matches = [team_match_data(row) for row in team_matches(card.entry)]
    return Response(TeamDetailSerializer({**team_data(card), "matches": matches}).data, status=status)


class EventTeams(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="teams_list",
        tags=[describe.TEAMS],
        summary="Teams of an event",
        description="By seed, with their players in the order of the team.",
        responses={200: TeamSerializer(many=True), 404: describe.NO_EVENT},
    )
    def get(self, request: Request, slug: str) -> Response:
        cards = team_cards(get_event(request, slug), everybody=True)
        return Response(TeamSerializer([team_data(card) for card in cards], many=True).data)

    @extend_schema(
        operation_id="teams_create",
        tags=[describe.TEAMS],
        summary="Enter a team",
        description="By an organiser or the overall captain of the country. It gets the next letter.",
        request=NewTeamSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: TeamDetailSerializer,
            400: problem(
                "It cannot be.",
                country_or_region=("A team plays for a country or for a region.", "country"),
                unknown_country=("The country “Atlantis” is not known.", "country"),
            ),
            403: NOT_LEADING,
            404: describe.NO_EVENT,
            409: problem(
                "No team was entered.",
                not_for_teams="This event is for single players.",
                event_started="The event has started; nobody can be entered any more.",
                event_full="All 64 places are taken.",
                entry_not_open="Entries are not open yet.",
                entry_closed="Entries are closed.",
            ),
        },
        examples=[OpenApiExample("of a country", value={"country": "FR"}, request_only=True)],
    )
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = read_body(request, NewTeamSerializer)
        team = once(
            request,
            f"team:{event.pk}",
            lambda: services.add_team(
                actor=request_actor(request), now=timezone.now(), event_id=event.pk, country=sent["country"],
                region=sent["region"], despite=sent["despite"],
            ),
            lambda pk: Entry.objects.get(pk=pk),
        )  # fmt: skip
        return _answer(team, 201)


class TeamDetail(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="teams_retrieve",
        tags=[describe.TEAMS],
        summary="One team with its matches",
        responses={200: TeamDetailSerializer, 404: NO_TEAM},
    )
    def get(self, request: Request, pk: int) -> Response:
        return _answer(get_team(request, pk))


class TeamPlayers(APIView):
    @extend_schema(
        operation_id="teams_players_add",
        tags=[describe.TEAMS],
        summary="Enter a player in a team",
        description="Last in its order. Substitutes may be entered while the event runs.",
        request=NewTeamPlayerSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: EnteredInTeamSerializer,
            403: NOT_LEADING,
            404: NO_TEAM,
            409: problem(
                "Nobody was entered.",
                already_entered=("Ana Example is already entered.", "name"),
                other_country=(
                    "Ana Example is entered for another country. Say that it may play for this one.", "player",
                ),
                team_full="All 5 boards are taken.",
                not_eligible="Ana Example: Not met: Is invited by the organiser.",
                doubtful_person=(
                    "A player of that name has a profile already. Choose it, or say that this is another person.",
                    "name",
                ),
                event_started="The event has started; nobody can be entered any more.",
                **STANDS,
            ),
        },
        examples=[OpenApiExample("a known player", value={"player": "ana-example"}, request_only=True)],
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        team = get_team(request, pk)
        sent = read_body(request, NewTeamPlayerSerializer)
        links: dict[int, str] = {}

        def act() -> Entry:
            person = None
            if "name" in sent:
                person = services.NewPerson(sent["name"], sent["country"], surely_new=sent["surely_new"])
            entered = services.add_team_player(
                actor=request_actor(request), now=timezone.now(), team_id=team.pk,
                player_id=player_by_slug(sent.get("player")), person=person, is_substitute=sent["substitute"],
                any_country=sent["any_country"], despite=sent["despite"],
            )  # fmt: skip
            if entered.link:
                links[entered.entry.pk] = entered.link
            return entered.entry

        entry = once(
            request, f"entry:{team.event_id}", act, lambda pk: Entry.every.select_related("player", "event").get(pk=pk)
        )
        data = EnteredInTeamSerializer(entry, context={"request": request, "links": links}).data
        return Response(data, status=201)


class TeamPlayer(APIView):
    @extend_schema(
        operation_id="teams_players_remove",
        tags=[describe.TEAMS],
        summary="Take a player out of a team",
        responses={
            204: None,
            403: NOT_LEADING,
            404: NO_TEAM,
            409: problem("It stays.", player_lined_up="Ana Example has been lined up for the team.", **STANDS),
        },
    )
    def delete(self, request: Request, pk: int, entry: int) -> Response:
        self._player(request, pk, entry)
        services.remove_team_player(actor=request_actor(request), now=timezone.now(), entry_id=entry)
        return Response(status=204)

    @extend_schema(
        operation_id="teams_players_move",
        tags=[describe.TEAMS],
        summary="Move a player to another team of the country",
        request=MoveSerializer,
        responses={
            200: TeamDetailSerializer,
            400: problem("It cannot be.", unknown_team=("Choose another team of this event.", "team")),
            403: NOT_LEADING,
            404: NO_TEAM,
            409: problem(
                "It stays.",
                player_lined_up="Ana Example has been lined up for the team.",
                other_country=("The two teams are not of one country.", "team"),
                team_full="The team has all its 3 substitutes.",
                **STANDS,
            ),
        },
    )
    def patch(self, request: Request, pk: int, entry: int) -> Response:
        self._player(request, pk, entry)
        sent = read_body(request, MoveSerializer)
        moved = services.move_team_player(
            actor=request_actor(request), now=timezone.now(), entry_id=entry, team_id=sent["team"],
            is_substitute=sent["substitute"], reason=sent["reason"],
        )  # fmt: skip
        return _answer(get_team(request, moved.team_id or 0))

    def _player(self, request: Request, pk: int, entry: int) -> None:
        if not Entry.every.filter(pk=entry, team=get_team(request, pk)).exists():
            raise NotFound("entry_not_found", _("There is no such entry."))


class TeamOrder(APIView):
    @extend_schema(
        operation_id="teams_order",
        tags=[describe.TEAMS],
        summary="Give the standing order of a team",
        description="All its players, those at the boards first. In it the team plays where it sends no line-up.",
        request=TeamOrderSerializer,
        responses={
            200: TeamDetailSerializer,
            400: problem("It cannot be.", team_order=("Name each player of the team once.", "players")),
            403: NOT_LEADING,
            404: NO_TEAM,
            409: problem(
                "It stands.",
                regular_players_fixed="Once the event has started its regular players stand.",
                **STANDS,
            ),
        },
    )
    def put(self, request: Request, pk: int) -> Response:
        team = get_team(request, pk)
        sent = read_body(request, TeamOrderSerializer)
        services.order_team(actor=request_actor(request), now=timezone.now(), team_id=team.pk, players=sent["players"])
        return _answer(team)


class TeamCaptains(APIView):
    @extend_schema(
        operation_id="teams_captains",
        tags=[describe.TEAMS],
        summary="Name captain and deputy",
        description="The overall captain names both; the captain may name the deputy.",
        request=CaptainsSerializer,
        responses={
            200: TeamDetailSerializer,
            400: problem("It cannot be.", same_officer=("Captain and deputy are two people.", "deputy")),
            403: NOT_LEADING,
            404: NO_TEAM,
            409: problem("It stands.", event_finished=STANDS["event_finished"]),
        },
        examples=[OpenApiExample("a captain", value={"captain": "ana-example"}, request_only=True)],
    )
    def put(self, request: Request, pk: int) -> Response:
        team = get_team(request, pk)
        sent = read_body(request, CaptainsSerializer)
        services.name_captains(
            actor=request_actor(request), now=timezone.now(), team_id=team.pk,
            captain_id=player_by_slug(sent["captain"]), deputy_id=player_by_slug(sent["deputy"]),
        )  # fmt: skip
        return _answer(team)


class OverallCaptains(APIView):
    @extend_schema(
        operation_id="teams_overall_captain",
        tags=[describe.TEAMS],
        summary="Name the overall captain of a country",
        description="He or she enters the teams of the country, names their captains and moves players between them.",
        request=OverallCaptainSerializer,
        responses={
            204: None,
            400: problem("It cannot be.", country_or_region=("A team plays for a country or for a region.", "country")),
            403: describe.NOT_YOURS,
            404: describe.NO_EVENT,
            409: problem("Not here, or no more.", not_for_teams="This event is for single players.", **STANDS),
        },
        examples=[OpenApiExample("of a country", value={"country": "FR", "player": "ana-example"}, request_only=True)],
    )
    def put(self, request: Request, slug: str) -> Response:
        event: Event = get_event(request, slug)
        sent = read_body(request, OverallCaptainSerializer)
        services.name_overall_captain(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, country=sent["country"],
            region=sent["region"], player_id=player_by_slug(sent["player"]),
        )  # fmt: skip
        return Response(status=204)
