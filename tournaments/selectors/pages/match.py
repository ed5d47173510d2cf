"""One match as its page, its report form and its corrections show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tantrix_site.compiled import CompiledObjects
from tournaments.formats.facts import GameResult as CoreResult
from tournaments.formats.match import DecidedBy, MatchOutcome, MatchRule, MatchStatus, match_outcome
from tournaments.formats.scoring import after_penalties, game_points
from tournaments.models import (
    Decision,
    DecisionKind,
    Draw,
    Event,
    GameResult,
    Match,
    PenaltyState,
    Report,
    ReportState,
    Signature,
    Slot,
    SourceKind,
    TimePenalty,
)
from tournaments.selectors.arranging import Arrangement, arrangement_of
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.pages import words
from tournaments.selectors.pages.game_words import (
    Figures,
    SideView,
    conflict_texts,
    game_sentence,
    note_texts,
)
from tournaments.selectors.pages.names import country_code
from tournaments.selectors.pages.next_words import next_text
from tournaments.selectors.pages.round_names import match_round
from tournaments.selectors.pages.stage_words import origin_texts
from tournaments.selectors.pages.table_words import table_sentences
from tournaments.selectors.slots import give_feeding, give_slots

NOBODY = (DecisionKind.DOUBLE_DEFAULT, DecisionKind.VOID)
IN_FORCE = (PenaltyState.CLAIMED, PenaltyState.RULED)
SHOWN_REPORTS = (
    ReportState.CHECKING, ReportState.OPEN, ReportState.CONFLICT, ReportState.DISPUTED, ReportState.REJECTED,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReportView:
    """A report as both players and the arbiter see it. `sentence` tells the game, `problems` what contradicts."""

    report: Report
    by: str
    figures: Figures | None
    sentence: str
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    state: words.StateWord

    @property
    def record(self) -> str:
        """The address part of its game record, if there is one."""
        return self.report.submission.public_id if self.report.submission is not None else ""


@dataclass(frozen=True, slots=True)
class GameView:
    """One game of the match: its result, else what is reported. `is_due` says that it may be reported now."""

    number: int
    is_decider: bool
    result: GameResult | None
    figures: Figures | None
    sentence: str
    signature: str
    reports: tuple[ReportView, ...]
    penalties: tuple[TimePenalty, ...]
    is_due: bool

    @property
    def record(self) -> str:
        """The address part of the counting record, if there is one."""
        submission = self.result.submission if self.result is not None else None
        return submission.public_id if submission is not None else ""

    @property
    def server_code(self) -> str:
        """By what name another server knows the game that counts."""
        return self.result.report.server_code if self.result is not None and self.result.report is not None else ""

    def live(self, *states: str) -> tuple[ReportView, ...]:
        return tuple(view for view in self.reports if view.report.state in states)


@dataclass(frozen=True)
class MatchPage:
    """Everything the page of a match shows, the same for all viewers."""

    event: Event
    match: Match
    round: str
    word: str
    sides: tuple[SideView, SideView]
    state: words.StateWord
    games: tuple[GameView, ...]
    outcome: MatchOutcome | None
    decision: Decision | None
    voided: Decision | None
    next_text: str
    rule_text: str
    table_texts: tuple[str, ...]
    arranged: Arrangement | None

    @property
    def is_playable(self) -> bool:
        return self.match.state == "open"

    @property
    def due(self) -> tuple[GameView, ...]:
        """Games that may be reported now."""
        return tuple(game for game in self.games if game.is_due)

    @property
    def decided_text(self) -> str:
        """What decided the match where the score alone does not tell."""
        if self.outcome is None or self.match.state != "decided" or self.decision is None:
            return ""
        if self.decision.kind != DecisionKind.PLAYED:
            return ""
        by, after = self.outcome.decided_by, self.outcome.decided_after or 0
        if by is DecidedBy.TILES and self.outcome.tiles is not None:
            high, low = sorted(self.outcome.tiles, reverse=True)
            return _("Level in points; the tiles decided, {high} to {low}.").format(high=high, low=low)
        if by is DecidedBy.DECIDER:
            return _("Level in points and tiles; the decider game decided.")
        if by is DecidedBy.EARLY and after < self.match.games:
            return _("Decided after {n} of {games} games.").format(n=after, games=self.match.games)
        if after > self.match.games:
            return _("Decided by an extra game.")
        return ""

    @property
    def outcome_text(self) -> str:
        """What the score means while the match is open, in a sentence."""
        if self.outcome is None or not any(game.result for game in self.games):
            return ""
        left, right = (words.tp_text(tp) for tp in self.outcome.tp)
        sentence = _("So far {left} to {right}.").format(left=left, right=right)
        if self.outcome.status is MatchStatus.NEEDS_EXTRA:
            return _("{sentence} The lead is too small: an extra game follows.").format(sentence=sentence)
        if self.outcome.status is MatchStatus.NEEDS_DECIDER:
            return _("{sentence} Level in points and tiles: a short decider game follows.").format(sentence=sentence)
        return sentence


def find_match(event: Event, number: int) -> Match | None:
    """The match of that number, be it a board, with its slots, entries and feeding matches."""
    match = _numbered.one(event.pk, number)
    if match is not None:
        slots = _seats(match.pk)
        give_slots([match], slots)
        give_feeding(slots)
    return match


@CompiledObjects
def _numbered(event: int, number: int) -> QuerySet[Match]:
    found = Match.every.filter(event=event, number=number)
    return found.select_related("stage", "winner", "only_if_match", "team_match")


@CompiledObjects
def _seats(match: int) -> QuerySet[Slot]:
    return Slot.objects.filter(match=match).select_related("occupant__player", "source_match")


_decisions = CompiledObjects(lambda match: Decision.objects.filter(match=match).order_by("-version"))


@CompiledObjects
def _counting(match: int) -> QuerySet[GameResult]:
    found = GameResult.objects.filter(match=match, current=True)
    return found.select_related("submission", "report").order_by("number")


@CompiledObjects
def _reports(match: int) -> QuerySet[Report]:
    found = Report.objects.filter(match=match, state__in=SHOWN_REPORTS)
    return found.select_related("submission__record", "user").order_by("number", "at")


@CompiledObjects
def _penalties(match: int) -> QuerySet[TimePenalty]:
    return TimePenalty.objects.filter(match=match, state__in=IN_FORCE).order_by("number", "side")


def load_match(event: Event, match: Match, *, others: bool = True) -> MatchPage:
    """The page of a match found with `find_match`. Eight queries besides, in a table some more for what it counts.

    Without `others`, for its players while results are held back, nothing is said of other matches.
    """
    match.event = event
    if not others:
        _hide_feeding(match)
    slots = sorted(match.slots.all(), key=lambda slot: slot.side)
    pair = (slots[0].occupant_id, slots[1].occupant_id)
    decisions = _decisions(match.pk)
    current = next((row for row in decisions if row.current), None)
    results = _counting(match.pk)
    reports = [report for report in _reports(match.pk) if (report.left_id, report.right_id) == pair]
    penalties = _penalties(match.pk)
    rule = rule_of(event, match)
    outcome = match_outcome([_core(row) for row in results], rule) if None not in pair else None
    is_open = match.state == "open"
    counted = current is None or current.kind in ("played", "void")
    remaining = outcome.remaining if outcome is not None and event.state == "running" and counted and (
        is_open or match.state == "decided"
    ) else ()  # fmt: skip
    arranged = None if event.is_for_teams and match.board is None else arrangement_of([match])[match.pk]
    state = words.match_word(
        state=match.state,
        decision=current.kind if current else None,
        reports=frozenset(report.state for report in reports),
        games_in=bool(results),
        by_arbiter=any(row.signature == Signature.ARBITER for row in results),
        arranged=arranged,
        deadline=match.deadline,
    )
    if match.board is not None and any(slot.is_bye for slot in slots):
        # an empty board is lost by default (regulation 6.2)
        both = all(slot.is_bye for slot in slots)
        state = words.MATCH_WORDS[DecisionKind.DOUBLE_DEFAULT if both else DecisionKind.DEFAULT]
    sides = _sides(match, slots, current, outcome if results else None, _origins(match, slots))
    last = max([match.games, *(row.number for row in results), *remaining, *(report.number for report in reports)])
    show_all = is_open or match.state == "waiting" or results
    games = tuple(
        _game(number, sides, rule, results, reports, penalties, is_due=number in remaining)
        for number in range(1, last + 1)
        if show_all and not (match.state == "decided" and number not in {r.number for r in results})
    )
    name = match_round(match)
    return MatchPage(
        event=event,
        match=match,
        round=name.title,
        word=name.word,
        sides=sides,
        state=state,
        games=games,
        outcome=outcome,
        decision=current if current is not None and current.kind != "void" else None,
        voided=_voided(decisions, current),
        next_text=next_text(match) if others else "",
        rule_text=rule_text(rule) if match.board is None else board_rule_text(rule),
        table_texts=table_sentences(event, match) if others else (),
        arranged=arranged,
    )


def _hide_feeding(match: Match) -> None:
    """Nobody is named who may come from a match of others."""
    for slot in match.slots.all():
        if slot.source_match is not None:
            for feeding in slot.source_match.slots.all():
                feeding.occupant = None


def rule_text(rule: MatchRule) -> str:
    """How many games and what decides, in a sentence."""
    if rule.table:
        return ngettext(
            "{n} game, which counts in the table.",
            "{n} games; each counts in the table by itself, and the match may end level.",
            rule.games,
        ).format(n=rule.games)
    text = ngettext("{n} game.", "{n} games, the sum of their points decides.", rule.games).format(n=rule.games)
    if rule.lead:
        text = _("{text} A lead of {tp} is needed, with up to {n} extra games.").format(
            text=text, tp=words.tp_text(rule.lead), n=rule.extra
        )
    return text


def board_rule_text(rule: MatchRule) -> str:
    """How many games a board has and what for, in a sentence."""
    return ngettext(
        "{n} game, whose points count for the team.", "{n} games, whose points count for the team.", rule.games
    ).format(n=rule.games)


def _core(row: GameResult) -> CoreResult:
    tiles = None if row.tiles_left is None or row.tiles_right is None else (row.tiles_left, row.tiles_right)
    return CoreResult(row.match_id, row.number, (row.tp_left, row.tp_right), tiles, row.decider)


def _voided(decisions: Sequence[Decision], current: Decision | None) -> Decision | None:
    """The VOID that stands now, if one does."""
    return current if current is not None and current.kind == "void" else None


def _sides(
    match: Match,
    slots: Sequence[Slot],
    decision: Decision | None,
    outcome: MatchOutcome | None,
    origins: Mapping[int, str],
) -> tuple[SideView, SideView]:
    found = []
    for slot in slots:
        entry = slot.occupant
        role, score = "", ""
        if match.state in ("decided", "walkover") and entry is not None:
            role = "w" if match.winner_id == entry.pk else "l"
            if match.winner_id is None and decision is not None and decision.kind not in NOBODY:
                role = ""  # level in a table
        if decision is not None and decision.kind != "void":
            score = words.tp_text((decision.tp_left, decision.tp_right)[slot.side])
        elif outcome is not None:
            score = words.tp_text(outcome.tp[slot.side])
        found.append(
            SideView(
                slot.side, entry, "" if entry is not None else expected_text(slot, origins),
                country_code(str(entry.country or "")) if entry is not None else "", score, role,
            )
        )  # fmt: skip
    return found[0], found[1]


def expected_text(slot: Slot, origins: Mapping[int, str] | None = None) -> str:
    """Who may come into a slot that is not filled; `origins` by seed number where a stage is drawn ahead."""
    if slot.source == SourceKind.BOARD:
        return _("nobody") if slot.is_bye else _("not known yet")
    if slot.is_bye:
        return _("bye")
    feeding = slot.source_match
    if feeding is None:
        return (origins or {}).get(slot.source_seed or 0, _("not drawn yet"))
    names = [s.occupant.name for s in sorted(feeding.slots.all(), key=lambda s: s.side) if s.occupant is not None]
    if len(names) == 2:
        return _("{one} or {other}").format(one=names[0], other=names[1])
    if slot.source == "loser":
        return _("Loser of M{number}").format(number=feeding.number)
    return _("Winner of M{number}").format(number=feeding.number)


def _origins(match: Match, slots: Sequence[Slot]) -> dict[int, str]:
    """Where the entries of a stage drawn ahead come from; one query if somebody is not known."""
    if all(slot.occupant_id is not None or slot.source_seed is None for slot in slots):
        return {}
    detail = Draw.objects.filter(stage=match.stage, current=True).values_list("detail", flat=True).first()
    return origin_texts(detail or {})


def _game(
    number: int,
    sides: tuple[SideView, SideView],
    rule: MatchRule,
    results: Sequence[GameResult],
    reports: Sequence[Report],
    penalties: Sequence[TimePenalty],
    *,
    is_due: bool,
) -> GameView:
    result = next((row for row in results if row.number == number), None)
    figures = figures_of_result(result) if result is not None else None
    own = tuple(p for p in penalties if p.number == number)
    return GameView(
        number=number,
        is_decider=number > rule.last_game,
        result=result,
        figures=figures,
        sentence=game_sentence(figures, sides) if figures is not None else "",
        signature=str(result.get_signature_display()) if result is not None else "",
        reports=tuple(_report(row, sides, own) for row in reports if row.number == number),
        penalties=own,
        is_due=is_due,
    )


def figures_of_result(row: GameResult) -> Figures:
    return Figures(
        (row.tiles_left, row.tiles_right), (row.colour_left, row.colour_right), (row.seconds_left, row.seconds_right),
        (row.tp_left, row.tp_right), (row.penalty_left, row.penalty_right), row.deadlock,
    )  # fmt: skip


def figures_of_report(row: Report, penalties: Sequence[TimePenalty] = ()) -> Figures | None:
    """What a report says, with penalties that are in force; None while its record is being checked."""
    if row.tiles_left is None or row.tiles_right is None:
        return None
    tiles = (row.tiles_left, row.tiles_right)
    raw = game_points(tiles, deadlock=row.deadlock)
    minus = {p.side: p.tenths for p in penalties}
    both = (minus.get(0, 0), minus.get(1, 0))
    return Figures(
        tiles, (row.colour_left, row.colour_right), (row.seconds_left, row.seconds_right),
        after_penalties((raw[0], raw[1]), both), both, row.deadlock,
    )  # fmt: skip


def _report(row: Report, sides: tuple[SideView, SideView], penalties: Sequence[TimePenalty]) -> ReportView:
    figures = figures_of_report(row, penalties)
    by = sides[row.side].name if row.side in (0, 1) else _("the organiser")
    if figures is not None:
        sentence = game_sentence(figures, sides)
    elif row.state == ReportState.CHECKING:
        sentence = _("The game record is being checked move by move.")
    elif row.state == ReportState.REJECTED and row.submission is not None:
        sentence = _("The game record breaks a rule and counts for nothing.")
    else:
        sentence = _("The record could not be read as a game of these two.")
    key = words.REPORT_KEYS.get(row.state, "void")
    state = REJECTED if row.state == ReportState.REJECTED else words.MATCH_WORDS[key]
    return ReportView(
        row, by, figures, sentence, conflict_texts(row, sides), note_texts(row), state
    )  # fmt: skip


REJECTED = words.StateWord("rejected", gettext_lazy("record breaks a rule"), "cross", "bad")
