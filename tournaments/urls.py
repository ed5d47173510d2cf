"""Addresses of the site's pages about events and people. The language is never part of an address."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import (
    bracket,
    corrections,
    draws,
    events,
    home,
    links,
    matches,
    me,
    pairings,
    people,
    reporting,
    search,
    standings,
)
from tournaments.views.organise import claims, deadlines, draw, entrants, results, rounds, stages
from tournaments.views.organise import events as organise

event_patterns: list[URLPattern | URLResolver] = [
    path("", events.event_list, name="list"),
    path("<slug:slug>/", events.detail, name="detail"),
    path("<slug:slug>/live/", events.detail_live, name="detail-live"),
    path("<slug:slug>/enter/", me.enter, name="enter"),
    path("<slug:slug>/withdraw/", me.withdraw, name="withdraw"),
    path("<slug:slug>/entrants/", events.entrants, name="entrants"),
    path("<slug:slug>/draw/", draws.draw_record, name="draw"),
    path("<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("<slug:slug>/bracket/live/", bracket.bracket_live, name="bracket-live"),
    path("<slug:slug>/standings/", standings.standings, name="standings"),
    path("<slug:slug>/standings/live/", standings.standings_live, name="standings-live"),
    path("<slug:slug>/pairings/", pairings.pairings, name="pairings"),
    path("<slug:slug>/pairings/live/", pairings.pairings_live, name="pairings-live"),
    path("<slug:slug>/schedule/", events.schedule, name="schedule"),
    path("<slug:slug>/matches/", events.matches, name="matches"),
    path("<slug:slug>/matches/<int:number>/", matches.match, name="match"),
    path("<slug:slug>/matches/<int:number>/live/", matches.match_live, name="match-live"),
    path("<slug:slug>/matches/<int:number>/report/", reporting.report, name="match-report"),
    path("<slug:slug>/matches/<int:number>/confirm/", reporting.confirm, name="match-confirm"),
    path("<slug:slug>/matches/<int:number>/dispute/", reporting.dispute, name="match-dispute"),
    path("<slug:slug>/matches/<int:number>/withdraw-report/", matches.withdraw_report, name="match-withdraw-report"),
    path("<slug:slug>/matches/<int:number>/claim-time/", matches.claim_time, name="match-claim-time"),
    path("<slug:slug>/matches/<int:number>/withdraw-claim/", matches.withdraw_claim, name="match-withdraw-claim"),
    path("<slug:slug>/matches/<int:number>/accept/", matches.accept_report, name="match-accept"),
    path("<slug:slug>/matches/<int:number>/refuse/", matches.refuse_report, name="match-refuse"),
    path("<slug:slug>/matches/<int:number>/correct/", corrections.correct, name="match-correct"),
    path("<slug:slug>/rules/", events.rules, name="rules"),
]

organise_patterns: list[URLPattern | URLResolver] = [
    path("", organise.index, name="index"),
    path("new/", organise.new, name="new"),
    path("claims/", claims.claims, name="claims"),
    path("claims/<int:pk>/", claims.decide_claim, name="claim-decide"),
    path("<slug:slug>/", organise.dashboard, name="event"),
    path("<slug:slug>/settings/", organise.settings, name="settings"),
    path("<slug:slug>/step/", organise.step, name="step"),
    path("<slug:slug>/people/", organise.people, name="people"),
    path("<slug:slug>/log/", organise.log, name="log"),
    path("<slug:slug>/entrants/", entrants.entrants, name="entrants"),
    path("<slug:slug>/entrants/list/", entrants.import_list, name="import"),
    path("<slug:slug>/entrants/<int:pk>/remove/", entrants.remove, name="entry-remove"),
    path("<slug:slug>/entrants/<int:pk>/link/", entrants.link, name="entry-link"),
    path("<slug:slug>/entrants/<int:pk>/leave/", entrants.leave, name="entry-leave"),
    path("<slug:slug>/entrants/<int:pk>/return/", entrants.come_back, name="entry-return"),
    path("<slug:slug>/seeds/", entrants.seeds, name="seeds"),
    path("<slug:slug>/stages/", stages.stages, name="stages"),
    path("<slug:slug>/stages/<int:number>/close/", stages.close, name="stage-close"),
    path("<slug:slug>/stages/<int:number>/reopen/", stages.reopen, name="stage-reopen"),
    path("<slug:slug>/stages/<int:number>/ties/", stages.ties, name="stage-ties"),
    path("<slug:slug>/draw/", draw.draw, name="draw"),
    path("<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("<slug:slug>/rounds/edit/", rounds.edit, name="round-edit"),
    path("<slug:slug>/rounds/absence/", rounds.absence, name="absence"),
    path("<slug:slug>/deadlines/", deadlines.deadlines, name="deadlines"),
    path("<slug:slug>/results/", results.results, name="results"),
    path("<slug:slug>/matches/<int:number>/enter/", results.enter, name="enter"),
    path("<slug:slug>/matches/<int:number>/decide/", results.decide, name="decide"),
    path("<slug:slug>/matches/<int:number>/time/", results.rule_time, name="time"),
    path("<slug:slug>/matches/<int:number>/reinstate/", results.reinstate, name="reinstate"),
]

player_patterns: list[URLPattern | URLResolver] = [
    path("", people.player_list, name="list"),
    path("<slug:slug>/", people.player, name="detail"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("me/", me.me, name="me"),
    path("search/", search.search, name="search"),
    path("e/<str:token>/", links.open_link, name="entry-link"),
    path("entry/<slug:slug>/", links.entry_home, name="entry-home"),
    path("entry/<slug:slug>/claim/", links.claim, name="entry-claim"),
    path("entry/<slug:slug>/leave/", links.leave_link, name="entry-leave"),
    path("events/", include((event_patterns, "events"))),
    path("organise/", include((organise_patterns, "organise"))),
    path("players/", include((player_patterns, "players"))),
]
