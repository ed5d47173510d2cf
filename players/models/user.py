"""The account: how a person signs in. Everything others may see is on `Player`."""

import unicodedata

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of knox, untyped
    """An account. User name and e-mail address are unique without regard to case."""

    email = models.EmailField(_("e-mail address"), blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    # when what is known of the person goes, as the owner asked
    erase_after = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(Lower("username"), name="user_username_any_case"),
            models.UniqueConstraint(Lower("email"), name="user_email_any_case", condition=~models.Q(email="")),
        ]

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """User names are stored in small letters, so that no database's idea of upper case decides who is who."""
        return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", username).lower())
