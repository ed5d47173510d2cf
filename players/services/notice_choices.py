"""Choosing what one is told, with an account or by the link of a mail; sending again what the staff decides to."""

from collections.abc import Mapping
from datetime import datetime

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from players.actors import Actor
from players.models import Notice, NoticeChoice, NoticeState, User
from players.notices import ALWAYS, Choice, Group
from players.services.action_log import log_action
from players.services.mail_text import SALT
from players.services.notices import queue_sending
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted


@transaction.atomic
def choose_notices(*, actor: Actor, now: datetime, choices: Mapping[str, str]) -> None:
    """Set some groups. Raises NotPermitted `not_signed_in`; InvalidInput `unknown_notice_group`, `notices_needed` (for
    what cannot be refused) or `unknown_notice_choice`, with the group as field."""
    if actor.user is None:
        raise NotPermitted("not_signed_in", _("Sign in first."))
    for group, choice in choices.items():
        if group not in Group.values:
            raise InvalidInput("unknown_notice_group", _("There is no such group of mails."), field=group)
        if group in ALWAYS:
            raise InvalidInput("notices_needed", _("These mails are always sent at once."), field=group)
        if choice not in Choice.values:
            raise InvalidInput("unknown_notice_choice", _("Choose at once, once a day or never."), field=group)
    _store(actor, now, actor.user, choices)


def read_stop_token(token: str) -> tuple[User, list[Group]]:
    """Whose mails of which groups the link of a mail ends. Raises NotFound `stop_link_unknown`."""
    try:
        pk, names = signing.loads(token, salt=SALT)
        user = User.objects.get(pk=pk)
        groups = [Group(name) for name in names if name not in ALWAYS]
    except (signing.BadSignature, User.DoesNotExist, ValueError, TypeError):
        raise NotFound("stop_link_unknown", _("This link is not complete. Take it from the mail again.")) from None
    return user, groups


@transaction.atomic
def stop_notices(*, now: datetime, token: str, choice: Choice = Choice.NEVER) -> tuple[User, list[Group]]:
    """End these mails, or have them once a day, by the link in one of them. Raises NotFound `stop_link_unknown`."""
    user, groups = read_stop_token(token)
    _store(Actor(via="link", user=user), now, user, dict.fromkeys(groups, choice))
    return user, groups


def _store(actor: Actor, now: datetime, user: User, choices: Mapping[str, str]) -> None:
    for group, choice in sorted(choices.items()):
        NoticeChoice.objects.update_or_create(user=user, group=group, defaults={"choice": choice})
    log_action(
        actor=actor, now=now, action="notices.chosen", target=user,
        data={str(group): str(choice) for group, choice in choices.items()},
    )  # fmt: skip


@transaction.atomic
def resend_notice(*, actor: Actor, now: datetime, notice_id: int) -> Notice:
    """Send one again that was refused or is doubtful. Raises NotPermitted `not_staff`, NotFound `notice_not_found`,
    Conflict `notice_not_open` (sent, waiting, or its words forgotten)."""
    if actor.user is None or not actor.user.is_active or not (actor.user.is_staff or actor.user.is_superuser):
        raise NotPermitted("not_staff", _("Only the site's staff may do this."))
    notice = Notice.objects.select_for_update().filter(pk=notice_id).first()
    if notice is None:
        raise NotFound("notice_not_found", _("There is no such notice."))
    if notice.state not in (NoticeState.FAILED, NoticeState.DOUBTFUL) or not notice.data:
        raise Conflict("notice_not_open", _("Only what was refused or is doubtful can be sent again."))
    log_action(
        actor=actor, now=now, action="notice.sent_again", target=notice, data={"was": notice.state, "kind": notice.kind}
    )
    notice.state, notice.due_at, notice.in_digest, notice.attempts = NoticeState.PENDING, now, False, 0
    notice.ended_at, notice.error = None, ""
    notice.save()
    transaction.on_commit(queue_sending)
    return notice
