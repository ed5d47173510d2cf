"""What an entrant answered when entering."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import ColourChoice


class EntryAnswers(models.Model):
    """The answers of one entry. Organisers of the event see them; nothing of it is public.

    A country is part of the entry itself, a date of birth of the profile.
    """

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="answers")
    nickname = models.CharField(_("nickname on the playing server"), max_length=80, blank=True)
    former_name = models.CharField(_("former name or nickname"), max_length=80, blank=True)
    first_colour = models.CharField(_("first colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    second_colour = models.CharField(_("second colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    times = models.CharField(_("time preferences"), max_length=200, blank=True)
    notes = models.CharField(_("notes"), max_length=1000, blank=True)

    def __str__(self) -> str:
        return f"answers of {self.entry_id}"
