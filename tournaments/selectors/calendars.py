"""What stands in the calendars of a match, an event and a person: agreed times and deadlines."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.models import Max, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.models import User
from tournaments.documents.calendar import Appointment
from tournaments.models import Decision, Event, EventState, Match, MatchState, OfferEnd, Slot, Stage, TimeOffer
from tournaments.selectors.match_rule import rule_of
from tournaments.selectors.pages.mine import slots_of
from tournaments.selectors.pages.round_names import key_name, match_round, round_name
from tournaments.selectors.pages.stage_words import stage_title

GAME_LENGTH: Final = timedelta(minutes=35)
"""What a game takes in a calendar: both clocks and a little more."""
MOST: Final = 2000
Address = Callable[[str], str]


def match_appointments(
    matches: QuerySet[Match], host: str, address: Address, *, results: bool = True
) -> tuple[Appointment, ...]:
    """The times agreed in these matches, also those that came to nothing, which are cancelled; five queries.

    `address` makes a whole address of a path. One pair in one match is one thing: another time for it changes it.
    Without `results` nothing tells that a match was decided.
    """
    slots = Prefetch("slots", Slot.objects.select_related("occupant"))
    told = Decision.objects.filter(current=True) if results else Decision.objects.none()
    decisions = Prefetch("decisions", told, to_attr="current_decisions")
    known = {
        match.pk: match
        for match in matches.filter(time_offers__ending__kind=OfferEnd.ACCEPTED)
        .distinct()
        .select_related("event", "stage")
        .prefetch_related(slots, decisions)[:MOST]
    }
    accepted = TimeOffer.objects.filter(match__in=list(known), ending__kind=OfferEnd.ACCEPTED)
    pairs: dict[tuple[int, int, int], list[TimeOffer]] = {}
    for offer in accepted.select_related("ending", "left", "right").order_by("ending__at", "ending__pk"):
        pairs.setdefault((offer.match_id, offer.left_id, offer.right_id), []).append(offer)
    return tuple(_meeting(known[key[0]], offers, host, address, results) for key, offers in pairs.items())


def _meeting(match: Match, offers: list[TimeOffer], host: str, address: Address, results: bool) -> Appointment:
    last = offers[-1]
    pair = tuple(slot.occupant_id for slot in match.slots.all())
    cancelled_at = _cancelled(match, last, pair, results)
    games = rule_of(match.event, match).games
    title = _("{left} – {right} ({event})").format(left=last.left.name, right=last.right.name, event=match.event.name)
    lines = [
        f"{match_round(match).title}, M{match.number}",
        ngettext("{n} game", "{n} games", games).format(n=games),
    ]
    url = address(f"/events/{match.event.slug}/matches/{match.number}/")
    return Appointment(
        uid=f"match-{match.pk}-{last.left_id}-{last.right_id}@{host}",
        sequence=len(offers) - 1 + (cancelled_at is not None),
        starts=last.starts_at,
        ends=last.starts_at + GAME_LENGTH * games,
        title=title,
        text="\n".join([*lines, url]),
        url=url,
        changed=cancelled_at or last.ending.at,
        is_cancelled=cancelled_at is not None,
    )


def _cancelled(match: Match, last: TimeOffer, pair: tuple[int | None, ...], results: bool) -> datetime | None:
    """When a meeting came to nothing: others play there now, or the match was decided before it."""
    decision: Decision | None = next(iter(match.current_decisions), None)  # type: ignore[attr-defined]
    at = decision.at if decision is not None else last.ending.at
    if last.pair != pair:
        return max(at, last.ending.at)
    if match.state == MatchState.OPEN or not results:
        return None
    return at if decision is None or decision.at < last.starts_at else None


def deadline_appointments(event: Event, host: str, address: Address) -> tuple[Appointment, ...]:
    """Until when each round is to be played; two queries."""
    stages = {stage.pk: stage for stage in Stage.objects.filter(event=event)}
    rows = (
        Match.objects.filter(event=event, deadline__isnull=False)
        .exclude(state=MatchState.BYE)
        .values("stage", "bracket", "table", "round", "deadline")
        .annotate(version=Max("version"))
        .order_by("deadline", "stage", "round")
    )
    found: dict[tuple[object, ...], Appointment] = {}
    for row in rows:
        stage, deadline = stages[row["stage"]], row["deadline"]
        assert deadline is not None  # only matches with one
        stage.event = event
        # the groups of a stage play a round together
        key = (stage.number, "" if row["table"] else row["bracket"], row["round"], deadline)
        title = (key_name("", row["round"]) if row["table"] else round_name(stage, row["bracket"], row["round"])).title
        if len(stages) > 1:
            title = f"{stage_title(stage)}, {title}"
        instant = deadline.astimezone(UTC)
        place = f"{stage.number}-{key[1]}-{row['round']}-{instant:%Y%m%dT%H%M}"
        url = address(f"/events/{event.slug}/schedule/")
        found[key] = Appointment(
            uid=f"deadline-{event.pk}-{place}@{host}", sequence=0, starts=deadline, ends=deadline,
            title=_("{round} ends ({event})").format(round=title, event=event.name), text=url, url=url,
            changed=event.started_at or event.created_at,
        )  # fmt: skip
    return tuple(found.values())


def own_appointments(user: User, host: str, address: Address) -> tuple[Appointment, ...]:
    """The agreed times and open deadlines of an account's matches, in events that run or ran; a fixed number of
    queries."""
    own = slots_of(user).filter(~Q(match__event__state=EventState.DRAFT), match__event__draw_released=True)
    ids = list(own.values_list("match", flat=True))
    offered = TimeOffer.objects.filter(
        Q(left__player__user=user) | Q(right__player__user=user), ~Q(match__event__state=EventState.DRAFT),
        match__event__draw_released=True, ending__kind=OfferEnd.ACCEPTED,
    )  # fmt: skip
    ids += offered.values_list("match", flat=True)
    agreed = match_appointments(Match.every.filter(pk__in=ids), host, address)
    live = {row.uid for row in agreed if not row.is_cancelled}
    return (*agreed, *_own_deadlines(own, host, address, live))


def _own_deadlines(own: QuerySet[Slot], host: str, address: Address, agreed: set[str]) -> Iterable[Appointment]:
    waiting = own.filter(
        match__state=MatchState.OPEN, match__deadline__isnull=False, match__event__state=EventState.RUNNING
    )
    for slot in waiting.select_related("match__event", "match__stage").prefetch_related("match__slots__occupant"):
        match = slot.match
        other = next((s.occupant.name for s in match.slots.all() if s.side != slot.side and s.occupant), "")
        pair = "-".join(str(s.occupant_id) for s in sorted(match.slots.all(), key=lambda s: s.side))
        if match.deadline is None or f"match-{match.pk}-{pair}@{host}" in agreed:
            continue
        url = address(f"/events/{match.event.slug}/matches/{match.number}/time/")
        yield Appointment(
            uid=f"deadline-{match.pk}-{pair}@{host}", sequence=int(match.deadline.timestamp()) // 60 % 2**31,
            starts=match.deadline, ends=match.deadline,
            title=_("Play {name} by now ({event})").format(name=other, event=match.event.name), text=url, url=url,
            changed=match.event.started_at or match.event.created_at,
        )  # fmt: skip
