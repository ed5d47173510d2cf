"""The organiser's pages: which there are, in which group, for whom and when (decision 144).

`PAGES` is the one place that says so. Pages, their titles and the way back from what lies below them are read from it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.models import User
from tantrix_site.compiled import Compiled
from tournaments import permissions
from tournaments.models import Event, EventState, Stage, StageKind
from tournaments.models.structure import TABLE_KINDS
from tournaments.selectors.entry_rules import rules_of
from tournaments.selectors.pages.words import Text

GROUPS: Final[dict[str, Text]] = {
    "now": pgettext_lazy("organiser’s pages", "Now"),
    "entries": gettext_lazy("Entries"),
    "draw": gettext_lazy("Draw and rounds"),
    "results": gettext_lazy("Results"),
    "people": gettext_lazy("People and messages"),
    "print": gettext_lazy("Print"),
    "event": gettext_lazy("Settings and finish"),
}


@dataclass(frozen=True, slots=True)
class Situation:
    """What the choice of pages depends on. `tables` is the last stage with tables that is open, None without one."""

    event: Event
    organises: bool
    rules: bool
    checks_in: bool
    administers: bool
    has_check_in: bool = False
    has_swiss: bool = False
    tables: int | None = None

    @property
    def is_coming(self) -> bool:
        return self.event.state in (EventState.DRAFT, EventState.PUBLISHED)

    @property
    def is_over(self) -> bool:
        return self.event.state == EventState.FINISHED

    @property
    def has_matches(self) -> bool:
        return bool(self.event.last_match_number)


Test = Callable[[Situation], bool]


@dataclass(frozen=True, slots=True)
class OrganiserPage:
    """A page by the name of its address. `who` are those whom it answers, `when` says in which events it is of use."""

    name: str
    group: str
    text: Text
    who: Test
    when: Test


def _always(_it: Situation) -> bool:
    return True


def _organisers(it: Situation) -> bool:
    return it.organises


def _arbiters(it: Situation) -> bool:
    return it.rules


def _desk(it: Situation) -> bool:
    return it.checks_in


def _administrators(it: Situation) -> bool:
    return it.administers


def _unfinished(it: Situation) -> bool:
    return not it.is_over


def _of_stages(it: Situation) -> bool:
    return not it.event.has_sittings and not it.is_over


def _of_sittings(it: Situation) -> bool:
    return it.event.has_sittings


def _played(it: Situation) -> bool:
    return it.has_matches and not it.is_over


PAGES: Final = (
    OrganiserPage("event", "now", gettext_lazy("Dashboard"), _arbiters, _always),
    OrganiserPage("entrants", "entries", gettext_lazy("Entrants"), _organisers, lambda it: not it.event.is_for_teams),
    OrganiserPage("teams", "entries", gettext_lazy("Teams"), _organisers, lambda it: it.event.is_for_teams),
    # whoever does nothing else always finds it; others where the event has one
    OrganiserPage("check-in", "entries", gettext_lazy("Check-in"), _desk,
                  lambda it: not it.rules or (it.has_check_in and not it.is_over)),
    OrganiserPage("terms", "entries", gettext_lazy("Registration"), _organisers, _unfinished),
    OrganiserPage("who-may", "entries", gettext_lazy("Invitations and evidence of age"), _organisers, _unfinished),
    OrganiserPage("import", "entries", gettext_lazy("Paste a list"), _organisers,
                  lambda it: it.is_coming and not it.event.is_for_teams and not it.event.is_for_pairs),
    OrganiserPage("pair", "entries", gettext_lazy("Enter a pair"), _organisers,
                  lambda it: it.is_coming and it.event.is_for_pairs),
    OrganiserPage("stages", "draw", gettext_lazy("Stages"), _organisers, lambda it: not it.event.has_sittings),
    OrganiserPage("seeds", "draw", gettext_lazy("Seeds"), _organisers, _of_stages),
    OrganiserPage("draw", "draw", gettext_lazy("Draw"), _organisers, _of_stages),
    OrganiserPage("rounds", "draw", gettext_lazy("Rounds"), _organisers, lambda it: it.has_swiss),
    OrganiserPage("sittings", "draw", gettext_lazy("Tables"), _arbiters, _of_sittings),
    OrganiserPage("orders", "draw", gettext_lazy("Orders"), _organisers,
                  lambda it: it.event.is_for_teams and _played(it)),
    OrganiserPage("hall", "draw", gettext_lazy("Clock and hall"), _arbiters,
                  # before a first pairing for the fixed tables, which it keeps
                  lambda it: _played(it) or ((it.has_swiss or it.event.has_sittings) and not it.is_over)),
    OrganiserPage("deadlines", "draw", gettext_lazy("Deadlines"), _organisers, _played),
    OrganiserPage("arranging", "draw", gettext_lazy("Reminders and more time"), _organisers, _of_stages),
    OrganiserPage("results", "results", gettext_lazy("Enter results"), _arbiters, _played),
    OrganiserPage("table-results", "results", gettext_lazy("Enter results"), _arbiters,
                  lambda it: it.event.has_sittings and not it.is_over),
    OrganiserPage("check-results", "results", gettext_lazy("Look at typed results"), _arbiters, _played),
    OrganiserPage("stage-ties", "results", gettext_lazy("Level entries"), _arbiters, lambda it: it.tables is not None),
    OrganiserPage("people", "people", gettext_lazy("Officials"), _organisers, _always),
    OrganiserPage("announce", "people", gettext_lazy("Announcements"), _organisers, _always),
    OrganiserPage("audience", "people", gettext_lazy("Who sees what"), _organisers, _always),
    OrganiserPage("log", "people", gettext_lazy("Log"), _arbiters, _always),
    OrganiserPage("print", "print", gettext_lazy("Print"), _arbiters, _always),
    OrganiserPage("settings", "event", gettext_lazy("Settings"), _organisers, _always),
    OrganiserPage("prizes", "event", gettext_lazy("Prize lists"), _organisers, _always),
    OrganiserPage("category", "event", gettext_lazy("Category and weight in ratings"), _administrators, _always),
    OrganiserPage("template", "event", gettext_lazy("Keep as a template"), _organisers, _always),
    OrganiserPage("finish", "event", gettext_lazy("Finish the event"), _organisers,
                  lambda it: it.event.state == EventState.RUNNING),
    OrganiserPage("finish", "event", gettext_lazy("After the end"), _organisers, lambda it: it.is_over),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MenuLink:
    """`current` is what `aria-current` says: "page" of the page itself, "true" where it lies below this one."""

    name: str
    text: Text
    url: str
    current: str = ""


@dataclass(frozen=True, slots=True)
class MenuGroup:
    """A group and its pages, at least one."""

    key: str
    title: Text
    links: tuple[MenuLink, ...]
    is_current: bool

    @property
    def url(self) -> str:
        """Its first page."""
        return self.links[0].url


@dataclass(frozen=True, slots=True)
class Menu:
    """What a person finds among the organiser's pages of an event; `title` is that of the page one is on."""

    groups: tuple[MenuGroup, ...]
    title: Text
    group_title: Text
    public_url: str

    @property
    def here(self) -> MenuGroup | None:
        return next((group for group in self.groups if group.is_current), None)

    @property
    def is_short(self) -> bool:
        """So few pages that they need no groups."""
        return sum(len(group.links) for group in self.groups) < 4


