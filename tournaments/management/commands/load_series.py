"""Load the series that the world of Tantrix knows, and with them what is known of their past editions."""

import json
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from players.actors import SYSTEM
from tournaments.historic.first_years import read_first_years
from tournaments.historic.values import Kind
from tournaments.services import HistoryChoices, HistoryOptions, import_history, load_first_years
from tournaments.services.history_plan import plan_history
from tournaments.services.history_values import RowState

DATA: Final = Path(__file__).parents[2] / "data"
ROUND_REPORT: Final = "http://tournaments.tantrix.co.uk/results/02r1rept.shtml"

# each list with what its rows do not say; Pacific 1999 belongs to no series
LISTS: Final[tuple[tuple[str, HistoryOptions], ...]] = (
    ("champions_known.csv", HistoryOptions(name="Known champions")),
    ("table_opens_observed.csv", HistoryOptions(name="Table opens")),
    ("wtc_matches_partial.csv", HistoryOptions(name="World Championship: some matches of 1999, 2001, 2002")),
    ("euro_2001_group_matches_partial.csv", HistoryOptions(name="European Championship 2001: some group matches")),
    ("euro_2003_knockout_partial.csv", HistoryOptions(name="European Championship 2003: some knockout matches")),
    ("wttc_2002_team_matches_partial.csv", HistoryOptions(name="World Team Championship 2002: some matches")),
    (
        "euro_africa_1999_standings_partial.csv",
        HistoryOptions(name="Europe and Africa 1999: some standings", event="EURO / ASAF", year=1999),
    ),
    (
        "pacific_1999_standings_partial.csv",
        HistoryOptions(name="Pacific 1999: standings after round 5", event="Pacific", year=1999),
    ),
    (
        "wtc_2002_draw_sections.csv",
        HistoryOptions(kind=Kind.FIGURES, event="WTC", year=2002, title="Sections of the draw"),
    ),
    (
        "wtc_2002_round1_by_country.csv",
        HistoryOptions(
            kind=Kind.FIGURES, event="WTC", year=2002, title="Round 1 by country, against expectation",
            source=ROUND_REPORT, complete=True,
        ),
    ),
)  # fmt: skip


class Command(BaseCommand):
    """May be run as often as one likes: what is there already stays as it is."""

    help = "Load the known series of championships and opens, and the lists of past results that the site carries."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--only-series", action="store_true", help="without past results")

    def handle(self, *args: Any, only_series: bool, **options: Any) -> None:
        known = read_first_years((DATA / "events_first_years.csv").read_text(encoding="utf-8"))
        defaults = json.loads((DATA / "series_defaults.json").read_text(encoding="utf-8"))
        made = load_first_years(actor=SYSTEM, now=timezone.now(), known=known, defaults=defaults)
        self.stdout.write(f"series: {len(made)} new of {len(known)}")
        for name, what in () if only_series else LISTS:
            self._load(name, what)

    def _load(self, name: str, options: HistoryOptions) -> None:
        text = (DATA / name).read_text(encoding="utf-8")
        doubts = [row for row in plan_history(text=text, options=options).rows if row.state is RowState.DOUBTFUL]
        # an event of no series is meant; where another list was believed since, that one stands
        choices = HistoryChoices(
            taken=frozenset(row.number for row in doubts if row.code == "unknown_series"),
            skipped=frozenset(row.number for row in doubts if row.code == "differs"),
        )
        found = import_history(actor=SYSTEM, now=timezone.now(), text=text, options=options, choices=choices)
        self.stdout.write(f"{name}: {found.rows if found else 0} new rows")
