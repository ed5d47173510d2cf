"""API tokens."""

from django.db.models import QuerySet

from players.models import ApiToken, User


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """The account's tokens, newest first; never their secrets."""
    tokens: QuerySet[ApiToken] = ApiToken.objects.filter(user=user).order_by("-created", "public_id")
    return tokens
