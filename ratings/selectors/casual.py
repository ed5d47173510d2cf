"""Casual games: which wait for whom, which were played, and whether a game counts as one."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.utils.translation import gettext as _

from ratings.models import CasualGame, CasualState, Ladder, LadderChange
from ratings.selectors.history import Revision
from tantrix_site.errors import NotFound

#: what everybody may see; offers and refusals are the business of those who played
PUBLIC_STATES = (CasualState.CONFIRMED, CasualState.VOID)


def counts_casually(game_keys: Collection[str]) -> bool:
    """Whether one of these games has been confirmed as a casual game, rated or not."""
    return (
        bool(game_keys)
        and CasualGame.objects.filter(game_key__in=game_keys, state=CasualState.CONFIRMED).exists()
    )  # fmt: skip


def casual_games() -> QuerySet[CasualGame]:
    """All casual games with their players."""
    return CasualGame.objects.select_related("left", "right", "left_partner", "right_partner")


def confirmed_games() -> QuerySet[CasualGame]:
    """Games that were confirmed, unrated ones too, newest first."""
    return casual_games().filter(state=CasualState.CONFIRMED).order_by("-counted_at", "-pk")


def games_with(player: int) -> QuerySet[CasualGame]:
    """All casual games that name a player."""
    named = Q(left=player) | Q(right=player) | Q(left_partner=player) | Q(right_partner=player)
    return casual_games().filter(named)


def my_games(player: int) -> QuerySet[CasualGame]:
    """The casual games of a player, those to be confirmed first, then one's own offers, then the rest by age."""
    turn = Case(
        When(_awaits(player), then=Value(0)),
        When(state=CasualState.OPEN, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return games_with(player).annotate(turn=turn).order_by("turn", "-offered_at", "-pk")


def waiting_for(player: int, now: datetime) -> int:
    """How many games wait for a player's answer."""
    return CasualGame.objects.filter(_awaits(player), answer_by__gte=now).count()


def _awaits(player: int) -> Q:
    """Open games that wait for a player's word, as `CasualGame.awaited_players` says."""
    opponent = (Q(right=player) | Q(right_partner=player)) & Q(opponent_confirmed_at=None)
    partner = Q(left_partner=player, partner_confirmed_at=None)
    return Q(state=CasualState.OPEN) & (opponent | partner)


def find_casual_game(game_id: int, viewer: int | None, *, sees_all: bool = False) -> CasualGame:
    """A casual game that somebody (a player's id) may see. Raises NotFound `casual_game_not_found`."""
    game = casual_games().select_related("submission").filter(pk=game_id).first()
    if game is not None and (sees_all or game.state in PUBLIC_STATES or viewer in (*game.left_side, *game.right_side)):
        return game
    raise NotFound("casual_game_not_found", _("There is no such game."))


def changes_by_game(games: Collection[int], player: int) -> dict[int, list[LadderChange]]:
    """What these games made of a player's rankings, by game id, in one query."""
    found: dict[int, list[LadderChange]] = {}
    for row in LadderChange.objects.filter(game__in=games, player=player, current=True).order_by("ladder"):
        found.setdefault(row.game_id, []).append(row)
    return found


def revisions_of(game: CasualGame) -> dict[tuple[Ladder, int], tuple[Revision, ...]]:
    """All versions of what a game made of rankings, by ranking and player id, newest first, with the reasons of those
    who caused them; only where there is more than one. In two queries.
    """
    found: dict[tuple[Ladder, int], list[Revision]] = {}
    rows = LadderChange.objects.filter(game=game).select_related("batch").order_by("-batch__number")
    for row in rows.prefetch_related("batch__acts"):
        said = [act.reason for act in row.batch.acts.all() if act.reason]
        reason = row.batch.reason or "; ".join(dict.fromkeys(said))
        revision = Revision(row.batch.at, row.batch.number, reason, row.after_rating, row.current)
        found.setdefault((Ladder(row.ladder), row.player_id), []).append(revision)
    return {key: tuple(versions) for key, versions in found.items() if len(versions) > 1}


def changes_of(game: CasualGame) -> dict[Ladder, list[LadderChange]]:
    """What a game made of rankings as they are known now, sides in the order of the game."""
    seats = [*game.left_side, *game.right_side]
    found: dict[Ladder, list[LadderChange]] = {}
    for row in LadderChange.objects.filter(game=game, current=True).select_related("player"):
        found.setdefault(Ladder(row.ladder), []).append(row)
    return {
        ladder: sorted(found[ladder], key=lambda row: seats.index(row.player_id))
        for ladder in Ladder
        if ladder in found
    }
