"""Ratings on the page of a match: the expected result, and what the event makes of both players."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from players.models import Player
from ratings.maths.elo import Change, Standing
from ratings.maths.expectation import Expectation
from tournaments.selectors.pages.match import MatchPage
from tournaments.selectors.rated_games import RatingsState, match_ratings


@dataclass(frozen=True, slots=True)
class RatedSide:
    """A player, the standing the event starts from, and what the event makes of it."""

    player: Player
    before: Standing | None
    change: Change | None


@dataclass(frozen=True, slots=True)
class MatchRatingsView:
    """Everything the section about ratings shows; `tp` in tenths. `url` leads to the calculation."""

    state: RatingsState
    sides: tuple[RatedSide, RatedSide]
    expected: Expectation | None
    tp: tuple[int, int] | None
    url: str
    what_if_url: str


def load_match_ratings(page: MatchPage) -> MatchRatingsView | None:
    """None where the match is not rated, is one of teams, or one of its players is not known yet."""
    entries = [side.entry for side in page.sides]
    if entries[0] is None or entries[1] is None:
        return None
    left, right = entries[0].player, entries[1].player
    if left is None or right is None:
        return None
    found = match_ratings(page.event, page.match, (left.pk, right.pk))
    if found is None:
        return None
    games = page.match.games if found.expected is None else found.expected.games
    query = {"player": left.slug, "against": right.slug, "games": games}
    if found.state is RatingsState.FINAL and found.number is not None:
        url = reverse("ratings:event", args=[found.number])
    else:
        url = reverse("events:ratings", args=[page.event.slug])
    return MatchRatingsView(
        state=found.state,
        sides=(
            RatedSide(left, found.before[0], found.changes[0]), RatedSide(right, found.before[1], found.changes[1]),
        ),
        expected=found.expected, tp=found.tp, url=url,
        what_if_url=reverse("ratings:what-if") + "?" + urlencode(query),
    )  # fmt: skip
