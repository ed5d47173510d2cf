"""Making series, changing what is said of them, and who keeps them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import User
from players.names import BadName, refuse_invisible
from players.services import log_action
from players.services.naming import explain
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments import permissions
from tournaments.historic.first_years import FirstYear
from tournaments.models import Continent, Discipline, Medium, Series, SeriesKind, SeriesScope
from tournaments.models.series import FIRST_YEAR, LAST_YEAR
from tournaments.services.entries import checked_country

# pages beside the series
RESERVED: Final = frozenset({"NEW", "IMPORT", "IMPORTS", "PAST"})
_CODE: Final = re.compile(r"[A-Z][A-Z0-9]{1,11}")


@dataclass(frozen=True)
class SeriesDetails:
    """All that is said of a series. `country` is a code or an English name."""

    name: str
    kind: str = SeriesKind.CHAMPIONSHIP
    scope: str = SeriesScope.NATIONAL
    discipline: str = Discipline.INDIVIDUAL
    medium: str = Medium.ONLINE
    team_size: int | None = None
    country: str = ""
    continents: tuple[str, ...] = ()
    under_age: int | None = None
    first_year: int | None = None
    trophy: str = ""
    note: str = ""

    @classmethod
    def of(cls, series: Series) -> "SeriesDetails":
        """The details of a series as they are."""
        values = {field.name: getattr(series, field.name) for field in fields(cls)}
        return cls(**{**values, "country": series.country.code or "", "continents": tuple(series.continents)})

    def checked(self) -> "SeriesDetails":
        """The same as it will be stored. Raises InvalidInput with the field at fault and a stable code."""
        for field, code, message in self._faults():
            raise InvalidInput(code, message, {"field": field}, field=field)
        team = self.team_size if self.discipline == Discipline.TEAM else None
        return replace(self, name=self.name.strip(), country=checked_country(self.country), team_size=team)

    def fill(self, series: Series) -> None:
        """Write the details to a series object; storing it is the caller's."""
        for field in fields(self):
            setattr(series, field.name, getattr(self, field.name))
        series.continents = list(self.continents)

    def _faults(self) -> Iterator[tuple[str, str, str]]:
        if not self.name.strip():
            yield "name", "name_empty", _("A series needs a name.")
        for field, most in (("name", 100), ("trophy", 120)):
            if len(getattr(self, field)) > most:
                yield field, "name_too_long", _("This may have at most %(most)d characters.") % {"most": most}
            try:
                refuse_invisible(getattr(self, field))
            except BadName as error:
                yield field, error.code, explain(error)
        for field, kinds in (
            ("kind", SeriesKind), ("scope", SeriesScope), ("discipline", Discipline), ("medium", Medium),
        ):  # fmt: skip
            if getattr(self, field) not in kinds.values:
                yield field, "bad_choice", _("There is no such choice.")
        if any(continent not in Continent.values for continent in self.continents):
            yield "continents", "bad_choice", _("There is no such choice.")
        for field, low, high in (("team_size", 2, 20), ("under_age", 1, 120), ("first_year", FIRST_YEAR, LAST_YEAR)):
            value = getattr(self, field)
            if value is not None and not low <= value <= high:
                yield field, "out_of_range", _("This must be from %(low)d to %(high)d.") % {"low": low, "high": high}


def lock_series(series_id: int) -> Series:
    """The series, locked until the end of the transaction. Raises NotFound `series_not_found`."""
    series = Series.objects.select_for_update().filter(pk=series_id).first()
    if series is None:
        raise NotFound("series_not_found", _("There is no such series."))
    return series


def keeps(actor: Actor, series: Series) -> bool:
    return actor.is_system or (actor.via != "link" and permissions.keeps_series(actor.user, series))


def require_keeper(actor: Actor, series: Series) -> None:
    """Raises NotPermitted `not_keeper`."""
    if not keeps(actor, series):
        raise NotPermitted("not_keeper", _("Only those who keep the series may do this."))


