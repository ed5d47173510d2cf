"""How accounts are made: allauth with our rules."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The place for sign-up rules; sign-up is open."""
