"""Looking behind the pages. Facts are read here, never edited: a correction is a service's, with its reason."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from tournaments.models import (
    Decision,
    Draw,
    Entry,
    Event,
    EventOrganiser,
    Exit,
    GameResult,
    Match,
    Report,
    Slot,
    TimePenalty,
)


class ReadOnly(admin.ModelAdmin):
    """Shown, searched and filtered, not changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OrganiserInline(admin.TabularInline):
    model = EventOrganiser
    extra = 0
    raw_id_fields = ("user",)


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):
    """Who organises can be mended here; everything else has its page."""

    list_display = ("name", "state", "starts_on", "version")
    list_filter = ("state",)
    search_fields = ("name", "slug")
    inlines = (OrganiserInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> list[str]:
        return [field.name for field in Event._meta.fields]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        return False


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("name", "event", "seed", "state", "place")
    list_filter = ("state",)
    search_fields = ("name", "event__name")
    list_select_related = ("event",)
    exclude = ("link_hash",)


class SlotInline(admin.TabularInline):
    model = Slot
    fk_name = "match"
    extra = 0
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class BoardInline(admin.TabularInline):
    """The boards of a match of teams; each leads to its own page."""

    model = Match
    fk_name = "team_match"
    fields = readonly_fields = ("board", "number", "state", "winner")
    ordering = ("board",)
    extra = 0
    can_delete = False
    show_change_link = True
    verbose_name_plural = gettext_lazy("boards")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return Match.every.select_related("winner").order_by("board")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("__str__", "event", "round", "board", "state", "winner", "deadline")
    list_filter = ("state", ("board", admin.EmptyFieldListFilter))
    search_fields = ("event__name", "number")
    list_select_related = ("event", "winner")
    inlines = (SlotInline, BoardInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Boards too."""
        return Match.every.order_by("-pk")

    def get_inlines(self, request: HttpRequest, obj: Match | None = None) -> tuple[type[admin.TabularInline], ...]:
        has_boards = obj is not None and Match.every.filter(team_match=obj).exists()
        return (SlotInline, BoardInline) if has_boards else (SlotInline,)


@admin.register(Report)
class ReportAdmin(ReadOnly):
    list_display = ("match", "number", "side", "state", "at", "confirm_by")
    list_filter = ("state",)
    list_select_related = ("match",)


@admin.register(GameResult)
class GameResultAdmin(ReadOnly):
    list_display = ("match", "number", "version", "current", "tiles_left", "tiles_right", "signature", "at")
    list_filter = ("current", "signature")
    search_fields = ("game_key",)
    list_select_related = ("match",)


@admin.register(Decision)
class DecisionAdmin(ReadOnly):
    list_display = ("match", "version", "kind", "winner_side", "current", "at")
    list_filter = ("kind", "current")
    list_select_related = ("match",)


@admin.register(Draw)
class DrawAdmin(ReadOnly):
    list_display = ("stage", "number", "current", "lot", "mode", "at")
    list_select_related = ("stage",)


@admin.register(Exit)
class ExitAdmin(ReadOnly):
    list_display = ("entry", "kind", "at", "revoked_at")
    list_filter = ("kind",)
    list_select_related = ("entry",)


@admin.register(TimePenalty)
class TimePenaltyAdmin(ReadOnly):
    list_display = ("match", "number", "side", "tenths", "state", "at")
    list_filter = ("state",)
    list_select_related = ("match",)
