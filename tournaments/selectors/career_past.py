"""What past results tell of a player: only rows that an import has linked to the profile."""

from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q

from players.models import Player
from tournaments.models import HistoricMatch, HistoricMedal, HistoricPlace
from tournaments.selectors.editions import MEDALS, whole_standings


@dataclass(frozen=True, slots=True)
class PastPart:
    """A historic event of a player. Points and games are as published, empty where nobody knows.

    `medals` are those of single editions, by edition. `is_whole` says that the standings are complete; `matches`
    counts the player's that are known.
    """

    event: int
    slug: str
    name: str
    year: int | None
    place: int | None = None
    medals: tuple[tuple[int, int], ...] = ()
    medal: int | None = None
    tp: str = ""
    won: str = ""
    lost: str = ""
    has_standings: bool = False
    is_whole: bool = False
    matches: int = 0


def past_parts(player: Player) -> dict[int, PastPart]:
    """By historic event; three queries."""
    found: dict[int, PastPart] = {}
    named = HistoricMedal.objects.filter(current=True, edition__historic=OuterRef("event"))
    places = (
        HistoricPlace.objects.filter(player=player, current=True, after_round=None)
        .annotate(whole=Exists(whole_standings()), named=Exists(named))
        .select_related("event")
    )
    for row in places.order_by("pk"):
        won_medal = row.place in MEDALS and row.whole and not row.named
        found[row.event_id] = PastPart(
            row.event_id, row.event.slug, row.event.name, row.event.year, row.place,
            medal=row.place if won_medal else None, tp=row.tp, won=row.won, lost=row.lost, has_standings=True,
            is_whole=row.whole,
        )  # fmt: skip
    medals = HistoricMedal.objects.filter(player=player, current=True, edition__historic__isnull=False)
    for medal in medals.select_related("edition__historic").order_by("place", "pk"):
        event = medal.edition.historic
        assert event is not None
        part = found.get(event.pk) or PastPart(event.pk, event.slug, event.name, event.year, medal.place)
        found[event.pk] = replace(
            part,
            medals=(*part.medals, (medal.edition_id, medal.place)),
            medal=min(part.medal or medal.place, medal.place),
        )
    matches = HistoricMatch.objects.filter(Q(player_a=player) | Q(player_b=player), current=True)
    for match in matches.select_related("event").only("event__slug", "event__name", "event__year"):
        event = match.event
        part = found.get(event.pk) or PastPart(event.pk, event.slug, event.name, event.year)
        found[event.pk] = replace(part, matches=part.matches + 1)
    return found
