"""Records for superusers: to look at, and to let the worker try one again. Verdicts are nobody's to edit."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import BulkImport, Record, RecordState, Submission
from games.services.queueing import queue_record


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows rows and changes none."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Record)
class RecordAdmin(ReadOnlyAdmin):
    list_display = ["id", "state", "complete", "players", "outcome", "engine_version", "attempts", "created_at"]
    list_filter = ["state", "complete", "outcome", "engine_version"]
    search_fields = ["=sha256", "=game_key", "=submissions__public_id"]
    ordering = ["-pk"]
    exclude = ["raw"]
    actions = ["queue_again"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Record]:
        return super().get_queryset(request).defer("raw")

    @admin.action(description=_("Queue the check again"), permissions=["view"])
    def queue_again(self, request: HttpRequest, records: QuerySet[Record]) -> None:
        pks = list(records.filter(state=RecordState.PENDING).values_list("pk", flat=True))
        for pk in pks:
            queue_record(pk)
        text = ngettext("%(count)d record was queued.", "%(count)d records were queued.", len(pks))
        self.message_user(request, text % {"count": len(pks)}, messages.SUCCESS)


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "sender", "player", "via", "filename", "visibility", "created_at"]
    list_filter = ["via", "visibility"]
    list_select_related = ["sender", "player"]
    search_fields = ["=public_id", "=sender__username", "filename"]
    raw_id_fields = ["record", "sender", "player", "bulk_import"]
    ordering = ["-pk"]


@admin.register(BulkImport)
class BulkImportAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "sender", "filename", "rows", "size", "created_at"]
    list_select_related = ["sender"]
    search_fields = ["=public_id", "=sender__username", "filename"]
    ordering = ["-pk"]
