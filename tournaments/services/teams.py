"""Entering teams, their players and who leads them (`docs/regulations.md` 6 and 7.2)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django_countries import countries

from players import names
from players.actors import Actor
from players.models import Player
from players.services import log_action
from tantrix_site.errors import Conflict, InvalidInput, NotFound
from tournaments.formats.errors import SeedingError
from tournaments.formats.teams.seeding import next_letter
from tournaments.models import (
    PRESENT_STATES,
    Entry,
    EntryState,
    Event,
    EventState,
    GameResult,
    LineUp,
    OverallCaptain,
    Report,
    Team,
)
from tournaments.selectors.entry_rules import rules_of
from tournaments.services.access import lock_entry, lock_event, may_organise, raise_version, require_organiser
from tournaments.services.admission import admit_all
from tournaments.services.entries import (
    Entered,
    NewPerson,
    already_entered,
    checked_country,
    chosen_player,
    require_entries_open,
    require_room,
)
from tournaments.services.links import new_link
from tournaments.services.seeding import points_of_newcomer
from tournaments.services.shown_names import take_names
from tournaments.services.team_access import (
    lock_team,
    require_lead,
    require_look_after,
    require_team_event,
)
from tournaments.services.waiting import join_waiting_list, must_wait, promote_waiting

REGION_LENGTH: Final = 60


@transaction.atomic
def add_team(
    *, actor: Actor, now: datetime, event_id: int, country: str = "", region: str = "", despite: str = ""
) -> Entry:
    """Enter a further team of a country, or of a region; it gets the next letter, and its name from both.

    The organiser may, and the overall captain of the country while entries are open. Where the event is full and has a
    waiting list the team waits. With a reason in `despite` the organiser passes over the closing time. Raises
    NotPermitted `not_overall_captain`; InvalidInput `unknown_country`, `country_or_region`, `region_too_long`; Conflict
    `not_for_teams`, `event_started`, `event_full`, `entry_not_open`, `entry_closed`.
    """
    event = lock_event(event_id)
    country, region = _origin(country, region)
    require_look_after(actor, event, country, region)
    require_team_event(event)
    if event.state not in (EventState.DRAFT, EventState.PUBLISHED):
        # a Swiss that takes late entries takes no teams, which need players first
        raise Conflict("event_started", _("The event has started; nobody can be entered any more."))
    passed = _require_terms(actor, now, event, despite)
    waits = must_wait(event)
    if not waits:
        require_room(event)
    others = Team.objects.filter(entry__event=event, region=region)
    if country:
        others = others.filter(entry__country=country)
    try:
        letter = next_letter(set(others.values_list("letter", flat=True)))
    except SeedingError as error:
        raise Conflict(error.code, _("A country has at most 26 teams.")) from error
    name = f"{region or countries.ioc_code(country) or countries.alpha3(country)} {letter}"
    state = EntryState.WAITING if waits else EntryState.ACCEPTED
    entry = Entry.objects.create(
        event=event, name=name, name_key=names.name_key(name), country=country, state=state, created_at=now
    )
    Team.objects.create(entry=entry, letter=letter, region=region)
    log_action(
        actor=actor, now=now, action="entry.waits" if waits else "entry.added", target=entry, scope=event,
        data={"name": name, **({"despite": passed} if passed else {})}, reason=despite.strip() if passed else "",
    )  # fmt: skip
    if waits:
        join_waiting_list(actor=actor, now=now, event=event, entry=entry)
        promote_waiting(actor=actor, now=now, event=event)
        entry.refresh_from_db()
    raise_version(event)
    return entry


def _require_terms(actor: Actor, now: datetime, event: Event, despite: str) -> list[str]:
    """What of the times of entering is passed over. Raises Conflict `entry_not_open`, `entry_closed`."""
    rules = rules_of(event)
    organiser = may_organise(actor, event)
    if rules.is_early(now) and not organiser:
        raise Conflict("entry_not_open", _("Entries are not open yet."))
    if not rules.is_closed(now):
        return []
    if not (organiser and despite.strip()):
        raise Conflict("entry_closed", _("Entries are closed."))
    return ["entry_closed"]


@transaction.atomic
def add_team_player(
    *,
    actor: Actor,
    now: datetime,
    team_id: int,
    player_id: int | None = None,
    person: NewPerson | None = None,
    is_substitute: bool = False,
    any_country: bool = False,
    despite: str = "",
) -> Entered:
    """Enter a player in a team, last in its order; regular players come before substitutes.

    Nobody plays in two teams of an event. A player is of the country of the team, unless the actor vouches that it may
    represent another one than its own (`any_country`, 7.2). Who enters meets the conditions of the event, unless a
    reason of an organiser in `despite` passes over them; the closing time is asked of the team alone. Substitutes may
    come in while the event runs. A player without an account gets a private link if an organiser acts; captains do not
    see the links of others.

    Raises NotPermitted `not_team_officer`; NotFound `team_not_found`, `player_not_found`; InvalidInput as `add_entry`;
    Conflict `team_full`, `other_country`, `already_entered`, `doubtful_person`, `event_started` (a regular player),
    `event_finished`, `entry_left`, `not_eligible`.
    """
    event, entry, _team = lock_team(team_id)
    require_lead(actor, event, entry)
    _require_changeable(event, entry)
    if not is_substitute:
        require_entries_open(event)
    _require_seat(event, entry, is_substitute=is_substitute)
    player = chosen_player(actor=actor, now=now, event=event, player_id=player_id, person=person)
    known = Entry.every.filter(event=event, player=player).first()
    if known is not None:
        raise already_entered(known)
    if entry.country and player.country and player.country != entry.country and not any_country:
        raise Conflict(
            "other_country",
            _("%(name)s is entered for another country. Say that it may play for this one.") % {"name": player.name},
            {"country": str(player.country), "team": str(entry.country)},
            field="player",
        )
    plays_for = "" if any_country else entry.country.code or ""
    admission = admit_all(
        actor=actor, now=now, event=event, people=[(player, plays_for)], despite=despite, in_time=False
    )[player.pk]
    take_names([player])
    made = Entry(
        event=event, player=player, team=entry, team_place=_last_place(entry) + 1, is_substitute=is_substitute,
        name=player.name, name_key=player.name_key, full_name=player.full_name,
        country=entry.country or player.country, created_at=now,
    )  # fmt: skip
    # a private link speaks for the player, so that it is made by those who send it out (decision 124)
    link = new_link(made, now) if player.user_id is None and may_organise(actor, event) else None
    made.save()
    _close_up(entry)
    points_of_newcomer(actor, now, event, made)
    log_action(
        actor=actor, now=now, action="team.player.added", target=entry, scope=event,
        data={"team": entry.name, "name": made.name, "substitute": is_substitute,
              **({"despite": list(admission.passed_over)} if admission.passed_over else {})},
        reason=admission.reason,
    )  # fmt: skip
    raise_version(event)
    made.refresh_from_db()
    return Entered(made, link)


@transaction.atomic
def remove_team_player(*, actor: Actor, now: datetime, entry_id: int) -> None:
    """Take a player out of a team who has not played or been lined up for it.

    Raises NotPermitted; NotFound; Conflict `player_lined_up`, `event_finished`, `entry_left`.
    """
    event, player = lock_entry(entry_id)
    team = _team_of(player)
    require_lead(actor, event, team)
    _require_changeable(event, team)
    _refuse_lined_up(player)
    log_action(
        actor=actor, now=now, action="team.player.removed", target=team, scope=event,
        data={"team": team.name, "name": player.name},
    )  # fmt: skip
    player.delete()
    _close_up(team)
    raise_version(event)


@transaction.atomic
def move_team_player(
    *, actor: Actor, now: datetime, entry_id: int, team_id: int, is_substitute: bool = True, reason: str = ""
) -> Entry:
    """The overall captain moves a player to another team of the same country, as when a substitute is needed.

    Raises NotPermitted `not_overall_captain`; NotFound; InvalidInput `unknown_team`; Conflict `other_country`,
    `team_full`, `player_lined_up` (who has played for a team stays in it), `event_finished`, `entry_left`.
    """
    event, player = lock_entry(entry_id)
    before = _team_of(player)
    after = Entry.objects.filter(pk=team_id, event=event, player=None).select_related("as_team").first()
    if after is None or after == before:
        raise InvalidInput("unknown_team", _("Choose another team of this event."), field="team")
    region = after.as_team.region
    require_look_after(actor, event, after.country.code or "", region)
    if (before.country, before.as_team.region) != (after.country, region):
        raise Conflict("other_country", _("The two teams are not of one country."), field="team")
    _require_changeable(event, after)
    _refuse_lined_up(player)
    _require_seat(event, after, is_substitute=is_substitute)
    player.team, player.team_place, player.is_substitute = after, _last_place(after) + 1, is_substitute
    player.save(update_fields=["team", "team_place", "is_substitute"])
    _close_up(before)
    _close_up(after)
    log_action(
        actor=actor, now=now, action="team.player.moved", target=after, scope=event,
        data={"name": player.name, "from": before.name, "team": after.name}, reason=reason,
    )  # fmt: skip
    raise_version(event)
    return player


@transaction.atomic
def order_team(*, actor: Actor, now: datetime, team_id: int, players: Sequence[int]) -> Entry:
    """Give the standing order of a team: all its players, those at the boards first, then the substitutes.

    It is the order of a match for which the captain sends none. Who is a regular player may change until the event has
    started. Raises NotPermitted; NotFound; InvalidInput `team_order` unless it names each player once; Conflict
    `event_finished`, `entry_left`, `regular_players_fixed`.
    """
    event, entry, _team = lock_team(team_id)
    require_lead(actor, event, entry)
    _require_changeable(event, entry)
    rows = {row.pk: row for row in Entry.every.filter(team=entry)}
    if sorted(players) != sorted(rows):
        raise InvalidInput("team_order", _("Name each player of the team once."), field="players")
    before = [row.name for row in sorted(rows.values(), key=lambda row: row.team_place or 0)]
    regular = min(event.team_size, len(rows))
    if event.state not in (EventState.DRAFT, EventState.PUBLISHED):
        regular = sum(not row.is_substitute for row in rows.values())
    for place, pk in enumerate(players, start=1):
        is_substitute = place > regular
        if is_substitute != rows[pk].is_substitute and event.state not in (EventState.DRAFT, EventState.PUBLISHED):
            raise Conflict("regular_players_fixed", _("Once the event has started its regular players stand."))
        rows[pk].team_place, rows[pk].is_substitute = place, is_substitute
    Entry.every.bulk_update(rows.values(), ["team_place", "is_substitute"])
    log_action(
        actor=actor, now=now, action="team.ordered", target=entry, scope=event,
        data={"team": entry.name, "changes": {"players": [before, [rows[pk].name for pk in players]]}},
    )  # fmt: skip
    raise_version(event)
    return entry


@transaction.atomic
def name_captains(
    *, actor: Actor, now: datetime, team_id: int, captain_id: int | None, deputy_id: int | None = None
) -> Team:
    """Name the captain of a team and the deputy, by players; both need not play. None for nobody.

    The overall captain names both, and the captain may name the deputy. Raises NotPermitted `not_overall_captain`;
    NotFound `team_not_found`, `player_not_found`; InvalidInput `same_officer`; Conflict `event_finished`.
    """
    event, entry, team = lock_team(team_id)
    if captain_id == team.captain_id:
        require_lead(actor, event, entry)
    else:
        require_look_after(actor, event, entry.country.code or "", team.region)
    _refuse_finished(event)
    if captain_id is not None and captain_id == deputy_id:
        raise InvalidInput("same_officer", _("Captain and deputy are two people."), field="deputy")
    before = [None if officer is None else officer.name for officer in (team.captain, team.deputy)]
    team.captain, team.deputy = _player(captain_id), _player(deputy_id)
    after = [None if officer is None else officer.name for officer in (team.captain, team.deputy)]
    team.save(update_fields=["captain", "deputy"])
    log_action(
        actor=actor, now=now, action="team.captains.named", target=entry, scope=event,
        data={
            "team": entry.name,
            "changes": {"captain": [before[0], after[0]], "deputy": [before[1], after[1]]},
        },
    )  # fmt: skip
    raise_version(event)
    return team


@transaction.atomic
def name_overall_captain(
    *, actor: Actor, now: datetime, event_id: int, player_id: int | None, country: str = "", region: str = ""
) -> OverallCaptain | None:
    """An organiser says who looks after all teams of a country or region; None takes it back.

    Raises NotPermitted `not_organiser`; NotFound `player_not_found`; InvalidInput `unknown_country`,
    `country_or_region`; Conflict `not_for_teams`, `event_finished`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_team_event(event)
    _refuse_finished(event)
    country, region = _origin(country, region)
    player = _player(player_id)
    row = OverallCaptain.objects.filter(event=event, country=country, region=region).first()
    before = None if row is None or row.player is None else row.player.name
    if player is None:
        if row is not None:
            row.delete()
        row = None
    else:
        row = row or OverallCaptain(event=event, country=country, region=region)
        row.player = player
        row.save()
    log_action(
        actor=actor, now=now, action="event.overall_captain.named", target=event, scope=event,
        data={"for": region or countries.ioc_code(country) or country,
              "changes": {"name": [before, None if player is None else player.name]}},
    )  # fmt: skip
    raise_version(event)
    return row


