"""All that can be done, and how often it is tried."""

from typing import Final

from tests.tournaments.guard import arranging, hall, people, results, rounds, several, stages
from tests.tournaments.guard.play import Act

ACTS: Final[dict[str, tuple[Act, int]]] = {
    "enter": (results.enter, 10),
    "enter whole": (results.enter_whole, 24),
    "report": (results.report, 8),
    "judge": (results.judge, 4),
    "wait": (results.wait, 2),
    "rule": (results.rule, 4),
    "correct": (results.correct, 8),
    "correct unseen": (results.correct_unseen, 3),
    "reinstate": (results.reinstate, 2),
    "penalise": (results.penalise, 2),
    "leave": (people.leave, 2),
    "come back": (people.come_back, 3),
    "replace": (people.replace, 2),
    "enter again": (people.enter_again, 1),
    "enter late": (people.enter_late, 1),
    "miss": (people.miss, 2),
    "propose": (rounds.propose, 3),
    "edit": (rounds.edit, 2),
    "publish": (rounds.publish, 4),
    "pair": (rounds.pair, 8),
    "give up": (rounds.give_up, 1),
    "take back": (rounds.take_back, 1),
    "change": (rounds.change, 2),
    "draw": (stages.draw, 2),
    "discard": (stages.discard, 1),
    "close": (stages.close, 2),
    "reopen": (stages.reopen, 2),
    "next stage": (stages.next_stage, 4),
    "finish": (stages.finish, 2),
    "reopen event": (stages.reopen_event, 2),
    "order level": (stages.order_level, 1),
    "act on several": (several.act_on_several, 2),
    "set tables": (hall.set_tables, 1),
    "number tables": (hall.number_tables, 1),
    "fix a table": (hall.fix_a_table, 1),
    "type again": (hall.type_again, 1),
    "offer a time": (arranging.offer, 2),
    "answer an offer": (arranging.answer, 2),
}
"""By name: what is done, and its weight among the others."""

PAIRING_ACTS: Final = frozenset({"publish", "pair", "take back", "change", "draw", "discard", "reopen", "next stage"})
"""Those that may say who meets whom in a published round."""
