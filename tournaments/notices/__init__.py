"""What events tell people by mail: the words of each kind, made when a mail is sent, in its reader's language and zone.

A kind is a function of what was stored (names, numbers, instants as ISO text in UTC, `path` of the page). Who sends a
new kind adds it to the module of its subject, and registers it here.
"""

from typing import Final

from players.notices import Kind
from tournaments.notices import announcing, arranging, claims, entries, matches, pairing_up, reminding, sittings

KINDS: Final[tuple[Kind, ...]] = (
    *announcing.KINDS,
    *arranging.KINDS,
    *claims.KINDS,
    *entries.KINDS,
    *matches.KINDS,
    *pairing_up.KINDS,
    *reminding.KINDS,
    *sittings.KINDS,
)
