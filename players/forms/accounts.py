"""Signing up and in: allauth's forms with our fields and words."""

from typing import Any

from allauth.account.forms import AddEmailForm as AllauthAddEmailForm
from allauth.account.forms import ChangePasswordForm as AllauthChangePasswordForm
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import ReauthenticateForm as AllauthReauthenticateForm
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import ResetPasswordKeyForm as AllauthResetPasswordKeyForm
from allauth.account.forms import SetPasswordForm as AllauthSetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.mfa.base.forms import AuthenticateForm as AllauthAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as AllauthSecondFactorForm
from allauth.mfa.totp.forms import ActivateTOTPForm as AllauthActivateTOTPForm
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from players import cookies, zones
from players.actors import Actor
from players.forms.widgets import LongSelect
from players.models import User
from players.names import NAME_LENGTH, USER_NAME_LENGTH
from players.services import create_player, set_language
from players.services.naming import checked_name
from tantrix_site.errors import DomainError

PASSWORD_HELP = _("At least 10 characters; not a common password and not only digits.")
_TRIES = 3


class SignupRefused(Exception):
    """Another sign-up took the name or the address in the same moment; the form carries the error."""


def _plain(field: forms.Field, label: Any, help_text: Any = "") -> None:
    """Our label and help; no placeholder, which would vanish when one types."""
    field.label = label
    field.help_text = help_text
    field.widget.attrs.pop("placeholder", None)


def _code(field: forms.Field) -> None:
    _plain(field, _("Code"))
    field.widget.attrs |= {"inputmode": "numeric", "autocapitalize": "none"}


class SignupForm(AllauthSignupForm):
    """An account and its profile, made together or not at all."""

    field_order = ["name", "country", "username", "email", "password1"]

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("As other players see it, in results and on score sheets. It can be changed later."),
        widget=forms.TextInput(attrs={"autocomplete": "name", "dir": "auto"}),
    )
    country = forms.ChoiceField(label=_("Country"), required=False, widget=LongSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("not stated")), *countries]
        self.fields["country"].widget.attrs["autocomplete"] = "country"
        username = self.fields["username"]
        username.max_length = USER_NAME_LENGTH
        username.widget.attrs |= {"maxlength": str(USER_NAME_LENGTH), "autocapitalize": "none", "spellcheck": "false"}
        _plain(username, _("User name"), _("For signing in; others do not see it. Letters, digits and . + - _"))
        _plain(self.fields["email"], _("E-mail address"), _("Others do not see it."))
        _plain(self.fields["password1"], _("Password"), PASSWORD_HELP)

    def clean_name(self) -> str:
        try:
            return checked_name(self.cleaned_data["name"])
        except DomainError as error:
            raise forms.ValidationError(error.message, code=error.code) from None

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """As allauth's, in one transaction. Raises SignupRefused when two people chose the same name at once."""
        for _attempt in range(_TRIES):
            try:
                with transaction.atomic():
                    user, response = super().try_save(request)
                    return user, response
            except IntegrityError:
                # the other one is there now, so that the checks of the form find it and word it
                self.full_clean()
                if self.errors:
                    break
        raise SignupRefused

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth inside `save`."""
        zone = request.COOKIES.get(cookies.TIME_ZONE, "")
        actor = Actor(via="account", user=user)
        language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        if language not in dict(settings.LANGUAGES):
            # only taken from the browser, which mails do not know: they go on in it where it is not the site's own
            language = get_language() or ""
            language = language if language != settings.LANGUAGE_CODE and language in dict(settings.LANGUAGES) else ""
        if language:
            set_language(actor=actor, language=language)
        create_player(
            actor=actor,
            user=user,
            now=timezone.now(),
            details={
                "name": self.cleaned_data["name"],
                "country": self.cleaned_data["country"],
                "time_zone": zone if zones.is_zone(zone) else "",
            },
        )


class LoginForm(AllauthLoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        _plain(login, _("User name or e-mail address"))
        _plain(self.fields["password"], _("Password"))


class ChangePasswordForm(AllauthChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["oldpassword"], _("Current password"))
        _plain(self.fields["password1"], _("New password"), PASSWORD_HELP)
        _plain(self.fields["password2"], _("New password once more"))


class SetPasswordForm(AllauthSetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["password1"], _("New password"), PASSWORD_HELP)
        _plain(self.fields["password2"], _("New password once more"))


class ResetPasswordForm(AllauthResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["email"], _("E-mail address"))


class ResetPasswordKeyForm(AllauthResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["password1"], _("New password"), PASSWORD_HELP)
        _plain(self.fields["password2"], _("New password once more"))


class AddEmailForm(AllauthAddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["email"], _("New e-mail address"))


class ReauthenticateForm(AllauthReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields["password"], _("Password"))


class AuthenticateForm(AllauthAuthenticateForm):
    """The second factor at sign-in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _code(self.fields["code"])


class SecondFactorForm(AllauthSecondFactorForm):
    """The second factor before a change that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _code(self.fields["code"])


class ActivateTOTPForm(AllauthActivateTOTPForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _code(self.fields["code"])
