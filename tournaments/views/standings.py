"""Standings and cross tables of groups and Swiss stages, and their live fragment."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Event, Stage
from tournaments.selectors.pages.loading import EntryRow, load_entries
from tournaments.selectors.pages.path import find_followed
from tournaments.selectors.pages.stage_words import stage_title
from tournaments.selectors.pages.standings import StandingsPage, load_standings
from tournaments.selectors.tables import last_table_round, table_stages
from tournaments.selectors.visibility import require_results
from tournaments.views.common import Link, event_tabs, get_played, small_number
from tournaments.views.live import live_fragment, poll_seconds, remembered, viewer_tag

ME = "me"
SLUG = re.compile(r"[-\w]{1,150}", re.ASCII)
VIEWS = ("table", "cross")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an address asks for, unknown values left out. `around` is the slug of a player."""

    stage: int = 0
    round: int = 0
    view: str = "table"
    first: int = 1
    around: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> "Wanted":
        sent = request.GET
        around = sent.get("around", "").strip()
        return cls(
            stage=small_number(sent.get("stage", "")),
            round=small_number(sent.get("round", "")),
            view="cross" if sent.get("view") == "cross" else "table",
            first=small_number(sent.get("from", "")) or 1,
            around=around if SLUG.fullmatch(around) else "",
        )

    def query(self, **changes: Any) -> str:
        """The query of the same page with something changed; what is as usual is left out."""
        values = {"stage": self.stage, "round": self.round, "view": self.view, "from": self.first,
                  "around": self.around} | changes  # fmt: skip
        usual = {"stage": 0, "round": 0, "view": "table", "from": 1, "around": ""}
        return "?" + urlencode({name: value for name, value in values.items() if value and value != usual[name]})

    @property
    def name(self) -> str:
        return f"{self.stage}-{self.round}-{self.view}-{self.first}-{self.around}"


def choose_stage(stages: list[Stage], number: int) -> Stage | None:
    """The stage asked for, else the last one that has been opened, else the first."""
    if not stages:
        return None
    opened = [stage for stage in stages if stage.opened_at is not None]
    usual = opened[-1] if opened else stages[0]
    return next((stage for stage in stages if stage.number == number), usual)


def viewer_entry(request: HttpRequest, entries: dict[int, EntryRow]) -> EntryRow | None:
    """The entry of the one who looks."""
    user = request.user.pk if request.user.is_authenticated else None
    return next((row for row in entries.values() if user is not None and row.user == user), None)


def stage_links(stages: list[Stage], current: Stage, query: Any) -> list[Link]:
    """Links to the other stages with tables; none where there is one only."""
    if len(stages) < 2:
        return []
    return [Link(str(stage_title(stage)), query(stage), stage.number == current.number) for stage in stages]


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of a stage. `?stage=&round=&view=cross` say which, `?from=` and `?around=` which part of a long one.

    `around` is a player's slug, "me", or a name as typed, which leads to the slug.
    """
    event = get_played(request, slug)
    stages = table_stages(event)
    wanted = Wanted.of(request)
    stage = choose_stage(stages, wanted.stage)
    tabs = event_tabs(request, event, "standings")
    if stage is None:
        return render(request, "tournaments/standings_empty.html", {"event": event, "tabs": tabs})
    entries = load_entries(event)
    mine = viewer_entry(request, entries)
    typed = request.GET.get("around", "").strip()
    found = [mine] if typed == ME and mine else find_followed(entries, typed) if typed and typed != ME else []
    if len(found) == 1 and found[0] is not None and typed not in (ME, found[0].slug):
        query = request.GET.copy()
        query["around"] = found[0].slug
        return redirect(f"{request.path}?{query.urlencode()}")
    around = found[0] if len(found) == 1 else None
    page = load_standings(
        event, stage, through=wanted.round, first=wanted.first, around=None if around is None else around.id
    )
    if page is None:
        return render(request, "tournaments/standings_empty.html", {"event": event, "tabs": tabs})
    live = Wanted(wanted.stage, wanted.round, wanted.view, wanted.first, "" if around is None else around.slug)
    context = {
        "event": event,
        "tabs": tabs,
        "page": page,
        "wanted": wanted,
        "cross": wanted.view == "cross",
        "stages": stage_links(stages, stage, lambda other: wanted.query(stage=other.number, round=0, **{"from": 1})),
        "views": _view_links(wanted, page, typed),
        "mine": mine,
        "around": around,
        "marked": around or mine,
        "typed": typed if typed and typed != ME and around is None else "",
        "candidates": [row for row in found if row is not None] if len(found) > 1 else [],
        "lost": typed == ME and mine is None,
        "past_rounds": range(1, last_table_round(stage)) if page.is_swiss else (),
        "previous_url": wanted.query(around="", **{"from": page.previous}) if page.previous else "",
        "next_url": wanted.query(around="", **{"from": page.next}) if page.next else "",
        "me_url": wanted.query(around=ME, **{"from": 1}),
        "list": _list(request, page, live, marked=around or mine),
        "etag": viewer_tag(request, event),
        "every": 0 if page.counted.is_past else poll_seconds(event),
        "live_url": reverse("events:standings-live", args=[event.slug]) + live.query(),
    }
    return render(request, "tournaments/standings.html", context)


def _list(request: HttpRequest, page: StandingsPage, wanted: Wanted, *, marked: EntryRow | None) -> SafeString:
    """The tables, drawn once for a version of the event, with the row of one reader marked."""

    def draw() -> bytes:
        context = {"event": page.event, "page": page, "cross": wanted.view == "cross"}
        return render(request, "tournaments/parts/standings.html", context).content

    html = remembered(f"tables-{wanted.name}:{viewer_tag(request, page.event)}", draw).decode()
    if marked is not None:
        who = f' data-who="{marked.id}"'
        html = html.replace(who, f'{who} class="me"')
    return mark_safe(html)  # noqa: S308 - drawn by our own template


def _view_links(wanted: Wanted, page: StandingsPage, typed: str) -> list[Link]:
    titles = {"table": _("Table"), "cross": _("Round by round") if page.is_swiss else _("Cross table")}
    return [Link(titles[view], wanted.query(view=view, around=typed), view == wanted.view) for view in VIEWS]


@require_safe
def standings_live(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The rows of a page of standings, without anything about the viewer; `?around=` is a slug here."""
    wanted = Wanted.of(request)

    def context(event: Event) -> dict[str, object] | None:
        stage = choose_stage(table_stages(event), wanted.stage)
        if stage is None:
            return None
        around = None
        if wanted.around:
            rows = load_entries(event).values()
            around = next((row.id for row in rows if row.slug == wanted.around), None)
        page = load_standings(event, stage, through=wanted.round, first=wanted.first, around=around)
        return None if page is None else {"event": event, "page": page, "cross": wanted.view == "cross"}

    name = f"standings-{wanted.name}"
    return live_fragment(request, slug, name, "tournaments/parts/standings_live.html", context, require=require_results)
