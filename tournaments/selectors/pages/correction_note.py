"""What a correction means in a table, told before it is made: by the age of the round, or that the stage is frozen."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Event, Match, Stage, StageKind, StageState
from tournaments.selectors.swiss import last_round


@dataclass(frozen=True, slots=True)
class CorrectionNote:
    """A sentence; `frozen` is the stage to open again before anything of it can be corrected."""

    text: str
    frozen: int | None = None
    is_warning: bool = False


def correction_note(event: Event, match: Match) -> CorrectionNote | None:
    """What to know before a match is corrected; None in a tree that nothing rests upon."""
    stage = match.stage
    later = Stage.objects.filter(event=event, number__gt=stage.number, opened_at__isnull=False)
    if stage.state == StageState.FINISHED and later.exists():
        return CorrectionNote(
            _("This stage is finished and a later one was drawn from it. Open it again before you correct anything."),
            frozen=stage.number, is_warning=True,
        )  # fmt: skip
    if stage.kind == StageKind.GROUPS:
        return CorrectionNote(_("In a group a correction changes the table and no other match."))
    if stage.kind != StageKind.SWISS:
        return None
    age = last_round(stage) - match.round
    if age <= 0:
        return CorrectionNote(_("The latest round: a correction changes the table, and the next pairing follows it."))
    if age == 1:
        return CorrectionNote(
            _("The next round is paired already and stays as it is. A correction changes the table.")
        )  # fmt: skip
    return CorrectionNote(
        _(
            "An older round: all pairings since stay as they are, though they rested on this result. Only an organiser "
            "may correct it, and it is noted in the log."
        ),
        is_warning=True,
    )