def _origin(country: str, region: str) -> tuple[str, str]:
    region = " ".join(region.split())
    country = "" if region and not country.strip() else checked_country(country)
    if bool(country) == bool(region):
        raise InvalidInput("country_or_region", _("A team plays for a country or for a region."), field="country")
    if len(region) > REGION_LENGTH:
        raise InvalidInput(
            "region_too_long", _("The name may have at most %(most)d characters.") % {"most": REGION_LENGTH},
            field="region",
        )  # fmt: skip
    return country, region


def _player(player_id: int | None) -> Player | None:
    if player_id is None:
        return None
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise NotFound("player_not_found", _("There is no such player."))
    return player


def _team_of(player: Entry) -> Entry:
    team = Entry.objects.filter(pk=player.team_id or 0).select_related("as_team").first()
    if team is None:
        raise NotFound("team_not_found", _("This player is in no team."))
    return team


def _require_changeable(event: Event, team: Entry) -> None:
    _refuse_finished(event)
    if team.state not in PRESENT_STATES:
        raise Conflict("entry_left", _("%(name)s has left already.") % {"name": team.name}, {"state": team.state})


def _refuse_finished(event: Event) -> None:
    if event.state == EventState.FINISHED:
        raise Conflict("event_finished", _("The event is finished; its results stand."))


