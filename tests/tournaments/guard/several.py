"""One act on several matches or entries, looked at first: what was shown is done whole."""

import random
from datetime import timedelta

from tests.tournaments.guard.play import Play
from tournaments import services
from tournaments.services import SeveralAct, SeveralOrder

ON_MATCHES = (
    SeveralAct.DEADLINE, SeveralAct.REMIND, SeveralAct.CONFIRM, SeveralAct.WALKOVER, SeveralAct.DEFAULT,
    SeveralAct.DOUBLE_DEFAULT, SeveralAct.OPEN_BOARDS,
)  # fmt: skip


def act_on_several(play: Play, rng: random.Random) -> str | None:
    act = rng.choice([*ON_MATCHES, SeveralAct.CHECK_IN, SeveralAct.WITHDRAW])
    on_matches = act in ON_MATCHES
    if on_matches:
        found = [match.number for match in play.matches("open", "waiting", "decided")]
    else:
        found = [entry.pk for entry in play.entries("accepted")]
    if not found:
        return None
    ids = tuple(rng.sample(found, min(len(found), 2)))
    order = SeveralOrder(
        act, ids, deadline=play.now + timedelta(days=rng.randint(1, 5)), sides={pk: rng.randint(0, 1) for pk in ids},
        reason="r", without_warnings=True,
    )  # fmt: skip
    before = play.event.version
    plan = services.plan_several(**play.at(), order=order)
    assert play.event.version == before, "a look changed something"
    if not plan.done:
        return None
    services.do_several(**play.at(), order=order, digest=plan.digest)
    return f"{act} {ids}"
