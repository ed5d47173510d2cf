"""Teams over the years: that of a country or region with a letter, "FRA A", in all events it was entered for."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Coalesce, TruncDate
from django.utils.translation import gettext as _
from django_countries import countries

from players import names
from players.countries import country_code
from tantrix_site.errors import NotFound
from tournaments.formats.graph import EntryId
from tournaments.models import Decision, DecisionKind, Entry, Event, Team
from tournaments.selectors.visibility import told_events

_REGION: Final = "region-"


@dataclass(frozen=True, slots=True)
class Lineage:
    """All teams of a country (two letters), or of a region, with one letter. Its address is made from these."""

    country: str
    region: str
    letter: str
    events: int = 0
    last: date | None = None

    @property
    def name(self) -> str:
        """As teams are called when they are entered."""
        return f"{self.region or _short(self.country)} {self.letter}"

    @property
    def slug(self) -> str:
        origin = f"{_REGION}{names.slug_base(self.region)}" if self.region else _short(self.country).lower()
        return f"{origin}-{self.letter.lower()}"


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """Matches of a team that were decided, byes left out."""

    won: int = 0
    level: int = 0
    lost: int = 0


def _short(country: str) -> str:
    return countries.ioc_code(country) or countries.alpha3(country)


def lineage_of(entry: Entry, team: Team) -> Lineage:
    """The lineage a team belongs to."""
    return Lineage("" if team.region else entry.country.code or "", team.region, team.letter)


def lineages(*, country: str = "") -> tuple[Lineage, ...]:
    """All that took part in an event everybody may see, or those of a country; one query, by name."""
    rows = _teams()
    if country:
        rows = rows.filter(entry__country=country, region="")
    day = Coalesce("entry__event__ends_on", "entry__event__starts_on", TruncDate("entry__event__created_at"))
    found = rows.order_by().values_list("entry__country", "region", "letter").annotate(n=Count("pk"), last=Max(day))
    listed = [Lineage("" if region else code, region, letter, n, last) for code, region, letter, n, last in found]
    return tuple(sorted(listed, key=lambda lineage: lineage.name))


def find_lineage(slug: str) -> Lineage:
    """The lineage at an address; country codes of sport and of ISO 3166 are both understood, the caller redirects when
    `slug` is another. Raises NotFound `team_not_found` for one without an event that everybody may see."""
    wanted = _canonical(slug)
    found = next((row for row in lineages() if row.slug == wanted), None)
    if found is None:
        raise NotFound("team_not_found", _("There is no such team."))
    return found


def find_team(event: Event, slug: str) -> tuple[Entry, Lineage]:
    """The team of an event with such an address, and its lineage. Raises NotFound `team_not_found`."""
    wanted = _canonical(slug)
    for team in Team.objects.filter(entry__event=event).select_related("entry").order_by("pk"):
        lineage = lineage_of(team.entry, team)
        if lineage.slug == wanted:
            team.entry.event = event
            return team.entry, lineage
    raise NotFound("team_not_found", _("There is no such team."))


def _canonical(slug: str) -> str:
    """The address as `Lineage.slug` writes it: with the code of sport where there is one."""
    origin, _dash, letter = slug.lower().rpartition("-")
    code = "" if origin.startswith(_REGION) else country_code(origin)
    return f"{_short(code).lower()}-{letter}" if code else slug.lower()


def entries_of_lineage(lineage: Lineage) -> QuerySet[Entry]:
    """Its entries, the latest event first."""
    rows = Entry.objects.filter(pk__in=_teams().filter(region=lineage.region, letter=lineage.letter).values("pk"))
    if lineage.country:
        rows = rows.filter(country=lineage.country)
    day = Coalesce("event__ends_on", "event__starts_on", TruncDate("event__created_at"))
    return rows.select_related("event", "as_team__captain", "as_team__deputy").order_by(day.desc(), "-pk")


def records_of_teams(entries: Iterable[EntryId]) -> dict[EntryId, TeamRecord]:
    """What these teams made of their matches; two queries."""
    wanted = list(entries)
    found: dict[EntryId, TeamRecord] = {}
    decided = Decision.objects.filter(current=True, match__team_match=None).exclude(
        kind__in=(DecisionKind.VOID, DecisionKind.DOUBLE_DEFAULT)
    )
    for side, name in ((0, "left"), (1, "right")):
        rows = decided.filter(**{f"{name}__in": wanted}).order_by().values_list(name).annotate(
            won=Count("pk", filter=Q(winner_side=side)),
            level=Count("pk", filter=Q(winner_side=None)),
            lost=Count("pk", filter=Q(winner_side=1 - side)),
        )  # fmt: skip
        for entry, won, level, lost in rows:
            before = found.get(entry, TeamRecord())
            found[entry] = TeamRecord(before.won + won, before.level + level, before.lost + lost)
    return found


def _teams() -> QuerySet[Team]:
    return Team.objects.filter(entry__event__in=told_events())
