"""Forms about people. They read the types of what was sent; the services decide what is possible."""

from players.forms.accounts import LoginForm, SignupForm, SignupRefused
from players.forms.profile import ClaimForm, ProfileForm, TokenForm

__all__ = ["ClaimForm", "LoginForm", "ProfileForm", "SignupForm", "SignupRefused", "TokenForm"]
