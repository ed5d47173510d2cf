"""Handing mails to the mail server, and what is known afterwards."""

import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from django.core.mail import EmailMessage, get_connection

MOST_TEXT = 500


class Fate(Enum):
    """What became of a mail. Only after `LATER` and `REFUSED` is it certain that the server does not have it."""

    SENT = "sent"
    LATER = "later"
    REFUSED = "refused"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True)
class Posted:
    fate: Fate
    error: str = ""


class NoServer(Exception):
    """The mail server does not take connections; nothing was handed over."""


@contextmanager
def post_office() -> Iterator[Callable[[EmailMessage], Posted]]:
    """One connection for as many mails as are due. Raises NoServer when there is none to be had."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        raise NoServer(str(error)[:MOST_TEXT]) from error
    try:
        yield lambda message: _post(connection, message)
    finally:
        connection.close()


def _post(connection: object, message: EmailMessage) -> Posted:
    try:
        connection.send_messages([message])  # type: ignore[attr-defined]  # each backend has a class of its own
    except smtplib.SMTPRecipientsRefused as error:
        return _answered(*next(iter(error.recipients.values())))
    except smtplib.SMTPResponseException as error:  # the sender or the text: the server said no
        return _answered(error.smtp_code, error.smtp_error)
    except (OSError, smtplib.SMTPException) as error:
        # cut off in the middle: the server may have it or not
        return Posted(Fate.DOUBTFUL, f"{type(error).__name__}: {error}"[:MOST_TEXT])
    return Posted(Fate.SENT)


def _answered(code: int, text: bytes | str) -> Posted:
    """What the server's refusal means (RFC 5321, 4.2.1): 4yz may work later, 5yz will not."""
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return Posted(Fate.LATER if 400 <= code < 500 else Fate.REFUSED, f"{code} {words}"[:MOST_TEXT])
