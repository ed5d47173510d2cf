"""Offering a casual game, taking an offer back, and what becomes of one that nobody answers (`regulations.md` 9.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.engine.points import MOST_POINTS
from games.models import Submission, Visibility
from games.selectors import submission_by_address
from games.services import set_visibility
from games.services.reading import read_bytes
from players.actors import Actor
from players.models import Player
from players.services import log_action
from ratings.maths.parameters import CURRENT
from ratings.models import HOLDING_STATES, CasualGame, CasualState, Robot
from ratings.services.casual_keys import refuse_counted_record
from ratings.services.telling import tell_game
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted

#: an offer that is not answered lapses
DAYS_TO_ANSWER: Final = 7
#: how long ago a game may have been played
DAYS_BACK: Final = 14
#: the same offer again within this time is a second click
SECOND_CLICK: Final = timedelta(minutes=1)
#: somewhere on earth it is tomorrow already
AHEAD: Final = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class CasualResult:
    """How a casual game ended, as its offerer says: the points of both sides, or a verified record.

    With a record (`submission`, its address) `colour` is the one the offerer played, and the points follow from it.
    """

    points: tuple[int, int] | None = None
    submission: str = ""
    colour: str = ""


@transaction.atomic
def offer_game(
    *,
    actor: Actor,
    now: datetime,
    opponent: Player,
    result: CasualResult,
    rated: bool = True,
    played_on: date | None = None,
    partners: tuple[Player, Player] | None = None,
) -> CasualGame:
    """Offer a casual game that was played; it counts once the opponent confirms. `partners` make it one of two pairs,
    and then the offerer's partner has to confirm it too.

    The same offer twice within a minute is one. Raises NotPermitted `no_profile`; InvalidInput `same_player`,
    `opponent_without_account`, `partner_without_account`, `robot_in_pair`, `bad_day`, `result_needed`, `bad_points`,
    `bad_colours`, `figures`; NotFound `submission_not_found`; Conflict `record_pending`, `record_rejected`,
    `not_two_players`, `no_result`, `game_counted`, `game_claimed`, `day_limit` (9.1: it may be offered unrated).
    """
    me = actor.player
    if me is None or actor.via == "link":
        raise NotPermitted("no_profile", _("Sign in with an account that has a profile."))
    sides = [(me, *(partners or ())[:1]), (opponent, *(partners or ())[1:])]
    everybody = [player for side in sides for player in side]
    if len({player.pk for player in everybody}) < len(everybody):
        raise InvalidInput("same_player", _("Nobody plays against oneself."), field="opponent")
    _require_answerers(actor, sides[0][1:], sides[1], everybody)
    day = _checked_day(played_on, now)
    # whoever offers between the same two waits here, so that the day's games are counted rightly
    list(Player.objects.select_for_update(of=("self",)).filter(pk__in=[p.pk for p in everybody]).order_by("pk"))
    game = CasualGame(
        left=me, right=opponent, rated=rated, played_on=day, offered_at=now, offered_by=actor.user,
        answer_by=now + timedelta(DAYS_TO_ANSWER),
    )  # fmt: skip
    if partners is not None:
        game.left_partner, game.right_partner = partners
    _fill_result(actor, game, result)
    again = _second_click(game, now)
    if again is not None:
        return again
    if rated and partners is None:
        require_day_limit((me.pk, opponent.pk), day)
    _save(game)
    if game.submission is not None and game.submission.visibility == Visibility.PRIVATE:
        set_visibility(submission_pks=[game.submission.pk], visibility=Visibility.LINK)
    log_action(
        actor=actor, now=now, action="casual.offered", target=game,
        data={"opponent": opponent.pk, "points": [game.points_left, game.points_right], "rated": rated,
              "record": result.submission},
    )  # fmt: skip
    tell_game(actor, now, game, "casual.offered")
    return game


@transaction.atomic
def withdraw_offer(*, actor: Actor, now: datetime, game_id: int) -> CasualGame:
    """The offerer takes an offer back. Doing it twice changes nothing.

    Raises NotFound `casual_game_not_found`; NotPermitted `not_your_offer`; Conflict `offer_closed`.
    """
    game = lock_game(game_id)
    if not (actor.is_system or (actor.player is not None and actor.player.pk == game.left_id)):
        raise NotPermitted("not_your_offer", _("Only who offered a game can take it back."))
    if game.state == CasualState.WITHDRAWN:
        return game
    require_open(game)
    close_game(actor, now, game, CasualState.WITHDRAWN)
    return game


@transaction.atomic
def lapse_offers(*, now: datetime) -> int:
    """Close what nobody answered in time; how many."""
    due = CasualGame.objects.filter(state=CasualState.OPEN, answer_by__lt=now)
    keys = list(due.select_for_update().order_by("pk").values_list("pk", flat=True))
    return CasualGame.objects.filter(pk__in=keys).update(state=CasualState.LAPSED, closed_at=now)


def lock_game(game_id: int) -> CasualGame:
    """A casual game under its row lock. Raises NotFound `casual_game_not_found`."""
    game = CasualGame.objects.select_for_update(of=("self",)).filter(pk=game_id).first()
    if game is None:
        raise NotFound("casual_game_not_found", _("There is no such game."))
    return game


def require_open(game: CasualGame) -> None:
    """Raises Conflict `offer_closed` with the state where an offer cannot be answered any more."""
    if game.state != CasualState.OPEN:
        raise Conflict(
            "offer_closed",
            _("This game has been answered already: %(state)s.") % {"state": game.get_state_display()},
            {"state": game.state},
        )


def close_game(actor: Actor, now: datetime, game: CasualGame, state: CasualState, reason: str = "") -> None:
    """Move a game to its end; who did it and why is kept and logged."""
    game.state, game.closed_at, game.closed_by, game.close_reason = state, now, actor.user, reason
    game.save(update_fields=["state", "closed_at", "closed_by", "close_reason"])
    log_action(actor=actor, now=now, action=f"casual.{state}", target=game, reason=reason)


def rated_games_of_day(pair: tuple[int, int], day: date) -> int:
    """How many rated games of two players a day has, confirmed or still open."""
    return (
        CasualGame.objects.filter(Q(left=pair[0], right=pair[1]) | Q(left=pair[1], right=pair[0]))
        .filter(played_on=day, rated=True, left_partner=None, state__in=HOLDING_STATES)
        .count()
    )


def require_day_limit(pair: tuple[int, int], day: date) -> None:
    """Raises Conflict `day_limit` where two players have as many rated games on a day as may count (9.1)."""
    most = CURRENT.lobby.games_a_day
    if rated_games_of_day(pair, day) >= most:
        raise Conflict(
            "day_limit",
            _("Only %(most)d rated games of the same two players count a day, and you have these already. "
              "You may offer this one as an unrated game.") % {"most": most},
            {"most": most, "day": day.isoformat()},
            field="rated",
        )  # fmt: skip


def require_points(points: tuple[int, int]) -> None:
    """Raises InvalidInput `bad_points` for what no game ends with."""
    if not all(0 <= one <= MOST_POINTS for one in points):
        raise InvalidInput(
            "bad_points",
            _("The points of a game lie between 0 and %(most)d.") % {"most": MOST_POINTS},
            {"most": MOST_POINTS},
            field="points",
        )


def _require_answerers(
    actor: Actor, partner: Sequence[Player], other: Sequence[Player], everybody: Sequence[Player]
) -> None:
    robots = set(Robot.objects.filter(player__in=everybody).values_list("player", flat=True))
    if robots and (len(everybody) > 2 or len(robots) > 1):
        raise InvalidInput("robot_in_pair", _("A robot plays games of two, against a person."), field="opponent")
    answers = any(player.user_id is not None or player.pk in robots for player in other)
    if not answers and not actor.is_system:
        raise InvalidInput(
            "opponent_without_account",
            _("Nobody could confirm this game: %(name)s has no account here.") % {"name": other[0].name},
            field="opponent",
        )
    silent = next((player for player in partner if player.user_id is None), None)
    if silent is not None and not actor.is_system:
        raise InvalidInput(
            "partner_without_account",
            _("Your partner could not confirm this game: %(name)s has no account here.") % {"name": silent.name},
            field="partners",
        )


def _checked_day(played_on: date | None, now: datetime) -> date:
    day = now.date() if played_on is None else played_on
    if not (now - timedelta(DAYS_BACK)).date() <= day <= (now + AHEAD).date():
        raise InvalidInput(
            "bad_day",
            _("A casual game is offered at most %(days)d days after it was played.") % {"days": DAYS_BACK},
            field="played_on",
        )
    return day


def _fill_result(actor: Actor, game: CasualGame, result: CasualResult) -> None:
    if result.submission:
        _fill_from_record(actor, game, result)
    elif result.points is None:
        raise InvalidInput("result_needed", _("Give the points of both sides, or a game record."), field="points")
    else:
        require_points(result.points)
        game.points_left, game.points_right = result.points


def _fill_from_record(actor: Actor, game: CasualGame, result: CasualResult) -> None:
    submission = _submission(actor, result.submission)
    record = submission.record
    if record.is_pending:
        raise Conflict("record_pending", _("This record is still being checked. Try again in a moment."))
    if not record.is_verified:
        raise Conflict("record_rejected", _("This record breaks a rule, so it proves no game."), field="record")
    raw = read_bytes(bytes(record.raw), record.content_type)
    if len(record.colours) != 2 or bool(raw.get("doubles")) != game.is_doubles:
        raise Conflict("not_two_players", _("This is not the record of such a game."), field="record")
    if not record.outcome:
        raise Conflict("no_result", _("This record stops before the game has ended."), field="record")
    if result.colour not in record.colours:
        raise InvalidInput("bad_colours", _("Say which of the two colours was yours."), field="colour")
    theirs = next(colour for colour in record.colours if colour != result.colour)
    points = int(record.scores[result.colour]), int(record.scores[theirs])
    if result.points is not None and result.points != points:
        raise InvalidInput(
            "figures", _("The record has other points than you gave."), {"points": points}, field="points"
        )
    game.points_left, game.points_right = points
    game.colour_left, game.colour_right = result.colour, theirs
    game.deadlock = record.outcome == "deadlock"
    game.submission, game.game_key = submission, record.game_key


def _submission(actor: Actor, address: str) -> Submission:
    if actor.user is not None:
        return submission_by_address(user=actor.user, public_id=address, own=True)
    # the site itself, for somebody without an account
    return Submission.objects.select_related("record").get(public_id=address)


def _second_click(game: CasualGame, now: datetime) -> CasualGame | None:
    same = {
        name: getattr(game, name)
        for name in (
            "left_id", "right_id", "left_partner_id", "right_partner_id", "rated", "played_on", "points_left",
            "points_right", "submission_id",
        )
    }  # fmt: skip
    recent = CasualGame.objects.filter(state__in=HOLDING_STATES, offered_at__gt=now - SECOND_CLICK, **same)
    return recent.filter(offered_at__lte=now).first()


def _save(game: CasualGame) -> None:
    if not game.game_key:
        game.save()
        return
    refuse_counted_record(game)
    try:
        with transaction.atomic():
            game.save()
    except IntegrityError as error:
        raise Conflict(
            "game_claimed", _("This very game has been offered as a casual game already."), field="record"
        ) from error
