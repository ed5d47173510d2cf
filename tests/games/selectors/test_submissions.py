"""Who sees which submissions."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Submission, Visibility
from games.selectors import is_own, submission_by_address, submissions_of, submissions_visible_to
from games.services import set_visibility
from tantrix_site.errors import NotFound
from tests.games.samples import make_actor, make_user, submit, varied

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent() -> dict[str, Submission]:
    """One submission of each visibility by Boris, a private one by Anna."""
    anna, boris = make_actor("anna"), make_actor("boris")
    found = {"mine": submit(anna, varied(0))}
    for index, visibility in enumerate(Visibility.values, start=1):
        found[visibility] = submit(boris, varied(index))
        set_visibility(submission_pks=[found[visibility].pk], visibility=Visibility(visibility))
    return found


def names(sent: dict[str, Submission], found) -> set[str]:
    return {name for name, submission in sent.items() if submission in set(found)}


def test_lists(sent) -> None:
    anna, staff = sent["mine"].sender, make_user("root", is_staff=True)
    assert names(sent, submissions_visible_to(AnonymousUser())) == {"public"}
    assert names(sent, submissions_visible_to(anna)) == {"mine", "public"}
    assert names(sent, submissions_visible_to(sent["public"].sender)) == {"private", "link", "public"}
    assert names(sent, submissions_visible_to(staff)) == {"mine", "private", "link", "public"}
    assert names(sent, submissions_of(anna)) == {"mine"}
    assert names(sent, submissions_of(staff)) == set()


@pytest.mark.parametrize("own", [False, True])
def test_addresses(sent, own: bool) -> None:
    staff = make_user("root", is_staff=True)
    viewers = {
        AnonymousUser(): set() if own else {"link", "public"},
        sent["mine"].sender: {"mine"} if own else {"mine", "link", "public"},
        sent["link"].sender: {"private", "link", "public"},
        staff: set(sent),
    }
    for viewer, expected in viewers.items():
        reached = set()
        for name, submission in sent.items():
            try:
                found = submission_by_address(user=viewer, public_id=submission.public_id, own=own)
            except NotFound:
                continue
            assert found == submission
            reached.add(name)
        assert reached == expected, viewer


def test_what_does_not_exist_is_refused_alike(sent) -> None:
    refused = []
    for public_id in ("nothing", sent["private"].public_id):
        with pytest.raises(NotFound) as error:
            submission_by_address(user=sent["mine"].sender, public_id=public_id)
        refused.append((error.value.code, error.value.message))
    assert refused[0] == refused[1]


def test_nobody_owns_what_came_by_an_entry_link() -> None:
    from players.actors import Actor

    by_link = submit(Actor(via="link", entry_id=5))
    assert not is_own(user=AnonymousUser(), submission=by_link)
    assert not is_own(user=make_user("anna"), submission=by_link)


def test_visibility_is_changed_once(sent) -> None:
    pks = [submission.pk for submission in sent.values()]
    assert set_visibility(submission_pks=pks, visibility=Visibility.LINK) == 3
    assert set_visibility(submission_pks=pks, visibility=Visibility.LINK) == 0
    assert set(Submission.objects.values_list("visibility", flat=True)) == {"link"}


def test_lists_do_not_load_bytes_and_verdicts(sent, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        for submission in submissions_visible_to(sent["mine"].sender):
            assert submission.record.get_deferred_fields() == {"raw", "verdict"}
            assert submission.record.state == "pending"
