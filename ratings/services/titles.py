"""Titles and norms: awarded and withdrawn by an administrator, each act kept (`docs/regulations.md` 9.3)."""

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Player
from players.services import log_action
from ratings.models import NORM_LENGTHS, TOURNAMENT_TITLES, EndKind, Title, TitleEnd, TitleNorm, TitleTerm
from ratings.services.access import require_administrator, require_reason
from ratings.services.writing import lock_clock
from tantrix_site.errors import Conflict, InvalidInput

EARLIEST: Final = date(1990, 1, 1)


@transaction.atomic
def award_title(*, actor: Actor, now: datetime, holder: Player, title: str, on: date, reason: str) -> TitleTerm:
    """An administrator awards a tournament title, won on a day that may be long ago; doing it twice changes nothing.

    Raises NotPermitted `not_administrator`; InvalidInput `reason_needed`, `unknown_title`, `day_impossible`; Conflict
    `title_held` for who has it since another day.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    _check(title, on, now)
    lock_clock()
    since = datetime.combine(on, time(), UTC)
    held = TitleTerm.objects.filter(holder=holder, title=title, end=None).first()
    if held is not None:
        if held.since == since:
            return held
        raise Conflict("title_held", _("%(name)s holds this title already.") % {"name": holder.name})
    return begin_term(actor=actor, now=now, holder=holder, title=Title(title), since=since, reason=reason)


@transaction.atomic
def withdraw_title(*, actor: Actor, now: datetime, term: TitleTerm, reason: str) -> TitleTerm:
    """An administrator withdraws a title, that of Lobby Master too; what ended already stays as it is.

    Raises NotPermitted `not_administrator`, InvalidInput `reason_needed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    lock_clock()
    found = TitleTerm.objects.select_related("holder").get(pk=term.pk)
    if found.end_id is None:
        end_terms([found], EndKind.WITHDRAWN, actor=actor, now=now, reason=reason)
    return found


@transaction.atomic
def record_norm(
    *, actor: Actor, now: datetime, holder: Player, title: str, event: str, on: date, scored: str, source: str
) -> TitleNorm:
    """An administrator notes a norm: what was scored in which event, and where that can be read.

    Doing it twice changes nothing. Raises NotPermitted `not_administrator`; InvalidInput `unknown_title`,
    `day_impossible`, `value_needed`; Conflict `norm_recorded` for an event that has been noted otherwise.
    """
    require_administrator(actor)
    _check(title, on, now)
    said = {"event": event.strip(), "scored": scored.strip(), "source": source.strip()}
    for field, most in NORM_LENGTHS.items():
        if not 1 <= len(said[field]) <= most:
            raise InvalidInput("value_needed", _("Say it in 1 to %(most)s characters.") % {"most": most}, field=field)
    lock_clock()
    values = {**said, "holder": holder, "title": title, "on": on}
    known = TitleNorm.objects.filter(holder=holder, title=title, event=said["event"], on=on, end=None).first()
    if known is not None:
        if (known.scored, known.source) == (said["scored"], said["source"]):
            return known
        raise Conflict("norm_recorded", _("A norm of this event has been noted already. Withdraw that one first."))
    norm = TitleNorm.objects.create(at=now, user=actor.user, player=actor.player, via=actor.via, **values)
    _log(actor, now, "title.norm_recorded", holder, {"title": title, "norm": norm.pk, **said, "on": on.isoformat()})
    return norm


@transaction.atomic
def withdraw_norm(*, actor: Actor, now: datetime, norm: TitleNorm, reason: str) -> TitleNorm:
    """An administrator takes a norm back; one that was taken back already stays as it is.

    Raises NotPermitted `not_administrator`, InvalidInput `reason_needed`.
    """
    require_administrator(actor)
    reason = require_reason(reason)
    lock_clock()
    found = TitleNorm.objects.select_related("holder").get(pk=norm.pk)
    if found.end_id is None:
        found.end = _end(EndKind.WITHDRAWN, actor, now, reason)
        found.save(update_fields=["end"])
        data = {"title": found.title, "norm": found.pk, "event": found.event}
        _log(actor, now, "title.norm_withdrawn", found.holder, data, reason)
    return found


def begin_term(
    *, actor: Actor, now: datetime, holder: Player, title: Title, since: datetime, reason: str = ""
) -> TitleTerm:
    """Somebody gets a title, for who holds the clock and has seen to everything else."""
    term = TitleTerm.objects.create(
        at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, holder=holder, title=title,
        since=since,
    )  # fmt: skip
    _log(actor, now, "title.awarded", holder, {"title": title, "since": since.isoformat()}, reason)
    write_titles([holder.pk])
    return term


def end_terms(terms: Iterable[TitleTerm], kind: EndKind, *, actor: Actor, now: datetime, reason: str) -> None:
    """These titles end by one act, for who holds the clock; the holders have been read with them."""
    terms = list(terms)
    if not terms:
        return
    end = _end(kind, actor, now, reason)
    for term in terms:
        term.end = end
        _log(actor, now, "title.withdrawn", term.holder, {"title": term.title, "kind": kind}, reason)
    TitleTerm.objects.bulk_update(terms, ["end"])
    write_titles([term.holder_id for term in terms])


def write_titles(players: Collection[int]) -> None:
    """Bring what stands after the names of these to what they hold."""
    shown = _shown(TitleTerm.objects.filter(holder__in=players))
    for player in players:
        Player.objects.filter(pk=player).update(titles=shown.get(player, ""))


def wrong_titles() -> tuple[int, ...]:
    """After whose names something else stands than they hold; nobody's, unless somebody wrote past the services."""
    shown = _shown(TitleTerm.objects.all())
    players = Player.objects.filter(Q(pk__in=shown) | ~Q(titles="")).order_by("pk")
    return tuple(pk for pk, titles in players.values_list("pk", "titles") if titles != shown.get(pk, ""))


@transaction.atomic
def recompute_titles() -> int:
    """Put right what stands after names; after how many it was wrong."""
    lock_clock()
    wrong = wrong_titles()
    write_titles(wrong)
    return len(wrong)


def _shown(terms: QuerySet[TitleTerm]) -> dict[int, str]:
    """What stands after names by player: the higher tournament title, then Lobby Master."""
    held: dict[int, set[str]] = {}
    for player, title in terms.filter(end=None).values_list("holder_id", "title"):
        held.setdefault(player, set()).add(title)
    found = {}
    for player, titles in held.items():
        shown = [str(title) for title in reversed(TOURNAMENT_TITLES) if title in titles][:1]
        shown += [str(Title.LOBBY_MASTER)] if Title.LOBBY_MASTER in titles else []
        found[player] = " ".join(shown)
    return found


def _check(title: str, on: date, now: datetime) -> None:
    if title not in TOURNAMENT_TITLES:
        raise InvalidInput("unknown_title", _("Choose one of the tournament titles."), field="title")
    if not EARLIEST <= on <= now.date():
        raise InvalidInput("day_impossible", _("This day cannot be."), field="on")


def _end(kind: EndKind, actor: Actor, now: datetime, reason: str) -> TitleEnd:
    return TitleEnd.objects.create(
        at=now, user=actor.user, player=actor.player, via=actor.via, reason=reason, kind=kind
    )  # fmt: skip


def _log(actor: Actor, now: datetime, action: str, holder: Player, data: dict[str, Any], reason: str = "") -> None:
    log_action(actor=actor, now=now, action=action, target=holder, data=data, reason=reason)
