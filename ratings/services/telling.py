"""Telling those who played a casual game, and applicants, what became of it."""

from datetime import datetime

from django.urls import reverse

from players.actors import Actor
from players.models import Player
from players.services import notify
from ratings.models import CasualGame, MasterApplication


def tell_game(actor: Actor, now: datetime, game: CasualGame, kind: str, *, reason: str = "") -> None:
    """All who played but the one who acted."""
    players = Player.objects.in_bulk([*game.left_side, *game.right_side])
    users = {player.user_id for player in players.values() if player.user_id is not None}
    left, right = players[game.left_id], players[game.right_id]
    data = {
        "name": left.name, "left": left.name, "right": right.name, "left_points": game.points_left,
        "right_points": game.points_right, "day": game.played_on.isoformat(), "reason": reason,
        "path": reverse("ratings:casual-game", args=[game.pk]),
    }  # fmt: skip
    own = None if actor.user is None else actor.user.pk
    notify(now=now, kind=kind, key=str(game.pk), users=[user for user in users if user != own], data=data)


def tell_applicant(now: datetime, application: MasterApplication, kind: str, path: str) -> None:
    """Who applied."""
    if application.applicant.user_id is not None:
        data = {"name": application.applicant.name, "reason": application.reason, "path": path}
        notify(now=now, kind=kind, key=str(application.pk), users=[application.applicant.user_id], data=data)
