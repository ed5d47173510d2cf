"""Addresses of events, entries, draws and matches below `/api/v1/`."""

from django.urls import URLPattern, URLResolver, path

from tournaments.api import (
    attendance,
    bracket,
    deadlines,
    draw,
    entries,
    events,
    game_rulings,
    games,
    matches,
    pairing,
    ratings,
    rounds,
    seeding,
    stages,
    standings,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("events/", events.EventList.as_view(), name="api-events"),
    path("events/<slug:slug>/", events.EventDetail.as_view(), name="api-event"),
    path("events/<slug:slug>/publish/", events.EventPublish.as_view(), name="api-event-publish"),
    path("events/<slug:slug>/unpublish/", events.EventUnpublish.as_view(), name="api-event-unpublish"),
    path("events/<slug:slug>/start/", events.EventStart.as_view(), name="api-event-start"),
    path("events/<slug:slug>/finish/", events.EventFinish.as_view(), name="api-event-finish"),
    path("events/<slug:slug>/reopen/", events.EventReopen.as_view(), name="api-event-reopen"),
    path("events/<slug:slug>/entries/", entries.EntryList.as_view(), name="api-entries"),
    path("events/<slug:slug>/entries/import/", entries.EntryImport.as_view(), name="api-entries-import"),
    path("events/<slug:slug>/seeds/", entries.Seeds.as_view(), name="api-seeds"),
    path("events/<slug:slug>/seeds/by-points/", seeding.SeedsByPoints.as_view(), name="api-seeds-by-points"),
    path("events/<slug:slug>/seeding-points/", seeding.EventSeedingPoints.as_view(), name="api-seeding-points"),
    path("events/<slug:slug>/draw/", draw.FirstDraw.as_view(), name="api-draw"),
    path("events/<slug:slug>/draw/preview/", draw.FirstDrawPreview.as_view(), name="api-draw-preview"),
    path("events/<slug:slug>/bracket/", bracket.BracketView.as_view(), name="api-bracket"),
    path("events/<slug:slug>/ratings/", ratings.EventRatingsView.as_view(), name="api-event-ratings"),
    path("events/<slug:slug>/stages/", stages.Stages.as_view(), name="api-stages"),
    path("events/<slug:slug>/stages/<int:stage>/", stages.StageDetail.as_view(), name="api-stage"),
    path("events/<slug:slug>/stages/<int:stage>/close/", stages.StageClose.as_view(), name="api-stage-close"),
    path("events/<slug:slug>/stages/<int:stage>/reopen/", stages.StageReopen.as_view(), name="api-stage-reopen"),
    path("events/<slug:slug>/stages/<int:stage>/feeds/", stages.StageFeeds.as_view(), name="api-stage-feeds"),
    path("events/<slug:slug>/stages/<int:stage>/draw/", draw.StageDraw.as_view(), name="api-stage-draw"),
    path(
        "events/<slug:slug>/stages/<int:stage>/draw/preview/",
        draw.StageDrawPreview.as_view(),
        name="api-stage-draw-preview",
    ),
    path(
        "events/<slug:slug>/stages/<int:stage>/draw/alternate/", draw.DrawAlternate.as_view(), name="api-draw-alternate"
    ),
    path("events/<slug:slug>/stages/<int:stage>/standings/", standings.Standings.as_view(), name="api-standings"),
    path("events/<slug:slug>/stages/<int:stage>/across/", standings.Across.as_view(), name="api-across"),
    path("events/<slug:slug>/stages/<int:stage>/cross-table/", standings.CrossTable.as_view(), name="api-cross-table"),
    path(
        "events/<slug:slug>/stages/<int:stage>/tables/<str:table>/ruling/",
        standings.TableRuling.as_view(),
        name="api-table-ruling",
    ),
    path("events/<slug:slug>/stages/<int:stage>/rounds/", rounds.Rounds.as_view(), name="api-rounds"),
    path("events/<slug:slug>/stages/<int:stage>/rounds/<int:round>/", rounds.Round.as_view(), name="api-round"),
    path(
        "events/<slug:slug>/stages/<int:stage>/rounds/<int:round>/change/",
        rounds.RoundChange.as_view(),
        name="api-round-change",
    ),
    path(
        "events/<slug:slug>/stages/<int:stage>/rounds/<int:round>/unpublish/",
        rounds.RoundUnpublish.as_view(),
        name="api-round-unpublish",
    ),
    path(
        "events/<slug:slug>/stages/<int:stage>/rounds/<int:round>/deadline/",
        deadlines.RoundDeadline.as_view(),
        name="api-round-deadline",
    ),
    path("events/<slug:slug>/stages/<int:stage>/pairing/", pairing.Pairing.as_view(), name="api-pairing"),
    path(
        "events/<slug:slug>/stages/<int:stage>/pairing/check/", pairing.PairingCheck.as_view(), name="api-pairing-check"
    ),
    path(
        "events/<slug:slug>/stages/<int:stage>/pairing/publish/",
        pairing.PairingPublish.as_view(),
        name="api-pairing-publish",
    ),
    path("entries/<int:pk>/", entries.EntryDetail.as_view(), name="api-entry"),
    path("entries/<int:pk>/leave/", entries.EntryLeave.as_view(), name="api-entry-leave"),
    path("entries/<int:pk>/return/", entries.EntryReturn.as_view(), name="api-entry-return"),
    path("entries/<int:pk>/seeding-points/", seeding.EntrySeedingPoints.as_view(), name="api-entry-seeding-points"),
    path("entries/<int:pk>/absences/<int:round>/", attendance.Absence.as_view(), name="api-absence"),
    path("matches/", matches.MatchList.as_view(), name="api-matches"),
    path("matches/<int:pk>/", matches.MatchDetail.as_view(), name="api-match"),
    path("matches/<int:pk>/decision/", matches.MatchDecision.as_view(), name="api-match-decision"),
    path("matches/<int:pk>/correction/", matches.CorrectionApply.as_view(), name="api-match-correction"),
    path("matches/<int:pk>/correction/plan/", matches.CorrectionPlan.as_view(), name="api-match-correction-plan"),
    path("matches/<int:pk>/reinstate/", matches.Reinstate.as_view(), name="api-match-reinstate"),
    path("matches/<int:pk>/games/<int:number>/record/", games.GameRecord.as_view(), name="api-game-record"),
    path("matches/<int:pk>/games/<int:number>/result/", games.GameResultView.as_view(), name="api-game-result"),
    path("matches/<int:pk>/games/<int:number>/confirm/", games.GameConfirm.as_view(), name="api-game-confirm"),
    path("matches/<int:pk>/games/<int:number>/dispute/", games.GameDispute.as_view(), name="api-game-dispute"),
    path("matches/<int:pk>/games/<int:number>/withdraw/", games.GameWithdraw.as_view(), name="api-game-withdraw"),
    path("matches/<int:pk>/games/<int:number>/accept/", game_rulings.GameAccept.as_view(), name="api-game-accept"),
    path("matches/<int:pk>/games/<int:number>/refuse/", game_rulings.GameRefuse.as_view(), name="api-game-refuse"),
    path(
        "matches/<int:pk>/games/<int:number>/time-ruling/",
        game_rulings.GameTimeRuling.as_view(),
        name="api-game-time-ruling",
    ),
    path(
        "matches/<int:pk>/games/<int:number>/time-claim/", game_rulings.GameClaim.as_view(), name="api-game-time-claim"
    ),
]
