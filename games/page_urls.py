"""Addresses of a game's pages; `games/urls.py` includes them."""

from django.urls import path

from games.views import editor, replay, rules

urlpatterns = [
    path("rules/", rules.rules, name="rules"),
    path("rules/tiles/", rules.tiles, name="tiles"),
    path("rules/tiles/<int:number>/", rules.tile, name="tile"),
    path("g/new/", editor.new, name="new"),
    path("g/drafts/<slug:public_id>/", editor.editor, name="draft"),
    path("g/drafts/<slug:public_id>/setup/", editor.setup, name="draft_setup"),
    path("g/drafts/<slug:public_id>.json", editor.draft_json, name="draft_json"),
    path("g/drafts/<slug:public_id>.txt", editor.draft_text, name="draft_text"),
    path("g/<slug:public_id>/edit/", editor.edit, name="edit"),
    path("g/<slug:public_id>/", replay.replay, name="replay"),
    path("g/<slug:public_id>/share/", replay.share, name="share"),
    path("g/<slug:public_id>/embed/", replay.embed, name="embed"),
    path("g/<slug:public_id>/board.svg", replay.board_picture, name="board"),
    path("g/<slug:public_id>.json", replay.record_json, name="record_json"),
    path("g/<slug:public_id>.txt", replay.record_text, name="record_text"),
]
