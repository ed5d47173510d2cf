"""Addresses of a game's pages; `games/urls.py` includes them."""

from django.urls import path

from games.views import replay, rules

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("rules/tiles/", rules.tiles, name="tiles"),
    path("rules/tiles/<int:number>/", rules.tile, name="tile"),
    path("g/<slug:public_id>/", replay.replay, name="replay"),
    path("g/<slug:public_id>/embed/", replay.embed, name="embed"),
    path("g/<slug:public_id>/board.svg", replay.board_picture, name="board"),
    path("g/<slug:public_id>.json", replay.record_json, name="record_json"),
    path("g/<slug:public_id>.txt", replay.record_text, name="record_text"),
]
