"""Words and failures that several operations share in the schema."""

from games.api.problems import problem
from ratings.api.describe import PLAN_CHANGED

NOT_YOURS = problem("You may not do this.", not_organiser="Only an organiser of the event may do this.")
ENDS_OVER_OWN = problem(
    "You may not do this, or not over a report of a match of your own.",
    not_organiser="Only an organiser of the event may do this.",
    own_match="You play in this match yourself, or lead a team in it.",
)
NOT_ARBITER = problem(
    "You may not do this.",
    not_arbiter="Only an organiser or arbiter of the event may do this.",
    own_match="You play in this match yourself, or lead a team in it.",
)
NOT_OWNER = problem("You may not do this.", not_owner="Only the owner of the event may do this.")
NOT_IN_MATCH = problem("You may not do this.", not_in_match="Only the two players of this match may do this.")
STALE = problem(
    "Somebody changed it since you read it; nothing happened.",
    stale_version="Somebody changed this since you read it. Look again before you change it.",
)
NO_EVENT = problem("There is none, or you may not see it.", event_not_found="There is no such event.")
NO_STAGE = problem(
    "There is none, or you may not see it.",
    event_not_found="There is no such event.",
    stage_not_found="The event has no stage 3.",
)
NO_MATCH = problem("There is none, or you may not see it.", match_not_found="There is no such match.")
NO_ENTRY = problem("There is none, or you may not see it.", entry_not_found="There is no such entry.")
DEPENDS = problem(
    "Something depends on it, and no plan was agreed to, or the plan is another by now. `extra` has the plan, its "
    "digest and the numbers of the matches that depend on it.",
    result_depends="Something depends on this. Look at what would change, then send the plan's digest back.",
    plan_changed=PLAN_CHANGED,
)
CORRECTION_DEPENDS = problem(
    "Something depends on it, or ratings move by it, and no plan was agreed to, or the plan is another by now. `extra` "
    "has the plan of results, its digest and the numbers of the matches that depend on it.",
    result_depends="Something depends on this. Look at what would change, then send the plan's digest back.",
    plan_changed=PLAN_CHANGED,
    ratings_move="This moves ratings. Look at who moves by how much, then send the digest of that plan back.",
    ratings_changed="Ratings have changed meanwhile, and who moves by how much is no longer what you saw.",
)
EVENTS, ENTRIES, STAGES, DRAW = "Events", "Entries", "Stages", "Draw and bracket"
TABLES, SWISS, MATCHES, RESULTS = "Tables", "Swiss rounds", "Matches", "Results"
TEAMS = "Teams"
ARRANGING = "Arranging"
SITTINGS = "Tables drawn each round"
HALL = "In the hall"
TEMPLATES = "Templates of events"
SERIES = "Series and history"
