"""What accounts chose to be told, who can be reached, and what was told lately."""

from collections.abc import Collection, Iterable

from allauth.account import app_settings
from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from players.models import Notice, NoticeChoice, NoticeState, User
from players.notices import ALWAYS, DEFAULTS, Choice, Group
from tantrix_site.compiled import Compiled

SHOWN = 20


@Compiled
def _chosen(users: tuple[int, ...], group: str) -> QuerySet[NoticeChoice, tuple[int, str]]:
    return NoticeChoice.objects.filter(user__in=users, group=group).values_list("user_id", "choice")


def choices_of(users: Iterable[int], group: Group) -> dict[int, Choice]:
    """What each of these accounts chose for the group; one query."""
    pks = list(users)
    if group in ALWAYS:
        return dict.fromkeys(pks, Choice.ONCE)
    chosen = dict(_chosen(tuple(pks), group.value))
    return {pk: Choice(chosen.get(pk, DEFAULTS[group])) for pk in pks}


def all_choices(user: User) -> dict[Group, Choice]:
    """What the account chose for each group it can choose for, in the order of the groups."""
    chosen = dict(NoticeChoice.objects.filter(user=user).values_list("group", "choice"))
    return {group: Choice(chosen.get(group, DEFAULTS[group])) for group in Group if group not in ALWAYS}


def with_address(users: Collection[int]) -> set[int]:
    """Which of these accounts can be reached by mail: open ones with an address that is confirmed, where the site asks
    for that."""
    found = User.objects.filter(pk__in=users, is_active=True).exclude(email="")
    if app_settings.EMAIL_VERIFICATION != app_settings.EmailVerificationMethod.MANDATORY:
        return set(found.values_list("pk", flat=True))
    rows = EmailAddress.objects.filter(user__in=users, verified=True).values_list("user_id", "email")
    confirmed = {(pk, email.lower()) for pk, email in rows}
    return {pk for pk, email in found.values_list("pk", "email") if (pk, email.lower()) in confirmed}


def told_lately(user: User) -> list[Notice]:
    """The account's last notices, newest first; those whose words were forgotten are left out."""
    return list(Notice.objects.filter(user=user).exclude(data={}).order_by("-created_at", "-pk")[:SHOWN])


def troubled_notices() -> int:
    """How many mails were refused, or may not have arrived: the staff says what becomes of them."""
    return Notice.objects.filter(state__in=(NoticeState.FAILED, NoticeState.DOUBTFUL)).count()
