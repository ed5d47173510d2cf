"""The page of a game, the picture of its board, its record, and the page to embed it elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from games.drawing import FaultMark, replay_view, standalone_board_svg
from games.drawing.replay import frames
from games.engine.errors import SetupFault
from games.engine.game import Game
from games.engine.notation import write_record_text
from games.engine.replay import position
from games.models import RecordState, Submission, Visibility
from games.selectors import is_own, submission_by_address
from games.selectors.captions import Caption, caption_of
from games.services.reading import read_bytes
from games.services.sharing import may_share, share_submission
from games.views.board_options import BoardOptions, options_of, ply_of
from games.views.public_record import public_record
from games.views.replay_page import ReplayPage, fault_mark, replay_page
from games.views.words import verdict_sentence
from players.actors import request_actor


@dataclass(frozen=True, slots=True)
class Shown:
    """A submission as far as it can be shown: `game` is None while it is checked or when its set-up is wrong."""

    submission: Submission
    record: Mapping[str, Any]
    caption: Caption
    game: Game | None
    fault: FaultMark | None


@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/<id>/`: the game at `?ply=n`, complete without a script; the verdict where there is an objection."""
    submission = submission_by_address(user=request.user, public_id=public_id)
    shown = _shown(submission)
    options = options_of(request)
    context = {
        "submission": submission,
        "own": is_own(user=request.user, submission=submission),
        "crumbs": shown.caption.crumbs,
        "verdict": submission.record.verdict or {},
        "verdict_text": verdict_sentence(submission.record.verdict or {}),
        "options": options,
        "page": _page(request, shown, options),
        "may_share": _is_senders(request, submission) and may_share(submission, shown.caption),
        "address": f"{settings.SITE_URL}{reverse('games:replay', args=[public_id])}",
    }
    response = render(request, "games/replay.html", context)
    if submission.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/<id>/share/`: the sender lets everybody with the address see the game (`shared=1`), or nobody else."""
    shared = request.POST.get("shared") == "1"
    share_submission(actor=request_actor(request), public_id=public_id, shared=shared, now=timezone.now())
    if shared:
        messages.success(request, _("Everybody who has the address can see this game now."))
    else:
        messages.success(request, _("Only you can see this game now."))
    return redirect("games:replay", public_id)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types know no arguments from the address
def embed(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/<id>/embed/`: board and controls for a frame on any site; no cookie is read or set."""
    submission = submission_by_address(user=AnonymousUser(), public_id=public_id)
    shown = _shown(submission)
    options = options_of(request, remembered=False)
    theme = request.GET.get("theme", "")
    context = {
        "submission": submission,
        "options": options,
        "page": _page(request, shown, options),
        "controls": request.GET.get("controls", "1") != "0",
        "theme": theme if theme in ("light", "dark") else "",
        "verdict_text": verdict_sentence(submission.record.verdict or {}),
    }
    return render(request, "games/embed.html", context)


@require_safe
@csp_replace({"default-src": ["'none'"], "style-src": ["'unsafe-inline'"]})  # type: ignore[arg-type]
def board_picture(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/<id>/board.svg`: the board after `?ply=` moves as a file, `?theme=`, `?marks=`, `?letters=`, `?line=`."""
    submission = submission_by_address(user=request.user, public_id=public_id)
    caption = caption_of(submission)
    tag = _tag(request, submission, caption)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None and unchanged.status_code == 304:
        return unchanged
    shown = _shown(submission, caption)
    if shown.game is None:
        return HttpResponse(status=404)
    options = options_of(request, remembered=False)
    page = replay_page(shown.game, caption=shown.caption, options=options, ply=ply_of(request, shown.game.ply))
    view = replay_view(
        frames(shown.game),
        [seat.colour for seat in shown.game.players],
        page.ply,
        line=options.line,
        whole=False,
        title=page.heading,
        description=page.sentence,
    )
    view = replace(
        view,
        fault=shown.fault,
        forced=view.forced if options.forced else (),
        sides=view.sides if options.sides else (),
    )
    theme = request.GET.get("theme", "light")
    svg = standalone_board_svg(view, theme=theme, marks=options.marks, letters=options.letters)
    return _tagged(HttpResponse(svg, content_type="image/svg+xml"), submission, tag)


@require_safe
def record_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/<id>.json`: the game as a record, without what its sender typed beside it."""
    submission = submission_by_address(user=request.user, public_id=public_id)
    caption = caption_of(submission)
    tag = _tag(request, submission, caption)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None and unchanged.status_code == 304:
        return unchanged
    record = read_bytes(bytes(submission.record.raw), submission.record.content_type)
    found = public_record(record, caption.names)
    return _tagged(JsonResponse(found, json_dumps_params={"ensure_ascii": False}), submission, tag)


@require_safe
def record_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/g/<id>.txt`: the same in the text notation."""
    submission = submission_by_address(user=request.user, public_id=public_id)
    caption = caption_of(submission)
    tag = _tag(request, submission, caption)
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None and unchanged.status_code == 304:
        return unchanged
    record = read_bytes(bytes(submission.record.raw), submission.record.content_type)
    text = write_record_text(public_record(record, caption.names))
    return _tagged(HttpResponse(text, content_type="text/plain; charset=utf-8"), submission, tag)


def _shown(submission: Submission, caption: Caption | None = None) -> Shown:
    stored = submission.record
    record = read_bytes(bytes(stored.raw), stored.content_type)
    game: Game | None = None
    fault: FaultMark | None = None
    if stored.state != RecordState.PENDING:
        try:
            game = position(record)
            fault = fault_mark(stored.verdict or {}, record, game)
        except SetupFault:
            game = None
    return Shown(submission, record, caption or caption_of(submission), game, fault)


def _is_senders(request: HttpRequest, submission: Submission) -> bool:
    return request.user.is_authenticated and submission.sender_id == request.user.pk


def _page(request: HttpRequest, shown: Shown, options: BoardOptions) -> ReplayPage | None:
    if shown.game is None:
        return None
    ply = ply_of(request, shown.game.ply)
    return replay_page(shown.game, caption=shown.caption, options=options, ply=ply, fault=shown.fault)


def _tag(request: HttpRequest, submission: Submission, caption: Caption) -> str:
    """What a file made of a record depends on."""
    parts = [
        submission.record.sha256,
        submission.record.state,
        submission.record.engine_version,
        submission.visibility,
        settings.BUILD,
        str(get_language()),
        request.META.get("QUERY_STRING", ""),
        repr(caption),
    ]
    return f'"{hashlib.sha256("|".join(parts).encode()).hexdigest()[:24]}"'


def _tagged(response: HttpResponse, submission: Submission, tag: str) -> HttpResponse:
    response["ETag"] = tag
    response["Access-Control-Allow-Origin"] = "*"
    if submission.visibility == Visibility.PRIVATE:
        del response["Access-Control-Allow-Origin"]
        patch_cache_control(response, private=True, no_cache=True)
    else:
        patch_cache_control(response, public=True, max_age=60)
    return response
