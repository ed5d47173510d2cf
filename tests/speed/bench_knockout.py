"""A knockout of 128 in the core, beside brackets-manager in memory, both timed in CPU seconds in one run.

Both create the knockout with a match for third place and enter all 128 results, one after the
other, each followed through to the next matches. The two take turns of a few knockouts each, so
that a busy machine slows both; the medians are compared. brackets-manager comes over npm into a temporary folder.
"""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

from tests.speed import Row, at_least, at_most, row
from tournaments.formats.bracket import bracket_view
from tournaments.formats.deciding import next_decision, occupants_of
from tournaments.formats.double_elimination import double_elimination
from tournaments.formats.facts import DecisionKind, Facts
from tournaments.formats.fold import Folded, MatchState, fold, refold
from tournaments.formats.graph import Structure
from tournaments.formats.impact import applied, impact
from tournaments.formats.knockout import knockout
from tournaments.formats.lens import columns, strip
from tournaments.formats.plate import with_plate
from tournaments.formats.seeding import draw

ENTRIES = 128
PACKAGES = ("brackets-manager@1.11.1", "brackets-memory-db@1.0.6")
INSTALL_PATIENCE = 120
A_TURN = 4
"""Knockouts played in a turn."""
PEER = r"""
const { BracketsManager } = require('brackets-manager');
const { InMemoryDatabase } = require('brackets-memory-db');
const [size, turn] = process.argv.slice(2).map(Number);
const seeding = Array.from({ length: size }, (_, i) => `Entry ${i + 1}`);
async function play() {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  await manager.create.stage({
    tournamentId: 0, name: 'k', type: 'single_elimination', seeding, settings: { consolationFinal: true },
  });
  for (let id = 0; id < size; id++)
    await manager.update.match({ id, opponent1: { score: 1, result: 'win' }, opponent2: { score: 0 } });
  const matches = await storage.select('match');
  if (matches.length !== size || matches.some((m) => m.status < 4)) throw new Error('not played out');
}
require('readline').createInterface({ input: process.stdin }).on('line', async () => {
  const before = process.cpuUsage();
  for (let i = 0; i < turn; i++) await play();
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify(user + system));
});
"""


def run(quick: bool) -> list[Row]:
    turns = 5 if quick else 25
    final = play()
    if not final.is_finished or len(final.places) != ENTRIES:
        raise RuntimeError("The knockout was not played out.")
    rows = _beside_peer(turns)
    correction = _flip_first_result(final)
    rows += [
        row(
            "fold of a finished 128, from scratch",
            _cpu(lambda: fold(final.structure, final.facts), turns),
            "ms",
            at_most(20),
        ),
        row(
            "plan of flipping a first-round result of a finished 128",
            _cpu(lambda: impact(final.structure, final.facts, correction).digest, turns),
            "ms",
            at_most(100),
        ),
        row("draw of 128 by lot, ten countries kept apart", _cpu(_draw, turns), "ms"),
        row("shapes, columns and strip of a bracket of 128", _cpu(lambda: _lens(final), turns), "ms"),
    ]
    for name, structure in (
        ("double elimination of 128", double_elimination(ENTRIES, lines=draw(ENTRIES, lot=2026).lines)),
        ("128 with a plate", with_plate(knockout(ENTRIES, third_place=True), lot=2026).structure),
        ("128 with all places played off", knockout(ENTRIES, places_to=ENTRIES)),
    ):
        rows += _corrections(name, structure, turns)
    return rows


def _corrections(name: str, structure: Structure, turns: int) -> list[Row]:
    """The plan of a correction that reaches as far as any can: the first match of a finished event is turned round."""
    final = _played(structure)
    if not final.is_finished or len(final.places) != ENTRIES:
        raise RuntimeError(f"The {name} was not played out.")
    correction = _flip_first_result(final)
    corrected = applied(structure, final.facts, correction, digest=impact(structure, final.facts, correction).digest)
    back = corrected.facts.with_decision(replace(final.facts.decisions[1], version=3, supersedes=2))
    return [
        row(f"fold of a finished {name}", _cpu(lambda: fold(structure, final.facts), turns), "ms", at_most(40)),
        row(
            f"plan of flipping a first-round result of a finished {name}",
            _cpu(lambda: impact(structure, final.facts, correction).digest, turns),
            "ms",
            at_most(100),
        ),
        row(
            "plan of taking that back, all that fell being offered again",
            _cpu(lambda: impact(structure, corrected.facts, back).digest, turns),
            "ms",
            at_most(100),
        ),
    ]


