"""Pages about ratings."""

from django.urls import URLPattern, URLResolver, path

from ratings.views import pages, what_if

app_name = "ratings"
urlpatterns: list[URLPattern | URLResolver] = [
    path("ratings/", pages.ratings, name="list"),
    path("ratings/what-if/", what_if.what_if, name="what-if"),
    path("ratings/players/<slug:slug>/", pages.player, name="player"),
    path("ratings/events/<int:number>/", pages.event, name="event"),
]
