"""C9: the same person is entered by two requests at one moment and by an import that spells the name otherwise."""

import unicodedata

import pytest

from players.models import Player
from tantrix_site.errors import Conflict
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tests.tournaments.services.test_concurrency import codes, together
from tournaments import services
from tournaments.models import Entry
from tournaments.services import NewPerson

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "Zoë Königsberger"
OTHERWISE = unicodedata.normalize("NFD", NAME).upper()


@pytest.mark.parametrize("known", [False, True], ids=["new person", "known player"])
def test_one_entry_and_the_event_starts(known):
    owner = make_owner()
    event = make_event(owner)
    arguments = {"actor": owner, "now": NOW, "event_id": event.pk}
    if known:
        player = make_user("zoe").player
        Player.objects.filter(pk=player.pk).update(name=NAME, name_key=NAME.casefold())
        who = {"player_id": player.pk}
    else:
        who = {"person": NewPerson(NAME)}

    answers = together(
        lambda: services.add_entry(**arguments, **who),
        lambda: services.add_entry(**arguments, **who),
    )
    assert codes(answers) == ["already_entered"]
    entry = Entry.objects.get(event=event)

    assert OTHERWISE != NAME
    with pytest.raises(Conflict) as error:
        services.import_entries(**arguments, text=f"name\n{OTHERWISE}\n")
    assert error.value.code == "already_entered"
    assert error.value.extra["lines"][0]["entry"] == entry.pk
    with pytest.raises(Conflict) as error:
        services.add_entry(**arguments, person=NewPerson(OTHERWISE))
    assert (error.value.code, error.value.extra["name"]) == ("already_entered", NAME)
    assert Entry.objects.get(event=event).name == NAME
    assert Player.objects.count() == 1

    services.import_entries(**arguments, text=f"{OTHERWISE}\nBo Berg", choices=services.LineChoices(skip_entered=True))
    services.publish_event(**arguments)
    services.make_draw(**arguments)
    assert services.start_event(**arguments).state == "running"
