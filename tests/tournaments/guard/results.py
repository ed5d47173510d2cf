"""Results by every signature, rulings of every kind, corrections, clears, reinstatements."""

import random

from tests.tournaments.guard.play import Play, some, some_figures, some_offers
from tournaments import services
from tournaments.models import GameResult, Match, Report
from tournaments.models.report import LIVE_STATES
from tournaments.services import Correction, Ruling


def _next_game(match: Match) -> int:
    played = set(GameResult.objects.filter(match=match, current=True).values_list("number", flat=True))
    return next(number for number in range(1, len(played) + 2) if number not in played)


def enter(play: Play, rng: random.Random) -> str | None:
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    number, figures = _next_game(match), some_figures(rng)
    services.enter_result(**play.by, match_id=match.pk, number=number, figures=figures)
    return f"M{match.number} game {number}: {figures.tiles}"


def enter_whole(play: Play, rng: random.Random) -> str | None:
    """All games that are missing, one by one, until the match is decided."""
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    told = []
    for _ in range(match.games + 3):
        match.refresh_from_db()
        if match.state != "open":
            break
        number, figures = _next_game(match), some_figures(rng)
        services.enter_result(**play.by, match_id=match.pk, number=number, figures=figures)
        told.append(f"{number}: {figures.tiles}")
    return f"M{match.number} {', '.join(told)}"


def report(play: Play, rng: random.Random) -> str | None:
    """One player reports; the other confirms, reports alike, says otherwise, or leaves it."""
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    first, second = rng.sample(play.sides(match), 2)
    number, figures = _next_game(match), some_figures(rng)
    sent = services.report_game(actor=first, now=play.now, match_id=match.pk, number=number, figures=figures)
    answer = rng.choice(["confirm", "alike", "differ", "doubt", "wait", "withdraw"])
    if answer == "confirm":
        services.confirm_game(actor=second, now=play.now, report_id=sent.pk)
    elif answer in ("alike", "differ"):
        said = figures if answer == "alike" else some_figures(rng)
        services.report_game(actor=second, now=play.now, match_id=match.pk, number=number, figures=said)
    elif answer == "doubt":
        services.dispute_game(actor=second, now=play.now, report_id=sent.pk, reason="r")
    elif answer == "withdraw":
        services.withdraw_report(actor=first, now=play.now, report_id=sent.pk)
    return f"M{match.number} game {number}: {figures.tiles}, {answer}"


def judge(play: Play, rng: random.Random) -> str | None:
    """An arbiter accepts or refuses what waits."""
    waiting = some(rng, list(Report.objects.filter(match__event=play.event_id, state__in=LIVE_STATES).order_by("pk")))
    if waiting is None:
        return None
    accept = rng.random() < 0.7
    judged = services.accept_report if accept else services.refuse_report
    judged(**play.by, report_id=waiting.pk, reason="r")
    return f"report {waiting.pk} {'accepted' if accept else 'refused'}"


def wait(play: Play, rng: random.Random) -> str | None:
    """Two days go by; what nobody objected to counts."""
    play.later(hours=49)
    return f"{services.confirm_due_reports(now=play.now)} confirmed by time"


def some_ruling(match: Match, rng: random.Random) -> Ruling:
    kind = rng.choice(["walkover", "default", "double_default", "retired", "adjudicated"])
    if kind == "adjudicated":
        whole = 200 * match.games
        left = rng.choice([whole // 2, rng.randint(0, whole)])
        # level totals need a side that moves on, and in a table nobody does
        return Ruling(kind, rng.randrange(2) if left * 2 == whole and not match.table else None, (left, whole - left))
    side = None if kind == "double_default" else rng.randrange(2)
    return Ruling(kind, side, excused=rng.random() < 0.5)


def rule(play: Play, rng: random.Random) -> str | None:
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    ruling = some_ruling(match, rng)
    services.decide_match(**play.by, match_id=match.pk, ruling=ruling, reason="r")
    return f"M{match.number} {ruling}"


def correct(play: Play, rng: random.Random) -> str | None:
    """Other figures, a ruling, or nothing at all, after a look at the plan."""
    match = some(rng, play.matches("decided", "walkover", "open"))
    if match is None:
        return None
    games = {n: some_figures(rng) for n in range(1, match.games + 1) if rng.random() < 0.6}
    if rng.random() < 0.2:
        games |= {rng.randint(1, match.games): None}
    correction = rng.choice(
        [Correction(games=games), Correction(games=games), Correction(clear=True),
         Correction(ruling=some_ruling(match, rng))]
    )  # fmt: skip
    planned = services.plan_correction(actor=play.owner, match_id=match.pk, correction=correction)
    chosen = some_offers(planned.plan, rng)
    services.correct_result(
        **play.by, match_id=match.pk, correction=correction, reason="r", digest=planned.plan.digest, reinstate=chosen
    )
    return f"M{match.number} {correction}, brought back {chosen}"


def correct_unseen(play: Play, rng: random.Random) -> str | None:
    """A correction without a look at the plan: refused where anything depends on it."""
    match = some(rng, play.matches("decided", "walkover"))
    if match is None:
        return None
    correction = Correction(games={1: some_figures(rng)})
    services.correct_result(**play.by, match_id=match.pk, correction=correction, reason="r")
    return f"M{match.number} {correction}"


def reinstate(play: Play, rng: random.Random) -> str | None:
    match = some(rng, play.matches("open"))
    if match is None:
        return None
    services.reinstate_match(**play.by, match_id=match.pk, reason="r")
    return f"M{match.number}"


def penalise(play: Play, rng: random.Random) -> str | None:
    match = some(rng, play.matches("decided", "open"))
    if match is None:
        return None
    number, side, tenths = rng.randint(1, match.games), rng.randrange(2), rng.choice([0, 10, 30])
    services.rule_time(**play.by, match_id=match.pk, number=number, side=side, tenths=tenths, reason="r")
    return f"M{match.number} game {number} side {side}: {tenths}"
