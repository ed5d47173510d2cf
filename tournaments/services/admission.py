"""Whether somebody may enter an event, and for which country (`docs/regulations.md` 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from tantrix_site.errors import Conflict
from tournaments.formats.eligibility import Answer
from tournaments.models import Event
from tournaments.selectors.entry_rules import answers_of, countries_of_year, rules_of, unmet, year_of
from tournaments.services.access import may_organise


@dataclass(frozen=True, slots=True)
class Admission:
    """For which country somebody enters; what an organiser passed over, and why."""

    country: str
    passed_over: tuple[str, ...] = ()
    reason: str = ""


def admit(
    *, actor: Actor, now: datetime, event: Event, player: Player, country: str = "", despite: str = ""
) -> Admission:
    """Let somebody enter a locked event. Raises as `admit_all`."""
    return admit_all(actor=actor, now=now, event=event, people=[(player, country)], despite=despite)[player.pk]


def admit_all(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    people: Sequence[tuple[Player, str]],
    despite: str = "",
    in_time: bool = True,
) -> dict[int, Admission]:
    """Let these enter a locked event, each for a country or, with an empty one, that of the year or the profile.

    An organiser enters others before the opening, and with a reason in `despite` whatever the terms say; players enter
    themselves on the terms of the event. Without `in_time` who comes into an entry made already is asked for the
    conditions alone. Six queries or fewer for any number.

    Raises Conflict `entry_not_open`, `entry_closed`, `other_country`, `not_eligible` with every condition not met.
    """
    rules = rules_of(event)
    organiser = may_organise(actor, event)
    for_all: list[Conflict] = []
    if in_time and rules.opens_at is not None and rules.is_early(now) and not organiser:
        extra = {"opens_at": rules.opens_at.isoformat()}
        for_all.append(Conflict("entry_not_open", _("Entries are not open yet."), extra))
    if in_time and rules.closes_at is not None and rules.is_closed(now):
        extra = {"closes_at": rules.closes_at.isoformat()}
        for_all.append(Conflict("entry_closed", _("Entries are closed."), extra))
    year = year_of(event)
    fixed = countries_of_year([player for player, _wanted in people], year)
    chosen = {player: country or fixed.get(player.pk) or player.country.code or "" for player, country in people}
    answers = answers_of(event, chosen, now=now, rules=rules)
    found: dict[int, Admission] = {}
    for player, country in people:
        against = list(for_all)
        if country and fixed.get(player.pk, country) != country:
            against.append(_other_country(player, fixed[player.pk], year))
        missing = unmet(answers[player.pk])
        if missing:
            against.append(not_eligible(player, missing))
        if against and not (organiser and despite.strip()):
            raise against[0]
        codes = tuple(conflict.code for conflict in against)
        found[player.pk] = Admission(chosen[player], codes, despite.strip() if against else "")
    return found


def _other_country(player: Player, country: str, year: int) -> Conflict:
    return Conflict(
        "other_country",
        _("%(name)s plays for another country in %(year)d: the first entry of a year fixes it.")
        % {"name": player.name, "year": year},
        {"country": country, "year": year},
        field="country",
    )


def not_eligible(player: Player, missing: tuple[Answer, ...]) -> Conflict:
    """The refusal that tells each condition that is not met."""
    from tournaments.selectors.pages.condition_words import reason_text

    told = [{"condition": str(a.condition), "met": str(a.met), "text": reason_text(a)} for a in missing]
    text = " ".join(line["text"] for line in told)
    return Conflict("not_eligible", f"{player.name}: {text}", {"conditions": told})
