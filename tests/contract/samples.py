"""Real things for generated requests to meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.utils import timezone

from games.engine.random_games import random_record
from games.services import submit_record
from players.actors import SYSTEM, account_actor
from players.services import create_player, create_token, note_token_use
from ratings.models import MasterApplication
from ratings.services import CasualResult, award_title, offer_game, record_norm
from tantrix_site.demo.records import as_bytes
from tests.tournaments.scene import LEFT_WINS, NOW, make_scene, quick_scene
from tournaments.formats.progression import Progression
from tournaments.services import (
    HistoryOptions,
    SeriesDetails,
    StagePlan,
    add_edition,
    create_series,
    import_history,
    propose_pairing,
)


@dataclass(frozen=True)
class Samples:
    """Values for path parameters by the beginning of their address, and the headers of somebody who may do a lot."""

    parameters: dict[str, dict[str, Any]] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def for_path(self, path: str) -> dict[str, Any] | None:
        found = [values for prefix, values in self.parameters.items() if path.startswith(prefix)]
        return {name: value for values in found for name, value in values.items() if f"{{{name}}}" in path} or None


def make() -> Samples:
    """A running knockout of four: M1 is open, M2 reported by a player and to be confirmed; the owner has a profile.

    Beside it a Swiss that feeds a knockout: round 1 is played, round 2 published and played, round 3 proposed.
    """
    now = timezone.now()
    scene = make_scene(4)
    user = scene.owner.user
    assert user is not None
    user.is_superuser = user.is_staff = True
    user.save()
    create_player(actor=SYSTEM, now=now, user=user, details={"name": "Contract Tester"})
    actor = account_actor(user)
    token, secret = create_token(actor=actor, now=now, name="contract")
    note_token_use(token=token, now=now)
    revocable, _secret = create_token(actor=actor, now=now, name="to be revoked")
    submission = submit_record(actor=actor, now=now, data=as_bytes(random_record(Random(1))))
    scene.report(2, 3, LEFT_WINS)
    swiss = quick_scene(
        5, stages=[StagePlan("swiss", settings={"rounds": 3}), StagePlan("knockout", rule=Progression(first=2))]
    )
    for _round in range(2):
        swiss.pair()
        swiss.play_all()
    propose_pairing(actor=swiss.owner, now=NOW, event_id=swiss.event.pk)
    player = scene.player(1).player
    assert player is not None
    term = award_title(actor=SYSTEM, now=now, holder=player, title="ITM", on=now.date(), reason="norms")
    norm = record_norm(
        actor=SYSTEM, now=now, holder=player, title="TGM", event="Cup", on=now.date(), scored="1st", source="list"
    )
    application = MasterApplication.objects.create(applicant=player, conditions=[], created_at=now)
    opponent = scene.player(2).player
    assert opponent is not None
    offered = offer_game(actor=actor, now=now, opponent=opponent, result=CasualResult((20, 11)))
    series = create_series(actor=SYSTEM, now=now, code="WTC", details=SeriesDetails(name="World Championship"))
    edition = add_edition(actor=actor, now=now, series_id=series.pk, event_id=scene.event.pk, year=2026)
    past = "event,year,champion,runner_up\nWTC,1998,Ann,Bob\n"
    imported = import_history(actor=SYSTEM, now=now, text=past, options=HistoryOptions(name="Past"))
    assert imported is not None
    return Samples(
        parameters={
            "/api/v1/auth/tokens/": {"public_id": revocable.public_id},
            "/api/v1/records/": {"public_id": submission.public_id},
            "/api/v1/events/": {"slug": scene.event.slug},
            "/api/v1/events/{slug}/stages/": {"slug": swiss.event.slug, "stage": 1, "round": 2, "table": "S"},
            "/api/v1/entries/": {"id": scene.entries[0].pk},
            "/api/v1/entries/{id}/absences/": {"id": swiss.entries[0].pk, "round": 3},
            "/api/v1/players/": {"slug": player.slug},
            "/api/v1/ratings/masters/applications/": {"id": application.pk},
            "/api/v1/casual-games/": {"id": offered.pk},
            "/api/v1/ratings/titles/": {"id": term.pk},
            "/api/v1/ratings/norms/": {"id": norm.pk},
            "/api/v1/series/": {"slug": "wtc"},
            "/api/v1/event-templates/": {"key": "open-swiss"},
            "/api/v1/editions/": {"id": edition.pk},
            "/api/v1/history/": {"slug": "world-championship-1998"},
            "/api/v1/history/imports/": {"id": imported.pk},
            "/api/v1/matches/": {"id": scene.match(2).pk, "number": 1},
        },
        headers={"Authorization": f"Token {secret}"},
    )
