"""The French and Russian catalogues: complete, sound, and of use on the pages."""

import re
import string
from functools import cache
from gettext import c2py  # type: ignore[attr-defined]
from pathlib import Path

import django
import polib
import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils.translation import gettext, ngettext, override, pgettext

from tantrix_site import env
from tantrix_site.management.commands import compile_translations, update_messages
from tantrix_site.management.commands.update_messages import PLURAL_FORMS, key_of
from tantrix_site.messages import Message, find_messages, messages_of_python

LANGUAGES = sorted(PLURAL_FORMS)
COUNTS = (0, 1, 2, 5, 11, 21, 22, 25, 111)


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(env.ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


@cache
def marked() -> frozenset[Message]:
    """All that is marked in the sources, which are read once."""
    return frozenset(find_messages())


def forms_of(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> set[str]:
    named = set(re.findall(r"%\(\w+\)[a-z]", text)) | set(re.findall(r"%%", text))
    if "%(" in text:
        return named
    try:
        return named | {field for _text, field, _format, _conversion in string.Formatter().parse(text) if field}
    except ValueError:  # a text with lone braces is no format
        return named


def test_every_offered_language_has_a_catalogue() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_marked_text_is_translated_and_nothing_else(language: str) -> None:
    wanted = marked()
    entries = {key_of(entry): entry for entry in catalogue(language)}
    assert sorted(wanted - set(entries)) == []
    assert sorted(set(entries) - wanted) == []
    empty = [entry.msgid for entry in entries.values() if not all(form.strip() for form in forms_of(entry))]
    assert empty == []
    assert [entry.msgid for entry in entries.values() if "fuzzy" in entry.flags] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_agree(language: str) -> None:
    for entry in catalogue(language):
        wanted = placeholders(entry.msgid)
        for form in forms_of(entry):
            if entry.msgid_plural:
                # the form for one may say it in words
                assert placeholders(form) <= wanted | placeholders(entry.msgid_plural), entry.msgid
            else:
                assert placeholders(form) == wanted, entry.msgid
        if entry.msgid_plural:
            assert placeholders(forms_of(entry)[-1]) == placeholders(entry.msgid_plural), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_markup_and_ends_agree(language: str) -> None:
    for entry in catalogue(language):
        for form in forms_of(entry):
            assert re.findall(r"</?\w+", form) == re.findall(r"</?\w+", entry.msgid), entry.msgid
            assert form == form.strip(), entry.msgid
            # a full sentence stays one
            if re.search(r"[a-z)]\.$", entry.msgid) and not entry.msgid_plural:
                assert re.search(r"[.…!?]$", form), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_djangos_own(language: str) -> None:
    """Numbers that Django tells apart we tell apart, and no others. (Its French has one form more, for millions.)"""
    folder = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES"
    theirs = polib.mofile(str(folder / "django.mo")).metadata["Plural-Forms"]
    ours = catalogue(language).metadata["Plural-Forms"]
    our_form, their_form = (c2py(forms.partition("plural=")[2].rstrip(";")) for forms in (ours, theirs))
    pairs = {(our_form(number), their_form(number)) for number in range(10_000)}
    assert len(pairs) == len({one for one, _other in pairs}) == len({other for _one, other in pairs})
    count = int(ours[len("nplurals=")])
    assert {len(entry.msgstr_plural) for entry in catalogue(language) if entry.msgid_plural} == {count}


def test_french_signs_have_their_space() -> None:
    for entry in catalogue("fr"):
        for form in forms_of(entry):
            assert not re.search(r" [:;!?»]|« ", form), entry.msgid  # a no-break space stands there


def test_russian_is_written_in_russian() -> None:
    for entry in catalogue("ru"):
        bare = re.sub(r"%\(\w+\)[a-z]|\{\w+\}|<[^>]*>", "", entry.msgid)
        if re.search(r"[a-z]{4}", bare):
            for form in forms_of(entry):
                assert re.search(r"[А-яЁё]", form), entry.msgid


def test_compiling_needs_no_gettext_tools(tmp_path: Path, settings) -> None:
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue("fr").save(str(folder / "django.po"))
    settings.LOCALE_PATHS = [tmp_path]
    call_command("compile_translations", verbosity=0)
    made = folder / "django.mo"
    assert len(polib.mofile(str(made))) == len(catalogue("fr"))
    before = made.stat().st_mtime_ns
    call_command(compile_translations.Command(), verbosity=0)
    assert made.stat().st_mtime_ns == before


def test_new_texts_come_in_and_old_ones_go(tmp_path: Path, settings, monkeypatch) -> None:
    settings.LOCALE_PATHS = [tmp_path]
    texts = {Message("", "Old", ""): {"a.py"}, Message("ctx", "{n} tile", "{n} tiles"): {"a.py"}}
    monkeypatch.setattr(update_messages, "find_messages", lambda: texts)
    call_command("update_messages", verbosity=0)
    path = tmp_path / "ru" / "LC_MESSAGES" / "django.po"
    made = polib.pofile(str(path))
    assert [len(entry.msgstr_plural) for entry in made if entry.msgid_plural] == [4]
    for entry in made:
        entry.msgstr = "" if entry.msgid_plural else "Старое"
    made.save(str(path))
    texts[Message("", "New", "")] = {"b.html"}
    del texts[Message("ctx", "{n} tile", "{n} tiles")]
    with pytest.raises(CommandError):
        call_command("update_messages", "--check", verbosity=0)
    assert len(polib.pofile(str(path))) == 2
    call_command("update_messages", verbosity=0)
    assert {entry.msgid: entry.msgstr for entry in polib.pofile(str(path))} == {"Old": "Старое", "New": ""}


def test_what_counts_as_marked() -> None:
    source = """
_("one " "text")
pgettext_lazy("state", "open")
ngettext("{n} tile", "{n} tiles", n)
module.npgettext("a", "b", "c", 2)
_(variable); gettext(f"{not_marked}"); other("no")
"""
    assert set(messages_of_python(source)) == {
        Message("", "one text", ""),
        Message("state", "open", ""),
        Message("", "{n} tile", "{n} tiles"),
        Message("a", "b", "c"),
    }


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["joueur", "joueur", "joueurs", "joueurs", "joueurs", "joueurs", "joueurs", "joueurs", "joueurs"]),
        ("ru", ["игроков", "игрок", "игрока", "игроков", "игроков", "игрок", "игрока", "игроков", "игроков"]),
    ],
)
def test_numbers_take_the_right_form(language: str, words: list[str]) -> None:
    with override(language):
        said = [ngettext("%(n)s player", "%(n)s players", number) % {"n": number} for number in COUNTS]
    assert said == [f"{number} {word}" for number, word in zip(COUNTS, words, strict=True)]


@pytest.mark.parametrize(("language", "names"), [("fr", ("64es", "8es", "quarts")), ("ru", ("1/64", "1/8", "1/4"))])
def test_rounds_are_named_in_words(language: str, names: tuple[str, ...]) -> None:
    with override(language):
        assert tuple(pgettext("short name of a round", short) for short in ("R128", "R16", "QF")) == names


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/accounts/login/", "/accounts/signup/", "/events/", "/players/", "/rules/", "/no-such-page/"]
)
def test_pages_are_whole_in_each_language(language: str, path: str) -> None:
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get(path, follow=True).content.decode()
    assert f'<html lang="{language}"' in page
    with override(language):
        for text in ("Skip to the content", "Tantrix tournaments", "Events", "Sign in", "Search"):
            assert gettext(text) != text
            assert gettext(text) in page
    assert "Skip to the content" not in page
