"""The profile of a person who plays, with or without an account."""

from datetime import date
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_countries.fields import CountryField

from players import names
from players.models.person_name import PersonName


class ColourChoice(models.TextChoices):
    """The four colours of the game; the same words as in records."""

    RED = "red", _("red (colour)")
    YELLOW = "yellow", _("yellow (colour)")
    GREEN = "green", _("green (colour)")
    BLUE = "blue", _("blue (colour)")


class Player(models.Model):
    """A person as others see them. Identity is the row, never the name; `birth_date` is never shown in public.

    `name` is what everybody may read. Who is under age and did not choose otherwise has the surname as its initial
    there, and `full_name` has the whole, for those who run events; it is empty where both are the same. The keys, the
    order and the address follow `name`, so that nothing public can tell the rest
    (`docs/decisions/0136-names-of-minors.md`).
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = PersonName(_("name"), max_length=80)
    full_name = models.CharField(_("full name"), max_length=80, blank=True)
    # the name in NFC, case-folded, without doubled spaces: for search and for warnings about doubles only
    name_key = models.CharField(max_length=160, db_index=True, editable=False)
    # the name in small Latin letters: for search by those who cannot type it, and for the address
    latin_key = models.CharField(max_length=320, editable=False, blank=True)
    country = CountryField(_("country"), blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    first_colour = models.CharField(_("first colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    second_colour = models.CharField(_("second colour"), max_length=6, choices=ColourChoice.choices, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    # the first day of full age, where somebody knows no more than that
    minor_until = models.DateField(_("under age until"), null=True, blank=True)
    # that the person, a guardian, or an organiser on their word chose the full name on public pages
    shown_in_full_at = models.DateTimeField(null=True, blank=True, editable=False)
    shown_in_full_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    # since when the name is erased
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
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
        indexes = [
            models.Index(fields=["full_name"], name="player_shortened", condition=~models.Q(full_name="")),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """The keys always follow the name."""
        self.name_key = names.name_key(self.name)[:160]
        self.latin_key = names.latin_key(self.name)[:320]
        super().save(*args, **kwargs)

    @property
    def in_full(self) -> str:
        """The whole name: for the person, and for those who run events."""
        return self.full_name or self.name

    @property
    def is_shortened(self) -> bool:
        return bool(self.full_name)

    @property
    def of_age_on(self) -> date | None:
        """The first day of full age; None where nobody said."""
        return self.minor_until if self.birth_date is None else names.adult_on(self.birth_date)

    def show_name(self, full: str, *, today: date) -> None:
        """Set `name` and `full_name` to what is right today; nothing is stored."""
        self.name = names.public_name(
            full, minor_until=self.of_age_on, shown_in_full=self.shown_in_full_at is not None, today=today
        )
        self.full_name = "" if self.name == full else full


def printed_name(printed: str, player: Player | None) -> str:
    """A name as others printed it, where everybody may read it; else what everybody may read of that person's."""
    hidden = player is not None and (player.is_shortened or player.erased_at is not None)
    return player.name if player is not None and hidden else printed


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
