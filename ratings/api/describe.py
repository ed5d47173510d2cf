"""What the API of ratings says again and again."""

from typing import Final

from games.api.problems import problem

TAG: Final = "Ratings"
NOT_ADMINISTRATOR = problem("You may not do this.", not_administrator="Only an administrator may do this.")
PLAN_CHANGED: Final = "Meanwhile something else happened, and the consequences are no longer those you saw."
NO_PLAYER = problem("There is none.", player_not_found="There is no such player.")
REASON_NEEDED = problem(
    "What was sent does not say what is needed.",
    reason_needed=("Say why; everybody will see it in the log.", "reason"),
)
