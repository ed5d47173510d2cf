"""Two profiles of one person become one, with the histories of both (`docs/decisions/0118-merging-profiles.md`)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import ActionLog, Player, PlayerSlug
from players.services import log_action
from players.services.shown_names import settle_shown_name
from ratings.maths.elo import GAME_TP, Pairing
from ratings.models import CasualGame, EventSubmission, RatedPairing, Rating, RatingChange, Robot, TitleTerm
from ratings.services import EventResults, recompute_ladders, recompute_ratings, recompute_titles, submit_event
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments import permissions
from tournaments.models import AgeEvidence, Entry, HistoricMatch, HistoricPlace, Invitation
from tournaments.services.access import lock_event, raise_version


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why two profiles cannot be one person's, or which of them somebody has to settle first."""

    code: str
    text: str


@transaction.atomic
def merge_players(*, actor: Actor, now: datetime, kept_id: int, gone_id: int, reason: str) -> Player:
    """Everything of one profile goes to the other, which stays; the address of the first leads to it for ever.

    Entries, games, titles and past results are moved, ratings worked out anew from the first event on. The name and
    whatever else the kept profile says of itself stays; what it leaves open is taken over.

    Raises NotPermitted `not_staff`; NotFound `player_not_found`; InvalidInput `reason_needed`, `same_player`; Conflict
    `merge_refused` with every obstacle.
    """
    if not (actor.is_system or (actor.via != "link" and permissions.is_site_staff(actor.user))):
        raise NotPermitted("not_staff", _("Only administrators of the site merge profiles."))
    if not reason.strip():
        raise InvalidInput("reason_needed", _("Say why; everybody will see it in the log."), field="reason")
    if kept_id == gone_id:
        raise InvalidInput("same_player", _("These are one profile already."), field="other")
    # events before people, as everywhere
    ids = Entry.every.filter(player_id=gone_id).values_list("event_id", flat=True)
    events = [lock_event(pk, archived_too=True) for pk in sorted(set(ids))]
    rows = Player.objects.select_for_update(of=("self",)).filter(pk__in=[kept_id, gone_id]).order_by("pk")
    people = {row.pk: row for row in rows}
    if len(people) < 2:
        raise NotFound("player_not_found", _("There is no such player."))
    kept, gone = people[kept_id], people[gone_id]
    obstacles = tuple(merge_obstacles(kept, gone))
    if obstacles:
        raise _refusal(obstacles)
    rated, casual = _rated_results(gone), _casual_games(gone).exists()
    try:
        with transaction.atomic():
            _move(kept, gone, now)
    except IntegrityError as error:
        # what no obstacle foresees: two rows of which a person can have one only
        collision = Obstacle("collision", _("Both profiles have something of which a player has one only."))
        raise _refusal((collision,)) from error
    _take_over(kept, gone, now)
    data = {"name": gone.name, "slug": gone.slug, "kept": kept.name}
    for found in rated:
        submit_event(actor=actor, now=now, results=_renamed(found, gone.pk, kept.pk), reason=reason)
    if rated:
        recompute_ratings(actor=actor, now=now, reason=reason)
    gone.delete()
    PlayerSlug.objects.create(slug=data["slug"], player=kept, since=now)
    if casual:
        recompute_ladders(actor=actor, now=now, reason=reason)
    recompute_titles()
    for event in events:
        log_action(
            actor=actor, now=now, action="event.player_merged", target=event, scope=event, data=data, reason=reason
        )
        raise_version(event)
    log_action(actor=actor, now=now, action="player.merged", target=kept, data=data, reason=reason)
    kept.refresh_from_db()
    return kept


def merge_obstacles(kept: Player, gone: Player) -> Iterator[Obstacle]:
    """Everything that speaks against two profiles being one person's; nothing is stored."""
    if kept.user_id is not None and gone.user_id is not None:
        yield Obstacle("two_accounts", _("Both profiles belong to accounts."))
    if kept.erased_at is not None or gone.erased_at is not None:
        yield Obstacle("erased", _("There is no such player."))
    if Robot.objects.filter(player__in=[kept, gone]).exists():
        yield Obstacle("robot", _("A robot is no person."))
    theirs = Entry.every.filter(player=gone).values("event")
    same = Entry.every.filter(player=kept, event__in=theirs).select_related("event").first()
    if same is not None:
        yield Obstacle("same_event", _("Both are entered in %(event)s.") % {"event": same.event.name})
    shared = RatingChange.objects.filter(
        player=kept, event__in=RatingChange.objects.filter(player=gone).values("event")
    )
    both = HistoricPlace.objects.filter(player=gone).values("event")
    in_past = HistoricPlace.objects.filter(player=kept, event__in=both)
    if shared.exists() or in_past.exists():
        yield Obstacle("same_event", _("Both have results of one event."))
    met = Q(player_a=kept, player_b=gone) | Q(player_a=gone, player_b=kept)
    if (_casual_games(kept) & _casual_games(gone)).exists() or HistoricMatch.objects.filter(met).exists():
        yield Obstacle("met", _("They played with or against each other."))
    held = TitleTerm.objects.filter(end=None)
    if held.filter(holder=kept, title__in=held.filter(holder=gone).values("title")).exists():
        yield Obstacle("same_title", _("Both hold the same title. Withdraw it of one of them first."))


