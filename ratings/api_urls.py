"""Addresses of ratings below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, path

from ratings.api.calculator import ExpectedView, WhatIfView
from ratings.api.lists import PlayerRatingView, RatingListView

urlpatterns: list[URLPattern | URLResolver] = [
    path("ratings/", RatingListView.as_view(), name="api-ratings"),
    path("ratings/expected/", ExpectedView.as_view(), name="api-ratings-expected"),
    path("ratings/what-if/", WhatIfView.as_view(), name="api-ratings-what-if"),
    path("players/<slug:slug>/rating/", PlayerRatingView.as_view(), name="api-player-rating"),
]
