"""The plain Django admin, for superusers. Signing in goes through the site's own page, second factor included."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.actors import Actor
from players.models import ActionLog, ApiToken, Notice, Player, PlayerSlug, ProfileClaim, User
from players.services import ProfileChanges, create_player, resend_notice, update_profile
from tantrix_site.errors import DomainError

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

_PROFILE_FIELDS = ("name", "country", "time_zone", "first_colour", "second_colour", "birth_date")


class ReadOnly(admin.ModelAdmin):
    """What is written by acts only."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(User)
class AccountAdmin(UserAdmin):
    list_display = ("username", "email", "is_active", "is_staff", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Contact"), {"fields": ("email", "language")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )


class FormerAddresses(admin.TabularInline):
    model = PlayerSlug
    extra = 0
    can_delete = False
    fields = readonly_fields = ("slug", "since")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Changes go through the same services as on the pages: a new name moves the address and is logged."""

    list_display = ("name", "slug", "country", "user", "created_at")
    list_select_related = ("user",)
    search_fields = ("name", "name_key", "latin_key", "slug")
    ordering = ("name_key", "pk")
    autocomplete_fields = ("user",)
    fields = (*_PROFILE_FIELDS, "user", "slug", "created_by", "created_at")
    readonly_fields = ("slug", "created_by", "created_at")
    inlines = (FormerAddresses,)

    def save_model(self, request: HttpRequest, obj: Player, form: ModelForm, change: bool) -> None:
        assert isinstance(request.user, User)
        actor = Actor(via="account", user=request.user)
        details: Any = {field: form.cleaned_data[field] for field in _PROFILE_FIELDS}
        changes: ProfileChanges = details | {"country": str(details["country"] or "")}
        now = timezone.now()
        if change:
            update_profile(actor=actor, player=obj, now=now, changes=changes)
            Player.objects.filter(pk=obj.pk).update(user=obj.user)
        else:
            obj.pk = create_player(actor=actor, user=obj.user, now=now, details=changes).pk
        obj.refresh_from_db()


@admin.register(ProfileClaim)
class ProfileClaimAdmin(ReadOnly):
    list_display = ("player", "user", "state", "created_at", "decided_by")
    list_filter = ("state",)
    list_select_related = ("player", "user", "decided_by")
    ordering = ("-created_at", "-pk")


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """The outbox. What was refused or is doubtful can be sent again."""

    list_display = ("created_at", "kind", "user", "state", "dropped_for", "attempts", "due_at", "ended_at", "error")
    list_filter = ("state", "kind")
    list_select_related = ("user",)
    search_fields = ("user__username", "key")
    ordering = ("-created_at", "-pk")
    actions = ("send_again",)

    @admin.action(description=_("Send again"), permissions=["view"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Notice]) -> None:
        assert isinstance(request.user, User)
        for notice in queryset:
            try:
                resend_notice(actor=Actor(via="account", user=request.user), now=timezone.now(), notice_id=notice.pk)
            except DomainError as error:
                self.message_user(request, f"{notice}: {error.message}", messages.ERROR)
            else:
                self.message_user(request, _("Queued again: %(notice)s") % {"notice": notice})


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    list_display = ("name", "user", "created", "last_used_at")
    list_select_related = ("user",)
    fields = ("name", "user", "public_id", "created", "last_used_at", "expiry")
    ordering = ("-created",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(ActionLog)
class ActionLogAdmin(ReadOnly):
    list_display = ("at", "action", "user", "player", "via", "target_type", "target_id")
    list_filter = ("via",)
    list_select_related = ("user", "player")
    search_fields = ("action", "user__username", "player__name", "reason")
    ordering = ("-at", "-pk")
