"""The bracket: its parts, its live fragment, and the followed player."""

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.formats.double_elimination import FINAL
from tournaments.formats.knockout import PRELIMINARY
from tournaments.formats.lens import STRIP_WIDTH, Strip
from tournaments.models import Event
from tournaments.selectors.pages.bracket import ORDER, Bracket, Part, RoundEnd, load_bracket, part_text
from tournaments.selectors.pages.loading import EntryRow
from tournaments.selectors.pages.path import Path, find_followed, load_path
from tournaments.selectors.pages.shapes import Column, Lens, List, Tree, shape_of
from tournaments.selectors.pages.stage_words import stage_title
from tournaments.selectors.visibility import may_see_results, require_draw
from tournaments.views import following
from tournaments.views.common import event_tabs, get_drawn
from tournaments.views.live import live_fragment, poll_seconds, remembered, viewer_tag

ALL = "all"
SLUG = re.compile(r"[-\w]{1,150}", re.ASCII)
FIRST_DEPTH_IN_QUARTERS = 2  # counted from the final: semi-finals and final lie in no quarter


@dataclass(frozen=True, slots=True)
class Tab:
    """A link of the bars over the matches; in a lens `value` is what it sets `data-active` or `data-part` to."""

    text: str
    url: str
    value: str
    current: bool
    note: str = ""
    id: str = ""
    is_followed: bool = False


@dataclass(frozen=True)
class View:
    """What is shown: which part in which shape, from which round on, which quarter ("all" or its number), who is
    followed."""

    bracket: Bracket
    part: Part
    shape: Lens | Tree | List
    round: int
    quarter: str
    path: Path | None

    @property
    def active(self) -> int:
        """The round counted from the last one, as the style sheet of the lens counts."""
        return self.shape.rounds[-1].number - self.round

    @property
    def lens_rounds(self) -> int:
        return len(self.shape.columns) if isinstance(self.shape, Lens) else 0

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What a tree shows."""
        if not isinstance(self.shape, Tree):
            return ()
        return self.shape.columns(self.round, None if self.quarter == ALL else int(self.quarter))

    @cached_property
    def strip(self) -> Strip | None:
        """The overview of the part."""
        follow = None if self.path is None else self.path.entry
        return None if isinstance(self.shape, List) else self.shape.strip(follow)

    @property
    def tinted(self) -> tuple[float, float]:
        """The shown part of the strip: left edge and width."""
        if self.strip is None or self.quarter == ALL:
            return 0, STRIP_WIDTH
        return self.strip.parts[int(self.quarter) - 1]

    @property
    def shows_path(self) -> bool:
        """Whether the latest match of the followed player is on the page."""
        if self.path is None or self.path.part != self.part.key:
            return False
        numbers = (item.box.number for column in self.columns for item in column.items if item.box is not None)
        return not isinstance(self.shape, Tree) or self.path.match in numbers

    @property
    def intro(self) -> str:
        """What the part is, in a sentence."""
        return part_text(self.bracket, self.part.key if self.round or isinstance(self.shape, List) else PRELIMINARY)

    @property
    def has_notes(self) -> bool:
        """Whether lines below the boxes say where losers come from and go to."""
        return self.bracket.writer(self.part.key).notes and not isinstance(self.shape, List)

    @property
    def ends(self) -> RoundEnd | None:
        """The deadline of the part's current round."""
        return None if isinstance(self.shape, List) else self.bracket.end_of(self.part.key, self.shape.current_round)

    def url(self, **changed: str | int) -> str:
        """The address of another view, with the same followed player."""
        query: dict[str, str | int] = {}
        if len(self.bracket.stages) > 1:
            query["stage"] = self.bracket.stage.number
        if len(self.bracket.parts) > 1:
            query["part"] = self.part.key
        query |= changed
        if self.path is not None:
            query["follow"] = self.path.slug
        return f"?{urlencode(query)}"

    @property
    def stage_tabs(self) -> list[Tab]:
        if len(self.bracket.stages) < 2:
            return []
        follow = {} if self.path is None else {"follow": self.path.slug}
        return [
            Tab(
                str(stage_title(stage)), f"?{urlencode({'stage': stage.number, **follow})}", "",
                stage.pk == self.bracket.stage.pk,
            )
            for stage in self.bracket.stages
        ]  # fmt: skip

    @property
    def part_tabs(self) -> list[Tab]:
        parts = self.bracket.parts
        if len(parts) < 2:
            return []
        return [
            Tab(
                part.title, self.url(part=part.key), "", part.key == self.part.key,
                _("done") if part.is_done else part.count, f"pt-{part.key}",
                self.path is not None and self.path.part == part.key,
            )
            for part in parts
        ]  # fmt: skip

    @property
    def round_tabs(self) -> list[Tab]:
        tabs = []
        last = self.shape.rounds[-1].number if self.shape.rounds else 0
        for round_ in self.shape.rounds:
            more: dict[str, str | int] = {"round": round_.number}
            if self.shape.has_quarters and round_.number:
                more["quarter"] = self.quarter if self._in_quarters(round_.number) else ALL
            note = _("done") if round_.is_done else round_.count
            value = str(last - round_.number) if isinstance(self.shape, Lens) and round_.number else ""
            is_current = round_.number == self.round
            tabs.append(Tab(round_.tab, self.url(**more), value, is_current, note, f"t{last - round_.number}"))
        return tabs

    @property
    def quarter_tabs(self) -> list[Tab]:
        if not self.shape.has_quarters or not self.round:
            return []
        inside = self.round if self._in_quarters(self.round) else self._last_in_quarters
        tabs = [Tab(_("All"), self.url(round=self.round, quarter=ALL), ALL, self.quarter == ALL)]
        if isinstance(self.shape, Tree) and not self.shape.fits(self.round):
            tabs = []
        for number in map(str, range(1, 5)):
            text = _("Q{n}").format(n=number)
            tabs.append(Tab(text, self.url(round=inside, quarter=number), number, self.quarter == number))
        return tabs

    @property
    def _last_in_quarters(self) -> int:
        return last_in_quarters(self.shape)

    def _in_quarters(self, number: int) -> bool:
        return number <= self._last_in_quarters


