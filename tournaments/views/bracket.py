"""The bracket: the lens, its live fragment, and the followed player."""

import re
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.selectors.pages.bracket import Bracket, load_bracket
from tournaments.selectors.pages.loading import EntryRow
from tournaments.selectors.pages.path import Path, find_followed, load_path
from tournaments.views import following
from tournaments.views.common import event_tabs, get_event
from tournaments.views.live import event_tag, live_fragment, poll_seconds, remembered

ALL = "all"
SLUG = re.compile(r"[-\w]{1,150}", re.ASCII)
FIRST_ROUND_OUTSIDE_PARTS = 2  # counted from the final: semi-finals and final lie in no quarter


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of the bar over the lens; `value` is what it sets `data-active` or `data-part` to."""

    text: str
    url: str
    value: str
    current: bool
    note: str = ""
    id: str = ""


@dataclass(frozen=True)
class View:
    """What is shown: from which round on (`active` counts from the final), which part, who is followed."""

    bracket: Bracket
    active: int
    part: str
    path: Path | None

    @property
    def rounds(self) -> int:
        return len(self.bracket.rounds)

    def url(self, *, active: int, part: str) -> str:
        """The address of another view, with the same followed player."""
        query = {"round": str(self.rounds - active)}
        if self.bracket.has_parts:
            query["part"] = part
        if self.path is not None:
            query["follow"] = self.path.slug
        return f"?{urlencode(query)}"

    @property
    def round_tabs(self) -> list[Tab]:
        tabs = []
        for round_ in self.bracket.rounds:
            part = ALL if round_.depth < FIRST_ROUND_OUTSIDE_PARTS else self.part
            note = _("done") if round_.is_done else round_.count
            tabs.append(
                Tab(
                    str(round_.tab), self.url(active=round_.depth, part=part), str(round_.depth),
                    round_.depth == self.active, note, f"t{round_.depth}",
                )
            )  # fmt: skip
        return tabs

    @property
    def part_tabs(self) -> list[Tab]:
        if not self.bracket.has_parts:
            return []
        inside = max(self.active, FIRST_ROUND_OUTSIDE_PARTS)
        tabs = [Tab(_("All"), self.url(active=self.active, part=ALL), ALL, self.part == ALL)]
        for number in range(1, self.bracket.view.parts + 1):
            text = _("Q{n}").format(n=number)
            tabs.append(Tab(text, self.url(active=inside, part=str(number)), str(number), self.part == str(number)))
        return tabs


def choose_view(bracket: Bracket, *, round_: str, part: str, path: Path | None) -> View:
    """The view an address asks for; what it leaves open, or asks for in vain, follows from the state of play.

    The current round, and of it the quarter of the followed player, else the one with most left to play. Semi-finals
    and final are always shown whole.
    """
    rounds = len(bracket.rounds)
    number = int(round_) if round_.isdecimal() and 1 <= int(round_) <= rounds else 0
    if not number:
        number = min(bracket.current_round, path.round) if path is not None else bracket.current_round
    active = rounds - number
    if not bracket.has_parts or active < FIRST_ROUND_OUTSIDE_PARTS:
        return View(bracket, active, ALL, path)
    if part != ALL and not (part.isdecimal() and 1 <= int(part) <= bracket.view.parts):
        part = str(path.part) if path is not None and path.part else str(bracket.view.busiest_part(number))
    return View(bracket, active, part, path)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of an event. `?round=&part=&follow=` say what is shown; the page is complete without script."""
    event = get_event(request, slug)
    drawn = load_bracket(event)
    if drawn is None:
        return render(
            request, "tournaments/bracket_empty.html",
            {"event": event, "tabs": event_tabs(request, event, "bracket")},
        )  # fmt: skip
    wanted = request.GET.get("follow")
    found = find_followed(drawn.entries, wanted) if wanted else []
    if wanted and len(found) == 1 and found[0].slug != wanted:
        query = request.GET.copy()
        query["follow"] = found[0].slug
        for name in ("round", "part"):  # somebody else is looked for: show where he plays
            query.pop(name, None)
        return redirect(f"{request.path}?{query.urlencode()}")
    followed = _followed(request, drawn, wanted, found)
    path = load_path(drawn, followed.id) if followed is not None else None
    view = choose_view(
        drawn, round_=request.GET.get("round", ""), part=request.GET.get("part", ""), path=path
    )  # fmt: skip
    context = {
        "event": event,
        "tabs": event_tabs(request, event, "bracket"),
        "bracket": drawn,
        "ends": drawn.ends,
        "champion": drawn.champion,
        "view": view,
        "path": path,
        "follow": path.entry if path else 0,
        "strip": drawn.strip(path.entry if path else None) if drawn.has_parts else None,
        "heights": " ".join(f"{height:g}" for height in drawn.strip_heights),
        "shown": _shown(view),
        "wanted": wanted if wanted and not path else "",
        "candidates": found if len(found) > 1 else [],
        "etag": event_tag(event),
        "every": poll_seconds(event),
        "live_url": reverse("events:bracket-live", args=[event.slug]) + (f"?follow={path.slug}" if path else ""),
    }
    response = render(request, "tournaments/bracket.html", context)
    if wanted == "":
        following.forget(response, request, {row.slug for row in drawn.entries.values()})
    elif wanted and path is not None and following.followed_slugs(request)[:1] != [path.slug]:
        following.remember(response, request, path.slug)
    return response


def _followed(request: HttpRequest, drawn: Bracket, wanted: str | None, found: list[EntryRow]) -> EntryRow | None:
    """Who is followed: the one of the address, else of the cookie, else the viewer."""
    if wanted is not None:
        return found[0] if len(found) == 1 else None
    by_slug = {row.slug: row for row in drawn.entries.values()}
    for slug in following.followed_slugs(request):
        if slug in by_slug:
            return by_slug[slug]
    viewer = request.user.pk if request.user.is_authenticated else None
    return next((row for row in drawn.entries.values() if viewer is not None and row.user == viewer), None)


def _shown(view: View) -> tuple[float, float]:
    """The tinted part of the strip: left edge and width."""
    strip = view.bracket.strip(None)
    if view.part == ALL:
        return 0, sum(width for _left, width in strip.parts)
    return strip.parts[int(view.part) - 1]


@require_safe
def bracket_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All boxes and counts, without anything about the viewer; `?follow=` adds the path of that player."""
    follow = request.GET.get("follow", "")

    def context(event: Event) -> dict[str, object] | None:
        drawn = load_bracket(event)
        if drawn is None:
            return None
        view = View(drawn, len(drawn.rounds) - 1, ALL, None)
        return {
            "event": event,
            "bracket": drawn,
            "ends": drawn.ends,
            "champion": drawn.champion,
            "view": view,
            "follow": 0,
        }

    def draw_path(event: Event) -> bytes:
        drawn = load_bracket(event)
        found = next((row for row in drawn.entries.values() if row.slug == follow), None) if drawn else None
        path = load_path(drawn, found.id) if drawn and found else None
        return render(request, "tournaments/parts/path.html", {"path": path}).content if path else b""

    def more(event: Event) -> bytes:
        return remembered(f"path:{follow}:{event_tag(event)}", lambda: draw_path(event))

    wanted = more if SLUG.fullmatch(follow) else None
    return live_fragment(request, slug, "bracket", "tournaments/parts/bracket_live.html", context, wanted)
