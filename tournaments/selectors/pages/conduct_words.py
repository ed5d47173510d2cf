"""How an event is run, in sentences: more time, the stages before a default, and what organisers alone set."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.event_templates.values import ConductShape
from tournaments.formats.warnings import Times
from tournaments.selectors.pages.rules import Rule


def deadline_rules(extension_days: int, times: Times | None) -> tuple[Rule, ...]:
    """What players may do about a deadline, and what comes before a default (`docs/regulations.md` 3.3)."""
    told = tuple(_deadlines(extension_days, times))
    return (Rule("deadlines", _("Deadlines (regulation 3.3)"), told),) if told else ()


def _deadlines(extension_days: int, times: Times | None) -> Iterator[str]:
    if times is not None:
        text = _(
            "Both sides of a match are reminded {reminder} h and {final_reminder} h before its deadline and warned "
            "{warning} h and {final_warning} h after it. Only then does an arbiter pronounce a default."
        )
        yield text.format(
            reminder=times.reminder, final_reminder=times.final_reminder, warning=times.warning,
            final_warning=times.final_warning,
        )  # fmt: skip
    if extension_days:
        text = ngettext(
            "If both sides agree, they move their deadline by up to {n} day; beyond that an organiser agrees too.",
            "If both sides agree, they move their deadline by up to {n} days; beyond that an organiser agrees too.",
            extension_days,
        )
        yield text.format(n=extension_days)


def conduct_sentences(conduct: ConductShape) -> Iterator[str]:
    """What a template sets beside rules, as far as it is not what every new event has."""
    if conduct.results_checked:
        yield _("A second person looks at typed results.")
    if conduct.keep_days is not None:
        text = ngettext(
            "Answers, messages and private links are deleted {n} day after the end.",
            "Answers, messages and private links are deleted {n} days after the end.",
            conduct.keep_days,
        )
        yield text.format(n=conduct.keep_days)
    if not conduct.listed:
        yield _("The event is found by its address alone.")
    if not conduct.draw_released:
        yield _("The draw is held back until it is released.")
    if not conduct.results_released:
        yield _("Results are held back until they are released.")
