"""What may be said about a game to everybody: who played it and where it belongs.

Games knows records, not events. An app that knows more (which entries a record was attached to) registers a provider;
names typed into a record are never shown, because nobody has vouched for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.models import Submission


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step on the way to a page; without `url` it is the page itself."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Caption:
    """The display name of every seat in seat order (empty where unknown), and the way to the game through its event."""

    names: tuple[str, ...] = ()
    crumbs: tuple[Crumb, ...] = ()
    #: addresses of the players' pages, in seat order, empty where there is none
    urls: tuple[str, ...] = field(default=())


Provider = Callable[[Submission], Caption | None]
_providers: list[Provider] = []


def register_captions(provider: Provider) -> None:
    """Ask `provider` about every game shown from now on. Called once, when the apps are ready."""
    if provider not in _providers:
        _providers.append(provider)


def caption_of(submission: Submission) -> Caption:
    """The first caption that a provider knows; an empty one if nobody knows the game."""
    for provider in _providers:
        caption = provider(submission)
        if caption is not None:
            return caption
    return Caption()
