"""Everything that changes a draft of the editor.

Whoever calls has found the draft through `games.selectors.drafts`, which lets nobody see another's; the services check
the owner once more. A visitor without an account acts as None. Drafts are private notes: they are not logged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.editing.draft import (
    Draft,
    drop_kept,
    finished,
    go_back,
    may_be_deadlock,
    new_draft,
    put,
    take_kept,
    with_setup,
)
from games.engine.errors import Fault, IllegalMove, SetupFault
from games.engine.game import Move
from games.engine.replay import verify
from games.engine.setup import MalformedPart
from games.models import Submission
from games.models.draft import GameDraft
from games.services.submitting import submit_record
from players.actors import Actor
from tantrix_site.errors import Conflict, InvalidInput, NotFound, NotPermitted, StaleVersion

#: Drafts without an owner that nobody touched for so long are thrown away.
UNOWNED_FOR = timedelta(days=60)
#: How many drafts one account may have.
MOST_DRAFTS = 200


@transaction.atomic
def start_draft(*, actor: Actor | None, record: Mapping[str, Any], now: datetime) -> GameDraft:
    """A new draft of a record: its legal moves taken, the others kept.

    Raises `InvalidInput` (`bad_setup`) if the set-up is not in order, `Conflict` (`too_many_drafts`).
    """
    owner = actor.user if actor else None
    GameDraft.objects.filter(owner__isnull=True, updated_at__lt=now - UNOWNED_FOR).delete()
    if owner and GameDraft.objects.filter(owner=owner).count() >= MOST_DRAFTS:
        raise Conflict("too_many_drafts", _("You have %(limit)d drafts; delete some first.") % {"limit": MOST_DRAFTS})
    draft = _checked(lambda: new_draft(record))
    return GameDraft.objects.create(
        owner=owner, record=draft.record, kept=list(draft.kept), created_at=now, updated_at=now
    )


def change_setup(
    *, actor: Actor | None, draft_pk: int, version: int, setup: Mapping[str, Any], now: datetime
) -> GameDraft:
    """Another set-up for the same moves, which stay as far as they are legal under it. Raises `InvalidInput`."""
    return _change(actor, draft_pk, version, now, lambda draft: _checked(lambda: with_setup(draft, setup)))


def put_tile(*, actor: Actor | None, draft_pk: int, version: int, move: Move, now: datetime) -> GameDraft:
    """One move more. Raises `Conflict` with the code of the rule it breaks, `InvalidInput` (`malformed`) for what is no
    move, and changes nothing then."""

    def changed(draft: Draft) -> Draft:
        try:
            return put(draft, move)
        except IllegalMove as error:
            raise refused(error.fault) from error
        except MalformedPart as error:
            raise InvalidInput("malformed", _(error.fault.template) % error.fault.values) from error

    return _change(actor, draft_pk, version, now, changed)


def take_back(*, actor: Actor | None, draft_pk: int, version: int, ply: int, now: datetime) -> GameDraft:
    """Go back to the position after `ply` moves; the moves after it are kept."""
    return _change(actor, draft_pk, version, now, lambda draft: go_back(draft, max(0, ply)))


def take_up(*, actor: Actor | None, draft_pk: int, version: int, now: datetime) -> tuple[GameDraft, Fault | None]:
    """Take up the kept moves as far as they are legal, and say what stands against the next one."""
    objection: Fault | None = None

    def changed(draft: Draft) -> Draft:
        nonlocal objection
        taken, objection = take_kept(draft)
        return taken

    return _change(actor, draft_pk, version, now, changed), objection


def drop_moves(*, actor: Actor | None, draft_pk: int, version: int, count: int | None, now: datetime) -> GameDraft:
    """Throw away the first `count` kept moves, or all of them."""
    return _change(actor, draft_pk, version, now, lambda draft: drop_kept(draft, count))


@transaction.atomic
def claim_deadlock(*, actor: Actor | None, draft_pk: int, version: int, claimed: bool, now: datetime) -> GameDraft:
    """Say, or no longer say, that the game stopped in a deadlock; for games whose draws were not written down.

    Raises `Conflict` (`no_deadlock`) where it cannot be one.
    """
    row = _locked(actor, draft_pk, version)
    if claimed and not may_be_deadlock(draft_of(row)):
        raise Conflict("no_deadlock", _("The game is not stuck here: there is a move that has to be made."))
    row.deadlock = claimed
    return _saved(row, now)


@transaction.atomic
def send_draft(*, actor: Actor, draft_pk: int, version: int, now: datetime) -> Submission:
    """Send the finished game through the ordinary submission.

    Raises `Conflict` (the code of the verdict) while it would be rejected, `NotPermitted` without an account.
    """
    if actor.user is None:
        raise NotPermitted("not_signed_in", _("Sign in first."))
    row = _locked(actor, draft_pk, version)
    record = record_of(row)
    verdict = verify(record)
    if not verdict.ok:
        raise Conflict(verdict.code or "incomplete", _(verdict.template) % verdict.values)
    submission = submit_record(actor=actor, data=json.dumps(record, ensure_ascii=False).encode(), now=now)
    row.submission = submission
    _saved(row, now)
    return submission


@transaction.atomic
def delete_draft(*, actor: Actor | None, draft_pk: int, now: datetime) -> None:
    """Throw a draft away."""
    _locked(actor, draft_pk, None).delete()


@transaction.atomic
def claim_drafts(*, actor: Actor, public_ids: list[str]) -> int:
    """Give drafts begun before signing in to the account; how many there were."""
    return GameDraft.objects.filter(owner__isnull=True, public_id__in=public_ids).update(owner=actor.user)


@transaction.atomic
def forget_drafts(*, public_ids: list[str]) -> None:
    """Throw away drafts without an owner that no browser session holds any more."""
    GameDraft.objects.filter(owner__isnull=True, public_id__in=public_ids).delete()


def draft_of(row: GameDraft) -> Draft:
    """The draft in a row."""
    return Draft(row.record, tuple(row.kept))


def record_of(row: GameDraft) -> dict[str, Any]:
    """The record that a draft comes to, with its result if the game is over."""
    return finished(draft_of(row), deadlock=row.deadlock)


def refused(fault: Fault) -> Conflict:
    """The engine's objection to a move."""
    return Conflict(fault.code.value, _(fault.template) % fault.values, {"rule": fault.rule})


def _checked(make: Callable[[], Draft]) -> Draft:
    try:
        return make()
    except SetupFault as error:
        raise InvalidInput("bad_setup", _(error.fault.template) % error.fault.values) from error


@transaction.atomic
def _change(
    actor: Actor | None, draft_pk: int, version: int, now: datetime, change: Callable[[Draft], Draft]
) -> GameDraft:
    row = _locked(actor, draft_pk, version)
    draft = change(draft_of(row))
    row.record, row.kept = dict(draft.record), [dict(move) for move in draft.kept]
    if row.deadlock:
        row.deadlock = may_be_deadlock(draft)
    return _saved(row, now)


def _locked(actor: Actor | None, draft_pk: int, version: int | None) -> GameDraft:
    row = GameDraft.objects.select_for_update().filter(pk=draft_pk).first()
    if row is None or (
        row.owner_id is not None and (actor is None or actor.user is None or row.owner_id != actor.user.pk)
    ):
        raise NotFound("draft_not_found", _("There is no draft at this address, or it belongs to somebody else."))
    if version is not None and row.version != version:
        raise StaleVersion("draft_changed", _("The draft was changed in another window; this is how it stands now."))
    return row


def _saved(row: GameDraft, now: datetime) -> GameDraft:
    row.version += 1
    row.updated_at = now
    row.save()
    return row
