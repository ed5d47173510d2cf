"""People in the REST API: everybody, and one's own account."""

from django.urls import path

from players.api import me, notices, people, tokens

urlpatterns = [
    path("auth/tokens/", tokens.TokensView.as_view(), name="api-tokens"),
    path("auth/tokens/<slug:public_id>/", tokens.TokenView.as_view(), name="api-token"),
    path("players/", people.PlayersView.as_view(), name="api-players"),
    path("players/<slug:slug>/", people.PlayerView.as_view(), name="api-player"),
    path("me/notices/", notices.NoticesView.as_view(), name="api-me-notices"),
    path("me/", me.MeView.as_view(), name="api-me"),
]
