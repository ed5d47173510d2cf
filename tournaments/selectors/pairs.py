"""Pairs: entries of two players who share one colour."""

from django.db.models import QuerySet

from players.actors import Actor
from players.models import User
from tournaments.models import Entry, Event


def plays_in_pair(actor: Actor, pair: Entry) -> bool:
    """Whether the actor is one of the two players of that pair; False for a team."""
    members = Entry.every.filter(team=pair, team__as_team=None)
    if actor.via == "link":
        return members.filter(pk=actor.entry_id or 0).exists()
    return actor.player is not None and members.filter(player=actor.player).exists()


def pair_of(actor: Actor, event: Event) -> Entry | None:
    """The pair in which the actor plays in that event; None for nobody and in an event of other entries."""
    if not event.is_for_pairs:
        return None
    members = Entry.every.filter(event=event, team__isnull=False)
    if actor.via == "link":
        members = members.filter(pk=actor.entry_id or 0)
    elif actor.player is not None:
        members = members.filter(player=actor.player)
    else:
        return None
    return Entry.objects.filter(pk__in=members.values("team")).first()


def pairs_of(user: User | int) -> QuerySet[Entry]:
    """The pairs, of all events, in which the player of the account, or of the one with that key, plays."""
    members = Entry.every.filter(player__user=user, team__isnull=False, team__as_team=None)
    return Entry.objects.filter(pk__in=members.values("team"))
