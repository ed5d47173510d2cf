"""Everything the site knows of a person, asked of the models themselves, so that a new table is told as well."""

import html
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import ContentType, Submission
from players.models import ActionLog, Player, User
from tournaments.models import Entry, MatchMessage

#: what lets somebody in is no information about a person, and is given to nobody
SECRET: Final = frozenset({
    "password", "digest", "token_key", "token_hash", "link_hash", "session_key", "session_data", "key", "raw",
})  # fmt: skip
_SECRET_TABLES: Final = frozenset({"mfa.Authenticator", "account.EmailConfirmation"})
#: who decided on something of somebody else's: that is the other's
OTHERS: Final = frozenset({
    "created_by", "decided_by", "closed_by", "revoked_by", "undone_by", "withdrawn_by", "shown_in_full_by", "hidden_by",
})  # fmt: skip
#: words of whoever wrote them, also in a match of one's own
_OF_SENDERS: Final = frozenset({"tournaments.MatchMessage"})


def own_data(user: User, player: Player | None) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table that are about a person or were made by that person, without secrets."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        rows = _rows(model, user, player)
        if rows is not None:
            told = list(rows.order_by("pk").values(*_columns(model)))
            if told:
                found[model._meta.label] = told
    return found


def _rows(model: type[models.Model], user: User, player: Player | None) -> models.QuerySet[models.Model] | None:
    if model._meta.label in _SECRET_TABLES or issubclass(model, Session):
        return None
    if issubclass(model, User):
        return model._base_manager.filter(pk=user.pk)
    mine = Q(pk__in=[])
    if issubclass(model, Player) and player is not None:
        mine |= Q(pk=player.pk)
    entries = Entry.every.filter(player=player).values("pk") if player is not None else []
    for field in model._meta.concrete_fields:
        if not field.is_relation or field.name in OTHERS or field.primary_key:
            continue
        if field.related_model is User:
            mine |= Q(**{field.name: user})
        elif field.related_model is Player and player is not None:
            mine |= Q(**{field.name: player})
        elif field.related_model is Entry and player is not None and model._meta.label not in _OF_SENDERS:
            mine |= Q(**{f"{field.name}__in": entries})
    if issubclass(model, ActionLog):
        mine |= _done_to(user, player)
    return model._base_manager.filter(mine) if mine != Q(pk__in=[]) else None


def _done_to(user: User, player: Player | None) -> Q:
    """What the log says of the account, the profile and its entries, whoever did it."""
    found = Q(target_type=User._meta.label_lower, target_id=user.pk)
    if player is not None:
        found |= Q(target_type=Player._meta.label_lower, target_id=player.pk)
        entries = Entry.every.filter(player=player).values("pk")
        found |= Q(target_type=Entry._meta.label_lower, target_id__in=entries)
    return found


def _columns(model: type[models.Model]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        if field.name not in SECRET and not isinstance(field, models.BinaryField):
            yield field.attname


def data_archive(user: User, player: Player | None, now: datetime) -> bytes:
    """A zip: `data.json` with every row, `records/` and `evidence/` as they were sent, `index.html` to read."""
    found = own_data(user, player)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(found, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
        sent = Submission.objects.filter(sender=user).select_related("record").order_by("pk")
        for submission in sent.iterator(chunk_size=200):
            ending = "txt" if submission.record.content_type == ContentType.TEXT else "json"
            archive.writestr(f"records/{submission.public_id}.{ending}", bytes(submission.record.raw))
        shown = MatchMessage.objects.filter(Q(user=user) | Q(player=player, player__isnull=False)).exclude(picture="")
        for message in shown.order_by("pk"):
            name = str(message.picture.name)
            if message.picture.storage.exists(name):
                with message.picture.open("rb") as picture:
                    archive.writestr(name, picture.read())
        archive.writestr("index.html", _index(found, user, now))
    return content.getvalue()


def _index(found: dict[str, list[dict[str, Any]]], user: User, now: datetime) -> str:
    """A page that says what there is, with the rows of each table below."""
    title = _("What this site knows of %(name)s") % {"name": user.username}
    parts = [
        f'<!DOCTYPE html><html lang="{get_language() or "en"}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{html.escape(title)}</title>'
        f"<h1>{html.escape(title)}</h1><p>{now:%Y-%m-%d %H:%M} UTC</p><p>"
        + html.escape(_("data.json holds the same for programs; records/ holds the game records you sent."))
        + "</p><ul>",
        *(f'<li><a href="#{name}">{name}</a>: {len(rows)}</li>' for name, rows in found.items()),
        "</ul>",
    ]
    for name, rows in found.items():
        parts.append(f'<h2 id="{name}">{name}</h2>')
        parts.extend(f"<dl>{''.join(_line(key, value) for key, value in row.items())}</dl><hr>" for row in rows)
    return "".join(parts)


def _line(key: str, value: object) -> str:
    if value in (None, "", [], {}):
        return ""
    text = value if isinstance(value, str) else json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
    return f"<dt>{html.escape(key)}</dt><dd>{html.escape(text)}</dd>"
