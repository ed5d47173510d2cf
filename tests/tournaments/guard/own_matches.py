"""Which services rule on a match, with what to call them with, and which are what players do themselves."""

from tournaments.services import Correction, GameFigures, Ruling

RULINGS: dict[str, dict[str, object]] = {
    "accept_report": {"report_id": "report"},
    "check_result": {"result_id": "result", "accepted": True},
    "correct_result": {"match_id": "decided", "correction": Correction(clear=True), "reason": "mine"},
    "decide_match": {"match_id": "open", "ruling": Ruling("walkover", 0)},
    "enter_result": {"match_id": "open", "number": 1, "figures": GameFigures(tiles=(50, 10))},
    "enter_results": {"match_id": "open", "games": {1: GameFigures(tiles=(50, 10))}},
    "enter_row": {"match_id": "open", "number": 1, "figures": GameFigures(tiles=(50, 10)), "key": "k" * 20},
    "extend_deadline": {"match_id": "open", "until": "later", "reason": "mine"},
    "open_boards": {"match_id": "open"},
    "plan_correction": {"match_id": "decided", "correction": Correction(clear=True)},
    "refuse_report": {"report_id": "report", "reason": "mine"},
    "reinstate_match": {"match_id": "decided", "reason": "mine"},
    "rule_time": {"match_id": "decided", "number": 1, "side": 0, "tenths": 10, "reason": "mine"},
}
"""Those that another has to do; texts name what the test puts there."""

ELSEWHERE = frozenset({
    "enter_score", "enter_table_row",  # tables: test_sittings
    "put_at_board", "send_line_up",  # teams, below
    "plan_rating_change",  # makes the correction and takes it back
    "hide_message", "rule_extension",  # by the same check, with rows of their own: test_messages, test_extensions
})  # fmt: skip
"""Rulings that are tested with what they need."""

OWN_ACTS = frozenset({
    "accept_time", "answer_extension", "ask_extension", "attach_record", "claim_time", "confirm_game", "confirm_score",
    "decline_time",
    "dispute_game", "dispute_score", "mark_ready", "offer_time", "report_game", "report_games", "report_score",
    "send_message", "set_room", "withdraw_extension", "withdraw_report", "withdraw_time", "withdraw_time_claim",
    "settle_report", "object_to_claim",
})  # fmt: skip
"""What the players of a match do, and the worker."""
