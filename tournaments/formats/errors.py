"""What the tournament core raises; a shell turns `code` into its own error or sentence."""

from collections.abc import Mapping


class FormatError(ValueError):
    """A fault in what the core was given.

    `code` is stable and made for programs, `message` is one English sentence for logs and
    developers, `extra` holds the values concerned.
    """

    def __init__(self, code: str, message: str, **extra: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.extra: Mapping[str, object] = extra


class StructureError(FormatError):
    """A graph of slots that cannot be played: a missing match, a double feed, a cycle."""


class FactError(FormatError):
    """A fact that contradicts itself or the versions before it."""


class SeedingError(FormatError):
    """A draw that cannot be made from what was given."""


class ScoringError(FormatError):
    """Points, tiles, minutes or game numbers outside their bounds."""


class ImpactError(FormatError):
    """A plan that cannot be applied as asked."""


class PairingError(FormatError):
    """A round that cannot be paired from what was given: an entry twice, a stranger, a bad number."""


class SettingsError(FormatError):
    """A setting that its format does not know or cannot have; `extra` names the `field`."""


class LineUpError(FormatError):
    """A line-up in which a team may not play."""
