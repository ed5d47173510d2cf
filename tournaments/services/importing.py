"""Entering many at once from a list: a name a line, or columns with name, country, seed and answers.

`read_entry_lines` is the preview and stores nothing; `import_entries` stores all lines or none.
"""

import csv
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from players import names
from players.actors import Actor
from players.models import Player
from players.selectors.namesakes import Candidate, Namesakes, namesakes
from players.selectors.profiles import is_used
from players.services import log_action
from players.services.naming import checked_name
from tantrix_site.errors import Conflict, DomainError, InvalidInput, NotFound, TooLarge
from tournaments.models import PRESENT_STATES, Entry, EntryImport, EntryState, Event, EventState
from tournaments.selectors.entry_rules import rules_of
from tournaments.selectors.seeding import is_drawn
from tournaments.services.access import lock_event, raise_version, require_organiser
from tournaments.services.admission import admit_all
from tournaments.services.answers import Answers, check_answer
from tournaments.services.entries import (
    Entered,
    NewPerson,
    checked_country,
    enter_player,
    make_player,
    refuse_present,
    require_entries_open,
    require_room,
    require_single_players,
)
from tournaments.services.entry_lists import MAX_LINES, list_text
from tournaments.services.invitations import tick_age
from tournaments.services.waiting import promote_waiting, takes_from_list

SEPARATORS: Final = "\t;,"


class LineState(StrEnum):
    NEW = "new"  # a profile will be made
    MATCHED = "matched"  # one profile has this name
    DOUBTFUL = "doubtful"  # somebody has to choose
    ENTERED = "entered"  # already in the event
    REPEATED = "repeated"  # on an earlier line too
    WRONG = "wrong"  # cannot be read


@dataclass(frozen=True)
class EntryLine:
    """One line of an import. `candidates` are the profiles that may be meant; `entry` the one already entered."""

    number: int
    name: str
    country: str = ""
    seed: int | None = None
    state: LineState = LineState.NEW
    code: str = ""
    message: str = ""
    candidates: tuple[Candidate, ...] = ()
    entry: int | None = None
    answers: Answers | None = None
    other_separator: str = ""  # that of the other lines, where this one seems to have been split by another sign


@dataclass(frozen=True)
class LineChoices:
    """What the organiser answered: line number to player, lines that are surely new persons, and lines to leave out.

    `despite` is the reason why people may enter against the closing time and the conditions, if they may; `age_seen`
    says that the organiser saw that the age of all of them fits.
    """

    players: Mapping[int, int] = field(default_factory=dict)
    new: frozenset[int] = frozenset()
    skipped: frozenset[int] = frozenset()
    skip_entered: bool = False
    despite: str = ""
    age_seen: bool = False


# what a column may be called in English, French and Russian; a surname is put behind a first name
_COLUMNS: Final = {
    "name": ("name", "player", "full name", "nom et prénom", "nom complet", "joueur", "joueuse", "игрок", "участник",
             "фио", "ф.и.о.", "имя и фамилия"),
    "first": ("first name", "given name", "forename", "prénom", "prenom", "имя"),
    "last": ("surname", "last name", "family name", "nom de famille", "nom", "фамилия"),
    "country": ("country", "nation", "fed", "federation", "pays", "nationalité", "fédération", "страна", "федерация"),
    "seed": ("seed", "no", "nr", "#", "n°", "no.", "tête de série", "numéro", "№", "номер", "посев"),
    "nickname": ("nickname", "nick", "pseudo", "pseudonyme", "ник", "никнейм", "псевдоним"),
    "former_name": ("former name", "former nickname", "ancien nom", "ancien pseudo", "прежнее имя", "прежний ник"),
    "times": ("times", "time preferences", "disponibilités", "horaires", "время"),
    "notes": ("notes", "note", "remark", "remarks", "remarques", "remarque", "примечание", "примечания"),
}  # fmt: skip
_HEADERS: Final = {word: column for column, words in _COLUMNS.items() for word in words}
_ANSWERS: Final = ("nickname", "former_name", "times", "notes")


