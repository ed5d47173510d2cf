"""The board on the first page."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client

from games.models import Visibility
from games.selectors.showcase import game_of_the_day
from games.services import set_visibility, verify_record
from tests.games.samples import LATER, as_bytes, illegal_record, legal_record, make_actor, submit

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 2)


def games(*records: dict[str, Any], visibility: str = Visibility.PUBLIC) -> list[int]:
    actor = make_actor("sender")
    found = []
    for record in records:
        submission = submit(actor, as_bytes(record))
        verify_record(record_pk=submission.record_id, now=LATER)
        found.append(submission.pk)
    set_visibility(submission_pks=found, visibility=Visibility(visibility))
    return found


def test_only_public_verified_games_are_shown() -> None:
    games(legal_record(1), visibility=Visibility.LINK)
    assert game_of_the_day(DAY) is None


def test_illegal_games_are_not_shown() -> None:
    games(illegal_record("occupied")[0])
    assert game_of_the_day(DAY) is None


def test_the_same_game_all_day_and_all_of_them_in_turn() -> None:
    known = games(legal_record(1), legal_record(2), legal_record(3))
    assert game_of_the_day(DAY) == game_of_the_day(DAY)
    shown = {found.pk for days in range(3) if (found := game_of_the_day(DAY + timedelta(days=days)))}
    assert shown == set(known)


def test_the_first_page_leads_to_the_replay(client: Client) -> None:
    assert "showcase" not in client.get("/").content.decode()
    games(legal_record(1))
    html = client.get("/").content.decode()
    submission = game_of_the_day(DAY)
    assert submission is not None
    assert html.count(f'href="/g/{submission.public_id}/"') == 2
    assert '<span aria-hidden="true"><svg id="showcase"' in html  # the link around it has the name


def test_the_picture_is_made_once(django_assert_max_num_queries: Any) -> None:
    games(legal_record(1))
    template = Template("{% load game_boards %}{% show_game_of_the_day %}")
    first = template.render(Context())
    # the day's game, its record, and whoever may know its players: the tournaments and the casual games
    with django_assert_max_num_queries(4):
        assert template.render(Context()) == first


def test_the_first_page_needs_no_cache(client: Client, settings: Any) -> None:
    games(legal_record(1))
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    assert 'id="showcase"' in client.get("/").content.decode()
