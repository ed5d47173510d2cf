"""Casual games: those played, my own, offering one, answering, and how a number came."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actors import Actor, request_actor
from players.models import Player, User
from players.selectors import find_player, own_player
from players.views.redirects import SeeOther
from ratings import services
from ratings.models import CasualState, Ladder, LadderChange, Robot
from ratings.selectors import Revision
from ratings.selectors.casual import (
    changes_by_game,
    changes_of,
    confirmed_games,
    find_casual_game,
    games_with,
    my_games,
    revisions_of,
)
from ratings.services.access import is_administrator, require_administrator
from ratings.services.casual_offers import DAYS_TO_ANSWER
from ratings.views.calculation import Step
from ratings.views.casual_forms import AnswerForm, OfferForm, RobotForm
from ratings.views.casual_steps import casual_steps
from tantrix_site.errors import DomainError, NotFound, NotPermitted

A_PAGE = 50


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Confirmed casual games, newest first, unrated ones too; `?player=` those of one."""
    player = find_player(request.GET["player"]) if request.GET.get("player") else None
    rows = confirmed_games()
    if player is not None:
        rows = rows.filter(pk__in=games_with(player.pk).values("pk"))
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    changes = {} if player is None else changes_by_game([game.pk for game in page.object_list], player.pk)
    context = {
        "page": page,
        "rows": [(game, changes.get(game.pk, ())) for game in page.object_list],
        "player": player,
        "robot": None if player is None else Robot.objects.filter(player=player).first(),
        "is_administrator": is_administrator(request.user),
    }
    return render(request, "ratings/casual_games.html", context)


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """My casual games, those I have to answer first."""
    actor = _with_profile(request)
    page = Paginator(my_games(_me(actor)), A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "me": actor.player, "days": DAYS_TO_ANSWER}
    return render(request, "ratings/casual_mine.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: HttpRequest) -> HttpResponse:
    """Offer a game; `?with=` a player, `?record=` one of my records."""
    actor = _with_profile(request)
    assert isinstance(request.user, User)
    now = timezone.now()
    initial = {
        "opponent": _name_of(request.GET.get("with", "")),
        "record": request.GET.get("record", ""),
        "played_on": now.date(),
    }
    form = OfferForm(request.POST if request.method == "POST" else None, user=request.user, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.offer_game(
                actor=actor, now=now, opponent=form.cleaned_data["opponent"], result=form.result,
                rated=not form.cleaned_data["unrated"], played_on=form.cleaned_data["played_on"],
                partners=form.partners,
            )  # fmt: skip
        except DomainError as error:
            renamed = {"rated": "unrated", "points": "points_mine", "partners": "partner_mine"}
            field = renamed.get(error.field, error.field)
            form.add_error(field if field in form.fields else None, str(error.message))
        else:
            names = {"name": form.cleaned_data["opponent"].name}
            text = _("The game is offered. It counts once %(name)s confirms it.")
            if form.partners is not None:
                names["partner"] = form.partners[0].name
                text = _("The game is offered. It counts once the other side and your partner %(partner)s confirm it.")
            messages.success(request, text % names)
            return SeeOther(reverse("ratings:casual-mine"))
    context = {"form": form, "days": DAYS_TO_ANSWER}
    return render(request, "ratings/casual_offer.html", context, status=400 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class Told:
    """What a game made of one player's ranking, step by step."""

    ladder: Ladder
    change: LadderChange
    steps: tuple[Step, ...]
    revisions: tuple[Revision, ...]


@require_safe
def game(request: HttpRequest, number: int) -> HttpResponse:
    """One game: what was said, what became of it, and how each number came."""
    viewer = own_player(request.user)
    is_admin = is_administrator(request.user)
    found = find_casual_game(number, None if viewer is None else viewer.pk, sees_all=is_admin)
    revisions = revisions_of(found)
    told = [
        Told(ladder, change, casual_steps(found, change), revisions.get((ladder, change.player_id), ()))
        for ladder, changes in changes_of(found).items()
        for change in changes
    ]
    context = {
        "game": found,
        "told": told,
        "me": viewer,
        "may_void": is_admin and found.state == CasualState.CONFIRMED,
        "may_confirm_for_robot": is_admin and found.state == CasualState.OPEN and hasattr(found.right, "robot"),
    }
    return render(request, "ratings/casual_game.html", context)


@login_required
@require_POST
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Confirm, refuse, take back, or declare void; leads back to where the button stood."""
    actor, now = request_actor(request), timezone.now()
    form = AnswerForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    act, reason = form.cleaned_data["act"], form.cleaned_data["reason"]
    try:
        if act == "confirm":
            confirmed = services.confirm_offer(actor=actor, now=now, game_id=number)
            is_done = confirmed.state == CasualState.CONFIRMED
            messages.success(
                request,
                _("The game is confirmed.") if is_done else _("Your word counts; another is still missing."),
            )
        elif act == "refuse":
            services.refuse_offer(actor=actor, now=now, game_id=number, reason=reason)
            messages.success(request, _("The game is refused."))
        elif act == "withdraw":
            services.withdraw_offer(actor=actor, now=now, game_id=number)
            messages.success(request, _("The offer is taken back."))
        else:
            services.void_game(actor=actor, now=now, game_id=number, reason=reason)
            messages.success(request, _("The game is void; the rankings are worked out without it."))
    except (NotPermitted, NotFound):
        raise
    except DomainError as error:
        messages.error(request, str(error.message))
    if request.POST.get("from") == "game":
        return SeeOther(reverse("ratings:casual-game", args=[number]))
    return SeeOther(reverse("ratings:casual-mine"))


@login_required
@require_POST
def robot(request: HttpRequest, slug: str) -> HttpResponse:
    """An administrator says that a profile is a program and where it stands; without a ranking, that it is a person."""
    actor, now, player = request_actor(request), timezone.now(), find_player(slug)
    require_administrator(actor)
    form = RobotForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    else:
        ranking, reason = form.cleaned_data["ranking"], form.cleaned_data["reason"]
        if ranking is None:
            services.unmark_robot(actor=actor, now=now, player=player, reason=reason)
            messages.success(request, _("%(name)s counts as a person.") % {"name": player.name})
        else:
            services.mark_robot(actor=actor, now=now, player=player, ranking=ranking, reason=reason)
            messages.success(request, _("%(name)s counts as a robot.") % {"name": player.name})
    return SeeOther(f"{reverse('ratings:casual-games')}?player={player.slug}")


def _with_profile(request: HttpRequest) -> Actor:
    actor = request_actor(request)
    if actor.player is None:
        raise NotPermitted("no_profile", _("Sign in with an account that has a profile."))
    return actor


def _me(actor: Actor) -> int:
    return 0 if actor.player is None else actor.player.pk


def _name_of(slug: str) -> str:
    """The name, if it is the only one; else the address, which is."""
    player = Player.objects.filter(slug=slug).first() if slug else None
    if player is None:
        return ""
    return slug if Player.objects.filter(name_key=player.name_key).count() > 1 else player.name
