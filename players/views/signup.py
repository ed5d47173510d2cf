"""Creating an account."""

from typing import Any

from allauth.account.views import SignupView as AllauthSignupView
from django.http import HttpResponse

from players.forms import SignupRefused


class SignupView(AllauthSignupView):
    """Allauth's sign-up; two people who choose one name at once get a form error, not a failure."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except SignupRefused:
            response = self.form_invalid(form)
        return response
