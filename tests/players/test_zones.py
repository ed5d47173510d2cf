"""Time zones by name."""

import zoneinfo

from players import zones


def test_every_offered_zone_is_accepted_and_real() -> None:
    offered = [name for _region, names in zones.offered_zones() for name in names]
    assert len(offered) == len(set(offered)) > 300
    for name in offered:
        assert zones.is_zone(name)
        zoneinfo.ZoneInfo(name)


def test_old_names_of_browsers_are_accepted() -> None:
    assert zones.is_zone("Asia/Calcutta")
    assert zones.is_zone("UTC")


def test_what_is_not_a_zone() -> None:
    for name in ("", "../etc/passwd", "Europe", "Europe/Budapest\x00", "localtime", "europe/budapest", "x" * 5000):
        assert not zones.is_zone(name)
