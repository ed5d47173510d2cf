"""Pages about ratings."""

from django.urls import URLPattern, URLResolver, path

from ratings.views import casual, historic, levels, lobby, masters, pages, titles, what_if

app_name = "ratings"
urlpatterns: list[URLPattern | URLResolver] = [
    path("ratings/", pages.ratings, name="list"),
    path("ratings/list.csv", historic.our_csv, name="csv"),
    path("ratings/historic.csv", historic.their_csv, name="historic-csv"),
    path("ratings/import/", historic.bring_in, name="import"),
    path("ratings/import/<int:pk>/withdraw/", historic.withdraw, name="import-withdraw"),
    path("ratings/what-if/", what_if.what_if, name="what-if"),
    path("ratings/level/", levels.levels, name="levels"),
    path("ratings/masters/", masters.masters, name="masters"),
    path("ratings/masters/apply/", masters.apply, name="master-apply"),
    path("ratings/masters/applications/", masters.applications, name="master-applications"),
    path("ratings/masters/applications/<int:pk>/", masters.decide, name="master-decide"),
    path("ratings/masters/applications/<int:pk>/withdraw/", masters.withdraw, name="master-withdraw"),
    path("ratings/masters/demotion/", masters.demotion, name="master-demotion"),
    path("ratings/titles/", titles.choose, name="title-choose"),
    path("ratings/lobby/", lobby.lobby, name="lobby"),
    path("ratings/games/", casual.games, name="casual-games"),
    path("ratings/games/mine/", casual.mine, name="casual-mine"),
    path("ratings/games/offer/", casual.offer, name="casual-offer"),
    path("ratings/games/<int:number>/", casual.game, name="casual-game"),
    path("ratings/games/<int:number>/answer/", casual.answer, name="casual-answer"),
    path("ratings/players/<slug:slug>/", pages.player, name="player"),
    path("ratings/players/<slug:slug>/robot/", casual.robot, name="player-robot"),
    path("ratings/players/<slug:slug>/titles/", titles.player_titles, name="player-titles"),
    path("ratings/events/<int:number>/", pages.event, name="event"),
]
