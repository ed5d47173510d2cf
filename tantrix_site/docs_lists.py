"""Lists in the documents that follow from the code: written by `bin/schema`, compared by the tests."""

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from games.models.record import TRANSITIONS as RECORD_TRANSITIONS
from players.models import CLAIM_TRANSITIONS
from ratings.models import APPLICATION_TRANSITIONS, CASUAL_TRANSITIONS
from tantrix_site import errors
from tantrix_site.env import ROOT
from tournaments.models.arranging import EXTENSION_TRANSITIONS
from tournaments.models.event import TRANSITIONS as EVENT_TRANSITIONS
from tournaments.models.pair_proposal import PROPOSAL_TRANSITIONS
from tournaments.models.pairing import RUN_TRANSITIONS
from tournaments.models.report import REPORT_TRANSITIONS
from tournaments.models.sitting import SCORE_TRANSITIONS
from tournaments.models.structure import STAGE_TRANSITIONS

# ten times faster where PyYAML was built with libyaml
YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
METHODS = ("get", "post", "put", "patch", "delete")
FIRST_GROUPS = (
    "Events", "Entries", "Stages", "Draw and bracket", "Tables", "Swiss rounds", "Matches", "Results",
    "Tables drawn each round", "Ratings",
    "Series and history", "Game records", "Players", "Countries", "Account",
)  # fmt: skip
MACHINES: Mapping[str, Mapping[Any, frozenset[Any]]] = {
    "Event": EVENT_TRANSITIONS,
    "Stage": STAGE_TRANSITIONS,
    "Pairing run": RUN_TRANSITIONS,
    "Record": RECORD_TRANSITIONS,
    "Report": REPORT_TRANSITIONS,
    "Profile claim": CLAIM_TRANSITIONS,
    "Master application": APPLICATION_TRANSITIONS,
    "Casual game": CASUAL_TRANSITIONS,
    "Score of a table": SCORE_TRANSITIONS,
    "Extension of a deadline": EXTENSION_TRANSITIONS,
    "Proposal of a pair": PROPOSAL_TRANSITIONS,
}
KINDS = (
    errors.InvalidInput,
    errors.NotPermitted,
    errors.NotFound,
    errors.Conflict,
    errors.StaleVersion,
    errors.TooLarge,
    errors.Unprocessable,
)


def lists() -> dict[tuple[Path, str], str]:
    """Each list by its document and the name of its marks."""
    return {
        (ROOT / "docs/api.md", "endpoints"): endpoints(),
        (ROOT / "docs/api.md", "codes"): codes(),
        (ROOT / "docs/architecture.md", "states"): states(),
    }


def with_list(text: str, name: str, content: str) -> str:
    """The text with what stands between the marks of that name replaced."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _mark, rest = text.partition(begin)
    _old, _mark, after = rest.partition(end)
    return f"{before}{begin}\n{content}\n{end}{after}"


def endpoints() -> str:
    """The operations of `docs/openapi.yaml` by group."""
    document = yaml.load((ROOT / "docs/openapi.yaml").read_bytes(), Loader=YAML_LOADER)  # noqa: S506  (a safe loader)
    groups: dict[str, list[str]] = defaultdict(list)
    for path, operations in document["paths"].items():
        for method in METHODS:
            if method in operations:
                address = f"{method.upper()} {path.removeprefix('/api/v1')}"
                groups[operations[method]["tags"][0]].append(f"| `{address}` | {operations[method]['summary']} |")
    order = [name for name in FIRST_GROUPS if name in groups]
    order += sorted(set(groups) - set(order))
    return "\n\n".join(f"### {name}\n\n| | |\n|---|---|\n" + "\n".join(groups[name]) for name in order)


def codes() -> str:
    """The codes of expected failures by status, found where the code raises them."""
    raised = re.compile(rf'\b({"|".join(kind.__name__ for kind in KINDS)})\(\s*"([a-z_]+)"')
    found: dict[str, set[str]] = defaultdict(set)
    for app in ("players", "games", "ratings", "tournaments"):
        for source in (ROOT / app).rglob("*.py"):
            for kind, code in raised.findall(source.read_text(encoding="utf-8")):
                found[kind].add(code)
    rows = (f"| {kind.status} | {' '.join(f'`{code}`' for code in sorted(found[kind.__name__]))} |" for kind in KINDS)
    return "\n".join(rows)


def states() -> str:
    """The state machines, states in the order of their definition."""
    parts = []
    for name, table in MACHINES.items():
        machine: Any = type(next(iter(table)))
        order = list(machine)
        rows = (
            f"| `{state}` | {', '.join(f'`{after}`' for after in order if after in table[state]) or '–'} |"
            for state in order
        )
        parts.append(f"| {name} | may become |\n|---|---|\n" + "\n".join(rows))
    return "\n\n".join(parts)