@Compiled
def _stages(event: int) -> QuerySet[Stage, tuple[int, str, datetime | None]]:
    return Stage.objects.filter(event=event).order_by("number").values_list("number", "kind", "opened_at")


def situation_of(event: Event, user: User | AnonymousUser) -> Situation:
    """Two queries besides that for the roles; the one for the stages alone where nobody enters by terms."""
    staff = permissions.is_site_staff(user)
    organises = staff or permissions.organises_event(user, event)
    rules = staff or permissions.rules_on_event(user, event)
    checks_in = staff or permissions.checks_in_event(user, event)
    if not rules:
        return Situation(event, organises, rules, checks_in, administers=False)
    stages = _stages(event.pk)
    tables = [number for number, kind, opened in stages if kind in TABLE_KINDS and opened is not None]
    return Situation(
        event, organises, rules, checks_in, administers=user.is_superuser,
        has_check_in=organises and rules_of(event).has_check_in,
        has_swiss=any(kind == StageKind.SWISS for _number, kind, _opened in stages),
        tables=tables[-1] if tables else None,
    )  # fmt: skip


def organiser_menu(event: Event, user: User | AnonymousUser, here: str, *, is_page: bool = True) -> Menu:
    """The pages of an event this person can use, by group. `here` is the page one is on; with `is_page` false one is on
    a page below it."""
    it = situation_of(event, user)
    pages = [page for page in PAGES if page.who(it) and page.when(it)]
    # what is looked at out of its time has its title and its group all the same
    known: Sequence[OrganiserPage] = [page for page in (*pages, *PAGES) if page.name == here]
    page = known[0] if known else None
    groups = []
    for key, title in GROUPS.items():
        links = tuple(_link(one, it, here, is_page=is_page) for one in pages if one.group == key)
        if links:
            groups.append(MenuGroup(key, title, links, page is not None and page.group == key))
    return Menu(
        tuple(groups), page.text if page else "", GROUPS[page.group] if page else "",
        reverse("events:detail", args=[event.slug]),
    )  # fmt: skip


def _link(page: OrganiserPage, it: Situation, here: str, *, is_page: bool) -> MenuLink:
    args: list[object] = [it.event.slug, *([it.tables] if page.name == "stage-ties" else [])]
    current = ("page" if is_page else "true") if page.name == here else ""
    return MenuLink(page.name, page.text, reverse(f"organise:{page.name}", args=args), current)
