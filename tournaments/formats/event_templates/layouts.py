"""From a layout and a number of entrants to stages, with the reason for every figure that follows from the number."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.formats import main_draw as regulation
from tournaments.formats.main_draw import Qualifying
from tournaments.formats.progression import Progression, SeedOrder, into_main_draw
from tournaments.formats.settings import MOST_ROUNDS

from .values import (
    AllPlayAll,
    Choice,
    EventTemplate,
    Fixed,
    GroupsThenKnockout,
    LaidOut,
    Layout,
    MainDraw,
    Prepared,
    StageShape,
    Swiss,
    TemplateError,
)

Chosen = Mapping[str, int]
MOST_GROUPS = 128


def prepare(template: EventTemplate, entrants: int | None = None, chosen: Chosen | None = None) -> Prepared:
    """What the template comes to for so many entrants, with what the organiser has `chosen` otherwise.

    Without a number it is taken for as many as it is usual for, and stages that are fixed stay as they are.
    Raises `TemplateError`: `bad_entrants` outside of what the template is meant for; `bad_choice` for a figure that
    cannot be, or that the template does not leave open.
    """
    layout = template.layout
    if entrants is None and isinstance(layout, Fixed) and not chosen:
        return Prepared(template, template.entrants, template.event, layout.stages, ())
    entrants = template.entrants if entrants is None else entrants
    if not template.least <= entrants <= template.most:
        raise TemplateError(
            "bad_entrants", f"This template is for {template.least} to {template.most} entrants.",
            field="entrants", low=template.least, high=template.most,
        )  # fmt: skip
    wanted = dict(chosen or {})
    laid = lay_out(layout, entrants, wanted)
    unknown = wanted.keys() - {choice.name for choice in laid.choices}
    for choice in laid.choices:
        if choice.value not in choice.options:
            unknown.add(choice.name)
    if unknown:
        name = min(unknown)
        raise TemplateError("bad_choice", f"{name} cannot be {wanted.get(name)} here.", field=name)
    return Prepared(template, entrants, template.event, laid.stages, laid.choices)


def lay_out(layout: Layout, entrants: int, chosen: Chosen) -> LaidOut:
    """The stages for so many entrants. What is chosen is taken as it is: `prepare` compares it with the options."""
    match layout:
        case MainDraw():
            return _main_draw(layout, entrants, chosen)
        case GroupsThenKnockout():
            return _groups_then_knockout(layout, entrants, chosen)
        case Swiss():
            return _swiss(layout, entrants, chosen)
        case AllPlayAll():
            return _all_play_all(layout, entrants, chosen)
        case Fixed():
            return _fixed(layout, entrants, chosen)


def most_rounds(entrants: int) -> int:
    """The rounds after which everybody has met everybody; with an odd number each has one bye among them."""
    return entrants - 1 + entrants % 2


def _choice(
    name: str, value: int, options: Sequence[int], chosen: Chosen, reason: str, figures: Mapping[str, int]
) -> Choice:
    """The figure as chosen, else as it follows from the number of entrants."""
    if name in chosen:
        return Choice(name, chosen[name], tuple(options), "chosen", figures, chosen=True)
    return Choice(name, value, tuple(options), reason, figures)


def _main_draw(layout: MainDraw, entrants: int, chosen: Chosen) -> LaidOut:
    options = [8, 16, 32, 64, 128, 256]
    places = chosen.get("places", layout.places)
    if places not in options:
        raise TemplateError("bad_choice", f"A main draw cannot have {places} places.", field="places")
    found = regulation.main_draw(entrants, places=places, exempt=places // 4)
    figures = {
        "places": places, "entrants": entrants, "exempt": found.exempt, "matches": found.matches,
        "others": found.qualifying, "groups": len(found.groups), "best": found.best,
    }  # fmt: skip
    size = Choice("places", places, tuple(options), f"main_{found.kind}", figures, chosen="places" in chosen)
    plate = _choice("plate", int(layout.plate), (0, 1), chosen, "plate", {})
    settings = {"plate": "first_match"} if plate.value else {}
    if found.kind is not Qualifying.GROUPS:
        # so that late entries play a preliminary round
        return LaidOut((StageShape(settings={"main_size": places, **settings}),), (size, plate))
    groups = StageShape("groups", settings={"groups": len(found.groups), "games": layout.games})
    return LaidOut((groups, StageShape(settings=settings, rule=into_main_draw(found))), (size, plate))


def usual_groups(entrants: int, size: int) -> int:
    """The largest power of two of groups that have at least `size` entrants; 1 where there are too few for two."""
    return 1 << max(0, (entrants // size).bit_length() - 1)


def _groups_then_knockout(layout: GroupsThenKnockout, entrants: int, chosen: Chosen) -> LaidOut:
    usual = usual_groups(entrants, layout.size)
    while 2 * usual > layout.places and usual > 1:
        usual //= 2
    while layout.most_size and entrants > layout.most_size * usual:
        usual *= 2
    groups = chosen.get("groups", usual)
    if not 1 <= groups <= max(1, entrants // 2):
        raise TemplateError("bad_choice", f"{entrants} entrants do not fill {groups} groups.", field="groups")
    smallest, larger = divmod(entrants, groups)
    figures = {"groups": groups, "low": smallest, "high": smallest + (larger > 0), "entrants": entrants}
    first = _power_below(min(layout.places // groups, smallest // 2))
    if groups == 1:
        first = max(2, first)
    on = chosen.get("first", first)
    stages = (
        StageShape("groups", settings={"groups": groups, "games": layout.games, "formation": layout.formation}),
        _fed_by_groups(groups, on),
    )
    return LaidOut(
        stages,
        (
            _choice("groups", groups, _up_to(min(MOST_GROUPS, entrants // 2)), chosen, "group_size", figures),
            _choice("first", on, range(1, smallest + 1), chosen, "go_on", {"first": on, "places": on * groups}),
        ),
    )


def _fed_by_groups(groups: int, first: int) -> StageShape:
    """A knockout of the first of each group, winners against runners-up of other groups.

    By their standings instead where there is one group, where only winners go on, and where some have byes, which are
    due to the best of them and not to the lot.
    """
    if groups == 1 or first == 1 or _power_below(groups * first) != groups * first:
        return StageShape(rule=Progression(first=first))
    return StageShape(rule=Progression(first=first, order=SeedOrder.GROUP), crossing=True)


def _power_below(number: int) -> int:
    """The largest power of two that is not larger; 1 at least."""
    return 1 << max(0, number.bit_length() - 1)


def _up_to(most: int) -> range:
    return range(1, max(1, most) + 1)


def _swiss(layout: Swiss, entrants: int, chosen: Chosen) -> LaidOut:
    most = most_rounds(entrants)
    decisive = (entrants - 1).bit_length()
    wanted = layout.rounds or decisive + layout.extra
    rounds = min(wanted, most, MOST_ROUNDS)
    reason = "everybody_meets" if rounds == most else "evening" if layout.rounds else "separates"
    figures = {
        "rounds": rounds, "entrants": entrants, "decisive": decisive, "extra": rounds - decisive,
        "games": rounds * layout.games,
    }  # fmt: skip
    choice = _choice("rounds", rounds, _up_to(min(most, MOST_ROUNDS)), chosen, reason, figures)
    return LaidOut((StageShape("swiss", settings={"rounds": choice.value, "games": layout.games}),), (choice,))


def _all_play_all(layout: AllPlayAll, entrants: int, chosen: Chosen) -> LaidOut:
    cycles = chosen.get("cycles", 1)
    figures = {"entrants": entrants, "cycles": cycles, "games": (entrants - 1) * layout.games * cycles}
    choice = Choice("cycles", cycles, (1, 2), "meetings", figures, chosen="cycles" in chosen)
    settings = {"groups": 1, "games": layout.games, "cycles": cycles}
    return LaidOut((StageShape("groups", settings=settings),), (choice,))


def _fixed(layout: Fixed, entrants: int, chosen: Chosen) -> LaidOut:
    """The stages as they are; what cannot be with so many entrants is made smaller, groups keep their size."""
    stages = list(layout.stages)
    first = stages[0]
    choices: list[Choice] = []
    exempt = 0 if len(stages) < 2 or stages[1].rule is None else stages[1].rule.exempt
    playing = max(2, entrants - exempt)
    if first.kind == "swiss" and "rounds" in first.settings:
        kept = int(first.settings["rounds"])
        most = min(most_rounds(playing), MOST_ROUNDS)
        rounds = min(kept, most)
        figures = {"rounds": rounds, "entrants": playing, "kept": kept}
        reason = "as_saved" if rounds == kept else "everybody_meets"
        choices.append(_choice("rounds", rounds, _up_to(most), chosen, reason, figures))
    if first.kind == "groups" and first.settings.get("groups", 1) > 1:
        kept = int(first.settings["groups"])
        before = max(2, layout.entrants - exempt) if layout.entrants else playing
        groups = max(1, min(round(kept * playing / before), playing // 2, MOST_GROUPS))
        smallest, larger = divmod(playing, groups)
        figures = {"groups": groups, "low": smallest, "high": smallest + (larger > 0), "entrants": playing}
        reason = "as_saved" if groups == kept else "same_size"
        choices.append(_choice("groups", groups, _up_to(min(playing // 2, MOST_GROUPS)), chosen, reason, figures))
    changed = {choice.name: choice.value for choice in choices}
    if changed:
        stages[0] = replace(first, settings={**first.settings, **changed})
    return LaidOut(tuple(stages), tuple(choices))
