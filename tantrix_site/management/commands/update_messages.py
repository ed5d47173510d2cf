"""Bring the message files up to date with the marked texts, without the gettext tools."""

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tantrix_site.messages import Message, find_messages

# the forms that Django's own catalogues use; a test compares them
PLURAL_FORMS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "ru": (
        "nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : "
        "n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14)? 2 : 3);"
    ),
}
_WIDTH = 110


class Command(BaseCommand):
    help = "Add new texts to every .po file (empty, to be translated) and drop those that are gone."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail where something is missing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        wanted = find_messages()
        behind = 0
        for language, forms in PLURAL_FORMS.items():
            path = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"
            known = {key_of(entry): entry for entry in polib.pofile(str(path))} if path.exists() else {}
            new, gone = set(wanted) - set(known), set(known) - set(wanted)
            empty = sum(not entry.translated() for key, entry in known.items() if key in wanted) + len(new)
            self.stdout.write(f"{language}: {len(wanted)} texts, {empty} to translate, {len(gone)} dropped")
            behind += empty + len(gone)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                _catalogue(language, forms, wanted, known).save(str(path))
        if check and behind:
            raise CommandError("The message files are behind the texts: run manage.py update_messages, then translate.")


def key_of(entry: polib.POEntry) -> Message:
    return Message(entry.msgctxt or "", entry.msgid, entry.msgid_plural or "")


def _catalogue(
    language: str, forms: str, wanted: dict[Message, set[str]], known: dict[Message, polib.POEntry]
) -> polib.POFile:
    catalogue = polib.POFile(wrapwidth=_WIDTH)
    catalogue.metadata = {
        "Project-Id-Version": "tantrix-tournaments",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": forms,
    }
    count = int(forms[len("nplurals=")])
    for message, files in sorted(wanted.items()):
        old = known.get(message)
        entry = polib.POEntry(
            msgctxt=message.context or None,
            msgid=message.text,
            occurrences=[(file, "") for file in sorted(files)],
            flags=_flags(message),
        )
        if message.plural:
            entry.msgid_plural = message.plural
            entry.msgstr_plural = old.msgstr_plural if old is not None else dict.fromkeys(range(count), "")
        else:
            entry.msgstr = old.msgstr if old is not None else ""
        catalogue.append(entry)
    return catalogue


def _flags(message: Message) -> list[str]:
    text = message.text + message.plural
    if re.search(r"%\(\w+\)[sd]", text):
        return ["python-format"]
    return ["python-brace-format"] if re.search(r"\{\w+\}", text) else []
