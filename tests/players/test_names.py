"""What a person may be called."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players import names

COMPOSED = "Zoë Łukasz Ångström"
DECOMPOSED = unicodedata.normalize("NFD", COMPOSED)


def test_composed_and_decomposed_accents_are_one_name() -> None:
    assert COMPOSED != DECOMPOSED
    assert names.clean_name(DECOMPOSED) == COMPOSED
    assert names.name_key(DECOMPOSED) == names.name_key(COMPOSED) == "zoë łukasz ångström"


@pytest.mark.parametrize(
    ("written", "stored", "key"),
    [
        ("  Anna   Kovács ", "Anna Kovács", "anna kovács"),
        ("Anna\u00a0Kovács", "Anna Kovács", "anna kovács"),
        ("STRASSE", "STRASSE", "strasse"),
        ("Straße", "Straße", "strasse"),
        ("Ilgın", "Ilgın", "ilgın"),
        ("İbrahim", "İbrahim", "i\u0307brahim"),
        ("I\u0307brahim", "İbrahim", "i\u0307brahim"),
        ("ΝΊΚΟΣ", "ΝΊΚΟΣ", "νίκοσ"),
        ("Νίκος", "Νίκος", "νίκοσ"),
        ("Jean-Luc O’Neil", "Jean-Luc O’Neil", "jean-luc o’neil"),
        ("山田 太郎", "山田 太郎", "山田 太郎"),
        ("J.", "J.", "j."),
        ("Ng", "Ng", "ng"),
    ],
)
def test_names_and_their_keys(written: str, stored: str, key: str) -> None:
    assert names.clean_name(written) == stored
    assert names.name_key(written) == key


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "name_empty"),
        (" \u00a0 ", "name_empty"),
        ("x" * 81, "name_too_long"),
        ("An\u200bna", "name_invisible_character"),
        ("An\u200dna", "name_invisible_character"),
        ("Anna\u200f", "name_invisible_character"),
        ("\u202eannA", "name_invisible_character"),
        ("Anna\x00", "name_invisible_character"),
        ("Anna\nKovács", "name_invisible_character"),
        ("Anna\tKovács", "name_invisible_character"),
        ("Anna\u2028Kovács", "name_invisible_character"),
        ("\u3164", "name_invisible_character"),
        ("\ud800a", "name_invisible_character"),
        ("An\ue000na", "name_invisible_character"),
        ("\ufeffAnna", "name_invisible_character"),
        ("123 456", "name_without_letter"),
        ("...", "name_without_letter"),
        ("🙂", "name_without_letter"),
        ("a" + "\u0316" * 4, "name_too_many_marks"),
        ("Иvan", "name_mixes_alphabets"),
        ("Αnna", "name_mixes_alphabets"),
    ],
)
def test_refused_names(written: str, code: str) -> None:
    with pytest.raises(names.BadName) as refusal:
        names.clean_name(written)
    assert refusal.value.code == code


def test_an_invisible_character_is_named_with_its_place() -> None:
    with pytest.raises(names.BadName) as refusal:
        names.clean_name("Ann\u200fa")
    assert refusal.value.params == {"character": "U+200F RIGHT-TO-LEFT MARK", "place": 4}


def test_two_alphabets_in_two_words_are_fine() -> None:
    assert names.clean_name("Анна Anna") == "Анна Anna"
    assert names.clean_name("Анна-Maria") == "Анна-Maria"
    assert names.clean_name("たなか タナカ 田中") == "たなか タナカ 田中"


@given(st.text(max_size=100))
def test_a_name_is_stable_or_refused(text: str) -> None:
    try:
        name = names.clean_name(text)
    except names.BadName:
        return
    assert names.clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert names.name_key(names.name_key(name)) == names.name_key(name)
    assert 1 <= len(name) <= names.NAME_LENGTH


@given(st.text(max_size=100))
def test_keys_and_addresses_can_be_made_of_anything(text: str) -> None:
    slug = names.slug_base(text)
    assert slug
    assert len(slug) <= 60
    assert all(character.isascii() and (character.isalnum() or character == "-") for character in slug)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Łukasz Żak", "lukasz-zak"),
        ("Анна Щербакова", "anna-shcherbakova"),
        ("Ørjan Ståhl", "orjan-stahl"),
        ("Straße", "strasse"),
        ("O'Neil", "oneil"),
        ("O’Neil", "oneil"),
        ("---", "player"),
        ("x" * 80, "x" * 60),
    ],
)
def test_addresses(name: str, slug: str) -> None:
    assert names.slug_base(name) == slug


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("Anna_K", "anna_k"),
        ("ＡＮＮＡ", "anna"),
        ("анна", "анна"),
        ("Zoë", "zoë"),
        (" anna ", "anna"),
        ("a.b+c-d_1", "a.b+c-d_1"),
    ],
)
def test_user_names(written: str, stored: str) -> None:
    assert names.clean_user_name(written) == stored


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("anna@example.org", "user_name_characters"),
        ("anna kovacs", "user_name_characters"),
        ("anna/..", "user_name_characters"),
        ("<b>", "user_name_characters"),
        ("аnna", "name_mixes_alphabets"),
        ("an\u200bna", "name_invisible_character"),
        ("...", "name_without_letter"),
        ("", "name_empty"),
        ("x" * 61, "name_too_long"),
    ],
)
def test_refused_user_names(written: str, code: str) -> None:
    with pytest.raises(names.BadName) as refusal:
        names.clean_user_name(written)
    assert refusal.value.code == code


def test_a_list_is_in_the_order_of_its_readers() -> None:
    hall = ["Юрий", "Лев", "Ёлка", "Фёдор", "Boris", "Елена", "Жанна"]
    assert sorted(hall, key=names.list_order(hall)) == ["Boris", "Елена", "Ёлка", "Жанна", "Лев", "Фёдор", "Юрий"]
    online = ["Zoë", "Лев", "Øystein", "Mia", "Łukasz"]
    assert sorted(online, key=names.list_order(online)) == ["Лев", "Łukasz", "Mia", "Øystein", "Zoë"]
    assert sorted(["Ben", "ana"], key=names.list_order([])) == ["ana", "Ben"]
