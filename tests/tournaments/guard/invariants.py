"""What holds after every step, whatever it was."""

from collections import Counter, defaultdict

from tests.tournaments.guard.play import Play
from tests.tournaments.guard.rounds import pairings
from tournaments.formats.fold import Folded
from tournaments.formats.standings import standings
from tournaments.formats.table import match_scores
from tournaments.models import (
    Decision,
    Entry,
    EventState,
    Exit,
    GameResult,
    PairingRun,
    Report,
    RunState,
    Slot,
    Stage,
    StageKind,
    StageState,
)
from tournaments.models.report import LIVE_STATES
from tournaments.selectors.stages import faults_of, folded_stages
from tournaments.services import recompute


class Broken(AssertionError):
    """A promise of the site is broken; says which and where."""


def check(play: Play, *, thorough: bool = False) -> None:
    """Raises `Broken` with all that does not hold. A thorough check also pairs and draws everything again."""
    event = play.event
    folded = folded_stages(event)
    faults = recompute(event, folded) if thorough else faults_of(event, folded)
    faults += _versions(play)
    faults += _slots(play)
    faults += _pairings(play)
    for stage in play.stages():
        if found := folded.get(stage.number):
            faults += [f"stage {stage.number} {fault}" for fault in _tables(found.folded)]
            if event.state == EventState.RUNNING:
                faults += _stuck(stage, found.folded)
            if stage.state == StageState.FINISHED and not found.folded.is_finished:
                faults.append(f"stage {stage.number} is finished and has something to play")
    if event.state == EventState.FINISHED and any(stage.state != StageState.FINISHED for stage in play.stages()):
        faults.append("the event is finished, a stage is not")
    if faults:
        raise Broken("; ".join(faults))


def _versions(play: Play) -> list[str]:
    """Versions without holes, the last one alone may count, and what counts is of the two who stand there."""
    faults: list[str] = []
    standing: dict[int, list[int | None]] = defaultdict(list)
    for match, occupant in (
        Slot.objects.filter(match__event=play.event_id).order_by("match", "side").values_list("match", "occupant")
    ):
        standing[match].append(occupant)
    decisions: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for match, version, current, kind, left, right in (
        Decision.objects.filter(match__event=play.event_id)
        .order_by("match", "version")
        .values_list("match", "version", "current", "kind", "left", "right")
    ):
        decisions[match].append((version, current))
        if current and kind != "void" and standing[match] != [left, right]:
            faults.append(f"match {match}: the decision counts for two others")
    for match, versions in decisions.items():
        if versions != [(n, n == len(versions)) for n in range(1, len(versions) + 1)]:
            faults.append(f"match {match}: versions {versions}")
    games: dict[tuple[int, int], list[tuple[int, bool]]] = defaultdict(list)
    for match, number, version, current, left, right in (
        GameResult.objects.filter(match__event=play.event_id)
        .order_by("match", "number", "version")
        .values_list("match", "number", "version", "current", "left", "right")
    ):
        games[match, number].append((version, current))
        if current and standing[match] != [left, right]:
            faults.append(f"match {match} game {number} counts for two others")
    for key, versions in games.items():
        if [version for version, _ in versions] != list(range(1, len(versions) + 1)):
            faults.append(f"game {key}: versions {versions}")
        if any(current for _, current in versions[:-1]):
            faults.append(f"game {key}: an old version counts")
    for match, left, right in Report.objects.filter(match__event=play.event_id, state__in=LIVE_STATES).values_list(
        "match", "left", "right"
    ):
        if standing[match] != [left, right]:
            faults.append(f"match {match}: a report of two others waits")
    gone = set(Exit.objects.filter(entry__event=play.event_id, revoked_at=None).values_list("entry", flat=True))
    left = set(Entry.objects.filter(event=play.event_id).exclude(state="accepted").values_list("pk", flat=True))
    return faults if gone == left else [*faults, f"exits {gone}, entries that left {left}"]


def _slots(play: Play) -> list[str]:
    """Nobody twice in a round of a bracket, and never a bye that is somebody."""
    rows = Slot.objects.filter(match__event=play.event_id).values_list(
        "match__stage__number", "match__bracket", "match__round", "occupant", "is_bye"
    )
    places = Counter(row[:4] for row in rows if row[3] is not None)
    faults = [f"twice in a round: {place}" for place, count in places.items() if count > 1]
    return faults + [f"a bye that is somebody: {row}" for row in rows if row[4] and row[3] is not None]


def _pairings(play: Play) -> list[str]:
    """The published pairings are those of the matches, and nothing but an act that may do so has changed them."""
    faults = []
    for stage in play.stages():
        if stage.kind != StageKind.SWISS:
            continue
        now = pairings(stage)
        shown = {key: value for key, value in play.shown.items() if key[0] == stage.number}
        if now != shown:
            faults.append(f"stage {stage.number}: published pairings changed by themselves")
        runs = PairingRun.objects.filter(stage=stage, state=RunState.PUBLISHED)
        said = {
            (stage.number, run.round): frozenset(
                [frozenset(pair) for pair in run.pairs] + ([] if run.bye_id is None else [frozenset((run.bye_id,))])
            )
            for run in runs
        }
        if said != now:
            faults.append(f"stage {stage.number}: the matches are not those of the published pairing")
    return faults


def _tables(folded: Folded) -> list[str]:
    """Standings are an order of the members; what the rows have is what the matches gave."""
    faults = []
    for table in folded.structure.tables:
        rows = standings(folded, table)
        members = {folded.facts.occupant(source) for source in table.members} - {None} - set(folded.annulled)
        if {row.entry for row in rows} != members or len(rows) != len(members):
            faults.append(f"table {table.key}: the rows are not the members")
        if [row.place for row in rows] != list(range(1, len(rows) + 1)):
            faults.append(f"table {table.key}: places {[row.place for row in rows]}")
        given = sum(sum(score.tp) for score in match_scores(folded, table))
        if sum(row.totals.tp for row in rows) != given:
            faults.append(f"table {table.key}: the matches gave {given}, the rows have another sum")
    return faults


def _stuck(stage: Stage, folded: Folded) -> list[str]:
    """A running stage that is not over has a match to play, or waits for its organiser's next round."""
    if stage.state != StageState.RUNNING or folded.is_finished:
        return []
    waiting = [found.node.number for found in folded.matches.values() if not found.is_settled]
    return [f"stage {stage.number} is stuck: {waiting} wait"] if waiting and not folded.open_matches else []
