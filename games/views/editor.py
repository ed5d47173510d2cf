"""The board editor: write down a table game, or repair a faulty record, move by move.

Every step is a plain request, so it works without a script; the script only fetches the same page as a fragment. The
engine on the server decides what is legal.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.game import Move
from games.engine.hexes import Hex
from games.engine.notation import write_record_text
from games.models.draft import GameDraft
from games.selectors import is_own, submission_by_address
from games.selectors.drafts import draft_by_address, drafts_of
from games.services import drafts
from games.services.reading import read_bytes
from games.views.editor_forms import SetupForm, setup_of
from games.views.editor_page import context_of, wish_of
from games.views.public_record import public_record
from players.actors import Actor, request_actor
from players.models import User
from tantrix_site.errors import DomainError, InvalidInput

#: Where a browser session keeps the addresses of drafts begun without an account.
HELD = "game_drafts"
#: How many; the oldest are thrown away.
MOST_HELD = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """`/g/new/`: the set-up of a game to write down, and the drafts there are."""
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _opened(request, _start(request, form.record()))
        except DomainError as error:
            form.add_error(None, str(error.message))
    mine = drafts_of(user=request.user, held=_held(request))[:20]
    return render(request, "games/editor_new.html", {"form": form, "drafts": mine}, status=_status(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/<id>/edit/`: a draft of a record that was sent; its faulty move is where the writer goes on."""
    submission = submission_by_address(user=request.user, public_id=public_id)
    if request.method != "POST":
        return render(request, "games/editor_copy.html", {"submission": submission})
    record = read_bytes(bytes(submission.record.raw), submission.record.content_type)
    if not is_own(user=request.user, submission=submission):
        record = public_record(record, ())
    try:
        return _opened(request, _start(request, record))
    except InvalidInput as error:
        return render(request, "games/editor_copy.html", {"submission": submission, "error": error}, status=400)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def editor(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/drafts/<id>/`: the draft; what is chosen stands in the address, what is done is posted."""
    row = _row(request, public_id)
    if request.method == "POST":
        return _act(request, row)
    fragment = bool(request.headers.get("X-Fragment"))
    template = "games/editor_body.html" if fragment else "games/editor.html"
    return render(request, template, context_of(row, wish_of(request), fragment=fragment))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/drafts/<id>/setup/`: players, colours, hands and draws of a draft."""
    row = _row(request, public_id)
    form = SetupForm(request.POST or None, initial=setup_of(row.record))
    if request.method == "POST" and form.is_valid():
        try:
            version = int(request.POST.get("version", row.version))
            drafts.change_setup(
                actor=_actor(request), draft_pk=row.pk, version=version, setup=form.record(), now=timezone.now()
            )
            return redirect("games:draft", row.public_id)
        except DomainError as error:
            form.add_error(None, str(error.message))
    return render(request, "games/editor_setup.html", {"form": form, "draft": row}, status=_status(form))


@never_cache
@require_safe
def draft_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/drafts/<id>.json`: the record so far, as a file."""
    record = drafts.record_of(_row(request, public_id))
    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    return _file(text, "application/json", f"game-{public_id}.json")


@never_cache
@require_safe
def draft_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/drafts/<id>.txt`: the same in the text notation."""
    record = drafts.record_of(_row(request, public_id))
    return _file(write_record_text(record), "text/plain; charset=utf-8", f"game-{public_id}.txt")


def _act(request: HttpRequest, row: GameDraft) -> HttpResponse:
    """What a button of the editor asks for; an objection is said on the page that comes next."""
    data, now = request.POST, timezone.now()
    act = data.get("act", "")
    back = HttpResponseRedirect(reverse("games:draft", args=[row.public_id]))
    try:
        known: dict[str, Any] = {
            "actor": _actor(request),
            "draft_pk": row.pk,
            "version": _number(data, "version"),
            "now": now,
        }
        if act == "put":
            drafts.put_tile(**known, move=_move(data))
        elif act.startswith("back-"):
            drafts.take_back(**known, ply=_whole(act.removeprefix("back-"), "act"))
        elif act == "up":
            _row_after, objection = drafts.take_up(**known)
            if objection:
                messages.warning(
                    request,
                    _("The next kept move is not legal: %(why)s") % {"why": _(objection.template) % objection.values},
                )
        elif act in ("drop", "drop-all"):
            drafts.drop_moves(**known, count=1 if act == "drop" else None)
        elif act in ("deadlock", "no-deadlock"):
            drafts.claim_deadlock(**known, claimed=act == "deadlock")
        elif act == "send":
            submission = drafts.send_draft(**{**known, "actor": request_actor(request)})
            messages.success(request, _("The game was sent and is being checked."))
            return redirect("games:submission", submission.public_id)
        elif act == "delete":
            drafts.delete_draft(actor=known["actor"], draft_pk=row.pk, now=now)
            messages.success(request, _("The draft was deleted."))
            return redirect("games:new")
        else:
            raise InvalidInput("unknown_act", _("The page asked for something the editor does not know."), field="act")
    except DomainError as error:
        messages.error(request, str(error.message))
        if act == "put":
            kept = {key: data[key] for key in ("player", "tile", "at", "rotation") if data.get(key)}
            query = QueryDict(mutable=True)
            query.update({**kept, "any": "1"})
            return HttpResponseRedirect(f"{reverse('games:draft', args=[row.public_id])}?{query.urlencode()}")
    return back


def _move(data: QueryDict) -> Move:
    try:
        space = Hex.parse(data.get("at", "")[:12])
    except ValueError as error:
        raise InvalidInput("malformed", _("Choose a place first."), field="at") from error
    drawn = _number(data, "drawn") if data.get("drawn") else None
    return Move(_number(data, "player"), _number(data, "tile"), space, _number(data, "rotation"), drawn)


def _number(data: QueryDict, name: str) -> int:
    return _whole(data.get(name, ""), name)


def _whole(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InvalidInput("malformed", _("Choose a tile, a place and a rotation first."), field=name)
    return int(text)


def _start(request: HttpRequest, record: Any) -> GameDraft:
    row = drafts.start_draft(actor=_actor(request), record=record, now=timezone.now())
    if row.owner_id is None:
        held = [*_held(request), row.public_id]
        request.session[HELD] = held[-MOST_HELD:]
        drafts.forget_drafts(public_ids=held[:-MOST_HELD])
    return row


def _opened(request: HttpRequest, row: GameDraft) -> HttpResponse:
    if row.kept:
        messages.info(request, _("The moves from the fault on were kept: lay the right tile, then take them up again."))
    return redirect("games:draft", row.public_id)


def _row(request: HttpRequest, public_id: str) -> GameDraft:
    """The draft, which becomes the account's own if it was begun before signing in."""
    row = draft_by_address(user=request.user, held=_held(request), public_id=public_id)
    if row.owner_id is None and isinstance(request.user, User):
        drafts.claim_drafts(actor=request_actor(request), public_ids=_held(request))
        row.owner = request.user
    return row


def _held(request: HttpRequest) -> list[str]:
    return list(request.session.get(HELD, []))


def _actor(request: HttpRequest) -> Actor | None:
    return request_actor(request) if isinstance(request.user, User) else None


def _status(form: SetupForm) -> int:
    return 400 if form.is_bound and form.errors else 200


def _file(text: str, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        text, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
