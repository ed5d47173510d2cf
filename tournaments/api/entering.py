"""Terms of entering an event, waiting list, check-in, invitations and evidence of age."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.problems import problem
from players.actors import request_actor
from players.api.bodies import Empty, read_body
from players.models import Player
from tantrix_site.errors import NotFound, NotPermitted
from tournaments import services
from tournaments.api import describe
from tournaments.api.conditions import IF_MATCH, expected_version
from tournaments.api.entering_data import (
    AnswersSerializer,
    CheckInStateSerializer,
    ConditionStateSerializer,
    EntryTermsSerializer,
    RemoveMissingSerializer,
    UndoneSerializer,
    terms_data,
)
from tournaments.api.event_serializers import EntrySerializer
from tournaments.api.lookup import attendance, get_entry, get_event
from tournaments.models import Entry
from tournaments.selectors.check_in import checked_in, missing_entries
from tournaments.selectors.entry_rules import answers_of, countries_of_year, rules_of, year_of
from tournaments.selectors.pages.condition_words import condition_text
from tournaments.services.access import require_check_in, require_organiser

NOT_CHECK_IN = problem(
    "You may not do this.", not_check_in="Only an organiser of the event, or who does its check-in, may do this."
)
ENTRY_GONE = "Ana Example has left already."


class EntryTermsView(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="entry_terms_retrieve", tags=[describe.ENTRIES], summary="Terms of entering",
        responses={200: EntryTermsSerializer, 404: describe.NO_EVENT},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        return Response(terms_data(rules_of(get_event(request, slug))))

    @extend_schema(
        operation_id="entry_terms_set", tags=[describe.ENTRIES], summary="Set the terms of entering",
        description="As a whole: what is left out holds no longer. Who is entered already stays so.",
        request=EntryTermsSerializer, parameters=[IF_MATCH],
        responses={
            200: EntryTermsSerializer,
            400: problem("These terms cannot be.", period_order=("Entries close after they open.", "closes_at")),
            403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem("Somebody waits.", others_wait=(
                "3 are on the waiting list. Enter or remove them first.", "waiting_list")),
        },
    )  # fmt: skip
    def put(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        sent = EntryTermsSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        rules = services.set_entry_rules(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, terms=sent.terms(),
            expected_version=expected_version(request, event),
        )  # fmt: skip
        return Response(terms_data(rules))


class Eligibility(APIView):
    @extend_schema(
        operation_id="eligibility_retrieve", tags=[describe.ENTRIES], summary="Whether I may enter",
        description="Each condition of the event with whether the signed-in player meets it. `unknown` does not admit.",
        responses={200: ConditionStateSerializer(many=True), 403: problem(
            "No profile.", no_profile="Sign in with an account that has a profile to enter."),
            404: describe.NO_EVENT},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event, player = get_event(request, slug), request_actor(request).player
        if player is None:
            raise NotPermitted("no_profile", _("Sign in with an account that has a profile to enter."))
        country = countries_of_year([player], year_of(event)).get(player.pk, "")
        answers = answers_of(event, {player: country}, now=timezone.now())[player.pk]
        return Response(
            [{"condition": str(a.condition), "met": str(a.met), "text": condition_text(a)} for a in answers]
        )


class WaitingList(APIView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="waiting_list", tags=[describe.ENTRIES], summary="Waiting list", description="Who is next first.",
        responses={200: EntrySerializer(many=True), 404: describe.NO_EVENT},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        waiting = Entry.objects.filter(waiting_places__event=event, waiting_places__ended_at=None)
        rows = waiting.select_related("player", "event").prefetch_related(attendance())
        return Response(EntrySerializer(rows.order_by("waiting_places__number"), many=True).data)


class EventCheckIn(APIView):
    @extend_schema(
        operation_id="check_in_retrieve", tags=[describe.ENTRIES], summary="Who is there",
        responses={200: CheckInStateSerializer, 403: NOT_CHECK_IN, 404: describe.NO_EVENT},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        require_check_in(request_actor(request), event)
        missing = [entry.pk for entry in missing_entries(event)]
        return Response({"there": sorted(checked_in(event)), "missing": missing})


class RemoveMissing(APIView):
    @extend_schema(
        operation_id="check_in_remove_missing", tags=[describe.ENTRIES], summary="Take out who did not check in",
        description="After the end of the check-in and before the draw. Their places go to those who wait and are "
        "there.",
        request=RemoveMissingSerializer,
        responses={
            200: CheckInStateSerializer, 403: describe.NOT_YOURS, 404: describe.NO_EVENT,
            409: problem(
                "Nobody was taken out.", no_check_in="This event has no check-in.",
                check_in_open="The check-in has not ended.", nobody_missing="Everybody has checked in.",
                plan_changed="Others are missing by now. Look again.",
                entries_drawn="The draw has been made. Withdraw the entry instead.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str) -> Response:
        event = get_event(request, slug)
        seen = read_body(request, RemoveMissingSerializer)["seen"]
        services.remove_missing(actor=request_actor(request), now=timezone.now(), event_id=event.pk, seen=seen)
        missing = [entry.pk for entry in missing_entries(event)]
        return Response({"there": sorted(checked_in(event)), "missing": missing})


CHECK_IN_REFUSED: Any = {
    403: problem(
        "You may not do this.", not_your_entry="Only the player, an organiser or who does the check-in can say so."
    ),
    404: describe.NO_ENTRY,
    409: problem(
        "It cannot be said now.",
        no_check_in="This event has no check-in.",
        check_in_closed="The check-in is not open.",
        entries_drawn="The draw has been made. Withdraw the entry instead.", entry_left=ENTRY_GONE,
    ),
}  # fmt: skip


class EntryAnswersView(APIView):
    @extend_schema(
        operation_id="entries_answers_set",
        tags=[describe.ENTRIES],
        summary="Change the answers of an entry",
        description="As a whole: the entrant until entries close or the draw is made, organisers until the event is "
        "finished. A colour that is left out is that of the profile.",
        request=AnswersSerializer,
        responses={
            204: None,
            400: problem("They cannot be.", colours_equal=(
                "The second colour must differ from the first.", "second_colour")),
            403: problem("You may not do this.", not_your_entry=(
                "Only the player or an organiser can change these answers.")),
            404: describe.NO_ENTRY,
            409: problem(
                "They stay.",
                nothing_asked="The event asks nothing of this entry.",
                entry_left=ENTRY_GONE,
                entry_closed="Entries are closed. An organiser can still change this.",
                entries_drawn="The draw has been made. An organiser can still change this.",
                event_finished="The event is finished; its results stand.",
                answer_needed=("This is needed to enter.", "nickname"),
            ),
        },
    )  # fmt: skip
    def put(self, request: Request, pk: int) -> Response:
        entry = get_entry(request, pk)
        answers = services.Answers(**read_body(request, AnswersSerializer))
        services.change_answers(actor=request_actor(request), now=timezone.now(), entry_id=entry.pk, answers=answers)
        return Response(status=204)


class EntryCheckIn(APIView):
    @extend_schema(
        operation_id="check_in_set", tags=[describe.ENTRIES], summary="Check in",
        description="A player or captain within the period, an organiser until the draw. Twice is once.",
        request=Empty, responses={204: None, **CHECK_IN_REFUSED},
    )  # fmt: skip
    def put(self, request: Request, pk: int) -> Response:
        read_body(request, Empty)
        return self._set(request, pk, present=True)

    @extend_schema(
        operation_id="check_in_revoke", tags=[describe.ENTRIES], summary="Take a check-in back",
        responses={204: None, **CHECK_IN_REFUSED},
    )  # fmt: skip
    def delete(self, request: Request, pk: int) -> Response:
        return self._set(request, pk, present=False)

    def _set(self, request: Request, pk: int, *, present: bool) -> Response:
        entry = get_entry(request, pk)
        services.check_in(actor=request_actor(request), now=timezone.now(), entry_id=entry.pk, present=present)
        return Response(status=204)


class EntryUndo(APIView):
    @extend_schema(
        operation_id="entries_undo_withdrawal", tags=[describe.ENTRIES], summary="Take a withdrawal of one's own back",
        description="Within half an hour. Where the place was given to another, the entry waits behind all others.",
        request=Empty,
        responses={
            200: EntrySerializer,
            403: problem("You may not do this.", not_your_entry="Only the player can take the withdrawal back."),
            404: describe.NO_ENTRY,
            409: problem(
                "It cannot be taken back.", not_left="Ana Example has not left.",
                undo_over="This can be taken back by an organiser only.", event_full="All 64 places are taken.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, pk: int) -> Response:
        entry = get_entry(request, pk)
        read_body(request, Empty)
        services.undo_withdrawal(actor=request_actor(request), now=timezone.now(), entry_id=entry.pk)
        return Response(EntrySerializer(get_entry(request, pk)).data)


MARKS: Any = {
    204: None, 403: describe.NOT_YOURS,
    404: problem("There is no such event or player.", player_not_found="There is no such player."),
}  # fmt: skip


def _player(slug: str) -> Player:
    player = Player.objects.filter(slug=slug).first()
    if player is None:
        raise NotFound("player_not_found", _("There is no such player."))
    return player


class Invitation(APIView):
    @extend_schema(
        operation_id="invitations_set", tags=[describe.ENTRIES], summary="Invite a player", request=Empty,
        responses=MARKS,
    )  # fmt: skip
    def put(self, request: Request, slug: str, player: str) -> Response:
        return self._set(request, slug, player, invited=True)

    @extend_schema(
        operation_id="invitations_revoke", tags=[describe.ENTRIES], summary="Take an invitation back",
        description="An entry that was made stays.", responses=MARKS,
    )  # fmt: skip
    def delete(self, request: Request, slug: str, player: str) -> Response:
        return self._set(request, slug, player, invited=False)

    def _set(self, request: Request, slug: str, player: str, *, invited: bool) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        services.set_invitation(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, player_id=_player(player).pk,
            invited=invited,
        )  # fmt: skip
        return Response(status=204)


class AgeEvidence(APIView):
    @extend_schema(
        operation_id="age_evidence_set", tags=[describe.ENTRIES], summary="Tick that an age was seen to fit",
        description="Who ticked it and when is kept; no document, and no date of birth.", request=Empty,
        responses=MARKS,
    )  # fmt: skip
    def put(self, request: Request, slug: str, player: str) -> Response:
        return self._set(request, slug, player, seen=True)

    @extend_schema(
        operation_id="age_evidence_revoke", tags=[describe.ENTRIES], summary="Take such a tick back", responses=MARKS
    )
    def delete(self, request: Request, slug: str, player: str) -> Response:
        return self._set(request, slug, player, seen=False)

    def _set(self, request: Request, slug: str, player: str, *, seen: bool) -> Response:
        event = get_event(request, slug)
        require_organiser(request_actor(request), event)
        services.tick_age(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, player_id=_player(player).pk, seen=seen
        )
        return Response(status=204)


class ImportUndo(APIView):
    @extend_schema(
        operation_id="entries_import_undo", tags=[describe.ENTRIES], summary="Take an imported list back",
        description="Before the draw: the entries it made, and the profiles made with it that nothing else uses.",
        request=Empty,
        responses={
            200: UndoneSerializer, 403: describe.NOT_YOURS,
            404: problem("There is no such list.", import_not_found="There is no such list."),
            409: problem(
                "Too late.", import_undone="This list has been taken back already.",
                entry_drawn="The draw has been made. Withdraw the entry instead.",
            ),
        },
    )  # fmt: skip
    def post(self, request: Request, slug: str, pk: int) -> Response:
        event = get_event(request, slug)
        read_body(request, Empty)
        removed = services.undo_entry_import(
            actor=request_actor(request), now=timezone.now(), event_id=event.pk, import_id=pk
        )
        return Response({"removed": removed})
