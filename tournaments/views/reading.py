"""Reading a game record before it is sent: the same replay as the worker's, to fill the form and show the board."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.models import Record, RecordState
from games.services.judging import judge
from games.services.reading import content_type_of, read_bytes
from games.views.verdict_page import VerdictPage, verdict_page
from tantrix_site.errors import DomainError
from tournaments.forms.games import GameForm, initial_of
from tournaments.models import Report
from tournaments.selectors.pages.game_words import conflict_texts
from tournaments.selectors.pages.match import MatchPage
from tournaments.services.seats import seat_record


@dataclass(frozen=True)
class Reading:
    """What a record says. `verdict` draws the board; `problems` tell what would stand against the report."""

    verdict: VerdictPage | None = None
    error: str = ""
    problems: tuple[str, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    colours: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        return self.verdict is not None and not self.verdict.code

    @property
    def is_refused(self) -> bool:
        """There is a record, and it breaks a rule or cannot be read."""
        return bool(self.error) or (self.verdict is not None and not self.is_legal)


def read_into(page: MatchPage, form: GameForm) -> Reading:
    """Read the record of a valid form for this match. Stores nothing."""
    data = form.record_bytes()
    if data is None:
        return Reading()
    content_type = content_type_of(data)
    try:
        content = read_bytes(data, content_type)
    except DomainError as error:
        place = f" ({error.field})" if error.field else ""
        return Reading(error=f"{error.message}{place}")
    record = Record(raw=data, content_type=content_type, size=len(data))
    judge(content).fill(record)
    verdict = verdict_page(record)
    left, right = page.sides[0].entry, page.sides[1].entry
    if record.state != RecordState.VERIFIED or left is None or right is None:
        return Reading(verdict=verdict)
    seating = seat_record(
        event=page.event, record=record, left=left, right=right, claimed=form.colours(), typed=None
    )  # fmt: skip
    problems = conflict_texts(_shown(record, seating.conflicts), page.sides)
    if "seats_unknown" in seating.conflicts:
        problems = (*problems, _("Choose the colours below, then read it again or send it."))
    # what was typed before is not what the record says
    nothing = dict.fromkeys(("tiles_left", "tiles_right", "time_left", "time_right"))
    values = initial_of(seating.figures) if seating.figures is not None else nothing
    return Reading(verdict, "", problems, values, tuple(record.colours))


def _shown(record: Record, conflicts: tuple[str, ...]) -> Report:
    """A report that was not made, for the sentences about its conflicts."""
    from games.models import Submission

    report = Report(conflicts=list(conflicts))
    report.submission = Submission(record=record)
    return report