def require_staff(actor: Actor) -> None:
    """Raises NotPermitted `not_staff`."""
    if not (actor.is_system or (actor.via != "link" and permissions.is_site_staff(actor.user))):
        raise NotPermitted("not_staff", _("Only the staff of the site may do this."))


@transaction.atomic
def create_series(*, actor: Actor, now: datetime, code: str, details: SeriesDetails) -> Series:
    """A new series; its code is unique and gives its address.

    Raises NotPermitted `not_staff`; InvalidInput naming the field; Conflict `series_exists`.
    """
    require_staff(actor)
    code = code.strip().upper()
    if not _CODE.fullmatch(code) or code in RESERVED:
        raise InvalidInput(
            "bad_code", _("A code has 2 to 12 Latin letters and digits and begins with a letter."), field="code"
        )
    details = details.checked()
    _refuse_known(details.name, code=code)
    series = Series(slug=code.lower(), created_at=now)
    details.fill(series)
    series.save()
    log_action(actor=actor, now=now, action="series.created", target=series, scope=series)
    return series


@transaction.atomic
def update_series(*, actor: Actor, now: datetime, series_id: int, details: SeriesDetails) -> Series:
    """Change what is said of a series. Raises NotFound; NotPermitted; InvalidInput; Conflict `series_exists`."""
    series = lock_series(series_id)
    require_keeper(actor, series)
    details = details.checked()
    before = SeriesDetails.of(series)
    data: dict[str, Any] = {
        field.name: [str(getattr(before, field.name)), str(getattr(details, field.name))]
        for field in fields(details)
        if getattr(before, field.name) != getattr(details, field.name)
    }
    if not data:
        return series
    _refuse_known(details.name, other_than=series)
    details.fill(series)
    series.save()
    log_action(actor=actor, now=now, action="series.updated", target=series, scope=series, data=data)
    return series


def _refuse_known(name: str, *, code: str = "", other_than: Series | None = None) -> None:
    known = Series.objects.exclude(pk=other_than.pk if other_than else 0)
    field = "code" if code and known.filter(slug=code.lower()).exists() else "name"
    if field == "code" or known.filter(name=name).exists():
        raise Conflict("series_exists", _("There is such a series already."), {"field": field}, field=field)


@transaction.atomic
def set_keeper(*, actor: Actor, now: datetime, series_id: int, user: User, keeps: bool) -> None:
    """Give the series into somebody's hands, or take it out of them. Raises NotFound; NotPermitted `not_staff`."""
    series = lock_series(series_id)
    require_staff(actor)
    if series.keepers.filter(pk=user.pk).exists() == keeps:
        return
    if keeps:
        series.keepers.add(user)
    else:
        series.keepers.remove(user)
    action = "series.keeper_added" if keeps else "series.keeper_removed"
    log_action(actor=actor, now=now, action=action, target=series, scope=series, data={"user": user.get_username()})


@transaction.atomic
def load_first_years(
    *, actor: Actor, now: datetime, known: list[FirstYear], defaults: dict[str, dict[str, Any]]
) -> list[Series]:
    """Make the series of a list that do not exist yet; those that do are left as they are. The new ones.

    `defaults` are default regulations by code. Raises NotPermitted `not_staff`; InvalidInput.
    """
    require_staff(actor)
    there = set(Series.objects.values_list("slug", flat=True))
    made = []
    for line in known:
        if line.code.lower() in there:
            continue
        details = SeriesDetails(
            name=line.name, kind=line.kind, scope=line.scope, discipline=line.discipline, medium=line.medium,
            team_size=line.team_size, country=line.country, continents=line.continents, under_age=line.under_age,
            first_year=line.first_year, note=line.note,
        )  # fmt: skip
        series = create_series(actor=actor, now=now, code=line.code, details=details)
        series.defaults = defaults.get(line.code, {})
        series.save(update_fields=["defaults"])
        made.append(series)
    return made
