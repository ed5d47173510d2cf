"""The REST API, version 1: each app brings its own addresses."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("", include("players.api_urls")),
    path("", include("games.api_urls")),
    path("", include("ratings.api_urls")),
    path("", include("tournaments.api_urls")),
]
