"""Records keep moves and hash; the names typed into them go."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from django.db import connection
from django.db.models import BinaryField, F, Func, IntegerField, Q, Value

from games.models import ContentType, Record, Submission
from players.models import Player, User
from players.names import name_key
from ratings.models import CasualGame
from tournaments.models import Entry, GameResult, Report, SittingScore
from tournaments.services.erased_texts import Erased


def erase_from_records(player: Player | None, user: User | None, erased: Erased) -> int:
    """Take the names out of the records of a person's games, of those the person sent, and of all others that hold
    them as they are written; how many changed.

    The hash of the bytes as they were sent stays, so that the same file is known again, and so do the verdict and the
    key of the game, which are made of hands and moves.
    """
    own = _seats_of(player)
    sent = Q(pk__in=[])
    if user is not None:
        sent |= Q(sender=user)
    if player is not None:
        sent |= Q(player=player)
    wanted = set(own) | set(Submission.objects.filter(sent).values_list("record", flat=True))
    wanted |= set(_records_with(erased.names))
    changed = 0
    for record in Record.objects.filter(pk__in=wanted).order_by("pk").iterator(chunk_size=100):
        raw = _without(bytes(record.raw), record.content_type, erased, own.get(record.pk, set()))
        if raw != bytes(record.raw):
            Record.objects.filter(pk=record.pk).update(raw=raw, size=len(raw))
            changed += 1
    return changed


def _seats_of(player: Player | None) -> dict[int, set[str]]:
    """The colours that a person played in records that are attached to games."""
    found: dict[int, set[str]] = {}
    if player is None:
        return found
    mine = set(Entry.every.filter(player=player).values_list("pk", flat=True))
    teams = Entry.every.filter(pk__in=mine).values_list("team", flat=True)
    mine |= {team for team in teams if team is not None}
    for model in (Report, GameResult):
        rows = model._default_manager.filter(Q(left__in=mine) | Q(right__in=mine), submission__isnull=False)
        for record, left, right, colour_left, colour_right in rows.values_list(
            "submission__record", "left", "right", "colour_left", "colour_right"
        ):
            seats = found.setdefault(record, set())
            seats |= {c for side, c in ((left, colour_left), (right, colour_right)) if side in mine and c}
    for row in CasualGame.objects.filter(
        Q(left=player) | Q(right=player) | Q(left_partner=player) | Q(right_partner=player), submission__isnull=False
    ).select_related("submission"):
        colour = row.colour_left if player.pk in (row.left_id, row.left_partner_id) else row.colour_right
        if row.submission is not None:
            found.setdefault(row.submission.record_id, set()).update({colour} - {""})
    scores = SittingScore.objects.filter(sitting__seats__entry__in=mine, submission__isnull=False)
    for record in scores.values_list("submission__record", flat=True):
        found.setdefault(record, set())
    return found


def _records_with(names: Iterable[str]) -> Iterable[int]:
    """The records whose bytes hold one of the names, as text or as JSON escapes it."""
    forms = {form for name in names for form in (name, json.dumps(name)[1:-1])}
    for form in forms:
        part = Value(form.encode(), output_field=BinaryField())
        if connection.vendor == "postgresql":
            place = Func(part, F("raw"), template="position(%(expressions)s)", arg_joiner=" in ",
                         output_field=IntegerField())  # fmt: skip
        else:
            place = Func(F("raw"), part, function="instr", output_field=IntegerField())
        yield from Record.objects.annotate(place=place).filter(place__gt=0).values_list("pk", flat=True)


def _without(raw: bytes, content_type: str, erased: Erased, seats: set[str]) -> bytes:
    try:
        text = raw.decode("utf-8-sig")
        if content_type != ContentType.JSON:
            return _plain(text, erased, seats).encode()
        return json.dumps(_parsed(json.loads(text), erased, seats), ensure_ascii=False).encode()
    except ValueError:
        # what cannot be read cannot be replayed either: nothing of it is worth keeping
        return b""


def _parsed(record: Any, erased: Erased, seats: set[str]) -> Any:
    keys = {name_key(name) for name in erased.wanted}
    for player in record.get("players", []) if isinstance(record, dict) else ():
        if not isinstance(player, dict) or "name" not in player:
            continue
        if player.get("colour") in seats or name_key(str(player["name"])) in keys:
            player["name"] = erased.text
    return _around_the_game(record, erased)


#: what a replay reads, and what a program calls a thing: no name, whatever people call themselves
_GAME: Final = frozenset({
    "format", "doubles", "draws", "numbering", "date", "start_tiles", "result", "colour", "hand", "player", "tile", "q",
    "r", "rotation", "drawn", "seconds",
})  # fmt: skip
_GAME_TAGS: Final = r"Format|Doubles|Draws|Numbering|Date|StartTiles|Colour\d|Hand\d"


def _around_the_game(value: Any, erased: Erased, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: item if name in _GAME else _around_the_game(item, erased, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_around_the_game(item, erased, key) for item in value]
    return erased.in_text(value, key) if isinstance(value, str) else value


def _plain(text: str, erased: Erased, seats: set[str]) -> str:
    """The text notation: a tag to the line, `[Player1 "Ann"]` beside `[Colour1 "red"]`."""
    colours = dict(re.findall(r'^\[Colour(\d)\s+"(\w+)"\]', text, re.MULTILINE))
    keys = {name_key(name) for name in erased.wanted}

    def tag(found: re.Match[str]) -> str:
        mine = colours.get(found[1]) in seats or name_key(found[2]) in keys
        return f'[Player{found[1]} "{erased.text}"]' if mine else found[0]

    text = re.sub(r'\[Player(\d)\s+"((?:[^"\\]|\\.)*)"\]', tag, text)
    # tags that the game is read from stay, and so does the result
    parts = re.split(rf"(^\[(?:{_GAME_TAGS})\b.*\]\s*$|^=.*$)", text, flags=re.MULTILINE)
    return "".join(part if n % 2 else erased.in_text(part) for n, part in enumerate(parts))
