"""Drafts are seen by those who have a role in them, and by site staff."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.scene import add_arbiter, make_scene, make_user, quick_scene
from tournaments.models import Event, EventState
from tournaments.selectors.visibility import events_visible_to, may_see

pytestmark = pytest.mark.django_db


def test_a_draft_is_seen_by_its_people_alone():
    public, draft = quick_scene(2, name="public").event, make_scene(2)
    arbiter = add_arbiter(draft)
    Event.objects.filter(pk=draft.event.pk).update(state=EventState.DRAFT)
    draft.reload()
    staff = make_user("staff", is_staff=True)
    seen = {"owner": draft.owner.user, "arbiter": arbiter.user, "staff": staff}
    unseen = {"player": draft.player(1).user, "stranger": make_user("stranger"), "visitor": AnonymousUser()}
    for name, user in {**seen, **unseen}.items():
        assert may_see(user, public), name
        assert may_see(user, draft.event) == (name in seen), name
        assert set(events_visible_to(user)) == ({public, draft.event} if name in seen else {public}), name
