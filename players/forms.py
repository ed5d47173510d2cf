"""Forms about people."""

from allauth.account.forms import SignupForm as AllauthSignupForm


class SignupForm(AllauthSignupForm):
    """Sign-up of an account."""
