"""What a person or an account may be called. Pure: text in, text or a refusal out.

A name is stored as written, in Unicode's composed form (NFC). Nothing is corrected in silence except doubled spaces.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date

from anyascii import anyascii

NAME_LENGTH = 80
USER_NAME_LENGTH = 60

# Cc control, Cf invisible format (zero width, direction marks), Co private use, Cs surrogate, Cn unassigned,
# Zl and Zp line ends
_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
# letters and signs that are drawn as nothing
_BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# alphabets whose letters look alike; a word that mixes them deceives or was typed on the wrong keyboard
_LOOKALIKE_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
_MOST_MARKS_IN_A_ROW = 3
_SPACES = re.compile(r"\s+")


class BadName(ValueError):
    """A name is refused. `code` says which rule, `params` what the sentence needs."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(f"{code} {params}" if params else code)
        self.code = code
        self.params = params


def clean_name(text: str) -> str:
    """The name in NFC with single spaces.

    Raises BadName: `name_empty`, `name_too_long`, `name_invisible_character` (control characters, zero width, direction
    marks), `name_without_letter`, `name_mixes_alphabets` (inside one word), `name_too_many_marks`.
    """
    name = unicodedata.normalize("NFC", text).strip(" \u00a0")
    refuse_invisible(name)
    name = _SPACES.sub(" ", name).strip()
    if not name:
        raise BadName("name_empty")
    if len(name) > NAME_LENGTH:
        raise BadName("name_too_long", length=len(name), most=NAME_LENGTH)
    if not any(character.isalpha() for character in name):
        raise BadName("name_without_letter")
    _refuse_piled_marks(name)
    for word in re.split(r"[\s\-./,()'’]+", name):
        _refuse_mixed_alphabets(word)
    return name


def clean_user_name(text: str) -> str:
    """The user name as it is stored: compatibility form (NFKC), lower case.

    Letters of any one alphabet, digits and `. + - _`; never `@`, so that no user name can pass for an e-mail address.
    Raises BadName: those of `clean_name` and `user_name_characters`.
    """
    refuse_invisible(text.strip())
    name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text.strip()).lower())
    if not name:
        raise BadName("name_empty")
    if len(name) > USER_NAME_LENGTH:
        raise BadName("name_too_long", length=len(name), most=USER_NAME_LENGTH)
    for character in name:
        if not (character.isalnum() or unicodedata.category(character) in {"Mn", "Mc"} or character in ".+-_"):
            raise BadName("user_name_characters", character=character)
    if not any(character.isalnum() for character in name):
        raise BadName("name_without_letter")
    _refuse_piled_marks(name)
    _refuse_mixed_alphabets(name)
    return name


def name_key(name: str) -> str:
    """What two spellings of one name have in common: NFC, case folded, single spaces. For search and warnings only."""
    visible = "".join(c for c in name if unicodedata.category(c) not in _REFUSED_CATEGORIES or c.isspace())
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", visible).casefold())
    return _SPACES.sub(" ", folded).strip()


def latin_key(name: str) -> str:
    """The name in small Latin letters without accents or apostrophes: `Łukasz O’Żak` → `lukasz ozak`. May be empty."""
    latin = anyascii(unicodedata.normalize("NFC", name)).casefold().replace("'", "")
    return _SPACES.sub(" ", latin).strip()


def list_order(names: Iterable[str]) -> Callable[[str], str]:
    """The key by which a list of these names is put in order, so that its readers find a name where they look for it.

    By the Latin spelling, as long as no more than half of them are written otherwise; else as these write: each
    alphabet by itself, accents apart, `ё` with `е`.
    """
    latin = [_is_latin(name) for name in names]
    return latin_key if 2 * sum(latin) >= len(latin) else _own_key


def _is_latin(name: str) -> bool:
    return all(unicodedata.name(letter, "").startswith("LATIN") for letter in name if letter.isalpha())


def _own_key(name: str) -> str:
    key = name_key(name)
    return latin_key(name) if _is_latin(name) else key.replace("ё", "е")


def slug_base(name: str) -> str:
    """The readable part of a profile's address; `player` for a name without a Latin form."""
    return re.sub(r"[^a-z0-9]+", "-", latin_key(name)).strip("-")[:60].rstrip("-") or "player"


def refuse_invisible(text: str) -> None:
    for place, character in enumerate(text, start=1):
        if unicodedata.category(character) in _REFUSED_CATEGORIES or character in _BLANKS:
            raise BadName(
                "name_invisible_character",
                character=f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip(),
                place=place,
            )


def _refuse_piled_marks(name: str) -> None:
    run = 0
    for character in name:
        run = run + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if run > _MOST_MARKS_IN_A_ROW:
            raise BadName("name_too_many_marks")


def _refuse_mixed_alphabets(word: str) -> None:
    scripts: dict[str, str] = {}
    for character in word:
        if character.isalpha():
            script = unicodedata.name(character, "").partition(" ")[0]
            if script in _LOOKALIKE_SCRIPTS:
                scripts.setdefault(script, character)
    if len(scripts) > 1:
        (one, first), (other, second) = list(scripts.items())[:2]
        raise BadName(
            "name_mixes_alphabets",
            word=word,
            first=first,
            first_script=one,
            second=second,
            second_script=other,
        )


# --- what stands on public pages ---

ADULT_AGE = 18
# what stands before the number of a person whose name was erased; no name can have a character of private use
ERASED_MARK = "\ue000"


_AFTER_A_SURNAME = re.compile(r"[\W\d_]+|\(.*\)|\d+\w+\W*|(?:jr|sr|jnr|snr|ii|iii|iv|dr|phd)\W*", re.IGNORECASE)


def shortened(name: str) -> str:
    """First names and the initial of the surname: `Anna Maria Kovács` → `Anna Maria K.`

    The surname is the last word, or what stands before a comma; "Jr.", "II", "(HUN)" or a number after it goes. A
    single word stays: nobody knows which part it is.
    """
    words = name.split(" ")
    while len(words) > 2 and _AFTER_A_SURNAME.fullmatch(words[-1]):
        words.pop()
    name = " ".join(words)
    surname, comma, given = name.partition(",")
    if not (comma and surname.strip() and given.strip()):
        given, _space, surname = name.rpartition(" ")
    given, surname = given.strip(), surname.strip(" \u00a0.-'’")
    initial = next((character for character in surname if character.isalpha()), "")
    return f"{given} {initial.upper()}." if given and initial else name


def adult_on(born: date) -> date:
    """The first day on which somebody is of age; who was born on 29 February is so on 1 March in other years."""
    try:
        return born.replace(year=born.year + ADULT_AGE)
    except ValueError:
        return date(born.year + ADULT_AGE, 3, 1)


def latest_birth_of_adults(today: date) -> date:
    """Nobody born later is of age today."""
    try:
        return today.replace(year=today.year - ADULT_AGE)
    except ValueError:
        return date(today.year - ADULT_AGE, 2, 28)


def public_name(full: str, *, minor_until: date | None, shown_in_full: bool, today: date) -> str:
    """What everybody may read: under age the surname as its initial, unless the full name was chosen.

    `minor_until` is the first day on which the person is of age; None for an adult, or when nobody said otherwise.
    """
    if minor_until is None or shown_in_full or minor_until <= today:
        return full
    return shortened(full)


def erased_name(number: int) -> str:
    """The stored name of a person whose name was erased; read from the database it is "Player 12" in words."""
    return f"{ERASED_MARK}{number}"
