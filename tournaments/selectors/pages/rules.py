"""The rules of an event in sentences, printed from its settings."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, SeedingMode, Separation
from tournaments.selectors.pages import words
from tournaments.selectors.pages.round_names import tree_round


@dataclass(frozen=True, slots=True)
class Rule:
    """A heading with an anchor and its sentences."""

    id: str
    title: str
    sentences: tuple[str, ...]


def event_rules(event: Event) -> tuple[Rule, ...]:
    """What players are judged by, under headings; every figure is a setting of the event."""
    return (
        Rule("format", _("Format"), _format(event)),
        Rule("match", _("Matches"), _match(event)),
        Rule("points", _("Tournament points"), _points()),
        Rule("time", _("Time"), _time(event)),
        Rule("results", _("Results"), _results(event)),
        Rule("absence", _("When somebody does not play"), _absence()),
        Rule("draw", _("Draw"), _draw(event)),
    )


def _format(event: Event) -> tuple[str, ...]:
    found = [
        _("A knockout: who wins a match plays on, who loses is out."),
        _("Where the number of players is no power of two, the top seeds have a bye in the first round."),
    ]
    if event.third_place:
        found.append(_("The losers of the semi-finals play for third place."))
    found.append(_("Losers of a round share its best place unless they play it out."))
    return tuple(found)


def games_sentence(games: list[int]) -> str:
    """ "Matches of 1 game." or, counted back from the final, the number of each round."""
    if len(set(games)) == 1:
        return ngettext("Every match has {n} game.", "Every match has {n} games.", games[0]).format(n=games[0])
    pairs = []
    for depth, number in enumerate(reversed(games)):
        pairs.append(_("{round}: {n}").format(round=tree_round(2 << depth).title, n=number))
    return _("Games a match: {list}. Earlier rounds have as many as the earliest one named.").format(
        list=", ".join(pairs)
    )


def _match(event: Event) -> tuple[str, ...]:
    found = [
        games_sentence(event.games_by_round),
        _("The sum of the tournament points of its games decides a match."),
    ]
    if event.lead_threshold:
        found.append(
            _(
                "A lead of {tp} points is needed; up to {n} extra games are played to get it, then any lead will do."
            ).format(tp=words.tp_text(event.lead_threshold), n=event.extra_games)
        )
    if event.lead_threshold:
        found.append(_("A match is decided early when one side has half of all points and half of that lead besides."))
    else:
        found.append(_("A match is decided early when one side has more than half of all points of its games."))
    found.append(_("The games left may still be played, but no longer change the winner."))
    found.append(_("Level after the last game: more tiles over the match, then short decider games."))
    return tuple(found)


def _points() -> tuple[str, ...]:
    return (
        _("The two players of a game share 20 tournament points. A draw gives 10.0 each."),
        _("Who wins by m tiles gets 12 + 4/3·√m, rounded to one decimal; from 36 tiles on all 20."),
    )


def _time(event: Event) -> tuple[str, ...]:
    n = event.time_limit
    return (
        ngettext("Each player has {n} minute a game.", "Each player has {n} minutes a game.", n).format(n=n),
        _("On reaching the limit, and for each further full minute, one tournament point goes to the opponent, but only"
          " if the opponent claims it with the result. The claim can be withdrawn for 24 hours."),
    )  # fmt: skip


def _results(event: Event) -> tuple[str, ...]:
    n = event.confirm_hours
    return (
        _("One side reports a game, with its record or with the figures; the other confirms it or says what is wrong."),
        ngettext(
            "Without an answer the report counts after {n} hour.",
            "Without an answer the report counts after {n} hours.",
            n,
        ).format(n=n),
        _("A record must replay by the rules of the game. One that contradicts the report decides nothing: both players"
          " and the arbiter see what contradicts."),
        _("Nothing is overwritten: a correction is a new version with its reason, and everybody can read the log."),
    )  # fmt: skip


def _absence() -> tuple[str, ...]:
    return (
        _("Who withdraws, or is excused, gives the opponent a walkover: the opponent plays on, without points."),
        _("Who does not play by their own fault loses by default. An arbiter decides that."),
        _("When both are at fault nobody advances, and the next opponent has a bye."),
    )


def _draw(event: Event) -> tuple[str, ...]:
    if event.seeding_mode == SeedingMode.STRICT:
        places = _("Places follow the seeds strictly: the first meets the last, and so on.")
    else:
        places = _("Seed 1 stands at the top and seed 2 at the bottom; the bands 3–4, 5–8, 9–16 and 17–32 are placed by"
                   " lot, all others by lot.")  # fmt: skip
    found = [places]
    if event.separation == Separation.COUNTRY:
        found.append(_("Two players of one country do not meet in the first round where that can be avoided."))
    found.append(_("The lot has a seed that is published with the draw, so that everybody can make the draw again."))
    return tuple(found)
