"""The desk of a team: its players and their order, its captain and deputy, the orders it has to send.

For whoever leads the team, and for organisers. The overall captain of a country has a desk for all its teams.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from players.actors import Actor
from players.models import Player
from players.selectors import possible_doubles
from ratings.maths.parameters import CURRENT
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotPermitted
from tournaments import services
from tournaments.forms.teams import CaptainsForm, SquadForm, TeamPlayerForm
from tournaments.models import Entry, EntryState, Event, EventState, OverallCaptain
from tournaments.selectors.pages.captain import orders_of, teams_led_by
from tournaments.selectors.seeding import is_drawn
from tournaments.selectors.team_pages import TeamCard, team_card, team_cards
from tournaments.selectors.teams import overall_captain
from tournaments.services.access import may_organise
from tournaments.services.team_access import may_lead, may_look_after
from tournaments.views.actors import acting
from tournaments.views.common import Link, event_crumbs, event_tabs
from tournaments.views.failures import add_failure, tell_failure
from tournaments.views.organise.entrants import keep_new_links, new_links

METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, slots=True)
class Origin:
    """A country or region whose teams somebody looks after; `key` names it in forms."""

    country: str
    region: str

    @property
    def key(self) -> str:
        return f"r:{self.region}" if self.region else f"c:{self.country}"


@dataclass(frozen=True, slots=True)
class DoubtfulLine:
    """A line of a squad whose name profiles have already; `key` names the answer in the form.

    `likely` is marked before anybody answers: the only one of that name, of the country of the team.
    """

    number: int
    name: str
    candidates: tuple[Player, ...]
    likely: Player | None = None

    @property
    def key(self) -> str:
        return f"who-{self.number}"


def _for_teams(event: Event) -> None:
    if not event.is_for_teams:
        raise Http404


@never_cache
@require_http_methods(METHODS)
@acting
def my_teams(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """The teams that the viewer leads, and the countries whose teams the viewer enters."""
    _for_teams(event)
    led = teams_led_by(actor.player, event=event) if actor.player is not None else []
    origins = [
        Origin(row.country.code or "", row.region)
        for row in OverallCaptain.objects.filter(event=event, player=actor.player or 0).order_by("country", "region")
        if may_look_after(actor, event, row.country.code or "", row.region)
    ]
    if not led and not origins:
        raise NotPermitted("not_team_officer", _("You lead no team of this event."))
    if request.method == "POST":
        origin = next((one for one in origins if one.key == request.POST.get("origin")), None)
        if origin is None:
            raise Http404
        with tell_failure(request) as done:
            made = services.add_team(
                actor=actor, now=timezone.now(), event_id=event.pk, country=origin.country, region=origin.region
            )
            done(_("{team} is entered. Name its players.").format(team=made.name))
        return redirect("events:my-teams", event.slug)
    own = {team.pk for team in led}
    context = {
        "event": event,
        "tabs": event_tabs(request, event, ""),
        "crumbs": event_crumbs(event, Link(_("My teams"))),
        "cards": [card for card in team_cards(event) if card.entry.pk in own],
        "orders": orders_of(own),
        "origins": origins,
        "is_open": event.state in (EventState.DRAFT, EventState.PUBLISHED),
    }
    return render(request, "tournaments/my_teams.html", context)


def get_team(event: Event, pk: int) -> Entry:
    """The team of that key. Raises Http404."""
    team = Entry.objects.filter(event=event, pk=pk, as_team__isnull=False).select_related("as_team").first()
    if team is None:
        raise Http404
    team.event = event
    return team


def _led_team(event: Event, actor: Actor, pk: int) -> Entry:
    _for_teams(event)
    team = get_team(event, pk)
    if not may_lead(actor, event, team):
        raise NotPermitted("not_team_officer", _("Only the captain, the deputy or an organiser may see this page."))
    return team


@never_cache
@require_http_methods(METHODS)
@acting
def desk(request: HttpRequest, event: Event, actor: Actor, pk: int) -> HttpResponse:
    """Everything of one team."""
    team = _led_team(event, actor, pk)
    act = request.POST.get("act", "")
    card = team_card(team)
    room = (event.team_size - len(card.regular), event.team_substitutes - len(card.substitutes))
    started = event.state not in (EventState.DRAFT, EventState.PUBLISHED)
    form = TeamPlayerForm(
        request.POST if act == "add" else None, initial={"is_substitute": started or room[0] <= 0}
    )  # fmt: skip
    squad = SquadForm(request.POST if act == "squad" else None)
    captains = _captains_form(request, event, actor, card, bound=act == "captains")
    candidates: list[Player] = []
    doubtful: list[DoubtfulLine] = []
    if request.method == "POST":
        try:
            done = _act(request, event, actor, team, act, form, squad, captains)
        except NotPermitted:
            raise
        except DomainError as error:
            if isinstance(error, Conflict) and error.code == "doubtful_person" and act == "add":
                ids = [candidate["player"] for candidate in error.extra["candidates"]]
                candidates = list(Player.objects.filter(pk__in=ids))
            if error.code == "doubtful_lines":
                doubtful = _doubtful(error.extra["lines"], team)
            bound = {"add": form, "squad": squad, "captains": captains}.get(act)
            if bound is None:
                messages.error(request, str(error.message))
                return redirect("events:team-desk", event.slug, pk)
            add_failure(bound, error, {"player": "name"})
        else:
            if done:
                messages.success(request, done)
                return redirect("events:team-desk", event.slug, pk)
    is_organiser = may_organise(actor, event)
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "entrants"),
        "crumbs": event_crumbs(event, Link(team.name)),
        "team": team,
        "card": card,
        "orders": orders_of([team.pk]),
        "form": form,
        "squad": squad,
        "captains": captains,
        "candidates": candidates,
        "doubtful": doubtful,
        "links": new_links(request, event) if is_organiser else [],
        "is_organiser": is_organiser,
        "looks_after": may_look_after(actor, event, team.country.code or "", team.as_team.region),
        "overall": overall_captain(event, team),
        "others": _others(event, team),
        "may_add": event.state != EventState.FINISHED and team.state == EntryState.ACCEPTED
        and (room[1] > 0 or (not started and room[0] > 0)),
        "may_change": event.state != EventState.FINISHED and team.state == EntryState.ACCEPTED,
        "started": started,
        "room": room,
        "places": max(0, room[1]) + (0 if started else max(0, room[0])),
        "is_drawn": is_drawn(event),
        "seeding": CURRENT.seeding,
    }  # fmt: skip
    has_errors = any(f.is_bound and f.errors for f in (form, squad, captains))
    return render(request, "tournaments/team_desk.html", context, status=400 if has_errors else 200)


def _act(
    request: HttpRequest, event: Event, actor: Actor, team: Entry, act: str, form: TeamPlayerForm, squad: SquadForm,
    captains: CaptainsForm,
) -> str:  # fmt: skip
    """Do what was asked; what to say, or nothing where a form has errors, which it then shows."""
    now = timezone.now()
    if act == "add":
        return _add(request, event, actor, team, form) if form.is_valid() else ""
    if act == "squad":
        return _add_all(request, event, actor, team, squad.names()) if squad.is_valid() else ""
    if act == "captains":
        if not captains.is_valid():
            return ""
        captain = _other_captain(captains) or captains.chosen("captain")
        services.name_captains(
            actor=actor, now=now, team_id=team.pk, captain_id=captain, deputy_id=captains.chosen("deputy")
        )  # fmt: skip
        return _("Captain and deputy are named.")
    order = [row.entry.pk for row in team_card(team).players]
    wanted = _typed_order(request, order) if act == "order" else _moved(order, act)
    services.order_team(actor=actor, now=now, team_id=team.pk, players=wanted)
    return _("The order of the team is stored.")


def _add(request: HttpRequest, event: Event, actor: Actor, team: Entry, form: TeamPlayerForm) -> str:
    chosen, data = request.POST.get("player", ""), form.cleaned_data
    country = data["country"] or team.country.code or ""
    entered = services.add_team_player(
        actor=actor, now=timezone.now(), team_id=team.pk, player_id=int(chosen) if chosen.isdecimal() else None,
        person=services.NewPerson(data["name"], country, surely_new=chosen == "new"),
        is_substitute=data["is_substitute"], any_country=data["any_country"],
    )  # fmt: skip
    if entered.link:
        keep_new_links(request, event, {entered.entry.pk: entered.link})
    return _("{name} is entered.").format(name=entered.entry.name)


def _add_all(request: HttpRequest, event: Event, actor: Actor, team: Entry, names: list[str]) -> str:
    """All of them or nobody. Where profiles have the name already, `who-<line>` says which of them is meant, or none.

    Raises InvalidInput `bad_line` for the first line that cannot be, else `doubtful_lines` with all lines to answer.
    """
    regular = Entry.every.filter(team=team, is_substitute=False).count()
    started = event.state not in (EventState.DRAFT, EventState.PUBLISHED)
    links: dict[int, str] = {}
    doubtful: list[dict[str, object]] = []
    entered_here: set[int | None] = set()
    with transaction.atomic():
        for line, name in enumerate(names, start=1):
            chosen = request.POST.get(f"who-{line}", "") if request.POST.get(f"name-{line}") == name else ""
            try:
                entered = services.add_team_player(
                    actor=actor, now=timezone.now(), team_id=team.pk,
                    is_substitute=started or regular >= event.team_size,
                    player_id=int(chosen) if chosen.isdecimal() else None,
                    person=services.NewPerson(name, team.country.code or "", surely_new=chosen == "new"),
                )  # fmt: skip
            except (Conflict, InvalidInput) as error:
                if error.code == "doubtful_person":
                    # whom a line above has just made is nobody to choose
                    found = [one["player"] for one in error.extra["candidates"] if one["player"] not in entered_here]
                if error.code == "doubtful_person" and found:
                    doubtful.append({"number": line, "name": name, "players": found})
                    regular += 1
                    continue
                raise InvalidInput(
                    "bad_line", _("Line {n}, {name}: {error}").format(n=line, name=name, error=error.message),
                    field="squad",
                ) from error  # fmt: skip
            regular += not entered.entry.is_substitute
            entered_here.add(entered.entry.player_id)
            if entered.link:
                links[entered.entry.pk] = entered.link
        if doubtful:
            text = ngettext(
                "{n} name has a profile already: say who is meant.",
                "{n} names have profiles already: say who is meant.",
                len(doubtful),
            ).format(n=len(doubtful))  # fmt: skip
            raise InvalidInput("doubtful_lines", text, {"lines": doubtful}, field="squad")
    if links:
        keep_new_links(request, event, links)
    return ngettext("{n} player is entered.", "{n} players are entered.", len(names)).format(n=len(names))


def _doubtful(lines: Sequence[dict[str, Any]], team: Entry) -> list[DoubtfulLine]:
    people = Player.objects.in_bulk([pk for line in lines for pk in line["players"]])
    found = []
    for line in lines:
        candidates = tuple(people[pk] for pk in line["players"] if pk in people)
        alone = candidates[0] if len(candidates) == 1 else None
        likely = alone if alone is not None and team.country and alone.country == team.country else None
        found.append(DoubtfulLine(line["number"], line["name"], candidates, likely))
    return found


def _typed_order(request: HttpRequest, order: list[int]) -> list[int]:
    """The players by the numbers typed beside them. Raises InvalidInput `team_order` unless these are 1 to their
    number, each once."""
    numbers = {pk: request.POST.get(f"place-{pk}", "").strip() for pk in order}
    if sorted(numbers.values()) != sorted(map(str, range(1, len(order) + 1))):
        raise InvalidInput("team_order", _("Give each number from 1 to {last} once.").format(last=len(order)))
    return sorted(order, key=lambda pk: int(numbers[pk]))


def _moved(order: list[int], act: str) -> list[int]:
    move, _dash, text = act.partition("-")
    if move not in ("up", "down") or not text.isdecimal() or int(text) not in order:
        raise Http404
    at = order.index(int(text))
    other = at + (1 if move == "down" else -1)
    if 0 <= other < len(order):
        order[at], order[other] = order[other], order[at]
    return order


def _captains_form(
    request: HttpRequest, event: Event, actor: Actor, card: TeamCard, *, bound: bool
) -> CaptainsForm:  # fmt: skip
    people = {row.entry.person.pk: row.entry.person for row in card.players}
    overall = overall_captain(event, card.entry)
    for known in (card.team.captain, card.team.deputy, overall.player if overall else None):
        if known is not None:
            people.setdefault(known.pk, known)
    initial = {"captain": card.team.captain_id or "", "deputy": card.team.deputy_id or ""}
    form = CaptainsForm(request.POST if bound else None, people=people.values(), initial=initial)
    if not may_look_after(actor, event, card.entry.country.code or "", card.team.region):
        # the captain names the deputy only
        form.fields["captain"].disabled = True
        del form.fields["other"]
    return form


def _other_captain(form: CaptainsForm) -> int | None:
    name = form.cleaned_data.get("other", "").strip()
    return None if not name else find_by_exact_name(name, "other").pk


def find_by_exact_name(name: str, field: str) -> Player:
    """The one player of that name. Raises InvalidInput `unknown_player`, `several_players`."""
    found = list(possible_doubles(name)[:2])
    if not found:
        raise InvalidInput("unknown_player", _("No player is called {name}.").format(name=name), field=field)
    if len(found) > 1:
        raise InvalidInput(
            "several_players", _("Several players are called {name}; name somebody else.").format(name=name),
            field=field,
        )  # fmt: skip
    return found[0]


def _others(event: Event, team: Entry) -> list[Entry]:
    """The other teams of the same country or region, between which players may be moved."""
    rows = Entry.objects.filter(event=event, state=EntryState.ACCEPTED, as_team__region=team.as_team.region)
    return list(rows.filter(country=team.country, as_team__isnull=False).exclude(pk=team.pk).order_by("name"))


def _player(event: Event, team: Entry, pk: int) -> Entry:
    return get_object_or_404(Entry.every.select_related("player"), pk=pk, event=event, team=team)


@require_POST
@acting
def remove_player(request: HttpRequest, event: Event, actor: Actor, pk: int, player: int) -> HttpResponse:
    """Take a player out of the team."""
    team = _led_team(event, actor, pk)
    entry = _player(event, team, player)
    with tell_failure(request) as done:
        services.remove_team_player(actor=actor, now=timezone.now(), entry_id=entry.pk)
        done(_("{name} is no longer in {team}.").format(name=entry.name, team=team.name))
    return redirect("events:team-desk", event.slug, pk)


@require_POST
@acting
def move_player(request: HttpRequest, event: Event, actor: Actor, pk: int, player: int) -> HttpResponse:
    """Move a player to another team of the country."""
    team = _led_team(event, actor, pk)
    entry = _player(event, team, player)
    wanted = request.POST.get("to", "")
    if not wanted.isdecimal():
        raise Http404
    with tell_failure(request) as done:
        services.move_team_player(
            actor=actor, now=timezone.now(), entry_id=entry.pk, team_id=int(wanted),
            is_substitute=request.POST.get("as") != "regular", reason=request.POST.get("reason", "").strip(),
        )  # fmt: skip
        done(_("{name} has moved.").format(name=entry.name))
    return redirect("events:team-desk", event.slug, pk)
