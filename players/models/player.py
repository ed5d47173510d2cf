"""The profile of a person who plays, with or without an account."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from players import names


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
    # the name in small Latin letters: for search by those who cannot type it, and for the address
    latin_key = models.CharField(max_length=320, editable=False, blank=True)
    country = CountryField(_("country"), blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    first_colour = models.CharField(_("first colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    second_colour = models.CharField(_("second colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    # a cache for every list with names: the titles held, highest first, as `ratings` awards them
    titles = models.CharField(max_length=20, blank=True, editable=False)
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

    def save(self, *args: Any, **kwargs: Any) -> None:
        """The keys always follow the name."""
        self.name_key = names.name_key(self.name)[:160]
        self.latin_key = names.latin_key(self.name)[:320]
        super().save(*args, **kwargs)


class PlayerSlug(models.Model):
    """An address a profile once had. It redirects for ever and is never given to another profile."""

    slug = models.SlugField(_("former address"), max_length=80, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_slugs")
    since = models.DateTimeField()

    class Meta:
        verbose_name = _("former address")
        verbose_name_plural = _("former addresses")

    def __str__(self) -> str:
        return self.slug
