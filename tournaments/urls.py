"""Addresses of the site's pages about events and people. The language is never part of an address."""

from django.urls import include, path

from tournaments.views import bracket, events, home, people, search

todo = home.home
event_patterns = [
    path("", events.event_list, name="list"),
    path("<slug:slug>/", events.detail, name="detail"),
    path("<slug:slug>/live/", events.detail_live, name="detail-live"),
    path("<slug:slug>/enter/", todo, name="enter"),
    path("<slug:slug>/entrants/", events.entrants, name="entrants"),
    path("<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("<slug:slug>/bracket/live/", bracket.bracket_live, name="bracket-live"),
    path("<slug:slug>/schedule/", events.schedule, name="schedule"),
    path("<slug:slug>/matches/", events.matches, name="matches"),
    path("<slug:slug>/matches/<int:number>/", todo, name="match"),
    path("<slug:slug>/matches/<int:number>/report/", todo, name="match-report"),
    path("<slug:slug>/matches/<int:number>/confirm/", todo, name="match-confirm"),
    path("<slug:slug>/rules/", events.rules, name="rules"),
]

organise_patterns = [
    path("", todo, name="index"),
    path("new/", todo, name="new"),
    path("<slug:slug>/", todo, name="event"),
]

player_patterns = [
    path("", people.player_list, name="list"),
    path("<slug:slug>/", people.player, name="detail"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("me/", todo, name="me"),
    path("search/", search.search, name="search"),
    path("events/", include((event_patterns, "events"))),
    path("organise/", include((organise_patterns, "organise"))),
    path("players/", include((player_patterns, "players"))),
]
