"""Who holds which title, and when (`docs/regulations.md` 9.3)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players.models import Player
from ratings.models import TOURNAMENT_TITLES, Title, TitleNorm, TitleTerm
from tantrix_site.errors import NotFound


@dataclass(frozen=True, slots=True)
class MasterTerm:
    """Somebody is a Lobby Master from `since` until, but not at, `until`; None: still."""

    since: datetime
    until: datetime | None

    def covers(self, instant: datetime) -> bool:
        return self.since <= instant and (self.until is None or instant < self.until)


def is_master_on(player: int, instant: datetime) -> bool:
    """Whether somebody was a Lobby Master then."""
    return TitleTerm.objects.filter(held_on(instant), holder=player, title=Title.LOBBY_MASTER).exists()


def master_terms(players: Collection[int] | None = None) -> dict[int, tuple[MasterTerm, ...]]:
    """All terms as Lobby Master, of everybody or only of these, by player id, oldest first, in one query."""
    rows = TitleTerm.objects.filter(title=Title.LOBBY_MASTER).order_by("since", "pk")
    if players is not None:
        rows = rows.filter(holder__in=players)
    found: dict[int, tuple[MasterTerm, ...]] = {}
    for player, since, until in rows.values_list("holder_id", "since", "end__at"):
        found[player] = (*found.get(player, ()), MasterTerm(since, until))
    return found


def held_on(instant: datetime) -> Q:
    """The terms that cover an instant, whatever the title."""
    return Q(since__lte=instant) & (Q(end=None) | Q(end__at__gt=instant))


@dataclass(frozen=True, slots=True)
class TitleHistory:
    """Every title somebody ever held and every norm, newest first; those that ended say how and why."""

    terms: tuple[TitleTerm, ...]
    norms: tuple[TitleNorm, ...]


def title_history(player: int) -> TitleHistory:
    """A player's titles and norms; two queries."""
    terms = TitleTerm.objects.filter(holder=player).select_related("end").order_by("-since", "-pk")
    norms = TitleNorm.objects.filter(holder=player).select_related("end").order_by("-on", "-pk")
    return TitleHistory(tuple(terms), tuple(norms))


def titled_players() -> QuerySet[Player]:
    """All who hold a tournament title now, with what they hold in `titles`; by name."""
    held = TitleTerm.objects.filter(end=None, title__in=TOURNAMENT_TITLES).values("holder")
    return Player.objects.filter(pk__in=held).order_by("name_key", "pk")


def find_term(pk: int, *, holder: int | None = None) -> TitleTerm:
    """A title somebody holds or held, or one of this holder. Raises NotFound `title_not_found`."""
    rows = TitleTerm.objects.select_related("holder")
    found = (rows if holder is None else rows.filter(holder=holder)).filter(pk=pk).first()
    if found is None:
        raise NotFound("title_not_found", _("There is no such title."))
    return found


def find_norm(pk: int, *, holder: int | None = None) -> TitleNorm:
    """A norm, or one of this holder. Raises NotFound `norm_not_found`."""
    rows = TitleNorm.objects.select_related("holder")
    found = (rows if holder is None else rows.filter(holder=holder)).filter(pk=pk).first()
    if found is None:
        raise NotFound("norm_not_found", _("There is no such norm."))
    return found
