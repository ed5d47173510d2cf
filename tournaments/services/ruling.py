"""A decision of a match that no game makes: what an arbiter rules (`docs/regulations.md` 3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tantrix_site.errors import InvalidInput
from tournaments.formats import deciding
from tournaments.formats.errors import FactError
from tournaments.formats.facts import Decision as CoreDecision
from tournaments.formats.facts import GameResult as CoreResult
from tournaments.formats.fold import fold
from tournaments.formats.scoring import GAME_TP
from tournaments.models import DecisionKind, Match
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.stages import Loaded
from tournaments.services.team_results import scores_so_far

RULED_KINDS: Final = (
    DecisionKind.WALKOVER,
    DecisionKind.DEFAULT,
    DecisionKind.DOUBLE_DEFAULT,
    DecisionKind.RETIRED,
    DecisionKind.ADJUDICATED,
)

DEFAULTS: Final = (DecisionKind.DEFAULT, DecisionKind.DOUBLE_DEFAULT)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What an arbiter decides.

    `side` (0 left, 1 right) is the absent side of a WALKOVER, the one at fault of a DEFAULT, the one that retired; of
    an ADJUDICATED match with level totals it is the winner. `tp` are the totals of an ADJUDICATED match, in tenths.
    In a table the games that a RETIRED side did not play count as WALKOVER, or as DEFAULT if it is not `excused`.
    """

    kind: DecisionKind
    side: int | None = None
    tp: tuple[int, int] | None = None
    excused: bool = True

    def as_data(self) -> dict[str, object]:
        """For the log."""
        return {
            "kind": str(self.kind), "side": self.side, "tp": None if self.tp is None else list(self.tp),
            "excused": self.excused,
        }  # fmt: skip

    def check(self) -> None:
        """Raises InvalidInput `bad_kind`, `bad_side`, `bad_tp`."""
        if self.kind not in RULED_KINDS:
            raise InvalidInput("bad_kind", _("An arbiter cannot decide a match in this way."), field="kind")
        needs_side = self.kind in (DecisionKind.WALKOVER, DecisionKind.DEFAULT, DecisionKind.RETIRED)
        if self.side not in (0, 1) and (needs_side or self.side is not None):
            raise InvalidInput("bad_side", _("Say which side: 0 is left, 1 is right."), field="side")
        if (self.kind == DecisionKind.ADJUDICATED) != (self.tp is not None):
            raise InvalidInput("bad_tp", _("An adjudicated match, and no other, needs both totals."), field="tp")
        if self.tp is not None and min(self.tp) < 0:
            raise InvalidInput("bad_tp", _("These totals cannot be."), field="tp")


def decision_of(ruling: Ruling, loaded: Loaded, match: Match, games: Sequence[CoreResult]) -> CoreDecision:
    """The decision that a ruling makes of a match.

    Raises InvalidInput as `Ruling.check`; `bad_tp` for more TP than the sides could share in all games, extra ones
    included (2.1); `level_ruling`; `ruling_differs`.
    """
    ruling.check()
    if ruling.tp is not None and sum(ruling.tp) > GAME_TP * rule_of(match.event, match).last_game:
        raise InvalidInput("bad_tp", _("These totals cannot be."), field="tp")
    facts = loaded.facts
    folded = fold(loaded.structure, facts)[match.pk]
    side = ruling.side or 0
    if ruling.kind == DecisionKind.WALKOVER:
        return deciding.walkover(facts, folded, side)
    if ruling.kind == DecisionKind.DEFAULT:
        return deciding.default(facts, folded, side)
    if ruling.kind == DecisionKind.RETIRED:
        boards = scores_so_far(match.event, match) if match.event.is_for_teams and match.board is None else ()
        return deciding.retired(facts, folded, side, games, excused=ruling.excused, boards=boards)
    if ruling.kind == DecisionKind.DOUBLE_DEFAULT:
        return deciding.double_default(facts, folded)
    try:
        return deciding.adjudicated(facts, folded, ruling.tp or (0, 0), ruling.side)
    except FactError as error:
        message = {
            "level_ruling": _("The totals are level: say who wins."),
            "ruling_differs": _("The winner named has fewer points."),
        }.get(error.code, error.message)
        raise InvalidInput(error.code, message, field="side") from error
