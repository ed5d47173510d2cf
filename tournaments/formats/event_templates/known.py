"""The templates that come with the site (`docs/regulations.md` 2.1, 3.3, 4.4, 6, 7).

A template names what it sets; everything else is as in every new event. Figures that players are judged by are told
from these values, so that what is told and what is set cannot differ.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.formats.eligibility import Conditions
from tournaments.formats.warnings import Times

from .values import AllPlayAll, ConductShape, EntryShape, EventTemplate, Fixed, GroupsThenKnockout, MainDraw, Swiss

ONLINE_HOURS: Final = 72
HALL_HOURS: Final = 2
ASKED_ONLINE: Final = ("country", "nickname", "colours", "times")
"""What the registration of the online championships asks for."""

ARRANGED: Final = ConductShape(
    extension_days=7, times=Times(reminder=96, final_reminder=24, warning=24, final_warning=72), keep_days=365
)
"""Where two arrange their match within a round of weeks: both are reminded and warned in good time."""

OPEN_ENTRY: Final = EntryShape(waiting_list=True, asked=("country",))
"""A hall has so many tables."""

TEMPLATES: Final[tuple[EventTemplate, ...]] = (
    EventTemplate(
        "wtc",
        MainDraw(places=128, games=4, plate=True),
        {"games_by_round": (5, 5, 5, 6, 7, 8, 9), "third_place": True, "self_entry": True,
         "confirm_hours": ONLINE_HOURS},
        EntryShape(asked=ASKED_ONLINE),
        conduct=ARRANGED,
        entrants=160,
    ),
    EventTemplate(
        "wttc",
        GroupsThenKnockout(size=4, games=2, places=8, formation="lot"),
        {"team_size": 5, "team_substitutes": 3, "games_by_round": (2,), "third_place": True,
         "confirm_hours": ONLINE_HOURS},
        conduct=ARRANGED,
        entrants=12, least=4, most=128,
    ),
    EventTemplate(
        "wdtc",
        GroupsThenKnockout(size=4, games=2, places=8),
        {"play": "doubles", "time_limit": 24, "games_by_round": (4,), "third_place": True, "rated": False,
         "confirm_hours": ONLINE_HOURS},
        conduct=ARRANGED,
        entrants=12, least=4, most=256,
    ),
    EventTemplate(
        "wjtc",
        GroupsThenKnockout(size=4, games=2, places=16),
        {"games_by_round": (4, 4, 5, 6), "third_place": True, "self_entry": True, "confirm_hours": ONLINE_HOURS},
        EntryShape(asked=(*ASKED_ONLINE, "birth_date"), conditions=Conditions(under_age=16)),
        conduct=ARRANGED,
        entrants=16, least=4, most=256,
    ),
    EventTemplate(
        "euro",
        GroupsThenKnockout(size=4, most_size=10, games=2, places=16),
        {"games_by_round": (6,), "lead_threshold": 50, "extra_games": 3, "third_place": True,
         "self_entry": True, "confirm_hours": ONLINE_HOURS},
        EntryShape(asked=ASKED_ONLINE, conditions=Conditions(continents=("EU",))),
        conduct=ARRANGED,
        entrants=32, least=4, most=256,
    ),
    EventTemplate(
        "open-swiss",
        Swiss(games=1, extra=2),
        {"self_entry": True, "confirm_hours": HALL_HOURS},
        OPEN_ENTRY,
        entrants=32, most=512,
    ),
    EventTemplate(
        "open-final",
        GroupsThenKnockout(size=8, most_size=12, games=1, places=4),
        {"games_by_round": (3,), "third_place": True, "self_entry": True, "confirm_hours": HALL_HOURS},
        OPEN_ENTRY,
        entrants=24, least=4, most=256,
    ),
    EventTemplate(
        "open-all",
        AllPlayAll(games=1),
        {"self_entry": True, "confirm_hours": HALL_HOURS},
        OPEN_ENTRY,
        entrants=10, most=40,
    ),
    EventTemplate("club", Swiss(games=1, rounds=4), {"confirm_hours": 1}, entrants=10, most=128),
    EventTemplate("blank", Fixed(), entrants=16),
)  # fmt: skip

TEMPLATE_OF: Final[Mapping[str, EventTemplate]] = MappingProxyType({known.key: known for known in TEMPLATES})