def last_in_quarters(shape: Lens | Tree | List) -> int:
    """The last round whose matches all lie in a quarter."""
    if isinstance(shape, Lens):
        return shape.rounds[-1].number - FIRST_DEPTH_IN_QUARTERS
    return shape.last_quarter_round if isinstance(shape, Tree) else 0


def choose_view(bracket: Bracket, *, part: str, round_: str, quarter: str, path: Path | None) -> View:
    """The view an address asks for; what it leaves open, or asks for in vain, follows from the state of play.

    The part of the followed player, else the first with something left to play; its current round, and of that the
    quarter of the followed player, else the one with most left to play. Rounds of fewer than four are shown whole.
    """
    parts = {found.key: found for found in bracket.parts}
    chosen = parts.get(part) or parts.get(path.part if path is not None else "")
    if chosen is None:
        last = parts.get(FINAL, bracket.parts[0])
        chosen = next((found for found in bracket.parts if not found.is_done), last)
    shape = shape_of(bracket, chosen.key)
    here = path if path is not None and path.part == chosen.key else None
    number = int(round_) if round_.isdecimal() and len(round_) < 3 else -1
    if number not in {found.number for found in shape.rounds}:
        number = min(shape.current_round, here.round) if here is not None else shape.current_round
    if not number:
        return View(bracket, chosen, shape_of(bracket, chosen.key, 0), 0, ALL, path)
    if not shape.has_quarters or number > last_in_quarters(shape):
        return View(bracket, chosen, shape, number, ALL, path)
    whole = quarter == ALL and not (isinstance(shape, Tree) and not shape.fits(number))
    if not whole and quarter not in ("1", "2", "3", "4"):
        own = shape.quarter_of(here.entry) if here is not None else None
        quarter = str(own or shape.busiest_quarter(number))
    return View(bracket, chosen, shape, number, quarter, path)


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket of an event. `?stage=&part=&round=&quarter=&follow=` say what is shown; the page is complete without
    script."""
    event = get_drawn(request, slug)
    drawn = load_bracket(event, request.GET.get("stage", ""), results=may_see_results(request.user, event))
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
        for name in ("part", "round", "quarter"):  # somebody else is looked for: show where he plays
            query.pop(name, None)
        return redirect(f"{request.path}?{query.urlencode()}")
    followed = _followed(request, drawn, wanted, found)
    path = load_path(drawn, followed.id) if followed is not None else None
    view = asked_view(request, drawn, path)
    context = {
        **shown(view),
        "tabs": event_tabs(request, event, "bracket"),
        "path": path,
        "follow": path.entry if path else 0,
        "wanted": wanted if wanted and not path else "",
        "candidates": found if len(found) > 1 else [],
        "etag": viewer_tag(request, event),
        "every": poll_seconds(event),
        "live_url": reverse("events:bracket-live", args=[event.slug]) + live_query(view),
    }
    response = render(request, "tournaments/bracket.html", context)
    if wanted == "":
        following.forget(response, request, {row.slug for row in drawn.entries.values()})
    elif wanted and path is not None and following.followed_slugs(request)[:1] != [path.slug]:
        following.remember(response, request, path.slug)
    return response


def asked_view(request: HttpRequest, drawn: Bracket, path: Path | None) -> View:
    """The view of the address; a `part` that is a quarter is one of the first part."""
    part = request.GET.get("part", "")
    return choose_view(
        drawn, part=part, round_=request.GET.get("round", ""), quarter=request.GET.get("quarter", part), path=path
    )


def shown(view: View) -> dict[str, object]:
    """What is the same for everybody."""
    return {
        "event": view.bracket.stage.event,
        "bracket": view.bracket,
        "view": view,
        "shape": view.shape,
        "ends": view.ends,
        "champion": view.bracket.champion,
        "plate_winner": view.bracket.plate_winner,
        "follow": 0,
    }


def live_query(view: View) -> str:
    """What the fragment of an open page must know: a lens holds all its boxes, a tree those of one view."""
    query: dict[str, str | int] = {}
    if len(view.bracket.stages) > 1:
        query["stage"] = view.bracket.stage.number
    if len(view.bracket.parts) > 1:
        query["part"] = view.part.key
    if isinstance(view.shape, Tree):
        query |= {"round": view.round, "quarter": view.quarter}
    elif view.shape.rounds and not view.shape.rounds[0].number:
        query["round"] = 1  # any but the preliminary round
    if view.path is not None:
        query["follow"] = view.path.slug
    return f"?{urlencode(query)}" if query else ""


def known(value: str) -> str:
    """A value of the address that may name something, so that only such make a fragment of their own; else nothing."""
    return value if value in (*ORDER, ALL) or (value.isdecimal() and len(value) < 3) else ""


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


@require_safe
def bracket_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The boxes and counts of what `?stage=&part=&round=&quarter=` show, without anything about the viewer; `?follow=`
    adds the path of that player."""
    asked = {name: known(request.GET.get(name, "")) for name in ("stage", "part", "round", "quarter")}
    follow = request.GET.get("follow", "")

    def context(event: Event) -> dict[str, object] | None:
        drawn = load_bracket(event, asked["stage"], results=may_see_results(request.user, event))
        if drawn is None:
            return None
        return shown(choose_view(drawn, part=asked["part"], round_=asked["round"], quarter=asked["quarter"], path=None))

    def draw_path(event: Event) -> bytes:
        drawn = load_bracket(event, asked["stage"], results=may_see_results(request.user, event))
        found = next((row for row in drawn.entries.values() if row.slug == follow), None) if drawn else None
        path = load_path(drawn, found.id) if drawn and found else None
        return render(request, "tournaments/parts/path.html", {"path": path}).content if path else b""

    def more(event: Event) -> bytes:
        return remembered(f"path:{asked['stage']}:{follow}:{viewer_tag(request, event)}", lambda: draw_path(event))

    wanted = more if SLUG.fullmatch(follow) else None
    name = ":".join(("bracket", *asked.values()))
    return live_fragment(request, slug, name, "tournaments/parts/bracket_live.html", context, wanted, require_draw)
