"""Entering players in an event and setting their seeds.

On what terms one enters, and in which cases an organiser may pass over them, is in `services.admission`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from players import names
from players.actors import Actor
from players.countries import country_code
from players.models import Player
from players.selectors.profiles import possible_doubles
from players.services import create_player, log_action
from tantrix_site.compiled import Compiled, CompiledObjects, insert
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted
from tournaments.models import (
    PRESENT_STATES,
    Draw,
    Entry,
    EntryState,
    Event,
    EventState,
    Exit,
    SittingRound,
    Stage,
)
from tournaments.selectors.stages import current_stage
from tournaments.services.access import lock_entry, lock_event, raise_version, require_organiser
from tournaments.services.admission import Admission, admit
from tournaments.services.answers import Answers, note_answers, require_answers
from tournaments.services.attendance import join_stage, takes_late_entries
from tournaments.services.invitations import tick_age
from tournaments.services.links import new_link
from tournaments.services.refolding import refold
from tournaments.services.shown_names import take_names
from tournaments.services.telling_entries import tell_entered, tell_entry
from tournaments.services.waiting import join_waiting_list, must_wait, promote_waiting


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person for whom a profile is made. `surely_new` says that it is none of those who bear the same name."""

    name: str
    country: str = ""
    surely_new: bool = False


@dataclass(frozen=True, slots=True)
class Entered:
    """The entry, and its private link's token where the player has no account; the token is shown once."""

    entry: Entry
    link: str | None


