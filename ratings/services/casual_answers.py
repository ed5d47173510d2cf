"""Answering an offered casual game, and declaring a confirmed one void (`docs/regulations.md` 9.1)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import RecordState, Visibility
from games.services import set_visibility
from players.actors import Actor
from players.services import log_action
from ratings.models import CasualAct, CasualGame, CasualState, Robot
from ratings.selectors.titles import is_master_on
from ratings.services.access import is_administrator, require_administrator, require_reason
from ratings.services.casual_keys import refuse_counted_record
from ratings.services.casual_offers import close_game, lock_game, require_open
from ratings.services.queueing import queue_casual
from ratings.services.telling import tell_game
from tantrix_site.errors import Conflict, InvalidInput, NotPermitted


@transaction.atomic
def confirm_offer(*, actor: Actor, now: datetime, game_id: int) -> CasualGame:
    """Somebody named in an offer says that a game was so. Doing it twice changes nothing.

    The opponent's word makes it count; a game of pairs needs that of one of the other side and that of the offerer's
    partner, and stays open until it has both (`CasualGame.awaited`). A robot's games are confirmed by its own account
    or by an administrator. Raises NotFound `casual_game_not_found`;
    NotPermitted `not_your_game`, `own_offer`; Conflict `offer_closed`, `offer_lapsed`, `record_rejected`,
    `game_counted`, `game_claimed`, `robot_in_pair`.
    """
    game = lock_game(game_id)
    played = (*game.left_side, *game.right_side)
    robots = dict(Robot.objects.filter(player__in=played).values_list("player", "ranking"))
    _require_confirmer(actor, game, is_robot=game.right_id in robots)
    if game.state == CasualState.CONFIRMED:
        return game
    require_open(game)
    if game.answer_by < now:
        raise Conflict("offer_lapsed", _("This offer was not answered in time. It can be made again."))
    if robots and (len(played) > 2 or len(robots) > 1):
        # somebody was marked since the offer
        raise Conflict("robot_in_pair", _("A robot plays games of two, against a person."))
    if not _has_all_words(actor, now, game):
        return game
    if game.submission is not None:
        if game.submission.record.state != RecordState.VERIFIED:
            raise Conflict("record_rejected", _("This record breaks a rule, so it proves no game."))
        refuse_counted_record(game)
        set_visibility(submission_pks=[game.submission.pk], visibility=Visibility.PUBLIC)
    game.state, game.counted_at = CasualState.CONFIRMED, now
    game.closed_at, game.closed_by = now, actor.user
    for side, player in (("left", game.left_id), ("right", game.right_id)):
        if player in robots:
            game.robot, game.robot_ranking = side, robots[player]
    if game.rated and not game.is_doubles and not game.robot:
        game.between_masters = is_master_on(game.left_id, now) and is_master_on(game.right_id, now)
    game.save()
    _count(actor, now, game, counts=True)
    log_action(actor=actor, now=now, action="casual.confirmed", target=game, data={"rated": game.rated})
    tell_game(actor, now, game, "casual.confirmed")
    return game


@transaction.atomic
def refuse_offer(*, actor: Actor, now: datetime, game_id: int, reason: str) -> CasualGame:
    """Anybody named in an offer but the offerer says that it was not so, and why. Doing it twice changes nothing.

    Raises NotFound `casual_game_not_found`; NotPermitted `not_your_game`, `own_offer`; InvalidInput `reason_needed`;
    Conflict `offer_closed`.
    """
    game = lock_game(game_id)
    _require_named(actor, game)
    if game.state == CasualState.REFUSED:
        return game
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say what is wrong; the other player will read it."), field="reason")
    require_open(game)
    close_game(actor, now, game, CasualState.REFUSED, reason.strip())
    tell_game(actor, now, game, "casual.refused", reason=reason.strip())
    return game


@transaction.atomic
def void_game(*, actor: Actor, now: datetime, game_id: int, reason: str) -> CasualGame:
    """An administrator declares a confirmed game void; all later rankings are worked out without it.

    Doing it twice changes nothing. Raises NotPermitted `not_administrator`; InvalidInput `reason_needed`; NotFound
    `casual_game_not_found`; Conflict `not_confirmed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    game = lock_game(game_id)
    if game.state == CasualState.VOID:
        return game
    if game.state != CasualState.CONFIRMED:
        raise Conflict("not_confirmed", _("Only a confirmed game can be declared void."), {"state": game.state})
    close_game(actor, now, game, CasualState.VOID, reason)
    tell_game(actor, now, game, "casual.void", reason=reason)
    _count(actor, now, game, counts=False, reason=reason)
    return game


def _count(actor: Actor, now: datetime, game: CasualGame, *, counts: bool, reason: str = "") -> None:
    """Have the ledger take notice; an unrated game is none of its business."""
    if game.rated:
        CasualAct.objects.create(
            at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, game=game, counts=counts
        )  # fmt: skip
        queue_casual()


def _has_all_words(actor: Actor, now: datetime, game: CasualGame) -> bool:
    """Take down the actor's word for a side; whether no other is missing. The site itself speaks for all."""
    before = game.awaited
    me = None if actor.player is None else actor.player.pk
    is_partner = me is not None and me == game.left_partner_id
    if not is_partner:
        game.opponent_confirmed_at = game.opponent_confirmed_at or now
    if is_partner or actor.is_system:
        game.partner_confirmed_at = game.partner_confirmed_at or now
    if game.awaited and game.awaited != before:
        game.save(update_fields=["opponent_confirmed_at", "partner_confirmed_at"])
        log_action(actor=actor, now=now, action="casual.agreed", target=game)
    return not game.awaited


def _require_confirmer(actor: Actor, game: CasualGame, *, is_robot: bool) -> None:
    if not (actor.is_system or (is_robot and actor.via != "link" and is_administrator(actor.user))):
        _require_named(actor, game)


def _require_named(actor: Actor, game: CasualGame) -> None:
    if actor.is_system:
        return
    me = None if actor.player is None or actor.via == "link" else actor.player.pk
    if me == game.left_id:
        raise NotPermitted("own_offer", _("Your opponent has to answer what you offered; you may take it back."))
    if me not in (*game.left_side, *game.right_side):
        raise NotPermitted("not_your_game", _("Only those who played this game can answer."))
