"""What the API takes and gives about matches, games, reports and decisions."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from players.api.bodies import Body
from ratings.api.plans import RatingPlanSerializer
from tournaments.api.entry_data import entry_data
from tournaments.api.fields import (
    COLOURS,
    SIDE_CHOICES,
    BothColours,
    BothEntries,
    BothNumbers,
    BothPoints,
    PointsField,
    side_name,
)
from tournaments.models import DecisionKind, Match, ReportState, Signature, Slot, SourceKind
from tournaments.selectors.arranging import Arrangement
from tournaments.selectors.pages import words
from tournaments.selectors.pages.game_words import Figures
from tournaments.selectors.pages.match import GameView, MatchPage, ReportView
from tournaments.selectors.pages.round_names import match_round
from tournaments.services.ruling import RULED_KINDS

STATES = [(key, key) for key in words.MATCH_WORDS]
RULINGS = [(kind.value, kind.value) for kind in RULED_KINDS]


class SideEntrySerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True, help_text="ISO 3166, two letters, or empty.")
    player = serializers.SlugField(allow_null=True, help_text="Null for a team.")
    seed = serializers.IntegerField(allow_null=True)


class SourceSerializer(serializers.Serializer[Any]):
    """Where the one in this place comes from: `seed`, `winner` or `loser` of a match, `bye`, or `board`: a line-up."""

    kind = serializers.ChoiceField(choices=SourceKind.choices)
    match = serializers.IntegerField(allow_null=True, help_text="The number of the match, as in M67.")


class SideSerializer(serializers.Serializer[Any]):
    entry = SideEntrySerializer(allow_null=True)
    is_bye = serializers.BooleanField()
    source = SourceSerializer()  # type: ignore[assignment]


class DecisionSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=DecisionKind.choices)
    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    tp = BothPoints(help_text="The totals of both sides; null where none are known.")
    excused = serializers.BooleanField(help_text="Of a retirement: for a good reason.")
    reason = serializers.CharField(allow_blank=True)


class MatchSerializer(serializers.Serializer[Any]):
    """A match. `state` is one of the states every page shows; `number` is what people say: M67."""

    id = serializers.IntegerField()
    event = serializers.CharField()
    number = serializers.IntegerField()
    stage = serializers.IntegerField(help_text="The number of its stage.")
    bracket = serializers.CharField(
        help_text="main, plate, losers, final, preliminary, places_5 …; a group's or table's."
    )
    table = serializers.CharField(
        allow_blank=True, help_text="The key of the table in which it counts: A, B … of groups, S of a Swiss."
    )
    hall_table = serializers.IntegerField(
        allow_null=True, help_text="The table in the hall where it is played; null without one, and for boards."
    )
    round = serializers.IntegerField(help_text="From 1, within its bracket or table.")
    round_name = serializers.CharField(help_text="What people call its round, in the language of the request.")
    label = serializers.CharField(  # type: ignore[assignment]
        allow_blank=True, help_text="`third_place` for the match for third place."
    )
    state = serializers.ChoiceField(choices=STATES)
    games = serializers.IntegerField(help_text="Planned games.")
    left = SideSerializer()
    right = SideSerializer()
    winner = serializers.ChoiceField(
        choices=SIDE_CHOICES, allow_null=True, help_text="null also where a match of a table ended level."
    )
    decision = DecisionSerializer(allow_null=True)
    deadline = serializers.DateTimeField(allow_null=True)
    agreed_at = serializers.DateTimeField(
        allow_null=True, help_text="When the two of an open match have agreed to play it."
    )
    next_match = serializers.IntegerField(allow_null=True, help_text="The id of the match in which the winner plays.")
    loser_match = serializers.IntegerField(allow_null=True, help_text="The id of the match in which the loser plays.")
    version = serializers.IntegerField(help_text="Part of the ETag; goes up with every change.")
    url = serializers.CharField()
    page = serializers.CharField()


class FiguresSerializer(serializers.Serializer[Any]):
    """How a game ended. `tp` is after time penalties."""

    tiles = BothNumbers()
    colours = BothColours()
    seconds = BothNumbers(help_text="Time used.")
    deadlock = serializers.BooleanField()
    tp = BothPoints()
    penalties = BothPoints(help_text="Points lost for time.")


class ReportSerializer(serializers.Serializer[Any]):
    """What one side says about a game. `conflicts` are codes of what contradicts; such a report decides nothing."""

    id = serializers.IntegerField()
    side = serializers.ChoiceField(choices=SIDE_CHOICES, allow_null=True, help_text="null: an organiser.")
    state = serializers.ChoiceField(choices=ReportState.choices)
    at = serializers.DateTimeField()
    confirm_by = serializers.DateTimeField(allow_null=True, help_text="Without an answer it counts from then on.")
    figures = FiguresSerializer(allow_null=True)
    conflicts = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())
    record = serializers.CharField(allow_null=True, help_text="The id of its game record.")
    sentence = serializers.CharField(help_text="The same for people.")
    server_code = serializers.CharField(allow_null=True, help_text="By what name another server knows the game.")


class GameSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    is_due = serializers.BooleanField(help_text="It may be reported now.")
    is_decider = serializers.BooleanField()
    result = FiguresSerializer(allow_null=True)
    signature = serializers.ChoiceField(choices=Signature.choices, allow_null=True)
    result_version = serializers.IntegerField(allow_null=True)
    record = serializers.CharField(allow_null=True, help_text="The id of the game record that counts.")
    reports = ReportSerializer(many=True)
    server_code = serializers.CharField(
        allow_null=True, help_text="By what name another server knows the game that counts."
    )


class MatchDetailSerializer(MatchSerializer):
    """A match with its games and what is reported of them."""

    game_list = GameSerializer(many=True)
    tp = BothPoints(help_text="The totals so far.")


class FiguresInSerializer(Body):
    """How a game ended, left and right as in the match. Points follow from the tiles."""

    tiles = BothNumbers()
    colours = BothColours(required=False)
    seconds = BothNumbers(required=False)
    deadlock = serializers.BooleanField(default=False)

    def validate_tiles(self, value: dict[str, Any]) -> dict[str, Any]:
        if value["left"] is None or value["right"] is None:
            raise serializers.ValidationError("Give the tiles of both sides.", code="required")
        return value


class ResultSerializer(FiguresInSerializer):
    server_code = serializers.CharField(
        max_length=60, required=False, allow_blank=True, default="",
        help_text="Of a player's report: by what name another server knows the game.",
    )  # fmt: skip
    sides = BothEntries(
        required=False,
        help_text="The entries you take for left and right. Others than those that play the match are refused.",
    )
    claim_time = serializers.BooleanField(default=False, help_text="Claim the points for the opponent's time.")
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class ReportChoiceSerializer(Body):
    report = serializers.IntegerField(
        required=False, help_text="The report meant; it may be left out while there is only one that can be."
    )


class ConfirmSerializer(ReportChoiceSerializer):
    claim_time = serializers.BooleanField(default=False, help_text="Claim the points for the opponent's time.")


class DisputeSerializer(ReportChoiceSerializer):
    figures = FiguresInSerializer(required=False, allow_null=True, default=None, help_text="How it really ended.")
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class AcceptSerializer(ReportChoiceSerializer):
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    left_colour = serializers.ChoiceField(
        choices=COLOURS,
        required=False,
        default="",
        allow_blank=True,
        help_text="For a record whose seats could not be told apart.",
    )


class RefuseSerializer(ReportChoiceSerializer):
    reason = serializers.CharField(max_length=1000)


class ObjectionSerializer(Body):
    """Why a time claim is not right."""

    reason = serializers.CharField(max_length=500)


class AttachSerializer(Body):
    """A record sent before, or the record itself, for a game of a match. One of the two colours is enough."""

    submission = serializers.CharField(max_length=22, required=False, help_text="The id of a record you sent.")
    record = serializers.JSONField(required=False, help_text="The record itself (tantrix-record/1).")
    colours = BothColours(required=False)
    tiles = BothNumbers(required=False, help_text="What you say the scores are; the record must agree.")
    claim_time = serializers.BooleanField(default=False)
    server_code = serializers.CharField(
        max_length=60, required=False, allow_blank=True, default="", help_text="What another server calls the game."
    )


class ClaimSerializer(Body):
    minutes = serializers.IntegerField(min_value=0, max_value=1440, help_text="Full minutes the opponent used.")


class TimeRulingSerializer(Body):
    side = serializers.ChoiceField(choices=SIDE_CHOICES, help_text="Who loses the points.")
    points = PointsField(help_text="0 strikes what was claimed or ruled.")
    reason = serializers.CharField(max_length=1000)
    digest = serializers.CharField(max_length=64, required=False, help_text="That of the plan you saw.")
    reinstate = serializers.ListField(
        child=serializers.IntegerField(), default=list, help_text="Matches whose earlier results shall count again."
    )


class RulingSerializer(Body):
    """A decision without further games. `side`: who is absent, at fault or retired; of level totals the winner."""

    excused = serializers.BooleanField(
        default=True,
        help_text="Of a retirement in a table: games not played count as a walkover, else as a default.",
    )
    kind = serializers.ChoiceField(choices=RULINGS)
    side = serializers.ChoiceField(choices=SIDE_CHOICES, required=False, allow_null=True, default=None)
    tp = BothPoints(required=False, allow_null=True, default=None, help_text="Only of an adjudicated match.")


class RulingWithReasonSerializer(RulingSerializer):
    without_warnings = serializers.BooleanField(
        default=False, help_text="Pronounce a default although not all stages before it were sent; the log says so."
    )
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class CorrectedGameSerializer(Body):
    number = serializers.IntegerField(min_value=1, max_value=60)
    figures = FiguresInSerializer(allow_null=True, help_text="null takes the game out.")


class CorrectionSerializer(Body):
    """Exactly one of the three: new figures of games (those not named stay), a ruling, or nothing at all (`clear`)."""

    games = CorrectedGameSerializer(many=True, required=False, default=list)
    ruling = RulingSerializer(required=False, allow_null=True, default=None)
    clear = serializers.BooleanField(default=False)
    reinstate = serializers.ListField(
        child=serializers.IntegerField(), default=list, help_text="Matches whose earlier results shall count again."
    )


class ApplySerializer(CorrectionSerializer):
    reason = serializers.CharField(max_length=1000)
    digest = serializers.CharField(
        max_length=64, required=False, help_text="That of the plan you saw; needed where something depends on it."
    )
    rating_digest = serializers.CharField(
        max_length=64, required=False, help_text="That of the plan's `ratings`; needed where there are any."
    )


class ReasonSerializer(Body):
    reason = serializers.CharField(max_length=1000)


class EffectSerializer(serializers.Serializer[Any]):
    match = serializers.IntegerField(allow_null=True, help_text="The number of the match.")
    text = serializers.CharField()
    voids_result = serializers.BooleanField()


class OfferSerializer(serializers.Serializer[Any]):
    match_id = serializers.IntegerField(help_text="To be named in `reinstate`.")
    match = serializers.IntegerField(help_text="The number of the match.")
    text = serializers.CharField()
    needs = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of matches it rests upon.")


class PlanSerializer(serializers.Serializer[Any]):
    """What a change would do. Send `digest` with the change to agree to just this."""

    digest = serializers.CharField()
    is_empty = serializers.BooleanField(help_text="Nothing depends on it: the digest is not needed.")
    effects = EffectSerializer(many=True)
    places = serializers.ListField(child=serializers.CharField())
    offers = OfferSerializer(many=True, help_text="Earlier results that may count again.")
    plan = serializers.DictField(help_text="The same with ids, for programs.")


class CorrectionPlanSerializer(PlanSerializer):
    """As for every change, and what it does to ratings."""

    ratings = RatingPlanSerializer(
        allow_null=True,
        help_text="Who moves by how much; null where ratings do not move yet. Send its digest as `rating_digest`.",
    )


def _side(slot: Slot) -> dict[str, Any]:
    number = slot.source_match.number if slot.source_match is not None else None
    entry = None if slot.occupant is None else entry_data(slot.occupant)
    return {"entry": entry, "is_bye": slot.is_bye, "source": {"kind": slot.source, "match": number}}


def _fed(match: Match, kind: SourceKind) -> int | None:
    feeds = match.known_feeds  # type: ignore[attr-defined]
    return next((slot.match_id for slot in feeds if slot.source == kind), None)


def match_data(request: Any, match: Match, arranged: Arrangement | None = None) -> dict[str, Any]:
    """A match loaded with `lookup.with_details`, and its arrangement where it is shown how far that has come."""
    left, right = match.both  # type: ignore[attr-defined]
    decision = next(iter(match.current_decisions), None)  # type: ignore[attr-defined]
    live = frozenset(report.state for report in match.reports.all() if report.is_live)
    games_in = any(result.current for result in match.results.all())
    word = words.match_word(
        state=match.state,
        decision=decision.kind if decision else None,
        reports=live,
        games_in=games_in,
        arranged=arranged,
        deadline=match.deadline,
    )
    winner = next(
        (s.side for s in (left, right) if match.winner_id is not None and s.occupant_id == match.winner_id), None
    )
    slug = match.event.slug
    return {
        "id": match.pk,
        "event": slug,
        "number": match.number,
        "stage": match.stage.number,
        "bracket": match.bracket,
        "table": match.table,
        "hall_table": match.hall or None,
        "round": match.round,
        "round_name": match_round(match).title,
        "label": match.label,
        "state": word.key,
        "games": match.games,
        "left": _side(left),
        "right": _side(right),
        "winner": side_name(winner) if match.state in ("decided", "walkover") else None,
        "decision": None
        if decision is None
        else {
            "kind": decision.kind, "version": decision.version, "at": decision.at, "reason": decision.reason,
            "excused": decision.excused,
            "tp": {"left": decision.tp_left, "right": decision.tp_right},
        },
        "deadline": match.deadline,
        "agreed_at": None if arranged is None or not arranged.is_open else arranged.agreed_at,
        "next_match": _fed(match, SourceKind.WINNER),
        "loser_match": _fed(match, SourceKind.LOSER),
        "version": match.version,
        "url": request.build_absolute_uri(reverse("api-match", args=[match.pk])),
        "page": request.build_absolute_uri(reverse("events:match", args=[slug, match.number])),
    }  # fmt: skip


def figures_data(figures: Figures | None) -> dict[str, Any] | None:
    if figures is None:
        return None
    return {
        "tiles": _both(figures.tiles), "colours": _both(figures.colours), "seconds": _both(figures.seconds),
        "deadlock": figures.deadlock, "tp": _both(figures.tp), "penalties": _both(figures.penalties),
    }  # fmt: skip


def _both(pair: tuple[Any, Any]) -> dict[str, Any]:
    return {"left": pair[0], "right": pair[1]}


def report_data(view: ReportView) -> dict[str, Any]:
    row = view.report
    return {
        "id": row.pk, "side": side_name(row.side), "state": row.state, "at": row.at, "confirm_by": row.confirm_by,
        "figures": figures_data(view.figures), "conflicts": row.conflicts, "notes": row.notes,
        "record": view.record or None, "sentence": view.sentence, "server_code": row.server_code or None,
    }  # fmt: skip


def game_data(game: GameView) -> dict[str, Any]:
    return {
        "number": game.number, "is_due": game.is_due, "is_decider": game.is_decider,
        "result": figures_data(game.figures), "signature": game.result.signature if game.result else None,
        "result_version": game.result.version if game.result else None, "record": game.record or None,
        "reports": [report_data(view) for view in game.reports], "server_code": game.server_code or None,
    }  # fmt: skip


def match_detail_data(request: Any, match: Match, page: MatchPage) -> dict[str, Any]:
    """A match with its games."""
    tp = page.outcome.tp if page.outcome is not None else (None, None)
    games = [game_data(game) for game in page.games]
    return {**match_data(request, match, page.arranged), "game_list": games, "tp": _both(tp)}
