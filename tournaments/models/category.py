"""Categories of events, which say how much their games weigh in ratings (`docs/regulations.md` 8.4)."""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LEAST_WEIGHT: Final = 0.1
MOST_WEIGHT: Final = 10.0


class Category(models.Model):
    """Only an administrator makes one, weighs it, and puts events into it. Events without one weigh 1.

    The row is locked by who changes the weight and by who sends an event with it.
    """

    name = models.CharField(pgettext_lazy("of an event or a thing", "name"), max_length=60, unique=True)
    weight = models.FloatField(_("weight"), default=1.0)

    class Meta:
        verbose_name = pgettext_lazy("of events", "category")
        verbose_name_plural = pgettext_lazy("of events", "categories")
        constraints = [
            models.CheckConstraint(
                condition=Q(weight__gte=LEAST_WEIGHT, weight__lte=MOST_WEIGHT), name="category_weight"
            ),
        ]

    def __str__(self) -> str:
        return self.name