@transaction.atomic
def add_entry(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    player_id: int | None = None,
    person: NewPerson | None = None,
    seed: int | None = None,
    country: str = "",
    answers: Answers | None = None,
    despite: str = "",
    age_seen: bool = False,
) -> Entered:
    """Enter a known profile, or a person for whom a profile is made. One entry a person, whatever the spelling.

    Where the event is full and has a waiting list the entry waits. With a reason in `despite` the organiser passes over
    the closing time and the conditions, which is logged; `age_seen` ticks as in `tick_age` that the age fits, which
    nobody else can do for whom a profile is made here. The entry is for `country`, if given.

    Raises NotPermitted; InvalidInput for a name, country or seed that cannot be; NotFound `player_not_found`; Conflict
    `event_started`, `already_entered` (naming the entry), `doubtful_person` (somebody of that name exists: choose the
    profile or say it is another person), `event_full`, `seed_taken`, `entry_closed`, `not_eligible`, `other_country`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_single_players(event)
    require_entries_open(event)
    waits = None
    if player_id is None:
        waits = must_wait(event)
        if not waits:
            require_room(event)
    player = chosen_player(actor=actor, now=now, event=event, player_id=player_id, person=person)
    if player_id is not None:
        refuse_present(event, player)
    if age_seen:
        tick_age(actor=actor, now=now, event_id=event.pk, player_id=player.pk)
    admission = admit(
        actor=actor, now=now, event=event, player=player, country=checked_country(country), despite=despite
    )
    entered = enter_player(
        actor=actor, now=now, event=event, player=player, seed=seed, admission=admission, answers=answers, waits=waits
    )
    raise_version(event)
    return entered


@transaction.atomic
def enter_oneself(
    *, actor: Actor, now: datetime, event_id: int, country: str = "", answers: Answers | None = None
) -> Entered:
    """A player enters a published event that is open for it, and waits where it is full and has a waiting list.

    Raises NotPermitted `no_profile`, `entry_closed`; InvalidInput; Conflict `event_started`, `already_entered`,
    `event_full`, `entry_not_open`, `entry_closed`, `not_eligible`, `other_country`, and `answer_needed` naming the
    question without an answer.
    """
    event = lock_event(event_id)
    if actor.player is None or actor.via == "link":
        raise NotPermitted("no_profile", _("Sign in with an account that has a profile to enter."))
    if event.state == EventState.DRAFT or not event.self_entry:
        raise NotPermitted("entry_closed", _("The organiser enters the players of this event."))
    require_single_players(event)
    require_entries_open(event)
    refuse_present(event, actor.player)
    admission = admit(actor=actor, now=now, event=event, player=actor.player, country=checked_country(country))
    answers = answers or Answers()
    require_answers(event, actor.player, admission.country, answers)
    entered = enter_player(actor=actor, now=now, event=event, player=actor.player, admission=admission, answers=answers)
    raise_version(event)
    return entered


def require_single_players(event: Event) -> None:
    """Raises Conflict `for_teams` or `for_pairs`: who plays in a team or a pair is entered with it."""
    if event.is_for_teams:
        raise Conflict("for_teams", _("Teams enter this event. Enter a team, then its players."))
    if event.is_for_pairs:
        raise Conflict("for_pairs", _("Pairs enter this event, both players at once."))


def chosen_player(
    *, actor: Actor, now: datetime, event: Event, player_id: int | None, person: NewPerson | None
) -> Player:
    """A known profile, or one made for a new person. Raises as `add_entry`."""
    player = _known_player(player_id)
    if player is not None:
        return player
    if person is None:
        raise InvalidInput("name_empty", _("Choose a player or write a name."), field="name")
    refuse_doubtful(event, person)
    return make_player(actor, now, person)


def require_entries_open(event: Event) -> None:
    """Raises Conflict `event_started` once the first matches are open; a running Swiss takes late entries.

    So do tables that are drawn each round.
    """
    if event.state == EventState.RUNNING and (event.has_sittings or takes_late_entries(event) is not None):
        return
    if event.state in (EventState.RUNNING, EventState.FINISHED):
        raise Conflict("event_started", _("The event has started; nobody can be entered any more."))


@Compiled
def _accepted_in(event: int) -> QuerySet[Entry, tuple[int]]:
    rows = Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by()
    return rows.values("event").annotate(accepted=Count("pk")).values_list("accepted")


def require_room(event: Event, count: int = 1) -> None:
    """Raises Conflict `event_full` unless that many more can be entered."""
    room = event.capacity - sum(accepted for (accepted,) in _accepted_in(event.pk))
    if room >= count:
        return
    values = {"capacity": event.capacity, "room": max(room, 0), "count": count}
    message = _("All %(capacity)d places are taken.") % values
    if room > 0:
        message = _("The event has room for %(room)d more; these are %(count)d.") % values
    raise Conflict("event_full", message, values)


def already_entered(entry: Entry) -> Conflict:
    """The refusal of a second entry of one person."""
    return Conflict(
        "already_entered",
        _("%(name)s is already entered.") % {"name": entry.name},
        {"entry": entry.pk, "name": entry.name},
        field="name",
    )


def refuse_doubtful(event: Event, person: NewPerson) -> None:
    """Raises Conflict `already_entered` or `doubtful_person` unless the person is new beyond doubt.

    An entry spelled alike but for case, spacing and the composition of accents is taken for the same person. Identity
    is never a name: who says `surely_new` is believed.
    """
    if person.surely_new:
        return
    key = names.name_key(person.name)[:160]
    present = Entry.every.filter(Q(name_key=key) | ~Q(full_name=""), event=event, state__in=PRESENT_STATES)
    same = next((entry for entry in present if key in entry.name_keys), None)
    if same is not None:
        raise already_entered(same)
    doubles = list(possible_doubles(person.name)[:10])
    if doubles:
        raise Conflict(
            "doubtful_person",
            _("A player of that name has a profile already. Choose it, or say that this is another person."),
            {
                "candidates": [
                    {"player": double.pk, "slug": double.slug, "name": double.name, "country": double.country.code}
                    for double in doubles
                ]
            },
            field="name",
        )


_entry_of = CompiledObjects(lambda event, player: Entry.every.filter(event=event, player=player).order_by("pk"))


def refuse_present(event: Event, player: Player) -> None:
    """Raises Conflict `already_entered` for somebody who takes part or waits, and `disqualified`."""
    entry = _entry_of.one(event.pk, player.pk)
    if entry is None:
        return
    if entry.state in PRESENT_STATES:
        raise already_entered(entry)
    if entry.state == EntryState.DISQUALIFIED:
        raise disqualified(entry)


def disqualified(entry: Entry) -> Conflict:
    """The refusal of an entry that was taken out."""
    message = _("%(name)s was disqualified. Take that back first.") % {"name": entry.name}
    return Conflict("disqualified", message, {"entry": entry.pk})


def enter_player(
    *,
    actor: Actor,
    now: datetime,
    event: Event,
    player: Player,
    admission: Admission,
    seed: int | None = None,
    answers: Answers | None = None,
    waits: bool | None = None,
) -> Entered:
    """Enter a profile, which is none of those present, in a locked event; one who had left has the same entry again.

    `waits` is said of a profile that was made for this entry: whether it goes on the waiting list or has a place,
    which the caller has looked for. Raises Conflict `event_full`, `seed_taken`; InvalidInput `seed_range` and for
    answers that cannot be.
    """
    entry = None
    if waits is None:
        take_names([player])
        entry = _entry_of.one(event.pk, player.pk)
        waits = must_wait(event)
        if not waits:
            require_room(event)
    if waits:
        seed = None
    check_seed(event, seed, entry)
    back = entry is not None
    if entry is None:
        entry = Entry(event=event, player=player, created_at=now)
    else:
        Exit.objects.filter(entry=entry, revoked_at=None).update(revoked_at=now, revoked_by=actor.user)
    entry.name, entry.name_key, entry.country = player.name, player.name_key, admission.country
    entry.full_name = player.full_name
    entry.state, entry.seed = EntryState.WAITING if waits else EntryState.ACCEPTED, seed
    link = new_link(entry, now) if player.user_id is None else None
    if back:
        entry.save()
    else:
        insert(entry)
    take_seat(actor, now, event, entry, back=back)
    note_answers(actor=actor, now=now, event=event, entry=entry, answers=answers)
    if waits:
        join_waiting_list(actor=actor, now=now, event=event, entry=entry)
    log_action(
        actor=actor, now=now, action="entry.waits" if waits else "entry.added", target=entry, scope=event,
        data={"name": entry.name, **({"despite": list(admission.passed_over)} if admission.passed_over else {})},
        reason=admission.reason,
    )  # fmt: skip
    if player.user_id is not None:
        tell_entered(actor, now, event, entry)
    if waits and promote_waiting(actor=actor, now=now, event=event):
        entry.refresh_from_db()
    return Entered(entry, link)


def take_seat(actor: Actor, now: datetime, event: Event, entry: Entry, *, back: bool) -> None:
    """An entry that was just accepted plays in a running Swiss from the next round on; `back`: it had left before."""
    stage = takes_late_entries(event) if event.state == EventState.RUNNING else None
    if stage is not None and not _plays_in(stage, entry):
        join_stage(actor=actor, now=now, stage=stage, entry=entry)
    if back:
        # the walkovers that its exit made in a draw go with it
        refold(event, current_stage(event), now=now)


def _plays_in(stage: Stage, entry: Entry) -> bool:
    """Whether an entry was in the draw of a stage."""
    draw = Draw.objects.filter(stage=stage, current=True).first()
    return draw is not None and entry.pk in draw.entrants


def checked_country(text: str) -> str:
    """The country's code from a code or an English name; empty stays empty. Raises InvalidInput `unknown_country`."""
    wanted = text.strip()
    code = country_code(wanted) if wanted else ""
    if wanted and not code:
        raise InvalidInput(
            "unknown_country", _("The country “%(text)s” is not known.") % {"text": wanted}, field="country"
        )
    return code


