"""Addresses of ratings below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, path

from ratings.api.calculator import ExpectedView, WhatIfView
from ratings.api.casual import (
    CasualConfirmationView,
    CasualGamesView,
    CasualGameView,
    CasualRefusalView,
    CasualVoidView,
    CasualWithdrawalView,
    LadderView,
    PlayerLaddersView,
)
from ratings.api.historic import HistoricImportList, HistoricListView, HistoricWithdraw
from ratings.api.levels import LevelPlanView, LevelsView
from ratings.api.lists import PlayerRatingView, RatingListView
from ratings.api.masters import ApplicationDecisionView, ApplicationsView, DemotionView, MastersView
from ratings.api.titles import AwardView, NormView, NormWithdrawalView, PlayerTitlesView, TermWithdrawalView

urlpatterns: list[URLPattern | URLResolver] = [
    path("ratings/", RatingListView.as_view(), name="api-ratings"),
    path("ratings/historic/", HistoricListView.as_view(), name="api-historic"),
    path("ratings/historic/imports/", HistoricImportList.as_view(), name="api-historic-imports"),
    path("ratings/historic/imports/<int:pk>/withdraw/", HistoricWithdraw.as_view(), name="api-historic-withdraw"),
    path("ratings/expected/", ExpectedView.as_view(), name="api-ratings-expected"),
    path("ratings/what-if/", WhatIfView.as_view(), name="api-ratings-what-if"),
    path("ratings/masters/", MastersView.as_view(), name="api-masters"),
    path("ratings/masters/applications/", ApplicationsView.as_view(), name="api-master-applications"),
    path(
        "ratings/masters/applications/<int:pk>/decision/",
        ApplicationDecisionView.as_view(),
        name="api-master-application-decision",
    ),
    path("ratings/masters/demotion/", DemotionView.as_view(), name="api-masters-demotion"),
    path("ratings/titles/<int:pk>/withdrawal/", TermWithdrawalView.as_view(), name="api-title-withdrawal"),
    path("ratings/norms/<int:pk>/withdrawal/", NormWithdrawalView.as_view(), name="api-norm-withdrawal"),
    path("ratings/lobby/", LadderView.as_view(), name="api-ratings-lobby"),
    path("casual-games/", CasualGamesView.as_view(), name="api-casual-games"),
    path("casual-games/<int:pk>/", CasualGameView.as_view(), name="api-casual-game"),
    path("casual-games/<int:pk>/confirmation/", CasualConfirmationView.as_view(), name="api-casual-confirmation"),
    path("casual-games/<int:pk>/refusal/", CasualRefusalView.as_view(), name="api-casual-refusal"),
    path("casual-games/<int:pk>/withdrawal/", CasualWithdrawalView.as_view(), name="api-casual-withdrawal"),
    path("casual-games/<int:pk>/void/", CasualVoidView.as_view(), name="api-casual-void"),
    path("players/<slug:slug>/rankings/", PlayerLaddersView.as_view(), name="api-player-rankings"),
    path("players/<slug:slug>/titles/", PlayerTitlesView.as_view(), name="api-player-titles"),
    path("players/<slug:slug>/titles/award/", AwardView.as_view(), name="api-player-award"),
    path("players/<slug:slug>/norms/", NormView.as_view(), name="api-player-norms"),
    path("ratings/levels/", LevelsView.as_view(), name="api-ratings-levels"),
    path("ratings/levels/plan/", LevelPlanView.as_view(), name="api-ratings-level-plan"),
    path("players/<slug:slug>/rating/", PlayerRatingView.as_view(), name="api-player-rating"),
]
