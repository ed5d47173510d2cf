"""The path of one entry through the bracket, and finding the entry that is meant."""

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.names import latin_key
from tournaments.formats import path as core
from tournaments.formats.graph import Bye, EntryId, Seed
from tournaments.formats.knockout import PRELIMINARY
from tournaments.selectors.pages import words
from tournaments.selectors.pages.bracket import Bracket, part_of
from tournaments.selectors.pages.loading import EntryRow
from tournaments.selectors.pages.round_names import MAIN, match_round


@dataclass(frozen=True, slots=True)
class Step:
    """One round on the path of a followed entry; `won` is None while the match is not over."""

    round: str
    match: int
    text: str
    score: str
    won: bool | None


@dataclass(frozen=True, slots=True)
class Path:
    """The way of one entry through all parts: where it stands in one line, and all rounds.

    `part` and `round` are where its latest match is shown; the preliminary round is round 0 of the main draw.
    """

    entry: EntryId
    slug: str
    name: str
    line: str
    match: int
    part: str
    round: int
    steps: tuple[Step, ...]

    @property
    def version(self) -> str:
        """Another one whenever something of it reads otherwise; an open page redraws it only then."""
        steps = (f"{step.round}|{step.text}|{step.score}|{step.won}" for step in self.steps)
        return f"{crc32(chr(10).join((self.line, *steps)).encode()):08x}"


def find_followed(entries: Mapping[EntryId, EntryRow], wanted: str) -> list[EntryRow]:
    """The entries meant by an address or a typed name: an exact slug, else all whose name has every word."""
    wanted = wanted.strip()
    exact = [row for row in entries.values() if row.slug == wanted]
    if exact or not wanted:
        return exact
    key = latin_key(wanted)
    found = [row for row in entries.values() if all(part in latin_key(row.name) for part in key.split())]
    same = [row for row in found if latin_key(row.name) == key]
    return same if len(same) == 1 else found


def load_path(bracket: Bracket, entry: EntryId) -> Path | None:
    """The path of an entry from its first match to the last one it may come to, or to where it ended; None if it is not
    in the draw."""
    folded = bracket.knockout.folded
    rows = core.path_of(folded, entry)
    if not rows:
        return None
    row = bracket.entries[entry]
    steps = tuple(_step(bracket, step) for step in rows)
    reached = [step for step in rows if step.step is not core.PathStep.AHEAD] or [rows[0]]
    last = reached[-1]
    node = folded.structure[last.match]
    return Path(
        entry=entry,
        slug=row.slug,
        name=row.name,
        line=_path_line(bracket, last, steps[rows.index(last)]),
        match=last.number,
        part=part_of(node.bracket),
        round=0 if node.bracket == PRELIMINARY else node.round,
        steps=steps,
    )


def _step(bracket: Bracket, row: core.PathRow) -> Step:
    title = match_round(bracket.knockout.matches[row.match]).title
    won = {core.PathStep.WON: True, core.PathStep.LOST: False}.get(row.step)
    decision = bracket.knockout.folded[row.match].decision
    tp = decision.tp if decision is not None and decision.tp else (None, None)
    own, other = words.tp_text(tp[row.slot]), words.tp_text(tp[1 - row.slot])
    score = _("{own}–{other}").format(own=own, other=other) if own and other else ""
    if won is not None and own == other and own:
        score = (_("won {score}") if won else _("lost {score}")).format(score=score)
    if won is not None and not score:
        score = str(bracket.knockout.state_word(row.match).text)
    text = _("bye") if row.step is core.PathStep.BYE else _opponent(bracket, row)
    return Step(title, row.number, text, score, won)


def _opponent(bracket: Bracket, step: core.PathRow) -> str:
    """Who stands there, or may: one name, two, or how many."""
    opponent, possible = step.opponent, step.possible
    if isinstance(opponent, Bye):
        return _("nobody")
    if opponent is not None:
        row = bracket.entries[opponent]
        name = row.name if row.seed is None else f"{row.name} ({row.seed})"
        return f"{name} {row.country}".strip()
    if len(possible) == 2:
        one, other = (bracket.entries[entry].short for entry in possible)
        return _("{one} or {other}").format(one=one, other=other)
    if len(possible) == 1:
        return bracket.entries[possible[0]].name
    if not possible:
        source = bracket.knockout.folded.structure[step.match].sources[1 - step.slot]
        return bracket.knockout.origins.get(source.n, "") if isinstance(source, Seed) else _("nobody")
    return ngettext("one of {n} player", "one of {n} players", len(possible)).format(n=len(possible))


def _path_line(bracket: Bracket, row: core.PathRow, step: Step) -> str:
    """One sentence for the line under the tabs."""
    match = bracket.knockout.matches[row.match]
    word = match_round(match).word
    if step.won and match.winner_place == 1 and match.ranking == MAIN and bracket.is_last:
        return _("Champion: won the final against {opponent}, {score}").format(opponent=step.text, score=step.score)
    if step.won:
        return _("Won: {round}, against {opponent}, {score}").format(round=word, opponent=step.text, score=step.score)
    if step.won is False:
        return _("Lost: {round}, against {opponent}, {score}").format(round=word, opponent=step.text, score=step.score)
    return _("Next: {round}, M{n}, against {opponent}").format(round=word, n=row.number, opponent=step.text)
