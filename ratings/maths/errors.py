"""What the arithmetic of ratings raises."""

from collections.abc import Mapping


class RatingError(ValueError):
    """Values of which no rating can be made; `code` is stable, `extra` holds the values concerned."""

    def __init__(self, code: str, message: str, **extra: object) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.extra: Mapping[str, object] = extra
