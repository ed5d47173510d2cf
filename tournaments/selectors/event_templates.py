"""The events that are kept as templates, for somebody who makes a new event."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from players.models import User
from tournaments.models import SavedTemplate, Series

MOST_SHOWN = 200


def saved_templates(user: User | AnonymousUser) -> list[SavedTemplate]:
    """One's own by name, then those of series with who keeps these; three queries."""
    rows = SavedTemplate.objects.select_related("series").prefetch_related("series__keepers")
    mine = Q(series__isnull=False) | Q(owner=user.pk) if user.is_authenticated else Q(series__isnull=False)
    found = list(rows.filter(mine).order_by("series__name", "name", "pk")[:MOST_SHOWN])
    return sorted(found, key=lambda saved: saved.series is not None)


def templates_of_series(series: Series) -> list[SavedTemplate]:
    """Those a series shares, by name."""
    return list(SavedTemplate.objects.filter(series=series).select_related("series").order_by("name", "pk"))
