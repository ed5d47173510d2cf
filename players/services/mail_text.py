"""Mails of notices: in the recipient's language and zone, with links that work outside the site."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from players.models import Notice, User
from players.notices import ALWAYS, Group, Words, kind_of
from players.services.notices import zone_of

SALT: Final = "players.notices.stop"
MOST_SUBJECT: Final = 200
# line ends of any alphabet, and all that is not printed
_NOT_OF_ONE_LINE = re.compile(r"[ \x00-\x1f\x7f-\x9f\u2028\u2029]+")


def one_line(text: str) -> str:
    """The text as a subject may be: without line ends or control characters, and not endless."""
    return _NOT_OF_ONE_LINE.sub(" ", text).strip()[:MOST_SUBJECT]


def words_of(notice: Notice, *, zone_name: str) -> Words | None:
    """What a notice says in the active language; None when no app knows its kind, or its data were forgotten."""
    kind = kind_of(notice.kind)
    if kind is None or not notice.data:
        return None
    return kind.words(notice.data, zone_of(zone_name, notice.data))


def absolute(path: str) -> str:
    """The address of a page of this site, for a mail."""
    return urljoin(settings.SITE_URL, path)


def stop_token(user_pk: int, groups: Sequence[Group]) -> str:
    """What lets the one who has the mail end these groups of mails without signing in; good for nothing else."""
    return signing.dumps([user_pk, [str(group) for group in groups]], salt=SALT)


def mail_of(user: User, address: str, notices: Sequence[Notice], *, zone_name: str) -> EmailMessage:
    """One mail with one notice, or with all of a day.

    The same notices make the same Message-ID, so that a mail program knows a second copy for what it is.
    """
    with override(user.language or settings.LANGUAGE_CODE):
        parts = [_part(words, notice.data) for notice in notices if (words := words_of(notice, zone_name=zone_name))]
        kinds = [kind for notice in notices if (kind := kind_of(notice.kind))]
        groups = sorted({kind.group for kind in kinds} - ALWAYS)
        stop = reverse("notices_stop", args=[stop_token(user.pk, groups)]) if groups else ""
        subject = parts[0]["subject"] if len(parts) == 1 else _digest_subject(len(parts))
        body = _body(parts, groups, absolute(stop) if stop else "")
    return EmailMessage(
        subject=_subject(subject),
        body=body,
        to=[address],
        headers=_headers(notices, absolute(stop) if stop else ""),
    )


def preview_of(kind: str, data: Mapping[str, Any], *, language: str) -> tuple[str, str]:
    """Subject and body of a notice as a reader of that language will get it; the link that ends them is left out."""
    known = kind_of(kind)
    if known is None:
        raise LookupError(kind)
    with override(language):
        part = _part(known.words(data, zone_of("", data)), data)
        return _subject(part["subject"]), _body([part], [known.group], "…")


def _subject(text: str) -> str:
    return one_line(f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}{text}")


def _body(parts: Sequence[dict[str, Any]], groups: Sequence[Group], stop: str) -> str:
    return render_to_string(
        "players/mail/notice.txt",
        {
            "parts": parts,
            "alone": len(parts) == 1,
            # texts, not what is still to be translated: the filter `join` gives that back as a list
            "groups": [str(Group(group).label) for group in groups],
            "stop": stop,
            "settings": absolute(reverse("me_notices")),
            "host": host(),
        },
    )


def host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _part(words: Words, data: Mapping[str, Any]) -> dict[str, Any]:
    path = str(data.get("path", ""))
    return {
        "subject": one_line(words.subject),
        "lines": list(words.lines),
        "link": words.link or _("The page"),
        "address": absolute(path) if path.startswith("/") else "",
    }


def _digest_subject(count: int) -> str:
    return ngettext("%(count)s notice", "%(count)s notices", count) % {"count": count}


def _headers(notices: Sequence[Notice], stop: str) -> dict[str, str]:
    name = "notice" if len(notices) == 1 else "notices"
    headers = {"Message-ID": f"<{name}.{notices[0].pk}@{host()}>", "Auto-Submitted": "auto-generated"}
    if stop:  # RFC 8058: one POST and nothing asked; opening the address only shows a page
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return headers