_player = CompiledObjects(lambda player: Player.objects.filter(pk=player))


def _known_player(player_id: int | None) -> Player | None:
    if player_id is None:
        return None
    player = _player.one(player_id)
    if player is None:
        raise NotFound("player_not_found", _("There is no such player."))
    return player


def make_player(actor: Actor, now: datetime, person: NewPerson) -> Player:
    """A profile without an account. Raises InvalidInput for a name or country that cannot be."""
    details = {"name": person.name, "country": checked_country(person.country)}
    return create_player(actor=actor, now=now, details=details)  # type: ignore[arg-type]


def check_seed(event: Event, seed: int | None, entry: Entry | None) -> None:
    """Raises InvalidInput `seed_range` or Conflict `seed_taken` unless the entry may have that seed number."""
    if seed is None:
        return
    if not 1 <= seed <= event.capacity:
        raise InvalidInput(
            "seed_range", _("Seeds go from 1 to %(last)d.") % {"last": event.capacity}, {"seed": seed}, field="seed"
        )
    holder = Entry.objects.filter(event=event, seed=seed).first()
    if holder is not None and holder.state != EntryState.ACCEPTED:
        # one who has left needs no number; a draw keeps its own order
        Entry.objects.filter(pk=holder.pk).update(seed=None)
    elif holder is not None and holder != entry:
        raise Conflict(
            "seed_taken",
            _("Seed %(seed)d is %(name)s.") % {"seed": seed, "name": holder.name},
            {"entry": holder.pk},
            field="seed",
        )


