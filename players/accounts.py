"""How accounts are made and entered: allauth with our rules."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from players import names
from players.models import User
from players.services.naming import explain


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up is open. No answer tells whether an e-mail address has an account, except at sign-up where the site does
    not verify addresses."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This user name is taken. Choose another."),
        "email_taken": _("This e-mail address has an account already. Sign in, or ask for a new password."),
        "username_blacklisted": _("This user name is reserved. Choose another."),
        "username_password_mismatch": _("The user name or the password is wrong."),
        "email_password_mismatch": _("The e-mail address or the password is wrong."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The user name as stored. Raises ValidationError that says what is not possible."""
        try:
            name = names.clean_user_name(username)
        except names.BadName as error:
            raise ValidationError(explain(error), code=error.code) from None
        return str(super().clean_username(name, shallow=shallow))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """As typed on any keyboard: capitals and full-width letters are the same user name."""
        if "username" in credentials:
            credentials["username"] = User.normalize_username(credentials["username"].strip())
        user: User | None = super().authenticate(request, **credentials)
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language of the account it is for; without one in that of the page that caused it."""
        user = context.get("user")
        with override(getattr(user, "language", "") or get_language()):
            super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        super().send_notification_mail(template_prefix, user, {**(context or {}), "user": user}, email)

    @transaction.atomic
    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Who can read the mails owns the address: another account that gave it without proof loses it."""
        others = User.objects.select_for_update().filter(email__iexact=email_address.email)
        for user in others.exclude(pk=email_address.user_id):
            if not EmailAddress.objects.filter(user=user, email__iexact=email_address.email, verified=True).exists():
                EmailAddress.objects.filter(user=user, email__iexact=email_address.email).delete()
                User.objects.filter(pk=user.pk).update(email="")
        return bool(super().confirm_email(request, email_address))


@receiver(email_added)
def keep_an_address(sender: object, user: User, email_address: EmailAddress, **kwargs: object) -> None:
    """An account whose old address was never confirmed has the new one at once, as it had the old: allauth has just
    dropped that."""
    if EmailAddress.objects.filter(user=user, verified=True).exists():
        return
    try:
        with transaction.atomic():
            email_address.set_as_primary()
    except IntegrityError:
        # somebody else gave this address, without proof either: it is theirs until it is confirmed
        User.objects.filter(pk=user.pk).update(email="")
