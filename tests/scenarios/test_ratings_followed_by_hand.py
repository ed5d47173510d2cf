"""An event's ratings, worked out by who has nothing but its pages, a calculator and a table of the normal distribution.

The tables of the page are read as a person reads them; 8.2 to 8.5 of the regulations are done in plain arithmetic. What
is read has two decimals, so that the second one of what comes out may be another.
"""

import re
from dataclasses import dataclass
from html import unescape
from statistics import NormalDist

import pytest
from django.test import Client

from ratings.models import RatedEvent
from tantrix_site.demo import history
from tests.tantrix_site.test_history import load

pytestmark = pytest.mark.django_db

READ = 0.015


@dataclass
class Sheet:
    """A player's part of the page: the rating before with its games, the opponents' table, the rating after."""

    before: float | None
    games_before: int
    met: list[tuple[str, float, int, float]]
    after: float


def get(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode()).replace("\u202f", "").replace("−", "-")


def table(html: str, caption: str) -> list[list[str]]:
    """The cells of each row of the body; the first with the link's slug before its words."""
    found = re.search(rf"<caption[^>]*>{caption}</caption>.*?<tbody>(.*?)</tbody>", html, re.DOTALL)
    assert found is not None, caption
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in found[1].split("</tr>")[:-1]]
    return [
        [re.search(r"player=([\w-]+)", row[0])[1], *(re.sub(r"<[^>]+>", "", cell).strip() for cell in row[1:])]
        for row in rows
    ]


def sheet(client: Client, number: int, slug: str) -> Sheet:
    html = get(client, f"/ratings/events/{number}/?player={slug}")
    met = [(who, float(rating), int(games), float(tp)) for who, rating, games, tp in table(html, "Opponents")]
    lines = re.findall(r'<p class="num">(.*?)</p>', html)
    mixed = re.match(r"\((\d+) × ([\d.]+)", lines[3]) if len(lines) == 5 else None
    before, games_before = (None, 0) if mixed is None else (float(mixed[2]), int(mixed[1]))
    return Sheet(before, games_before, met, float(lines[-1].split("= ")[-1]))


def test_an_event_with_newcomers_and_others(client):
    load(history.Size(8, 0, 8))
    event = next(
        event for event in RatedEvent.objects.order_by("-closes_on")
        if event.changes.filter(before_rating=None).exists()
    )  # fmt: skip
    rows = table(get(client, f"/ratings/events/{event.number}/"), "All players, best performance first")
    sheets = {slug: sheet(client, event.number, slug) for slug, *_cells in rows}
    newcomers = {slug for slug, found in sheets.items() if found.before is None}
    assert newcomers
    assert len(sheets) - len(newcomers) >= 2

    games = {slug: sum(n for _who, _rating, n, _tp in found.met) for slug, found in sheets.items()}
    points = {slug: sum(tp for *_met, tp in found.met) for slug, found in sheets.items()}
    # 8.2: the share, kept within bounds, and what it is worth
    z = {slug: NormalDist().inv_cdf(min(0.99, max(0.01, points[slug] / (20 * games[slug])))) for slug in sheets}
    rating = {slug: 1850.0 if found.before is None else found.before for slug, found in sheets.items()}

    def performance(slug: str) -> float:
        met = sum(n * rating[who] for who, _rating, n, _tp in sheets[slug].met) / games[slug]
        return met + 400 * 2**0.5 * z[slug]

    # 8.3: newcomers start at 1850, until none moves by more than 0.001
    moved = 1.0
    while moved > 0.001:
        fresh = {slug: performance(slug) for slug in newcomers}
        moved = max(abs(fresh[slug] - rating[slug]) for slug in newcomers)
        rating |= fresh
    # what the opponents' tables say of ratings is what the calculation takes
    for found in sheets.values():
        for who, shown, _games, _tp in found.met:
            assert rating[who] == pytest.approx(shown, abs=READ)
    # 8.4 and 8.5: weighted with games, then the same for all who had a rating
    known = {slug: found for slug, found in sheets.items() if found.before is not None}
    mixed = {
        slug: (found.games_before * found.before + games[slug] * performance(slug))
        / (found.games_before + games[slug])
        for slug, found in known.items()
    }  # fmt: skip
    lost = sum(games[slug] * (found.before - mixed[slug]) for slug, found in known.items())
    constant = lost / sum(games[slug] for slug in known)
    after = {slug: mixed[slug] + constant if slug in known else rating[slug] for slug in sheets}

    for slug, before, change, then, played, tp, _expected, opponents, achieved in rows:
        assert (int(played), float(tp)) == (games[slug], pytest.approx(points[slug]))
        assert after[slug] == pytest.approx(sheets[slug].after, abs=READ)
        assert after[slug] == pytest.approx(float(then), abs=0.5 + READ)
        assert performance(slug) == pytest.approx(float(achieved), abs=0.5 + READ)
        assert performance(slug) - 400 * 2**0.5 * z[slug] == pytest.approx(float(opponents), abs=0.5 + READ)
        if slug in newcomers:
            assert (before, change) == ("", "new")
        else:
            assert sheets[slug].before == pytest.approx(float(before), abs=0.5 + READ)
            assert after[slug] - sheets[slug].before == pytest.approx(float(change), abs=0.5 + 2 * READ)
