"""One game told in sentences: what was reported, what counts, what contradicts."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import ColourChoice
from tournaments.models import Entry, Report
from tournaments.selectors.pages import words
from tournaments.selectors.pages.names import short_name


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of the match. `text` says who may come while there is no entry."""

    number: int
    entry: Entry | None
    text: str
    country: str
    score: str
    role: str

    @property
    def name(self) -> str:
        return self.entry.name if self.entry is not None else self.text

    @property
    def short(self) -> str:
        return short_name(self.entry.name) if self.entry is not None else self.text


@dataclass(frozen=True, slots=True)
class Figures:
    """What a report or a result says of one game, ready to be shown. TP are in tenths, after penalties."""

    tiles: tuple[int | None, int | None]
    colours: tuple[str, str]
    seconds: tuple[int | None, int | None]
    tp: tuple[int, int]
    penalties: tuple[int, int]
    deadlock: bool


def colour_name(colour: str) -> str:
    """A colour as a word beside a name: "red"."""
    return {
        ColourChoice.RED: pgettext("player colour", "red"),
        ColourChoice.YELLOW: pgettext("player colour", "yellow"),
        ColourChoice.GREEN: pgettext("player colour", "green"),
        ColourChoice.BLUE: pgettext("player colour", "blue"),
    }.get(ColourChoice(colour), "") if colour else ""  # fmt: skip


def game_sentence(figures: Figures, sides: Sequence[SideView]) -> str:
    """One game told in a sentence, left before right."""
    named = [
        _("{name} ({colour})").format(name=side.name, colour=colour_name(colour)) if colour else side.name
        for side, colour in zip(sides, figures.colours, strict=True)
    ]
    left, right = (words.tp_text(tp) for tp in figures.tp)
    if figures.tiles[0] is None or figures.tiles[1] is None:
        return _("{one} {left}, {other} {right} points.").format(one=named[0], other=named[1], left=left, right=right)
    if figures.deadlock:
        text = _("{one} {tiles} tiles, {other} {others} tiles, deadlock: {left} to {right} points.")
    else:
        text = _("{one} {tiles} tiles, {other} {others} tiles: {left} to {right} points.")
    sentence = text.format(
        one=named[0], tiles=figures.tiles[0], other=named[1], others=figures.tiles[1], left=left, right=right
    )
    for side, penalty in zip(sides, figures.penalties, strict=True):
        if penalty:
            sentence = _("{sentence} {name} loses {tp} for time.").format(
                sentence=sentence, name=side.name, tp=words.tp_text(penalty)
            )
    return sentence


def conflict_texts(report: Report, sides: Sequence[SideView]) -> tuple[str, ...]:
    """What contradicts in a report, for both players and the arbiter."""
    record = report.submission.record if report.submission is not None else None
    colours = ", ".join(colour_name(colour) for colour in (record.colours if record is not None else ()))
    scores = ", ".join(
        _("{colour} {tiles}").format(colour=colour_name(colour), tiles=tiles)
        for colour, tiles in (record.scores if record is not None else {}).items()
    )
    texts = {
        "not_two_players": _("The record is not a game of two players."),
        "not_doubles": _("The record is not a game of two pairs."),
        "no_result": _("The game of the record is not finished."),
        "colours": _("The record has other colours than the report says; it has {colours}.").format(colours=colours),
        "seats_unknown": _("It is not known who had which colour. The record has {scores}.").format(scores=scores),
        "figures": _("The record ends otherwise than the figures typed: {left} to {right} were typed.").format(
            left=report.claimed_left, right=report.claimed_right
        ),
        "players": _("The names in the record are those of other entrants, or the two sides changed over."),
        "game_counted": _("This very game counts already, in this match or another one."),
        "game_claimed": _("This very game is also reported for another match or game."),
        "result": _("The record ends otherwise than the result that counts."),
        "record_rejected": _("A later check of the record found that it breaks a rule."),
    }
    return tuple(texts.get(code, code) for code in report.conflicts)


def note_texts(report: Report) -> tuple[str, ...]:
    """Remarks that do not stop a report."""
    texts = {
        "seats_by_preference": _("Who had which colour follows from the players' preferences."),
        "other_names": _("The names in the record differ from those of the entrants."),
        "no_penalty": _("No time penalty: the record notes no time over the limit."),
        "claimed_already": _("The time of this game had been claimed already."),
    }
    return tuple(texts.get(code, code) for code in report.notes)
