"""Swiss pairing: from who is present and has met whom to one round's pairs (`docs/regulations.md` 5.3, 5.4).

Plain values in and out. `values` is the input and `outcome` the answer; `pairing` joins the steps:

- `tables`: Berger tables if there are enough rounds for everybody to meet everybody;
- `choice`: bye, then the cheapest matching that keeps the remaining rounds possible;
- `matching` and `ties`: the cheapest matching, by chance among equals; `ahead`: what stays possible;
- `reasons`: why each row is as it is.

`checks` warns about pairings made by hand.
"""

from .checks import Doubt, PairingWarning, check_pairing
from .outcome import Bye, Method, Nearer, Passed, Reason, Relaxation, Relaxed, RoundPairing, Row
from .pairing import ENGINE_VERSION, pair_round
from .values import SwissEntry, SwissRound

__all__ = [
    "ENGINE_VERSION",
    "Bye",
    "Doubt",
    "Method",
    "Nearer",
    "PairingWarning",
    "Passed",
    "Reason",
    "Relaxation",
    "Relaxed",
    "RoundPairing",
    "Row",
    "SwissEntry",
    "SwissRound",
    "check_pairing",
    "pair_round",
]
