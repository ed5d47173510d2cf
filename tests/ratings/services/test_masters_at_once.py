"""Two administrators at the same moment: the cap holds, and one application is decided once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier

import pytest
from django.db import connection

from ratings.models import TitleTerm
from ratings.services import apply_for_master, approve_application
from tantrix_site.errors import Conflict
from tests.ratings.masters_scene import make_applicant, make_boss, masters_on
from tests.ratings.scene import NOW

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """The codes with which they were refused, empty for what was done."""
    barrier = Barrier(len(acts))

    def work(act: Callable[[], object]) -> str:
        try:
            barrier.wait(10)
            act()
        except Conflict as refused:
            return refused.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return sorted(future.result(30) for future in [pool.submit(work, act) for act in acts])


def test_the_last_place_is_given_once(settings):
    settings.MASTER_CAPS = ((date.min, 1),)
    anna, boris, boss = make_applicant(), make_applicant("boris"), make_boss()
    made = [apply_for_master(actor=actor, now=NOW, statement="") for actor in (anna, boris)]
    told = at_once(*(lambda one=one: approve_application(actor=boss, now=NOW, application=one) for one in made))
    assert told == ["", "plan_changed"]
    assert len(masters_on(NOW)) == 1
    # the same approval twice
    (rest,) = [one for one in made if one.applicant_id not in masters_on(NOW)]
    settings.MASTER_CAPS = ((date.min, 9),)
    told = at_once(*[lambda: approve_application(actor=boss, now=NOW, application=rest)] * 2)
    assert told == ["", ""]
    assert TitleTerm.objects.filter(holder=rest.applicant_id).count() == 1
