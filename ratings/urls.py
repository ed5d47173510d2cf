"""Pages about ratings."""

from django.urls import URLPattern, URLResolver, path

from ratings.views import pages

app_name = "ratings"
urlpatterns: list[URLPattern | URLResolver] = [
    path("ratings/", pages.ratings, name="list"),
    path("ratings/players/<slug:slug>/", pages.player, name="player"),
    path("ratings/events/<int:number>/", pages.event, name="event"),
]
