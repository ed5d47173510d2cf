"""Which templates are offered for a new edition of a series."""

from tournaments.formats.event_templates.known import TEMPLATES
from tournaments.formats.event_templates.values import EventTemplate, Fixed
from tournaments.models import Discipline, Series
from tournaments.selectors.event_templates import templates_of_series
from tournaments.selectors.pages.template_words import template_title
from tournaments.selectors.pages.words import Text


def series_choices(series: Series) -> list[tuple[str, Text]]:
    """Keys and titles: first those the series shares, then those of the site for its discipline. One query."""
    shared: list[tuple[str, Text]] = [(saved.key, saved.name) for saved in templates_of_series(series)]
    return [*shared, *((known.key, template_title(known)) for known in TEMPLATES if _suits(series, known))]


def _suits(series: Series, template: EventTemplate) -> bool:
    if isinstance(template.layout, Fixed):
        return False
    of_teams, of_pairs = bool(template.event.get("team_size")), template.event.get("play") == "doubles"
    age = template.entry.conditions.under_age
    return (
        of_teams == (series.discipline == Discipline.TEAM)
        and of_pairs == (series.discipline == Discipline.PAIRS)
        and (age is None or age == series.under_age)
    )
