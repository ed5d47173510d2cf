"""Who may be meant by the names of a list: profiles that bear them, as written or in Latin letters without accents."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from players import names
from players.models import Player


@dataclass(frozen=True, slots=True)
class Candidate:
    """A profile that may be meant."""

    player: int
    slug: str
    name: str
    country: str

    @classmethod
    def of(cls, player: Player) -> "Candidate":
        return cls(player.pk, player.slug, player.name, player.country.code or "")


@dataclass(frozen=True, slots=True)
class Namesakes:
    """The profiles found for a list; `players` are all of them by key."""

    players: Mapping[int, Player]
    by_name: Mapping[str, Sequence[Player]]
    by_latin: Mapping[str, Sequence[Player]]

    def same(self, name: str) -> Sequence[Player]:
        """Those with this name but for case and spacing."""
        return self.by_name.get(_name_key(name), ())

    def all(self, name: str) -> tuple[Player, ...]:
        """Those with the same name first, then those that differ in accents or alphabet."""
        return tuple(dict.fromkeys((*self.same(name), *self.by_latin.get(_latin_key(name), ()))))

    def is_sure(self, name: str, country: str) -> bool:
        """Whether only one can be meant: nobody else has a name like it, and the countries do not differ."""
        same = self.same(name)
        if len(same) != 1 or len(self.all(name)) != 1:
            return False
        return not country or not same[0].country or same[0].country.code == country


def namesakes(listed: Iterable[str], *, also: Q | None = None) -> Namesakes:
    """The profiles that these names may mean, and those of `also`; one query."""
    wanted = list(listed)
    latin = {_latin_key(name) for name in wanted} - {""}
    # who writes a list writes whole names, also those that are not public in full
    found = Q(name_key__in={_name_key(name) for name in wanted}) | Q(latin_key__in=latin) | ~Q(full_name="")
    if also is not None:
        found |= also
    by_name: dict[str, list[Player]] = {}
    by_latin: dict[str, list[Player]] = {}
    players = {player.pk: player for player in Player.objects.filter(found).order_by("pk")}
    for player in players.values():
        for name in dict.fromkeys((player.name, player.in_full)):
            by_name.setdefault(_name_key(name), []).append(player)
            if _latin_key(name):
                by_latin.setdefault(_latin_key(name), []).append(player)
    return Namesakes(players, by_name, by_latin)


def _name_key(name: str) -> str:
    return names.name_key(name)[:160]  # as long as it is stored


def _latin_key(name: str) -> str:
    return names.latin_key(name)[:320]
