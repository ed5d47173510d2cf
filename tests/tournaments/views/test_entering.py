"""Registration: its terms, the entry form, one's own entry, the check-in."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from players.actors import account_actor
from players.models import Player
from tests.kept import kept
from tests.tournaments.scene import NOW, make_event, make_owner, make_user
from tests.tournaments.views.test_lists import queries_of
from tournaments import services
from tournaments.formats.eligibility import Conditions
from tournaments.models import AgeEvidence, CheckIn, Entry, EntryAnswers, EntryRules, Invitation
from tournaments.services import EntryTerms, NewPerson

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@kept
def open_for_entry():
    owner = make_owner()
    event = make_event(owner, self_entry=True, time_zone="Europe/Budapest", starts_on=date(2026, 5, 1))
    return owner, services.publish_event(actor=owner, now=NOW, event_id=event.pk)


@pytest.fixture
def both():
    return open_for_entry()


@pytest.fixture
def owner(both):
    return both[0]


@pytest.fixture
def event(both):
    return both[1]


@pytest.fixture
def ana():
    return account_actor(make_user("ana"))


@pytest.fixture
def terms(owner, event):
    def terms(**values):
        services.set_entry_rules(actor=owner, now=NOW, event_id=event.pk, terms=EntryTerms(**values))

    return terms


def test_times_are_in_the_zone_of_the_event_and_shown_in_that_of_the_reader(as_actor, owner, event):
    url = f"/organise/{event.slug}/registration/"
    page = as_actor(owner).get(url)
    assert page.status_code == 200
    answer = as_actor(owner).post(
        url, {"opens_at": "2026-03-01T10:00", "closes_at": "2030-07-01T23:59", "asked": ["nickname"],
              "continents": ["EU"], "countries": "tur; Japan", "version": page.context["event"].version},
    )  # fmt: skip
    assert answer.status_code == 302
    rules = EntryRules.objects.get(event=event)
    assert rules.opens_at == datetime(2026, 3, 1, 9, tzinfo=UTC)
    assert rules.closes_at == datetime(2030, 7, 1, 21, 59, tzinfo=UTC)
    assert rules.conditions == {"continents": ["EU"], "countries": ["JP", "TR"]}
    assert 'value="2030-07-01T23:59"' in as_actor(owner).get(url).content.decode()
    client = Client()
    client.cookies["time_zone"] = "Asia/Tokyo"
    shown = text(client.get(f"/events/{event.slug}/"))
    assert "Mon 1 Jul 2030, 23:59 Europe/Budapest" in shown
    assert "Plays for: Europe, Japan, Türkiye." in shown


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"opens_at": "2026-03-02T10:00", "closes_at": "2026-03-01T10:00"}, "Entries close after they open."),
        ({"countries": "Atlantis"}, "“Atlantis”"),
        ({"under_age": "16", "from_age": "18"}, "This condition cannot be."),
        ({"version": "0"}, "Somebody changed this"),
    ],
)
def test_terms_that_cannot_be_are_told(as_actor, owner, event, sent, words):
    answer = as_actor(owner).post(f"/organise/{event.slug}/registration/", sent)
    assert answer.status_code in (400, 412)
    assert words in text(answer)


def test_a_player_answers_what_the_profile_does_not_know(as_actor, owner, ana, event, terms):
    terms(asked=("country", "nickname", "colours", "birth_date"))
    Player.objects.update(first_colour="red", birth_date=date(2000, 1, 2))
    url = f"/events/{event.slug}/enter/"
    page = as_actor(ana).get(url)
    assert set(page.context["form"].fields) == {"country", "nickname"}
    assert "2000" not in text(page)
    assert as_actor(ana).post(url, {"country": "HU"}).status_code == 400
    answer = as_actor(ana).post(url, {"country": "HU", "nickname": "ana77"}, follow=True)
    assert "You are entered." in text(answer)
    assert EntryAnswers.objects.get().nickname == "ana77"
    assert "ana77" not in text(Client().get(f"/events/{event.slug}/entrants/"))
    assert "ana77" in text(as_actor(owner).get(f"/organise/{event.slug}/entrants/"))
    # a second look leads to the entry
    assert as_actor(ana).get(url).url == f"/events/{event.slug}/my-entry/"


def test_conditions_are_shown_before_and_the_refused_told_why(as_actor, owner, ana, event, terms):
    terms(conditions=Conditions(under_age=16, invited_only=True))
    url = f"/events/{event.slug}/enter/"
    shown = text(as_actor(ana).get(url))
    assert "Younger than 16 on 1 May 2026. not known" in shown
    assert "Is invited by the organiser. not met" in shown
    refused = as_actor(ana).post(url)
    assert refused.status_code == 400
    assert "no organiser has seen evidence" in text(refused)
    marks = f"/organise/{event.slug}/registration/players/"
    assert "Player ANA" in text(as_actor(owner).get(marks, {"q": "ana"}))
    for act in ("invite", "seen"):
        as_actor(owner).post(marks, {"player": ana.player.pk, "act": act})
    assert Invitation.objects.count() == 1
    assert "owner" in text(as_actor(owner).get(marks))
    assert as_actor(ana).post(url).status_code == 302


def test_an_organiser_enters_juniors_who_have_no_profile_yet(as_actor, owner, event, terms):
    terms(conditions=Conditions(under_age=16))
    organiser, url = as_actor(owner), f"/organise/{event.slug}/entrants/"
    assert "I saw evidence that the age fits." in text(organiser.get(url))
    assert "no organiser has seen evidence" in text(organiser.post(url, {"name": "Kid One"}))
    assert organiser.post(url, {"name": "Kid One", "age_seen": "on"}).status_code == 302
    lines = {"text": "Kid Two\nKid Three", "act": "enter"}
    assert organiser.post(f"{url}list/", lines).status_code == 400
    assert organiser.post(f"{url}list/", {**lines, "age_seen": "on"}).status_code == 302
    assert AgeEvidence.objects.filter(event=event, user=owner.user, revoked_at=None).count() == 3
    assert Entry.objects.filter(event=event).count() == 3


def test_closed_is_closed_and_an_organiser_needs_a_reason(as_actor, owner, ana, event, terms):
    terms(closes_at=NOW)
    assert "Entries are closed." in text(as_actor(ana).get(f"/events/{event.slug}/enter/"))
    assert "Entries are closed." in text(as_actor(ana).post(f"/events/{event.slug}/enter/"))
    url = f"/organise/{event.slug}/entrants/"
    assert "Entries are closed." in text(as_actor(owner).post(url, {"name": "Late"}))
    assert as_actor(owner).post(url, {"name": "Late", "despite": "ill"}).status_code == 302
    assert Entry.objects.get().name == "Late"


def test_waiting_checking_in_and_leaving(as_actor, owner, ana, event, terms):
    services.update_event(
        actor=owner, now=NOW, event_id=event.pk,
        details=services.EventDetails(name="Cup", capacity=2, self_entry=True, starts_on=event.starts_on),
    )  # fmt: skip
    terms(waiting_list=True, check_in_closes_at=timezone.now() + timedelta(hours=1))
    first = services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("One")).entry
    services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=NewPerson("Two"))
    page = f"/events/{event.slug}/my-entry/"
    assert "You are on the waiting list" in text(as_actor(ana).post(f"/events/{event.slug}/enter/", follow=True))
    assert "You are next on the waiting list." in text(as_actor(ana).get(page))
    assert "on the waiting list" in text(Client().get(f"/events/{event.slug}/entrants/"))
    assert "You are checked in." in text(as_actor(ana).post(f"{page}check-in/", follow=True))
    hall = f"/organise/{event.slug}/check-in/"
    assert as_actor(owner).post(hall, {"entry": first.pk})["Location"] == f"{hall}#e{first.pk}"
    assert f'id="e{first.pk}"' in as_actor(owner).get(hall).content.decode()
    assert CheckIn.objects.count() == 2
    EntryRules.objects.update(check_in_closes_at=timezone.now())
    shown = text(as_actor(owner).get(hall))
    assert "1 has not checked in Two" in shown
    assert "From the waiting list come in: Player ANA" in shown
    missing = Entry.objects.get(name="Two")
    assert "1 entry is taken out." in text(
        as_actor(owner).post(hall, {"act": "remove", "seen": missing.pk}, follow=True)
    )
    assert Entry.objects.get(player=ana.player).state == "accepted"
    assert "Player ANA · accepted" in text(as_actor(ana).get(page))
    as_actor(ana).post(f"/events/{event.slug}/withdraw/", {"reason": ""})
    assert "Take the withdrawal back" in text(as_actor(ana).get(page))
    assert "You are in again." in text(as_actor(ana).post(f"{page}undo/", follow=True))


def test_queries_do_not_grow(as_actor, owner, event, terms):
    terms(check_in_closes_at=NOW + timedelta(hours=1), conditions=Conditions(under_age=16))
    counts = []
    for n in (1, 9):
        while event.entries.count() < n:
            person = NewPerson(f"Name {event.entries.count()}", surely_new=True)
            entry = services.add_entry(actor=owner, now=NOW, event_id=event.pk, person=person, despite="test").entry
            services.check_in(actor=owner, now=NOW, entry_id=entry.pk)
            services.tick_age(actor=owner, now=NOW, event_id=event.pk, player_id=entry.player_id)
        for path in ("check-in/", "registration/", "registration/players/"):
            counts.append((path, queries_of(as_actor(owner), f"/organise/{event.slug}/{path}")))
    assert counts[:3] == counts[3:]


def test_strangers_see_none_of_the_organisers_pages(as_actor, ana, event):
    for path in ("registration/", "registration/players/", "check-in/"):
        assert as_actor(ana).get(f"/organise/{event.slug}/{path}").status_code == 403


def test_a_file_in_another_encoding_is_asked_about_and_can_be_taken_back(as_actor, owner, event):
    client, url = as_actor(owner), f"/organise/{event.slug}/entrants/list/"
    sent = SimpleUploadedFile("list.csv", "Łukasz Żak;POL\nAnn".encode("cp1250"))
    page = client.post(url, {"file": sent, "act": "look"})
    assert page.status_code == 400
    assert "Łukasz Żak;POL" in text(page)
    kept = page.context["form"]["kept"].value()
    looked = client.post(url, {"kept": kept, "encoding": "cp1250", "act": "look"})
    assert [line.name for line in looked.context["lines"]] == ["Łukasz Żak", "Ann"]
    client.post(url, {"text": looked.context["form"]["text"].value(), "act": "enter"})
    assert set(event.entries.values_list("name", flat=True)) == {"Łukasz Żak", "Ann"}
    assert "Take the whole list back" in text(client.get(url))
    undo = client.post(f"{url}{event.entry_imports.get().pk}/undo/", follow=True)
    assert "2 entries are taken back." in text(undo)
    assert not event.entries.exists()


def test_an_administrator_merges_two_profiles(as_actor, owner, ana, event):
    entry = services.add_entry(
        actor=owner, now=NOW, event_id=event.pk, person=NewPerson("Player Ana", surely_new=True)
    ).entry
    gone = entry.person
    assert "merge/" not in as_actor(ana).get(f"/players/{ana.player.slug}/").content.decode()
    url = f"/players/{ana.player.slug}/merge/"
    assert as_actor(ana).get(url).status_code == 403
    staff = account_actor(make_user("staff", player=False, is_staff=True, is_superuser=True))
    assert gone.slug in as_actor(staff).get(url).content.decode()
    assert url in as_actor(staff).get(f"/players/{ana.player.slug}/").content.decode()
    shown = text(as_actor(staff).get(url, {"other": gone.slug}))
    assert "Spring Cup" in shown
    assert as_actor(staff).post(url, {"other": "nobody", "reason": "same"}).status_code == 400
    done = as_actor(staff).post(url, {"other": gone.slug, "reason": "same"})
    assert done.url == f"/players/{ana.player.slug}/"
    entry.refresh_from_db()
    assert entry.player == ana.player
