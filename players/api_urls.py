"""The account in the REST API."""

from django.urls import path

from players.api import me, tokens

urlpatterns = [
    path("auth/tokens/", tokens.TokensView.as_view(), name="api-tokens"),
    path("auth/tokens/<slug:public_id>/", tokens.TokenView.as_view(), name="api-token"),
    path("me/", me.MeView.as_view(), name="api-me"),
]
