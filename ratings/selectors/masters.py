"""Lobby Masters: who they are and how active, who asks to be one, what is known of the asker (9.3)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _

from players.models import Player
from ratings.maths.margin import newcomer
from ratings.maths.masters import Condition, Master, active_from, cap_on, conditions, is_active
from ratings.models import ApplicationState, Ladder, MasterApplication, RatedState, RatingChange, Title, TitleTerm
from ratings.selectors.ladder_facts import highest_lobby_ratings, lobby_opponents, master_games
from ratings.selectors.ladders import ladder_on
from ratings.selectors.titles import held_on
from tantrix_site.errors import NotFound


@dataclass(frozen=True, slots=True)
class MasterRow:
    """A Lobby Master of the list; `ranking` is that of the Master ranking, where everybody starts level."""

    place: int
    player: Player
    since: datetime
    ranking: float
    games: int
    is_active: bool


def conditions_of(player: int) -> tuple[Condition, ...]:
    """The conditions of 9.3 as a player meets them now; four queries."""
    return conditions_of_each([player])[player]


def conditions_of_each(players: Collection[int]) -> dict[int, tuple[Condition, ...]]:
    """The same of many players, by player id, in as many queries."""
    best, opponents = highest_lobby_ratings(players), lobby_opponents(players)
    changes = RatingChange.objects.filter(player__in=players, current=True).exclude(event__state=RatedState.WITHDRAWN)
    events = dict(changes.values_list("player").annotate(count=Count("pk")).values_list("player", "count"))
    return {
        player: conditions(best.get(player, 0.0), opponents[player], events.get(player, 0)) for player in players
    }  # fmt: skip


def master_standings(now: datetime) -> tuple[Master, ...]:
    """What the order of demotion rests upon, of all who are Masters now; three queries."""
    rows = TitleTerm.objects.filter(held_on(now), title=Title.LOBBY_MASTER).order_by("holder")
    since: Mapping[int, datetime] = dict(rows.values_list("holder_id", "since"))
    on = now.date()
    rankings = ladder_on(on, Ladder.MASTER, since)
    games = master_games(since, after=active_from(on), until=on)
    return tuple(
        Master(
            player, first.date(), rankings[player].standing.rating if player in rankings else newcomer().rating,
            games[player],
        )
        for player, first in since.items()
    )  # fmt: skip


def master_list(now: datetime) -> tuple[MasterRow, ...]:
    """All Masters, best Master ranking first, then by name; level ones share a place. Four queries."""
    found = {master.player: master for master in master_standings(now)}
    terms = TitleTerm.objects.filter(held_on(now), title=Title.LOBBY_MASTER).select_related("holder")
    ordered = sorted(terms, key=lambda term: (-found[term.holder_id].ranking, term.holder.name_key, term.holder_id))
    rows: list[MasterRow] = []
    for place, term in enumerate(ordered, start=1):
        master = found[term.holder_id]
        if rows and rows[-1].ranking == master.ranking:
            place = rows[-1].place
        rows.append(
            MasterRow(
                place, term.holder, term.since, master.ranking, master.games, is_active(master, now.date())
            )
        )  # fmt: skip
    return tuple(rows)


def master_cap(on: date) -> int:
    """How many Masters there may be on a day (setting `MASTER_CAPS`)."""
    return cap_on(on, settings.MASTER_CAPS)


def next_caps(on: date) -> tuple[tuple[date, int], ...]:
    """The caps that begin after a day."""
    return tuple((first, cap) for first, cap in settings.MASTER_CAPS if first > on)


def applications_of(player: int) -> QuerySet[MasterApplication]:
    """A player's own applications, newest first."""
    return MasterApplication.objects.filter(applicant=player).order_by("-created_at", "-pk")


def waiting_applications() -> QuerySet[MasterApplication]:
    """What waits for an administrator, oldest first."""
    waiting = MasterApplication.objects.filter(state=ApplicationState.PENDING)
    return waiting.select_related("applicant").order_by("created_at", "pk")


def find_application(pk: int, *, applicant: int | None = None) -> MasterApplication:
    """An application, or one of somebody's own. Raises NotFound `application_not_found`."""
    rows = MasterApplication.objects.select_related("applicant")
    found = (rows if applicant is None else rows.filter(applicant=applicant)).filter(pk=pk).first()
    if found is None:
        raise NotFound("application_not_found", _("There is no such application."))
    return found


def stored_conditions(found: tuple[Condition, ...]) -> list[dict[str, Any]]:
    """Conditions as plain JSON."""
    return [{"kind": str(one.kind), "needed": one.needed, "found": one.found, "is_met": one.is_met} for one in found]
