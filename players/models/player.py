"""The profile of a person who plays, with or without an account."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField


class ColourChoice(models.TextChoices):
    """The four colours of the game; the same words as in records."""

    RED = "red", _("red (colour)")
    YELLOW = "yellow", _("yellow (colour)")
    GREEN = "green", _("green (colour)")
    BLUE = "blue", _("blue (colour)")


class Player(models.Model):
    """A person as others see them. Identity is the row, never the name; `birth_date` is never shown in public."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=80)
    # the name in NFC, case-folded, without doubled spaces: for search and for warnings about doubles only
    name_key = models.CharField(max_length=160, db_index=True, editable=False)
    country = CountryField(_("country"), blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    first_colour = models.CharField(_("first colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    second_colour = models.CharField(_("second colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players_created"
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(second_colour="") | ~models.Q(second_colour=models.F("first_colour")),
                name="player_colours_differ",
            ),
        ]

    def __str__(self) -> str:
        return self.name
