"""The organiser's menu: every page it names answers, for each role and kind of event, and it names every page."""

from datetime import timedelta

import pytest

from players.actors import Actor, account_actor
from tests.tournaments.scene import NOW, make_event, make_scene, make_user
from tests.tournaments.team_scene import team_scene
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import EntryRules, Event, EventState, OrganiserRole
from tournaments.selectors.pages.organiser_menu import PAGES, organiser_menu
from tournaments.services import StagePlan
from tournaments.urls import organise_patterns

pytestmark = pytest.mark.django_db

BELOW = {
    # no page of an event
    "index", "new", "new-from", "template-delete", "claims", "claim-decide",
    # acts and files
    "step", "after", "export", "log-csv", "import-undo", "points", "absence", "link-cards",
    # of one entry, stage or match; reached from lists
    "entry-remove", "entry-link", "entry-answers", "entry-leave", "entry-return", "entry-points", "pair-link",
    "stage-close", "stage-reopen", "round-edit", "open-boards", "enter", "decide", "time", "more-time",
    "rule-more-time", "reinstate", "several",
}  # fmt: skip
ALIKE = {"people", "announce", "audience", "log", "template"}
"""What is the same for every kind of event, in every state: one event shows it."""
ROLES = (OrganiserRole.ORGANISER, OrganiserRole.ARBITER, OrganiserRole.CHECK_IN)


def _people(event: Event, owner: Actor) -> dict[str, Actor]:
    people = {}
    for role in ROLES:
        user = make_user(role, player=False)
        services.add_organiser(actor=owner, now=NOW, event_id=event.pk, user=user, role=role)
        people[role] = account_actor(user)
    people["administrator"] = account_actor(make_user("admin", player=False, is_staff=True, is_superuser=True))
    return people


def _walk(event: Event, people: dict[str, Actor], as_actor, seen: set[str]) -> None:
    """Every link of the menu answers, on a page that names itself in its title and in the menu."""
    alike = ALIKE & seen
    for role, actor in people.items():
        menu = organiser_menu(event, actor.user, "event")
        client = as_actor(actor)
        links = [link for group in menu.groups for link in group.links]
        assert links, (event.name, role)
        assert len({link.url for link in links}) == len(links)
        for link in links:
            # what organisers may, administrators may
            if link.name in alike or (role == "administrator" and link.name in seen):
                continue
            answer = client.get(link.url)
            assert answer.status_code == 200, (event.name, role, link.url)
            text = answer.content.decode()
            assert f"<title>{link.text} ·" in text, (event.name, role, link.url)
            assert f'<a href="{link.url}" aria-current="page">{link.text}</a>' in text, link.url
            # the menu is the same wherever one stands
            assert all(f'href="{other.url}"' in text for other in links), link.url
        seen |= {link.name for link in links}
        if role == OrganiserRole.CHECK_IN:
            assert [link.name for link in links] == ["check-in"]
        assert client.get(menu.public_url).status_code == 200


def test_the_menu_names_every_page_of_an_organiser() -> None:
    names = {pattern.name for pattern in organise_patterns}
    assert {page.name for page in PAGES} | BELOW == names
    assert not {page.name for page in PAGES} & BELOW


def test_every_link_of_the_menu_answers(as_actor) -> None:
    seen: set[str] = set()
    stages = [StagePlan("groups", settings={"groups": 1}), StagePlan("knockout", rule=Progression(first=2))]
    main = make_scene(4, stages=stages)
    people = _people(main.event, main.owner)
    _walk(main.event, people, as_actor, seen)
    Event.objects.filter(pk=main.event.pk).update(state=EventState.FINISHED)
    _walk(main.reload(), {"owner": main.owner}, as_actor, seen)

    drafts = [
        make_event(main.owner, name="Pairs", play="doubles"),
        make_event(main.owner, name="Swiss"),
        make_event(main.owner, name="Tables", play="tables"),
    ]
    services.plan_stages(
        actor=main.owner, now=NOW, event_id=drafts[1].pk, plans=[StagePlan("swiss", settings={"rounds": 3})]
    )
    EntryRules.objects.create(event=drafts[1], check_in_opens_at=NOW, check_in_closes_at=NOW + timedelta(hours=1))
    for event in drafts:
        _walk(event, {"owner": main.owner}, as_actor, seen)
    assert {page.name for page in PAGES} - seen == {"teams", "orders"}


def test_the_menu_of_teams(as_actor) -> None:
    scene = team_scene(["FR", "DE"])
    arbiter = account_actor(make_user("arbiter", player=False))
    services.add_organiser(
        actor=scene.owner, now=NOW, event_id=scene.event.pk, user=arbiter.user, role=OrganiserRole.ARBITER
    )
    scene.event.refresh_from_db()
    seen: set[str] = set()
    _walk(scene.event, {"owner": scene.owner, OrganiserRole.ARBITER: arbiter}, as_actor, seen)
    assert {"teams", "orders"} <= seen
    assert not {"entrants", "import", "pair"} & seen
    # a page below another leads back to it
    text = as_actor(arbiter).get(f"/organise/{scene.event.slug}/matches/1/decide/").content.decode()
    assert f'<a href="/organise/{scene.event.slug}/results/" aria-current="true">Enter results</a>' in text
