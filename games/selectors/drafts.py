"""Drafts and whose they are."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models.draft import GameDraft
from players.models import User
from tantrix_site.errors import NotFound


def drafts_of(*, user: User | AnonymousUser, held: Collection[str]) -> QuerySet[GameDraft]:
    """The drafts of an account, and those without owner that this browser session holds; the latest first."""
    mine = Q(owner__isnull=True, public_id__in=list(held))
    if isinstance(user, User):
        mine |= Q(owner=user)
    return GameDraft.objects.filter(mine).order_by("-updated_at")


def draft_by_address(*, user: User | AnonymousUser, held: Collection[str], public_id: str) -> GameDraft:
    """The draft with this address. Raises `NotFound` alike for what does not exist and for what is somebody else's."""
    draft = drafts_of(user=user, held=held).select_related("submission").filter(public_id=public_id).first()
    if draft is None:
        raise NotFound("draft_not_found", _("There is no draft at this address, or it belongs to somebody else."))
    return draft
