"""What has to be played before a main draw of fixed size (`docs/regulations.md` 4.4)."""

from dataclasses import dataclass
from enum import StrEnum

from .errors import StructureError
from .progression import Progression

MAIN_SIZE = 128
EXEMPT = 32
PRELIMINARY_LIMIT = 16
"""So many entries too many are still settled by one preliminary match each."""

GROUP_GAMES = 4
_GROUP_SIZE = 4


class QualificationKind(StrEnum):
    NONE = "none"
    PRELIMINARY = "preliminary"
    GROUPS = "groups"


@dataclass(frozen=True, slots=True)
class Qualification:
    """The way into a main draw of `size` for `entrants`, of which `exempt` do not qualify.

    `preliminary` are the seed numbers that play one preliminary match. With groups there are
    `groups` of them; the first `first` of each go on, and the `best` percentages of the others.
    """

    kind: QualificationKind
    entrants: int
    size: int
    exempt: int
    preliminary: range = range(0)
    groups: int = 0
    first: int = 0
    best: int = 0

    @property
    def progression(self) -> Progression | None:
        """The rule that fills the main draw from the groups."""
        if self.kind is not QualificationKind.GROUPS:
            return None
        return Progression(first=self.first, total=self.size, exempt=self.exempt)


def qualification(entrants: int, *, size: int = MAIN_SIZE, exempt: int = EXEMPT) -> Qualification:
    """How `entrants` are brought down to `size`.

    Groups have four or five entries wherever there are three groups or more. Raises
    `StructureError("bad_qualification")` for numbers that make no main draw.
    """
    if size < 2 or entrants < 2 or not 0 <= exempt < size:
        raise StructureError("bad_qualification", f"No {size} can be found from {entrants} and {exempt} exempt.")
    surplus = entrants - size
    if surplus <= 0:
        return Qualification(QualificationKind.NONE, entrants, size, exempt)
    if surplus <= PRELIMINARY_LIMIT and surplus <= size:
        preliminary = range(entrants - 2 * surplus + 1, entrants + 1)
        return Qualification(QualificationKind.PRELIMINARY, entrants, size, exempt, preliminary)
    groups = max(1, (entrants - exempt) // _GROUP_SIZE)
    first, best = divmod(size - exempt, groups)
    return Qualification(QualificationKind.GROUPS, entrants, size, exempt, range(0), groups, first, best)
