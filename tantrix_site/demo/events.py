"""The events of the demo in which records are played; `world` and `sixteen` are played from sheets."""

from datetime import date, timedelta

from tantrix_site.demo.people import everybody
from tantrix_site.demo.setting_up import Plan
from tournaments.services import EventDetails

CHAMPIONSHIP = "Demo World Championship"
TABLE_OPEN = "Demo Table Open"
CITY_CUP = "Demo City Cup"


def championship(today: date, accounts: dict[str, int], players: int, games: tuple[int, ...]) -> Plan:
    """A knockout, half played; the newcomer's match is in its second round. `players` is a power of two.

    `games` are those of a match, as `EventDetails.games_by_round`.
    """
    seeds = players // 4
    details = EventDetails(
        name=CHAMPIONSHIP,
        time_zone="Europe/Budapest",
        place="online",
        description=f"A knockout of {players} invented players, half played. "
        "Every record was made by the site's own engine and checked like any other.",
        starts_on=today - timedelta(days=4),
        ends_on=today + timedelta(days=24),
        capacity=players,
        confirm_hours=96,
        games_by_round=games,
        third_place=True,
        seeds=seeds,
    )
    return Plan(details, everybody(players), seeded=seeds, accounts=accounts)


def table_open(today: date, accounts: dict[str, int]) -> Plan:
    """A small event that is over, with byes, a match for third place and a final of several games."""
    details = EventDetails(
        name=TABLE_OPEN,
        time_zone="Europe/Amsterdam",
        place="Utrecht",
        description="A small knockout in a hall, finished.",
        starts_on=today - timedelta(days=30),
        ends_on=today - timedelta(days=29),
        capacity=16,
        confirm_hours=48,
        games_by_round=(1, 3),
        third_place=True,
        seeds=4,
    )
    return Plan(details, everybody(128)[4:15], seeded=4, accounts=accounts)


def city_cup(today: date, accounts: dict[str, int]) -> Plan:
    """An event open for entry: a player with an account may enter."""
    details = EventDetails(
        name=CITY_CUP,
        time_zone="Pacific/Auckland",
        place="Wellington",
        description="Open for entry. Sign in as a player to take part.",
        starts_on=today + timedelta(days=21),
        ends_on=today + timedelta(days=22),
        capacity=32,
        self_entry=True,
        seeds=8,
    )
    return Plan(details, everybody(128)[20:29], accounts=accounts)
