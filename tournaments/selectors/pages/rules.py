"""The rules of an event in sentences, printed from its settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.formats.teams.line_up import least_present
from tournaments.models import Event, Play, SeedingMode, Separation, Stage, StageKind
from tournaments.selectors.feeding import feed_rule
from tournaments.selectors.pages import words
from tournaments.selectors.pages.stage_words import feed_sentences, games_sentence, settings_sentences, stage_title
from tournaments.selectors.stages import stage_settings


@dataclass(frozen=True, slots=True)
class Rule:
    """A heading with an anchor and its sentences."""

    id: str
    title: str
    sentences: tuple[str, ...]


def event_rules(event: Event, planned: Sequence[Stage] = ()) -> tuple[Rule, ...]:
    """What players are judged by, under headings; every figure is a setting of the event or of a stage. One query.

    Of an event that is not stored yet the `planned` stages are given, and there is no query.
    """
    if event.has_sittings:
        return _sitting_rules(event)
    stages = list(planned or event.stages.order_by("number"))
    tables = [stage for stage in stages if stage.is_table]
    trees = [stage for stage in stages if not stage.is_table]
    plain = len(stages) == 1 and stages[0].kind == StageKind.KNOCKOUT and not stages[0].settings
    found = [Rule("format", _("Format"), _format(event))] if plain else list(_stages(event, stages))
    if event.is_for_teams:
        found.append(Rule("teams", _("Teams (regulation 6)"), _teams(event, is_plain=plain)))
    if trees and not event.is_for_teams:
        found.append(Rule("match", _("Matches") if not tables else _("Matches of a knockout"), _match(event)))
    if tables:
        found.append(Rule("order", _("Order in a table (regulation 5.1)"), _order(tables)))
    if any(stage.kind == StageKind.SWISS for stage in tables):
        found.append(Rule("pairing", _("Pairing a Swiss (regulations 5.3 and 5.4)"), _pairing()))
    found += [
        Rule("points", _("Tournament points"), _points()),
        Rule("time", _("Time"), _time(event)),
        Rule("results", _("Results"), _results(event)),
        Rule("absence", _("When somebody does not play"), (_absence() if trees else ()) + _absence_in_table(tables)),
    ]
    if plain:
        found.append(Rule("draw", _("Draw"), _draw(event)))
    return tuple(found)


def _sitting_rules(event: Event) -> tuple[Rule, ...]:
    """The rules where everybody sits down with others each round."""
    if event.play == Play.DRAWN_DOUBLES:
        played = (
            _("Doubles. Partners are drawn by lot each round and sit opposite; both share one colour."),
            _("No two are partners twice as long as that can be avoided."),
            _("A game is scored as one of two players; each player has the points of the own pair."),
        )
    else:
        played = (
            _("Games of three and four players, who are drawn by lot each round and meet again as rarely as can be."),
            _("Everybody is scored against each of the others; 60 points are shared by three, 120 by four."),
            _("Who opened least opens the first game of a table; who opens a game plays last in the next."),
        )
    order = (
        _("By the share of the points that could be had, then points, wins over single opponents, tile difference."),
        _("A round sat out counts 12.0 for each opponent and game, a round missed nothing. Nothing is rated."),
    )
    return (
        Rule("format", _("Format"), played),
        Rule("order", pgettext("of standings", "Order"), order),
        Rule("points", _("Tournament points"), _points()),
        Rule("time", _("Time"), (_minutes(event), _("An arbiter rules on who used more and sets the points."))),
    )


def _stages(event: Event, stages: Sequence[Stage]) -> Iterator[Rule]:
    """Each stage with its settings and who goes on to it."""
    for stage, before in zip(stages, [None, *stages], strict=False):
        told = list(settings_sentences(stage_settings(stage, event), of_teams=event.is_for_teams))
        if before is not None and stage.feed:
            crossing = bool(stage.feed.get("crossing"))
            told = [*feed_sentences(feed_rule(stage), crossing=crossing, before=before.kind), *told]
        name = "format" if stage.number == 1 else f"stage-{stage.number}"
        yield Rule(name, str(stage_title(stage)), tuple(told))


def _teams(event: Event, *, is_plain: bool) -> tuple[str, ...]:
    """What a team match is; the games of a board are told with the stage, or here where the event `is_plain`."""
    n, substitutes = event.team_size, event.team_substitutes
    return (
        ngettext(
            "A match of two teams is played on {n} board: board 1 against board 1 and so on.",
            "A match of two teams is played on {n} boards: board 1 against board 1 and so on.",
            n,
        ).format(n=n),
        *([games_sentence(event.games_by_round, of_teams=True)] if is_plain else []),
        _("The captain orders the players for each match, without knowing the other order. Both are fixed once both are"
          " sent, or at their deadline; a team that sends none plays in its last order."),
        _("The points of all boards are added. In a knockout more than half of all points end the match early."),
        _("Level in points: more boards won decide, then the points of board 1, of board 2 and so on. In a table a"
          " match may end level if every board is."),
        ngettext(
            "A team may have {n} substitute, who takes the board of an absentee before anything was played there and"
            " has no more seeding points than the player on the board above.",
            "A team may have {n} substitutes. One takes the board of an absentee before anything was played there and"
            " has no more seeding points than the player on the board above.",
            substitutes,
        ).format(n=substitutes),
        ngettext(
            "An empty board is lost by default. A team needs at least {n} player present.",
            "An empty board is lost by default. A team needs at least {n} players present.",
            least_present(n),
        ).format(n=least_present(n)),
        _("Teams are seeded by the mean seeding points of their regular players."),
    )  # fmt: skip


def _order(tables: Sequence[Stage]) -> tuple[str, ...]:
    """How the order of a table is found."""
    found = [
        _("First by tournament points. A game counts once its result is confirmed; only games of this stage do."),
        _("Who is level there is compared by the next name in the list of the stage, until everybody has a place."),
        _("Points, matches or games among those who are level count only if all of them have met equally often."),
        _("A draw is half a win. The difference of tiles is one’s own minus the opponents’."),
        _("A percentage is points divided by 20 times the games counted; it compares entries of different groups."),
    ]
    if any(stage.kind == StageKind.SWISS for stage in tables):
        found.append(
            _("The sum of the opponents’ points adds the totals of those met over the board, as they are now.")
        )
    found.append(_("An arbiter may order those who are still level; after that the better seed is ahead."))
    return tuple(found)


def _pairing() -> tuple[str, ...]:
    return (
        _("Those with as equal points as possible meet: the squared differences in points have the least sum."),
        _("Nobody meets the same opponent twice, and the planned rounds left stay possible."),
        _("With an odd number the lowest has a bye who has had neither a bye nor a win without play."),
        _("A late entry has no points for the rounds missed. Who leaves is paired no more; all results stand."),
        _("Each pairing is published with its reasons: both totals, and what stood against nearer opponents."),
    )


def _absence_in_table(tables: Sequence[Stage]) -> tuple[str, ...]:
    if not tables:
        return ()
    found = [
        _("In a table each game not played counts as the stage says: a walkover, a default or a bye (regulation 3)."),
    ]
    if any(stage.kind == StageKind.GROUPS for stage in tables):
        found.append(
            _(
                "Who leaves a group before half of the games are played is taken out of its table; later the games to "
                "come are walkovers (regulation 3.5)."
            )
        )
    return tuple(found)


def _format(event: Event) -> tuple[str, ...]:
    found = [
        _("A knockout: who wins a match plays on, who loses is out."),
        _("Where the number of players is no power of two, the top seeds have a bye in the first round."),
    ]
    if event.third_place:
        found.append(_("The losers of the semi-finals play for third place."))
    found.append(_("Losers of a round share its best place unless they play it out."))
    return tuple(found)


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
    return (
        _minutes(event),
        _("On reaching the limit, and for each further full minute, one tournament point goes to the opponent, but only"
          " if the opponent claims it with the result. The claim can be withdrawn for 24 hours."),
    )  # fmt: skip


def _minutes(event: Event) -> str:
    n = event.time_limit
    if event.play in (Play.DOUBLES, Play.DRAWN_DOUBLES):
        return ngettext("Each pair has {n} minute a game.", "Each pair has {n} minutes a game.", n).format(n=n)
    return ngettext("Each player has {n} minute a game.", "Each player has {n} minutes a game.", n).format(n=n)


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
