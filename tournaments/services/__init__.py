"""Everything that changes tournaments. One function for each thing a person can do; all take `actor` and `now`."""

from tournaments.services.alternates import replace_entrant
from tournaments.services.announcing import AnnouncementOrder, plan_announcement, send_announcement
from tournaments.services.answers import Answers
from tournaments.services.applying import Planned
from tournaments.services.archiving import archive_event, take_out_of_archive
from tournaments.services.arranging_rules import set_arranging
from tournaments.services.attendance import set_absence
from tournaments.services.calendars import make_calendar_link, revoke_calendar_link
from tournaments.services.categories import (
    create_category,
    plan_category_weight,
    plan_event_category,
    set_category_weight,
    set_event_category,
)
from tournaments.services.check_in import check_in, remove_missing
from tournaments.services.clocks import adjust_clock, pause_clock, remove_clock, resume_clock, start_clock
from tournaments.services.corrections import Correction, correct_result, plan_correction
from tournaments.services.deadline_notices import send_deadline_notices
from tournaments.services.draws import discard_draw, draw_again, make_draw
from tournaments.services.editions import (
    EditionPlan,
    add_edition,
    keep_defaults,
    remove_edition,
    start_edition,
)
from tournaments.services.entries import (
    Entered,
    NewPerson,
    add_entry,
    enter_oneself,
    remove_entry,
    set_seeds,
)
from tournaments.services.entry_lists import list_text
from tournaments.services.entry_rules import EntryTerms, read_conditions, set_entry_rules
from tournaments.services.erasing import (
    GRACE,
    ask_erasure,
    call_off_erasure,
    erase_due,
    erase_player,
    erasure_obstacles,
    keep_privacy,
)
from tournaments.services.event_details import EventDetails
from tournaments.services.event_templates import (
    NewEvent,
    PlannedEvent,
    create_from_template,
    planned,
    template_of_event,
)
from tournaments.services.events import (
    create_event,
    finish_event,
    publish_event,
    reopen_event,
    start_event,
    unpublish_event,
    update_event,
)
from tournaments.services.exit_plans import plan_exit, plan_return
from tournaments.services.exits import disqualify_entry, revoke_exit, undo_withdrawal, withdraw_entry
from tournaments.services.extensions import (
    answer_extension,
    ask_extension,
    extend_deadline,
    lapse_extensions,
    rule_extension,
    withdraw_extension,
)
from tournaments.services.figures import GameFigures
from tournaments.services.hall_tables import number_hall_tables, set_fixed_table, set_hall_tables
from tournaments.services.hiding import hide_personal_data, personal_counts, set_keep_days
from tournaments.services.history import import_history, preview_history, undo_import
from tournaments.services.history_values import HistoryChoices, HistoryOptions, HistoryPlan, RowState
from tournaments.services.importing import (
    EntryLine,
    LineChoices,
    LineState,
    import_entries,
    read_entry_lines,
    undo_entry_import,
    unread_columns,
)
from tournaments.services.invitations import set_invitation, tick_age
from tournaments.services.line_ups import open_boards, open_due_boards, put_at_board, send_line_up, set_line_up_deadline
from tournaments.services.links import claim_profile, make_entry_links, regenerate_entry_link, revoke_entry_link
from tournaments.services.merging import merge_obstacles, merge_players
from tournaments.services.messages import hide_message, send_message
from tournaments.services.organisers import add_organiser, remove_organiser
from tournaments.services.own_answers import change_answers
from tournaments.services.pair_proposals import (
    accept_pair,
    lapse_proposals,
    make_proposal_link,
    propose_pair,
    refuse_pair,
    withdraw_pair_proposal,
)
from tournaments.services.pairings import (
    change_published_pairing,
    discard_pairing,
    edit_pairing,
    pairing_doubts,
    propose_pairing,
    publish_pairing,
    unpublish_round,
)
from tournaments.services.pairs import EnteredPair, add_pair
from tournaments.services.penalties import claim_time, object_to_claim, rule_time, withdraw_time_claim
from tournaments.services.prizes import (
    create_prize_list,
    put_in_prize_list,
    remove_prize_list,
    take_out_of_prize_list,
)
from tournaments.services.rating import event_results, rate_due_events, rate_event
from tournaments.services.rating_plans import plan_finish_ratings, plan_rating_change, plan_update_ratings
from tournaments.services.ready import mark_ready, set_room
from tournaments.services.recomputing import recompute
from tournaments.services.records import attach_record
from tournaments.services.refolding import rebuild_event
from tournaments.services.reinstating import reinstate_match
from tournaments.services.releasing import set_audience
from tournaments.services.reports import (
    confirm_game,
    dispute_game,
    report_game,
    report_games,
    withdraw_report,
)
from tournaments.services.role_invitations import accept_invitation, find_invitation, invite_official, revoke_invitation
from tournaments.services.round_boards import open_round_boards
from tournaments.services.ruling import Ruling
from tournaments.services.rulings import (
    accept_report,
    decide_match,
    enter_result,
    enter_results,
    refuse_report,
    set_deadline,
)
from tournaments.services.saved_templates import (
    delete_template,
    find_saved,
    find_template,
    may_delete_template,
    read_template,
    save_template,
)
from tournaments.services.seeding import (
    clear_seeding_points,
    seed_by_points,
    set_seeding_points,
    take_seeding_points,
)
from tournaments.services.series import SeriesDetails, create_series, load_first_years, set_keeper, update_series
from tournaments.services.settling import settle_records, settle_report
from tournaments.services.several import SeveralPlan, do_several, plan_several
from tournaments.services.several_values import SeveralAct, SeveralLine, SeveralOrder
from tournaments.services.shown_names import choose_shown_name, may_choose_name
from tournaments.services.sitting_scores import TableFigures, confirm_score, dispute_score, enter_score, report_score
from tournaments.services.sittings import draw_sittings, take_back_sittings
from tournaments.services.stages import StagePlan, close_stage, fed_by, plan_stages, reopen_stage
from tournaments.services.sweeping import confirm_due_reports, sweep_reports
from tournaments.services.teams import (
    add_team,
    add_team_player,
    move_team_player,
    name_captains,
    name_overall_captain,
    order_team,
    remove_team_player,
)
from tournaments.services.ties import rule_tie
from tournaments.services.time_offers import accept_time, decline_time, lapse_offers, offer_time, withdraw_time
from tournaments.services.typed_results import check_result, enter_row, enter_table_row, set_checking
from tournaments.services.vouching import claims_to_decide, decide_claim, link_vouches, may_vouch

