"""Who is told what, by the acts themselves; and every kind said in every language."""

from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.utils.translation import override

from players.actors import account_actor
from players.models import Notice
from players.notices import kind_of
from players.services.mail_text import one_line
from players.services.sending import send_due
from tests.tournaments.scene import LEFT_WINS, NOW, RIGHT_WINS, add_arbiter, make_event, make_scene, make_user
from tests.tournaments.sitting_scene import sitting_scene
from tournaments import services
from tournaments.models import DecisionKind, Entry, Event
from tournaments.notices import KINDS
from tournaments.services import EntryTerms, Ruling, TableFigures

pytestmark = pytest.mark.django_db


def told(kind: str, **where) -> list[str]:
    """The accounts told of something, with their words said in every language."""
    rows = list(Notice.objects.filter(kind=kind, **where).select_related("user").order_by("pk"))
    for row in rows:
        for language, _name in settings.LANGUAGES:
            with override(language):
                words = kind_of(kind).words(row.data, ZoneInfo("Europe/Budapest"))
                assert words.subject == one_line(words.subject)
                assert all(line and "{" not in line for line in [words.subject, *words.lines])
        assert row.data["path"].startswith("/")
    return sorted(row.user.username for row in rows)


def test_from_the_start_to_the_places() -> None:
    scene = make_scene(4, confirm_hours=24)
    arbiter = add_arbiter(scene)
    assert told("match.open") == ["p1", "p2", "p3", "p4"]
    mine = Notice.objects.get(kind="match.open", user=scene.player(1).user)
    assert kind_of("match.open").words(mine.data, ZoneInfo("UTC")).subject == "Spring Cup: you play Player P4"

    # M1 is 1 against 4: both say otherwise
    report = scene.report(1, 1, LEFT_WINS)
    assert told("report.open") == ["p4"]
    services.dispute_game(actor=scene.player(4), now=NOW, report_id=report.pk, reason="no")
    assert told("report.disputed") == ["p1"]
    assert told("dispute.open") == ["arbiter", "owner"]
    services.accept_report(actor=arbiter, now=NOW, report_id=report.pk)
    assert told("match.ruled") == ["p1", "p4"]
    assert told("result.counted") == []

    # M2 is 3 against 2: confirmed; the loser of each match is not told of a further one
    report = scene.report(2, 3, RIGHT_WINS)
    services.confirm_game(actor=scene.player(2), now=NOW, report_id=report.pk)
    assert told("result.counted") == ["p3"]
    assert Notice.objects.filter(kind="match.open").count() == 6
    assert told("match.open", data__match=3) == ["p1", "p2"]

    final = scene.match(3)
    services.decide_match(
        actor=scene.owner, now=NOW, match_id=final.pk, ruling=Ruling(DecisionKind.WALKOVER, side=1), reason="ill"
    )
    assert told("match.ruled", data__match=3) == ["p1", "p2"]
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert told("event.placed") == ["p1", "p2", "p3", "p4"]
    services.reopen_event(actor=scene.owner, now=NOW, event_id=scene.event.pk, reason="look")
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert Notice.objects.filter(kind="event.placed").count() == 4

    before = Notice.objects.count()
    assert send_due(now=NOW) == Notice.objects.filter(in_digest=False).count()
    assert (send_due(now=NOW), Notice.objects.count()) == (0, before)
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == len(mail.outbox)


def test_what_is_held_back_is_told_to_nobody() -> None:
    scene = make_scene(2, start=False, confirm_hours=24)
    Event.objects.filter(pk=scene.event.pk).update(draw_released=False)
    services.make_draw(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    services.start_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    report = scene.report(1, 1, LEFT_WINS)
    services.dispute_game(actor=scene.player(2), now=NOW, report_id=report.pk, reason="no")
    services.refuse_report(actor=scene.owner, now=NOW, report_id=report.pk, reason="held")
    assert told("dispute.open") == ["owner"]
    assert set(Notice.objects.values_list("kind", flat=True)) == {"dispute.open"}
    for _again in range(2):
        services.set_audience(actor=scene.owner, now=NOW, event_id=scene.event.pk, draw_released=True)
    assert told("match.open") == ["p1", "p2"]
    services.set_audience(actor=scene.owner, now=NOW, event_id=scene.event.pk, results_released=False)
    scene.enter(1)
    services.finish_event(actor=scene.owner, now=NOW, event_id=scene.event.pk)
    assert told("event.placed") == []
    services.set_audience(actor=scene.owner, now=NOW, event_id=scene.event.pk, results_released=True)
    assert told("event.placed") == ["p1", "p2"]


def test_a_place_of_the_waiting_list_is_told_exactly_once() -> None:
    event = make_event(capacity=2)
    owner = event.organiser_rows.get().user
    actor = account_actor(owner)
    act = {"actor": actor, "now": NOW, "event_id": event.pk}
    services.set_entry_rules(**act, terms=EntryTerms(waiting_list=True))
    users = [make_user(name) for name in ("anna", "boris", "clara", "dora")]
    early = make_user("early")
    entries = {}
    for user in (early, make_user("other"), users[0]):
        entries[user.username] = services.add_entry(**act, player_id=user.player.pk).entry
    for name in ("early", "other"):
        services.remove_entry(**act, entry_id=entries[name].pk)
    assert entries["anna"].waiting_places.get().end == "promoted"
    assert not Notice.objects.exists()  # nobody sees a draft
    services.publish_event(**act)
    for user in users[1:]:
        entries[user.username] = services.add_entry(**act, player_id=user.player.pk).entry
    assert (told("entry.added"), told("entry.waits")) == (["anna", "boris"], ["clara", "dora"])

    services.withdraw_entry(actor=account_actor(users[0]), now=NOW, entry_id=entries["anna"].pk)
    assert told("entry.withdrawn") == []  # who left did so
    assert told("entry.promoted") == ["clara"]
    services.withdraw_entry(actor=actor, now=NOW, entry_id=entries["boris"].pk, reason="ill")
    assert (told("entry.withdrawn"), told("entry.promoted")) == (["boris"], ["clara", "dora"])
    assert send_due(now=NOW) == Notice.objects.count()
    services.remove_entry(**act, entry_id=entries["dora"].pk)
    assert told("entry.removed") == ["dora"]
    assert Notice.objects.filter(kind="entry.promoted").count() == 2
    assert [m.subject for m in mail.outbox if m.to == ["clara@example.org"]] == [
        "[Tantrix] Spring Cup: you are on the waiting list", "[Tantrix] Spring Cup: you have a place",
    ]  # fmt: skip
    assert Entry.objects.get(pk=entries["clara"].pk).state == "accepted"


def test_tables_drawn_each_round() -> None:
    scene = sitting_scene(4)
    (found,) = scene.draw().sittings
    assert told("table.seated") == ["p1", "p2", "p3", "p4"]
    first, second = (scene.actor(entry) for entry in found.entries[:2])
    act = {"now": NOW, "sitting_id": found.sitting.pk, "number": 1}
    services.report_score(actor=first, figures=TableFigures(tiles=(40, 36, 32, 28)), **act)
    assert len(told("table.score")) == 3
    services.report_score(actor=second, figures=TableFigures(tiles=(1, 2, 3, 4)), **act)
    assert told("table.dispute") == ["owner"]


def test_every_kind_has_a_name_of_its_own() -> None:
    names = [kind.name for kind in KINDS]
    assert len(names) == len(set(names))
    assert max(map(len, names)) <= 40