def play() -> Folded:
    """Create a knockout of 128 and enter every result, as the peer does: the left side always wins."""
    return _played(knockout(ENTRIES, third_place=True))


def _played(structure: Structure) -> Folded:
    """Every match is won by its left side, in an order in which all can be played."""
    facts = Facts({seed: seed for seed in range(1, ENTRIES + 1)})
    folded = fold(structure, facts)
    for node in structure.order:
        if folded[node.id].state is not MatchState.OPEN:
            continue
        occupants = occupants_of(folded[node.id])
        facts = facts.with_decision(next_decision(facts, node.id, DecisionKind.PLAYED, occupants, 0, tp=(110, 90)))
        folded = refold(folded, facts)
    return folded


def _our_turn() -> None:
    for _ in range(A_TURN):
        play()


def _flip_first_result(folded: Folded) -> Facts:
    old = folded.facts.decisions[1]
    return folded.facts.with_decision(replace(old, winner=1, tp=(90, 110), version=2, supersedes=1))


def _draw() -> None:
    draw(ENTRIES, lot=2026, apart=[{seed: f"C{seed * seed % 10}" for seed in range(1, ENTRIES + 1)}])


def _lens(folded: Folded) -> None:
    view = bracket_view(folded)
    columns(view)
    strip(view, follow=1)


def _once(call: Callable[[], object]) -> float:
    before = time.process_time()
    call()
    return 1000 * (time.process_time() - before)


def _cpu(call: Callable[[], object], turns: int) -> float:
    """Median CPU time in milliseconds."""
    call()
    return median(_once(call) for _ in range(turns))


def _beside_peer(turns: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="tantrix-peer-") as name:
        folder = Path(name)
        fault = _install(folder)
        if fault:
            ours = _cpu(play, turns)
            return [
                row("create and play a knockout of 128", ours, "ms"),
                Row(name=f"brackets-manager not measured: {fault}", value=None, unit="", goal=None, holds=None),
            ]
        ours, theirs = _take_turns(folder, turns)
    return [
        row("create and play a knockout of 128", median(ours), "ms"),
        row("the same by brackets-manager 1.11.1 in memory", median(theirs), "ms"),
        row("how many times as fast as brackets-manager", median(theirs) / median(ours), "times", at_least(1)),
    ]


def _install(folder: Path) -> str | None:
    """Install the peer; what went wrong, or None."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "there is no node with npm here"
    (folder / "package.json").write_text('{"name": "peer", "private": true}', encoding="utf-8")
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", *PACKAGES]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return "npm did not finish in time"
    return None if done.returncode == 0 else "npm could not install it"


def _take_turns(folder: Path, turns: int) -> tuple[list[float], list[float]]:
    (folder / "peer.js").write_text(PEER, encoding="utf-8")
    node = str(shutil.which("node"))
    ours: list[float] = []
    theirs: list[float] = []
    with subprocess.Popen(
        [node, "peer.js", str(ENTRIES), str(A_TURN)],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as peer:
        if peer.stdin is None or peer.stdout is None:
            raise RuntimeError("The peer has no pipes.")
        # Rounds not counted let its compiler warm up.
        for turn in range(-10, turns):
            peer.stdin.write("\n")
            peer.stdin.flush()
            their_time = json.loads(peer.stdout.readline()) / 1000
            our_time = _once(_our_turn)
            if turn >= 0:
                theirs.append(their_time / A_TURN)
                ours.append(our_time / A_TURN)
        peer.stdin.close()
    return ours, theirs
