"""Which colours the players of a match prefer: one answer for sheets, records and the meeting."""

from collections.abc import Iterable

from tournaments.formats.colours import Preferences
from tournaments.formats.graph import EntryId
from tournaments.models import Entry


def wishes_of(entries: Iterable[EntryId]) -> dict[EntryId, Preferences]:
    """What each of these answered, or else what stands in its player's profile (`docs/regulations.md` 2.5); one query.

    Pairs and teams prefer nothing: they agree.
    """
    rows = Entry.every.filter(pk__in=list(entries)).values_list(
        "pk", "answers__first_colour", "answers__second_colour", "player__first_colour", "player__second_colour"
    )
    return {
        pk: _preferences(answered, second) if answered else _preferences(own, own_second)
        for pk, answered, second, own, own_second in rows
    }


def _preferences(first: str | None, second: str | None) -> Preferences:
    return Preferences(first or None, second if first and second and second != first else None)