def read_entry_lines(
    *, event: Event, text: str | bytes, skipped: Collection[int] = frozenset(), encoding: str = ""
) -> list[EntryLine]:
    """What an import would do, line by line but for those to be left out. Stores nothing.

    Text, CSV or a workbook as `list_text` reads them. A first line of column names, in English, French or Russian, is
    optional; columns are separated by tab, semicolon or comma, whichever most lines have; a line with only another of
    them is doubtful. Raises as `list_text`, and InvalidInput `no_lines`.
    """
    lines = [_read_row(number, row) for number, row in _rows(list_text(text, encoding))]
    if not lines:
        raise InvalidInput("no_lines", _("There is no name in this list."), field="text")
    lines = _matched(event, [line for line in lines if line.number not in skipped])
    return _with_seeds(event, lines)


def unread_columns(text: str) -> tuple[str, ...]:
    """The columns of a list with a line of column names that `read_entry_lines` passes over, as they are written."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    cells = _cells(first, _separator(lines)) or []
    columns = _columns(cells)
    return tuple(cell for cell, column in zip(cells, columns, strict=False) if cell and not column)


def _separator(lines: Sequence[str]) -> str:
    return max(SEPARATORS, key=lambda sign: sum(sign in line for line in lines))


def _columns(cells: Sequence[str]) -> list[str]:
    """What each cell of a line of column names means, empty where nothing; an empty list if the line is none."""
    known = [_HEADERS.get(cell.casefold(), "") for cell in cells]
    return known if {"name", "first", "last"} & set(known) else []


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise TooLarge("import_too_large", _("A list may have at most %(most)d lines.") % {"most": MAX_LINES})
    separator = _separator(lines)
    columns = ["name", "country", "seed"]
    found: list[tuple[int, dict[str, str]]] = []
    headed = False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        cells = _cells(line, separator)
        if cells is None:
            found.append((number, {"unreadable": line.strip()}))
            continue
        if not headed and not found and (known := _columns(cells)):
            columns = known
            headed = True
            continue
        row = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
        if "name" not in columns:
            row["name"] = " ".join(part for part in (row.pop("first", ""), row.pop("last", "")) if part)
        if separator not in line and any(sign in line for sign in SEPARATORS):
            row["other_separator"] = separator
        found.append((number, row))
    return found


def _cells(line: str, separator: str) -> list[str] | None:
    """The cells of a line of CSV; None where its quotation marks do not fit together."""
    try:
        return [
            cell.strip() for cell in next(csv.reader([line], delimiter=separator, skipinitialspace=True, strict=True))
        ]
    except csv.Error:
        return None


def _read_row(number: int, row: Mapping[str, str]) -> EntryLine:
    line = EntryLine(number=number, name=row.get("name", ""))
    if "unreadable" in row:
        message = _("The quotation marks of this line do not fit together.")
        return replace(line, name=row["unreadable"], state=LineState.WRONG, code="bad_quotes", message=message)
    try:
        seed = row.get("seed", "")
        if seed and not (seed.isascii() and seed.isdecimal() and int(seed) > 0):
            raise InvalidInput("seed_range", _("“%(seed)s” is not a seed number.") % {"seed": seed}, field="seed")
        return replace(
            line,
            name=checked_name(line.name),
            country=checked_country(row.get("country", "")),
            seed=int(seed) if seed else None,
            other_separator=row.get("other_separator", ""),
            answers=_row_answers(row),
        )
    except DomainError as error:
        return replace(line, state=LineState.WRONG, code=error.code, message=str(error.message))


def _row_answers(row: Mapping[str, str]) -> Answers | None:
    """Further columns as answers. Raises InvalidInput for what is too long."""
    given = {name: row[name] for name in _ANSWERS if row.get(name)}
    for name, text in given.items():
        check_answer(name, text)
    return replace(Answers(), **given) if given else None  # type: ignore[arg-type]


def _matched(event: Event, lines: list[EntryLine]) -> list[EntryLine]:
    keys = {names.name_key(line.name)[:160] for line in lines}
    present = Entry.every.filter(event=event, state__in=PRESENT_STATES)
    known = present.filter(Q(name_key__in=keys) | ~Q(full_name=""))
    entered = {key: entry for entry in known for key in entry.name_keys}
    by_player = dict(present.values_list("player", "pk"))
    people = namesakes(line.name for line in lines)
    seen: dict[str, int] = {}
    result: list[EntryLine] = []
    for line in lines:
        if line.state is LineState.WRONG:
            result.append(line)
            continue
        key = names.name_key(line.name)[:160]
        if key in entered:
            line = _refused(line, LineState.ENTERED, "already_entered", _("Already entered."), entered[key].pk)
        elif key in seen:
            line = _refused(
                line, LineState.REPEATED, "line_repeated", _("Also on line %(line)d.") % {"line": seen[key]}
            )
        else:
            line = _with_candidates(line, people)
            if line.state is LineState.MATCHED and line.candidates[0].player in by_player:
                entry = by_player[line.candidates[0].player]
                line = _refused(line, LineState.ENTERED, "already_entered", _("Already entered."), entry)
        seen.setdefault(key, line.number)
        result.append(line)
    return result


def _with_seeds(event: Event, lines: list[EntryLine]) -> list[EntryLine]:
    """The lines, those wrong whose seed cannot be given."""
    seeds = {line.seed for line in lines if line.seed is not None and line.seed <= event.capacity}
    taken = Entry.objects.filter(event=event, seed__in=seeds, state=EntryState.ACCEPTED)
    holders = dict(taken.values_list("seed", "name"))
    used: set[int] = set()
    result: list[EntryLine] = []
    for line in lines:
        code = message = ""
        if line.seed is None or line.state in (LineState.WRONG, LineState.ENTERED):
            pass
        elif line.seed > event.capacity:
            code, message = "seed_range", _("Seeds go from 1 to %(last)d.") % {"last": event.capacity}
        elif line.seed in holders:
            code = "seed_taken"
            message = _("Seed %(seed)d is %(name)s.") % {"seed": line.seed, "name": holders[line.seed]}
        elif line.seed in used:
            code, message = "seed_twice", _("Seed %(seed)d is given twice.") % {"seed": line.seed}
        else:
            used.add(line.seed)
        result.append(replace(_refused(line, LineState.WRONG, code, message), candidates=()) if code else line)
    return result


def _refused(line: EntryLine, state: LineState, code: str, message: str, entry: int | None = None) -> EntryLine:
    return replace(line, state=state, code=code, message=message, entry=entry)


def _with_candidates(line: EntryLine, people: Namesakes) -> EntryLine:
    candidates = tuple(Candidate.of(player) for player in people.all(line.name))
    if not candidates:
        return _doubtful_name(line) if line.other_separator else line
    if people.is_sure(line.name, line.country):
        return replace(line, state=LineState.MATCHED, candidates=candidates)
    return replace(
        line,
        state=LineState.DOUBTFUL,
        candidates=candidates,
        code="doubtful_person",
        message=_("Say which of these players is meant, or that it is another person."),
    )


def _doubtful_name(line: EntryLine) -> EntryLine:
    if line.other_separator == "\t":
        message = _("Other lines are parted by tabs, this one is not: is all of it the name?")
    else:
        message = _("Other lines are parted by “%(sign)s”, this one is not: is all of it the name?") % {
            "sign": line.other_separator
        }
    return _refused(line, LineState.DOUBTFUL, "other_separator", message)


@transaction.atomic
def import_entries(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    text: str | bytes,
    choices: LineChoices | None = None,
    encoding: str = "",
) -> list[Entered]:
    """Enter all lines, or none. A profile of just that name is taken; where it is doubtful somebody must have chosen.

    Raises those of `read_entry_lines` and `admit_all`; NotPermitted; Conflict `event_started`, `event_full`,
    `already_entered` when all that stands in the way are people already entered, else `import_refused`; both list the
    lines concerned.
    """
    choices = choices or LineChoices()
    event = lock_event(event_id)
    require_organiser(actor, event)
    require_single_players(event)
    require_entries_open(event)
    lines = read_entry_lines(event=event, text=text, skipped=choices.skipped, encoding=encoding)
    if choices.skip_entered:
        lines = [line for line in lines if line.state is not LineState.ENTERED]
    _refuse_lines(lines, choices)
    if not (rules_of(event).waiting_list and takes_from_list(event)):
        require_room(event, len(lines))
    made: list[int] = []
    people: list[tuple[EntryLine, Player]] = []
    for line in lines:
        player = _player_for(line, choices)
        if player is None:
            person = NewPerson(name=line.name, country=line.country, surely_new=True)
            player = make_player(actor, now, person)
            made.append(player.pk)
        people.append((line, player))
    if choices.age_seen:
        for _line, player in people:
            tick_age(actor=actor, now=now, event_id=event.pk, player_id=player.pk)
    admissions = admit_all(
        actor=actor, now=now, event=event, people=[(p, line.country) for line, p in people], despite=choices.despite
    )
    entered: list[Entered] = []
    for line, player in people:
        refuse_present(event, player)
        admission = admissions[player.pk]
        entered.append(
            enter_player(
                actor=actor,
                now=now,
                event=event,
                player=player,
                seed=line.seed,
                admission=admission,
                answers=line.answers,
            )
        )
    kept = EntryImport.objects.create(
        event=event, entries=[e.entry.pk for e in entered], profiles=made, at=now, user=actor.user, player=actor.player,
        via=actor.via,
    )  # fmt: skip
    log_action(
        actor=actor, now=now, action="event.entries.imported", target=event, scope=event,
        data={"lines": len(entered), "import": kept.pk},
    )  # fmt: skip
    raise_version(event)
    return entered


@transaction.atomic
def undo_entry_import(*, actor: Actor, now: datetime, event_id: int, import_id: int) -> int:
    """Take back a whole list before the draw: the entries it made and the profiles made with it, where nothing else
    is known of them. Entries removed since stay removed. Returns how many entries went.

    Raises NotPermitted; NotFound `import_not_found`; Conflict `import_undone`, `entry_drawn`.
    """
    event = lock_event(event_id)
    require_organiser(actor, event)
    kept = EntryImport.objects.filter(pk=import_id, event=event).first()
    if kept is None:
        raise NotFound("import_not_found", _("There is no such list."))
    if kept.undone_at is not None:
        raise Conflict("import_undone", _("This list has been taken back already."))
    if is_drawn(event) or event.state not in (EventState.DRAFT, EventState.PUBLISHED):
        raise Conflict("entry_drawn", _("The draw has been made. Withdraw the entry instead."))
    entries = list(Entry.every.filter(event=event, pk__in=kept.entries))
    for entry in entries:
        log_action(actor=actor, now=now, action="entry.removed", target=entry, scope=event, data={"name": entry.name})
        entry.delete()
    for player in Player.objects.filter(pk__in=kept.profiles, user=None):
        if not is_used(player):
            player.delete()
    kept.undone_at = now
    kept.save(update_fields=["undone_at"])
    log_action(
        actor=actor, now=now, action="event.entries.import_undone", target=event, scope=event,
        data={"lines": len(entries), "import": kept.pk},
    )  # fmt: skip
    promote_waiting(actor=actor, now=now, event=event)
    raise_version(event)
    return len(entries)


def _refuse_lines(lines: list[EntryLine], choices: LineChoices) -> None:
    answered = set(choices.players) | choices.new
    hard = {LineState.WRONG, LineState.ENTERED}
    bad = [
        line
        for line in lines
        if line.state in hard
        or (line.state in (LineState.DOUBTFUL, LineState.REPEATED) and line.number not in answered)
    ]
    if not bad:
        return
    extra = {
        "lines": [
            {"line": line.number, "name": line.name, "state": str(line.state), "code": line.code, "entry": line.entry,
             "message": line.message, "candidates": [c.player for c in line.candidates]}
            for line in bad
        ]
    }  # fmt: skip
    if all(line.state is LineState.ENTERED for line in bad):
        who = ", ".join(line.name for line in bad[:5])
        raise Conflict("already_entered", _("Already entered: %(names)s.") % {"names": who}, extra, field="text")
    message = _("Nothing was entered: %(count)d of the lines need attention, first line %(line)d.") % {
        "count": len(bad),
        "line": bad[0].number,
    }
    raise Conflict("import_refused", message, extra, field="text")


def _player_for(line: EntryLine, choices: LineChoices) -> Player | None:
    if line.number in choices.new:
        return None
    chosen = choices.players.get(line.number)
    if chosen is None and line.state is LineState.MATCHED:
        chosen = line.candidates[0].player
    if chosen is None:
        return None
    player = Player.objects.filter(pk=chosen).first()
    if player is None:
        raise InvalidInput(
            "player_not_found",
            _("Line %(line)d: there is no such player.") % {"line": line.number},
            {"line": line.number},
            field="text",
        )
    return player