@transaction.atomic
def remove_entry(*, actor: Actor, now: datetime, event_id: int, entry_id: int) -> None:
    """Take back an entry made by mistake, before any draw; nothing of it, or of a team's players, stays but the log.

    Raises NotPermitted; NotFound; Conflict `entry_drawn`: after a draw an entry withdraws instead.
    """
    event, entry = lock_entry(entry_id)
    require_organiser(actor, event)
    if entry.event_id != event_id or entry.team_id is not None:
        raise NotFound("entry_not_found", _("There is no such entry."))
    drawn = Draw.objects.filter(stage__event=event, current=True).exists()
    if drawn or SittingRound.objects.filter(event=event).exists():
        raise Conflict("entry_drawn", _("The draw has been made. Withdraw the entry instead."))
    log_action(actor=actor, now=now, action="entry.removed", target=entry, scope=event, data={"name": entry.name})
    tell_entry(actor, now, event, entry, "entry.removed", key=str(entry.pk))
    entry.delete()
    promote_waiting(actor=actor, now=now, event=event)
    raise_version(event)


def _in_order(seeds: Mapping[str, int]) -> list[str]:
    """ "1 Ana", "2 Ben": how seeds stand in the log."""
    return [f"{seed} {name}" for name, seed in sorted(seeds.items(), key=lambda item: item[1])]


@transaction.atomic
def set_seeds(*, actor: Actor, now: datetime, event_id: int, seeds: Mapping[int, int]) -> Event:
    """Give seed numbers: entry by entry its number; entries left out have none and follow by seeding points.

    Raises NotPermitted; Conflict `event_started`; InvalidInput `unknown_entry`, `seed_range`, `seed_twice`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_entries_open(event)
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event, state=EntryState.ACCEPTED)}
    used: set[int] = set()
    for entry_id, seed in seeds.items():
        if entry_id not in entries:
            raise InvalidInput("unknown_entry", _("This entry does not take part."), {"entry": entry_id}, field="seeds")
        if not 1 <= seed <= len(entries):
            raise InvalidInput(
                "seed_range",
                _("Seeds go from 1 to %(last)d.") % {"last": len(entries)},
                {"entry": entry_id, "seed": seed},
                field="seeds",
            )
        if seed in used:
            raise InvalidInput(
                "seed_twice", _("Seed %(seed)d is given twice.") % {"seed": seed}, {"seed": seed}, field="seeds"
            )
        used.add(seed)
    seeded = Entry.objects.filter(event=event).exclude(seed=None).values_list("name", "seed")
    before = {name: seed for name, seed in seeded if seed is not None}
    # cleared first, so that two may change places under the unique constraint
    Entry.objects.filter(event=event).exclude(seed=None).update(seed=None)
    for entry_id, seed in seeds.items():
        entries[entry_id].seed = seed
    Entry.objects.bulk_update([entries[pk] for pk in seeds], ["seed"])
    log_action(
        actor=actor, now=now, action="event.seeded", target=event, scope=event,
        data={
            "seeds": {str(pk): seed for pk, seed in sorted(seeds.items(), key=lambda item: item[1])},
            "changes": {"seeds": [_in_order(before), _in_order({entries[pk].name: n for pk, n in seeds.items()})]},
        },
    )  # fmt: skip
    raise_version(event)
    return event
