"""Who may do what in an event, as predicates of an account and an event.

Used by services through `tournaments.services.access`, by pages through `user.has_perm(name, event)`.
"""

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from rules.permissions import add_perm
from rules.predicates import predicate

from players.models import User
from tantrix_site.compiled import Compiled
from tournaments.models import Event, EventOrganiser, OrganiserRole, Series

ORGANISING = (OrganiserRole.OWNER, OrganiserRole.ORGANISER)
RULING = (*ORGANISING, OrganiserRole.ARBITER)
CHECKING_IN = (*ORGANISING, OrganiserRole.CHECK_IN)


@Compiled
def officials(event: int) -> QuerySet[EventOrganiser, tuple[int, str]]:
    """Each account that works for the event of that key, with its role."""
    return EventOrganiser.objects.filter(event=event).values_list("user_id", "role")


def role_in(user: User | AnonymousUser | None, event: Event) -> str:
    """The account's role in the event, empty if it has none. Read once per event object."""
    if user is None or not user.is_authenticated:
        return ""
    known: dict[int, str] | None = getattr(event, "_roles", None)
    if known is None:
        known = dict(officials(event.pk))
        event._roles = known  # type: ignore[attr-defined]
    return known.get(user.pk, "")


def is_site_staff(user: User | AnonymousUser | None, event: Event | None = None) -> bool:
    return bool(user is not None and user.is_active and (user.is_staff or user.is_superuser))


def owns_event(user: User | AnonymousUser | None, event: Event | None) -> bool:
    return event is not None and role_in(user, event) == OrganiserRole.OWNER


def organises_event(user: User | AnonymousUser | None, event: Event | None) -> bool:
    return event is not None and role_in(user, event) in ORGANISING


def rules_on_event(user: User | AnonymousUser | None, event: Event | None) -> bool:
    """Owner, organiser or arbiter. That they do not rule on matches of their own is asked for each match."""
    return event is not None and role_in(user, event) in RULING


def checks_in_event(user: User | AnonymousUser | None, event: Event | None) -> bool:
    """Whether the account says who is there: who organises the event, and who was asked to do this alone."""
    return event is not None and role_in(user, event) in CHECKING_IN


def works_for_event(user: User | AnonymousUser | None, event: Event | None) -> bool:
    """Whether the account has any role."""
    return event is not None and role_in(user, event) != ""


def keeps_series(user: User | AnonymousUser | None, series: Series) -> bool:
    """The site's staff, and those who keep it. Read once per series object."""
    if user is None or not user.is_authenticated:
        return False
    if is_site_staff(user):
        return True
    known: set[int] | None = getattr(series, "_keepers", None)
    if known is None:
        known = {keeper.pk for keeper in series.keepers.all()}
        series._keepers = known  # type: ignore[attr-defined]
    return user.pk in known


def keeps_any_series(user: User | AnonymousUser | None) -> bool:
    return is_site_staff(user) or (
        user is not None and user.is_authenticated and Series.objects.filter(keepers=user.pk).exists()
    )


def _register() -> None:
    staff = predicate(is_site_staff)  # type: ignore[no-untyped-call]
    for name, test in (
        ("own_event", owns_event),
        ("organise_event", organises_event),
        ("arbitrate_event", rules_on_event),
        ("check_in_event", checks_in_event),
        ("work_for_event", works_for_event),
    ):
        add_perm(f"tournaments.{name}", staff | predicate(test))  # type: ignore[no-untyped-call]


_register()