def _refusal(obstacles: tuple[Obstacle, ...]) -> Conflict:
    text = " ".join(obstacle.text for obstacle in obstacles)
    told = [{"code": obstacle.code, "text": obstacle.text} for obstacle in obstacles]
    return Conflict("merge_refused", text, {"obstacles": told})


def _casual_games(player: Player) -> models.QuerySet[CasualGame]:
    sides = Q(left=player) | Q(right=player) | Q(left_partner=player) | Q(right_partner=player)
    return CasualGame.objects.filter(sides)


def _rated_results(gone: Player) -> list[EventResults]:
    """The results that were sent last of every event in which somebody was rated, or is to be."""
    last = EventSubmission.objects.values("source").annotate(last=Max("pk")).values("last")
    sources = RatedPairing.objects.filter(Q(left=gone) | Q(right=gone)).values("event__source")
    waiting = EventSubmission.objects.filter(batch=None).values("source")
    sent = EventSubmission.objects.filter(pk__in=last).filter(Q(source__in=sources) | Q(source__in=waiting))
    results = [EventResults.from_payload(row.payload) for row in sent.order_by("pk")]
    return [found for found in results if any(gone.pk in (p.left, p.right) for p in found.pairings)]


def _renamed(results: EventResults, gone: int, kept: int) -> EventResults:
    def name(player: int) -> int:
        return kept if player == gone else player

    pairings = tuple(Pairing(name(p.left), name(p.right), p.games, p.tp) for p in results.pairings)
    return replace(results, pairings=pairings)


def _move(kept: Player, gone: Player, now: datetime) -> None:
    """Whatever points at one profile points at the other, in every app; ratings are worked out, not moved."""
    Rating.objects.filter(player=gone).delete()
    invited = Invitation.objects.filter(invited=kept, revoked_at=None).values("event")
    Invitation.objects.filter(invited=gone, revoked_at=None, event__in=invited).update(revoked_at=now)
    seen = AgeEvidence.objects.filter(holder=kept, revoked_at=None)
    twice = Q(prize_list=None, event__in=seen.filter(prize_list=None).values("event"))
    twice |= Q(prize_list__in=seen.exclude(prize_list=None).values("prize_list"))
    AgeEvidence.objects.filter(twice, holder=gone, revoked_at=None).update(revoked_at=now)
    for relation in Player._meta.get_fields(include_hidden=True):
        model_of: Any = relation.related_model
        if not relation.auto_created or relation.concrete or relation.many_to_many:
            continue
        if model_of in (None, Rating, RatedPairing):
            continue
        name = relation.field.name  # type: ignore[union-attr]
        model_of._base_manager.filter(**{name: gone}).update(**{name: kept})
    _move_pairings(kept, gone)
    ActionLog.objects.filter(target_type=gone._meta.label_lower, target_id=gone.pk).update(target_id=kept.pk)


def _move_pairings(kept: Player, gone: Player) -> None:
    """Of each pair the smaller id stands left, so that points may change sides."""
    for row in RatedPairing.objects.filter(Q(left=gone) | Q(right=gone)):
        mine = row.tp if row.left_id == gone.pk else GAME_TP * row.games - row.tp
        other = row.right_id if row.left_id == gone.pk else row.left_id
        row.left_id, row.right_id = min(kept.pk, other), max(kept.pk, other)
        row.tp = mine if row.left_id == kept.pk else GAME_TP * row.games - mine
        row.save(update_fields=["left", "right", "tp"])


def _take_over(kept: Player, gone: Player, now: datetime) -> None:
    """What the kept profile leaves open."""
    user, gone.user = gone.user, None
    if user is not None:
        gone.save(update_fields=["user"])
        kept.user = user
    for name in ("country", "time_zone", "birth_date", "minor_until"):
        setattr(kept, name, getattr(kept, name) or getattr(gone, name))
    if not kept.first_colour:
        kept.first_colour, kept.second_colour = gone.first_colour, gone.second_colour
    settle_shown_name(kept, now=now)
