"""Submissions and who may see them."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Submission, Visibility
from players.models import User
from tantrix_site.errors import NotFound

Viewer = User | AnonymousUser


def submissions_visible_to(user: Viewer) -> QuerySet[Submission]:
    """What this person may find in a list: their own and what is public; everything for the staff.

    The record comes along without its bytes and its verdict, which lists do not need.
    """
    found = Submission.objects.select_related("record").defer("record__raw", "record__verdict")
    if not isinstance(user, User):
        return found.filter(visibility=Visibility.PUBLIC)
    if user.is_staff:
        return found
    return found.filter(Q(sender=user) | Q(visibility=Visibility.PUBLIC))


def submissions_of(user: User) -> QuerySet[Submission]:
    """What this person sent."""
    return submissions_visible_to(user).filter(sender=user)


def submission_by_address(*, user: Viewer, public_id: str, own: bool = False) -> Submission:
    """The submission with this address, with its whole record.

    `own` leaves out what others sent and only showed: with it comes what only the sender and the staff may see (file
    name, original bytes). Raises `NotFound` alike for what does not exist and for what this person may not see.
    """
    submission = Submission.objects.select_related("record").filter(public_id=public_id).first()
    if submission is None or not (
        is_own(user=user, submission=submission) or (not own and submission.visibility != Visibility.PRIVATE)
    ):
        raise NotFound("submission_not_found", _("There is no game record at this address."))
    return submission


def is_own(*, user: Viewer, submission: Submission) -> bool:
    """Whether this person sent it, or is of the staff."""
    return isinstance(user, User) and (user.is_staff or submission.sender_id == user.pk)
