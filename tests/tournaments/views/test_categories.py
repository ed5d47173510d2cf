"""Pages about categories: read by all, changed by an administrator who has seen what follows."""

import re

import pytest
from django.test import Client

from players.models import User
from ratings.services import apply_waiting
from tests.tournaments.scene import NOW, make_scene
from tournaments import services
from tournaments.models import Category

pytestmark = pytest.mark.django_db
PAGE = "/ratings/categories/"


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode().split("<main")[1]))


def seen(answer) -> dict[str, str]:
    return {"rating_digest": re.search(r'name="rating_digest" value="(\w+)"', answer.content.decode())[1]}


def test_a_category_is_made_weighed_and_given_to_an_event(client: Client) -> None:
    scene = make_scene(2)
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.rate_due_events(now=NOW)
    apply_waiting(now=NOW)
    client.force_login(User.objects.create(username="root", is_superuser=True))
    assert "all events weigh 1" in text(client.get(PAGE))
    assert client.post(PAGE, {"act": "create", "name": "Open"}).status_code == 303
    assert client.post(PAGE, {"act": "create", "name": "Open"}).status_code == 409
    category = Category.objects.get()
    wanted = {"category": category.pk, "weight": "2.5"}
    plan = client.get(PAGE, wanted)
    assert "No rating moves" in text(plan)
    agreed = wanted | seen(plan)
    assert client.post(PAGE, agreed | {"reason": " "}).status_code == 400
    assert client.post(PAGE, agreed | {"reason": "as decided"}).status_code == 303
    assert client.get(PAGE, wanted).status_code == 400  # that is the weight already
    assert client.get(PAGE, {"category": category.pk, "weight": "0"}).status_code == 400

    own = f"/organise/{scene.event.slug}/category/"
    assert "None: the event weighs 1." in text(client.get(own))
    plan = client.get(own, {"category": category.pk})
    # newcomers have their performance as rating, whatever it weighs
    assert "Spring Cup" in text(plan)
    agreed = {"category": category.pk, "reason": "as announced", **seen(plan)}
    assert client.post(own, agreed | {"rating_digest": "x"}).status_code == 409
    assert client.post(own, agreed).status_code == 303
    assert "Open, with weight 2.50." in text(client.get(own))
    assert "Its category weighs 2.50" in text(client.get(f"/events/{scene.event.slug}/ratings/"))
    assert "Open 2.50 1" in text(Client().get(PAGE))


def test_nobody_else_changes_anything(as_actor) -> None:
    scene = make_scene(2)
    Category.objects.create(name="Open")
    client = as_actor(scene.owner)
    assert "A new category" not in text(client.get(PAGE))
    assert client.post(PAGE, {"act": "create", "name": "x"}).status_code == 403
    assert client.get(f"/organise/{scene.event.slug}/category/").status_code == 403
    assert Client().get(f"/organise/{scene.event.slug}/category/").status_code == 302
