"""`/api/v1/players/<slug>/career/` and `…/opponents/`, `/api/v1/countries/`, `/api/v1/teams/<slug>/history/`."""

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django_countries import countries
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.selectors import find_player
from tournaments.api import describe
from tournaments.api.career_serializers import (
    MOST_ROWS,
    CareerQuerySerializer,
    CareerSerializer,
    CountryDetailSerializer,
    CountryListedSerializer,
    OpponentsSerializer,
    PartSerializer,
    TeamHistorySerializer,
    career_event_data,
    country_data,
    games_data,
    held_data,
    past_team_data,
    team_year_data,
    total_data,
)
from tournaments.selectors.career import career_of
from tournaments.selectors.countries import (
    count,
    country_list,
    find_country,
    held_in,
    medals_by_country,
    players_of_country,
    series_of_country,
)
from tournaments.selectors.lineages import find_lineage, lineages
from tournaments.selectors.opponents import met_by, opponents_in
from tournaments.selectors.pages.career import career_rows, chosen, summary_of
from tournaments.selectors.pages.lineages import lineage_rows, past_of
from tournaments.selectors.pages.names import country_code

PLAYERS, COUNTRIES = "Players", "Countries"
NO_PLAYER = problem("There is none.", player_not_found="There is no such player.")
NO_COUNTRY = problem("There is none.", country_not_found="There is no such country.")
NO_TEAM = problem("There is none, or you may not see it.", team_not_found="There is no such team.")


def _part(request: Request, serializer: type[PartSerializer] = PartSerializer) -> tuple[dict[str, Any], slice]:
    """What is asked for and which rows. Raises a validation error."""
    asked = serializer(data=request.query_params)
    asked.is_valid(raise_exception=True)
    start: int = asked.validated_data["offset"]
    return asked.validated_data, slice(start, start + asked.validated_data["limit"])


class CareerView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="players_career",
        tags=[PLAYERS],
        summary="A player's career",
        description="Every event that everybody may see, the latest first, and past results that an import linked to "
        "the player. Medals are the first three places of editions of series. A former address answers 301.",
        auth=[],
        parameters=[CareerQuerySerializer],
        responses={200: CareerSerializer, 301: None, 404: NO_PLAYER},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        player = find_player(slug)
        if player.slug != slug:
            return redirect("api-player-career", player.slug, permanent=True)
        asked, part = _part(request, CareerQuerySerializer)
        lines = career_of(player)
        narrowed = chosen(lines, year=asked.get("year", ""), kind=asked.get("kind", ""))
        summary = summary_of(lines)
        data = {
            "player": player,
            "total": total_data(summary.total),
            "years": [{"year": year, **total_data(total)} for year, total in summary.years],
            "kinds": [{"kind": row.kind, **total_data(row.total)} for row in summary.kinds],
            "medals": [
                {"series": row.series.slug, "name": row.series.name, "medals": row.counts, "titles": row.titles}
                for row in summary.medals
            ],
            "count": len(narrowed),
            "results": [career_event_data(row) for row in career_rows(player, narrowed[part])],
        }
        return Response(CareerSerializer(data, context={"request": request}).data)


class OpponentsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="players_opponents",
        tags=[PLAYERS],
        summary="Whom a player met",
        description="Most often first. Games of events and casual games are counted apart; doubles are left out. "
        "`/players/{slug}/vs/{other}/` has more of two. A former address answers 301.",
        auth=[],
        parameters=[PartSerializer],
        responses={200: OpponentsSerializer, 301: None, 404: NO_PLAYER},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        player = find_player(slug)
        if player.slug != slug:
            return redirect("api-player-opponents", player.slug, permanent=True)
        _asked, part = _part(request)
        met = met_by(player)
        rows = [
            {"opponent": row.player, "events": games_data(row.met.games), "casual": row.met.casual}
            for row in opponents_in(met[part])
        ]
        data = {"player": player, "count": len(met), "results": rows}
        return Response(OpponentsSerializer(data, context={"request": request}).data)


class CountryListView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="countries_list",
        tags=[COUNTRIES],
        summary="Countries",
        description="All with a player or a medal: there are few enough for one answer.",
        auth=[],
        responses=CountryListedSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = [
            {
                **country_data(row.code, row.name, row.players, row.medals),
                "listed": row.listed,
                "best": None if row.best is None else row.best.player,
            }
            for row in country_list(request.user, timezone.now().date())
        ]
        return Response(CountryListedSerializer(rows, many=True, context={"request": request}).data)


class CountryDetail(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="countries_retrieve",
        tags=[COUNTRIES],
        summary="One country",
        description="By a code of two or three letters. `limit` and `offset` choose among its players.",
        auth=[],
        parameters=[PartSerializer],
        responses={200: CountryDetailSerializer, 404: NO_COUNTRY},
    )
    def get(self, request: Request, code: str) -> Response:
        found = find_country(code)
        _asked, part = _part(request)
        players, medals = players_of_country(found), medals_by_country(request.user)[found]
        data = {
            **country_data(found, str(countries.name(found)), players.count(), count(medals)),
            "results": list(players[part]),
            "teams": lineages(country=found),
            "won": medals[:MOST_ROWS],
            "series": [series.slug for series in series_of_country(found)],
            "held": [held_data(held) for held in held_in(found, MOST_ROWS)],
        }
        return Response(CountryDetailSerializer(data, context={"request": request}).data)


class TeamHistory(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="teams_history",
        tags=[describe.TEAMS],
        summary="A team over the years",
        description="All teams of a country or region with one letter: `fra-a`, `region-benelux-a`. The latest event "
        "first; `past` is what was published elsewhere under exactly its name.",
        auth=[],
        parameters=[PartSerializer],
        responses={200: TeamHistorySerializer, 404: NO_TEAM},
    )
    def get(self, request: Request, slug: str) -> Response:
        found = find_lineage(slug)
        _asked, part = _part(request)
        data = {
            "slug": found.slug, "name": found.name, "country": country_code(found.country), "region": found.region,
            "letter": found.letter, "count": found.events,
            "results": [team_year_data(row) for row in lineage_rows(found, part)],
            "past": [past_team_data(past) for past in past_of(found)],
        }  # fmt: skip
        return Response(TeamHistorySerializer(data, context={"request": request}).data)
