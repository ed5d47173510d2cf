"""The sender's own choice who may see a game."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Submission, Visibility
from games.selectors.captions import Caption, caption_of
from players.actors import Actor
from players.services import log_action
from tantrix_site.errors import Conflict, NotFound


def may_share(submission: Submission, caption: Caption) -> bool:
    """Whether it is the sender's to decide: a game of an event is shown when the event shows it."""
    return submission.visibility != Visibility.PUBLIC and caption == Caption()


@transaction.atomic
def share_submission(*, actor: Actor, public_id: str, shared: bool, now: datetime) -> Submission:
    """Let everybody who has the address see a game of one's own, or nobody else.

    Raises `NotFound` for a submission that is not the actor's, `Conflict` (`belongs_to_event`) for one that an event
    decides about.
    """
    submission = Submission.objects.select_for_update().filter(public_id=public_id).first()
    if submission is None or actor.user is None or submission.sender_id != actor.user.pk:
        raise NotFound("submission_not_found", _("There is no game record at this address."))
    if not may_share(submission, caption_of(submission)):
        raise Conflict("belongs_to_event", _("This game belongs to an event, which decides who sees it."))
    wanted = Visibility.LINK if shared else Visibility.PRIVATE
    if submission.visibility != wanted:
        submission.visibility = wanted
        submission.save(update_fields=["visibility"])
        log_action(
            actor=actor, now=now, action="submission.share", target=submission, data={"visibility": wanted.value}
        )
    return submission
