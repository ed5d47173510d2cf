"""Impact plans for programs: the same sentences as on the pages, and the plan with ids."""

from typing import Any

from tournaments import services
from tournaments.models import Event
from tournaments.selectors.pages.impact import plan_view
from tournaments.selectors.pages.loading import load_entries


def plan_data(planned: services.Planned | None, event: Event) -> dict[str, Any]:
    """A plan as `PlanSerializer` describes it; before the draw there is nothing to follow."""
    if planned is None:
        return {"digest": "", "is_empty": True, "effects": [], "places": [], "offers": [], "plan": {}}
    names = {row.id: row.name for row in load_entries(event).values()}
    view = plan_view(planned.plan, planned.loaded, names)
    return {
        "digest": view.digest,
        "is_empty": view.is_empty,
        "effects": [{"match": e.match, "text": e.text, "voids_result": e.tone == "bad"} for e in view.effects],
        "places": list(view.places),
        "offers": [
            {"match_id": o.match_id, "match": o.match, "text": o.text, "needs": list(o.needs)} for o in view.offers
        ],
        "plan": planned.plan.as_dict(),
    }