__all__ = [
    "GRACE",
    "AnnouncementOrder",
    "Answers",
    "Correction",
    "EditionPlan",
    "Entered",
    "EnteredPair",
    "EntryLine",
    "EntryTerms",
    "EventDetails",
    "GameFigures",
    "HistoryChoices",
    "HistoryOptions",
    "HistoryPlan",
    "LineChoices",
    "LineState",
    "NewEvent",
    "NewPerson",
    "Planned",
    "PlannedEvent",
    "RowState",
    "Ruling",
    "SeriesDetails",
    "SeveralAct",
    "SeveralLine",
    "SeveralOrder",
    "SeveralPlan",
    "StagePlan",
    "TableFigures",
    "accept_invitation",
    "accept_pair",
    "accept_report",
    "accept_time",
    "add_edition",
    "add_entry",
    "add_organiser",
    "add_pair",
    "add_team",
    "add_team_player",
    "adjust_clock",
    "answer_extension",
    "archive_event",
    "ask_erasure",
    "ask_extension",
    "attach_record",
    "call_off_erasure",
    "change_answers",
    "change_published_pairing",
    "check_in",
    "check_result",
    "choose_shown_name",
    "claim_profile",
    "claim_time",
    "claims_to_decide",
    "clear_seeding_points",
    "close_stage",
    "confirm_due_reports",
    "confirm_game",
    "confirm_score",
    "correct_result",
    "create_category",
    "create_event",
    "create_from_template",
    "create_prize_list",
    "create_series",
    "decide_claim",
    "decide_match",
    "decline_time",
    "delete_template",
    "discard_draw",
    "discard_pairing",
    "dispute_game",
    "dispute_score",
    "disqualify_entry",
    "do_several",
    "draw_again",
    "draw_sittings",
    "edit_pairing",
    "enter_oneself",
    "enter_result",
    "enter_results",
    "enter_row",
    "enter_score",
    "enter_table_row",
    "erase_due",
    "erase_player",
    "erasure_obstacles",
    "event_results",
    "extend_deadline",
    "fed_by",
    "find_invitation",
    "find_saved",
    "find_template",
    "finish_event",
    "hide_message",
    "hide_personal_data",
    "import_entries",
    "import_history",
    "invite_official",
    "keep_defaults",
    "keep_privacy",
    "lapse_extensions",
    "lapse_offers",
    "lapse_proposals",
    "link_vouches",
    "list_text",
    "load_first_years",
    "make_calendar_link",
    "make_draw",
    "make_entry_links",
    "make_proposal_link",
    "mark_ready",
    "may_choose_name",
    "may_delete_template",
    "may_vouch",
    "merge_obstacles",
    "merge_players",
    "move_team_player",
    "name_captains",
    "name_overall_captain",
    "number_hall_tables",
    "object_to_claim",
    "offer_time",
    "open_boards",
    "open_due_boards",
    "open_round_boards",
    "order_team",
    "pairing_doubts",
    "pause_clock",
    "personal_counts",
    "plan_announcement",
    "plan_category_weight",
    "plan_correction",
    "plan_event_category",
    "plan_exit",
    "plan_finish_ratings",
    "plan_rating_change",
    "plan_return",
    "plan_several",
    "plan_stages",
    "plan_update_ratings",
    "planned",
    "preview_history",
    "propose_pair",
    "propose_pairing",
    "publish_event",
    "publish_pairing",
    "put_at_board",
    "put_in_prize_list",
    "rate_due_events",
    "rate_event",
    "read_conditions",
    "read_entry_lines",
    "read_template",
    "rebuild_event",
    "recompute",
    "refuse_pair",
    "refuse_report",
    "regenerate_entry_link",
    "reinstate_match",
    "remove_clock",
    "remove_edition",
    "remove_entry",
    "remove_missing",
    "remove_organiser",
    "remove_prize_list",
    "remove_team_player",
    "reopen_event",
    "reopen_stage",
    "replace_entrant",
    "report_game",
    "report_games",
    "report_score",
    "resume_clock",
    "revoke_calendar_link",
    "revoke_entry_link",
    "revoke_exit",
    "revoke_invitation",
    "rule_extension",
    "rule_tie",
    "rule_time",
    "save_template",
    "seed_by_points",
    "send_announcement",
    "send_deadline_notices",
    "send_line_up",
    "send_message",
    "set_absence",
    "set_arranging",
    "set_audience",
    "set_category_weight",
    "set_checking",
    "set_deadline",
    "set_entry_rules",
    "set_event_category",
    "set_fixed_table",
    "set_hall_tables",
    "set_invitation",
    "set_keep_days",
    "set_keeper",
    "set_line_up_deadline",
    "set_room",
    "set_seeding_points",
    "set_seeds",
    "settle_records",
    "settle_report",
    "start_clock",
    "start_edition",
    "start_event",
    "sweep_reports",
    "take_back_sittings",
    "take_out_of_archive",
    "take_out_of_prize_list",
    "take_seeding_points",
    "template_of_event",
    "tick_age",
    "undo_entry_import",
    "undo_import",
    "undo_withdrawal",
    "unpublish_event",
    "unpublish_round",
    "unread_columns",
    "update_event",
    "update_series",
    "withdraw_entry",
    "withdraw_extension",
    "withdraw_pair_proposal",
    "withdraw_report",
    "withdraw_time",
    "withdraw_time_claim",
]
