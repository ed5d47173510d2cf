"""Addresses of teams."""

from django import template
from django.urls import reverse

from tournaments.models import Entry, Event
from tournaments.selectors.lineages import lineage_of
from tournaments.selectors.pages.loading import EntryRow

register = template.Library()


@register.simple_tag
def team_url(entry: Entry | EntryRow, event: Event) -> str:
    """The public page of a team in its event."""
    slug = entry.team if isinstance(entry, EntryRow) else lineage_of(entry, entry.as_team).slug
    return reverse("teams:team", args=[slug, event.slug])
