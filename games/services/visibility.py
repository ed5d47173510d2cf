"""Deciding who may see a submission besides its sender."""

from collections.abc import Iterable

from django.db import transaction

from games.models import Submission, Visibility


@transaction.atomic(savepoint=False)  # nothing in here is refused, so that there is nothing to come back to
def set_visibility(*, submission_pks: Iterable[int], visibility: Visibility) -> int:
    """Set the flag of these submissions and say how many changed.

    Games knows no events, so it asks nobody: the caller has checked its own permission and writes its own log.
    """
    pks = list(submission_pks)
    # locked in the order of their keys, as every writer does, so that two callers cannot wait for each other
    locked = Submission.objects.select_for_update().filter(pk__in=pks).exclude(visibility=visibility).order_by("pk")
    changed = list(locked.values_list("pk", flat=True))
    return Submission.objects.filter(pk__in=changed).update(visibility=visibility) if changed else 0
