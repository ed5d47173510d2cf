"""Tokens with which programs act for an account."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken


def new_public_id() -> str:
    return secrets.token_hex(8)


class ApiToken(AbstractAuthToken):  # type: ignore[misc]
    """A token of the programming interface. Only its hash is stored; `public_id` names it without being of any use."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id, editable=False)
    name = models.CharField(pgettext_lazy("of an event or a thing", "name"), max_length=60)
    # to the hour: enough to see which one can go, without a write for each request
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        constraints = [models.UniqueConstraint(fields=["user", "name"], name="api_token_name_per_account")]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id})"