def _require_seat(event: Event, team: Entry, *, is_substitute: bool) -> None:
    most = event.team_substitutes if is_substitute else event.team_size
    if Entry.every.filter(team=team, is_substitute=is_substitute).count() >= most:
        message = (
            _("The team has all its %(most)d substitutes.") if is_substitute else _("All %(most)d boards are taken.")
        )
        raise Conflict("team_full", message % {"most": most}, {"most": most})


def _refuse_lined_up(player: Entry) -> None:
    """Who stands in a line-up, or has played, stays in the team: results and orders name the entry."""
    orders = LineUp.objects.filter(team=player.team_id).values_list("players", flat=True)
    played = (
        model.objects.filter(left=player).exists() or model.objects.filter(right=player).exists()
        for model in (GameResult, Report)
    )
    if any(player.pk in order for order in orders) or any(played):
        raise Conflict("player_lined_up", _("%(name)s has been lined up for the team.") % {"name": player.name})


def _last_place(team: Entry) -> int:
    return Entry.every.filter(team=team).aggregate(last=Max("team_place"))["last"] or 0


def _close_up(team: Entry) -> None:
    """Places from 1 without holes, the regular players before the substitutes."""
    rows = list(Entry.every.filter(team=team).order_by("is_substitute", "team_place", "pk"))
    for place, row in enumerate(rows, start=1):
        row.team_place = place
    Entry.every.bulk_update(rows, ["team_place"])


def incomplete_teams(event: Event, least: int) -> list[Entry]:
    """The accepted teams with fewer players than they need to play at all."""
    found = Entry.objects.filter(event=event, state=EntryState.ACCEPTED).order_by("pk")
    counts: dict[int, int] = {}
    for team_id in Entry.every.filter(team__in=found).values_list("team", flat=True):
        counts[team_id or 0] = counts.get(team_id or 0, 0) + 1
    return [team for team in found if counts.get(team.pk, 0) < least]
