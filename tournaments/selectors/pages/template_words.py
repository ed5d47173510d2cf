"""What a template of events sets, in words: made from the values that will be stored, never beside them.

Rules that players are judged by are told by `rules`, with the sentences of the event's own page of rules. The rest is
told here: who enters, and every setting that no rule speaks of.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Field
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from django_countries import countries

from ratings.models import Title
from tournaments.formats.eligibility import Conditions
from tournaments.formats.event_templates.values import Choice, EventTemplate, Prepared, PrizeShape
from tournaments.formats.settings import GroupSettings
from tournaments.models import Asked, Continent, Event, Play, Stage
from tournaments.selectors.pages.conduct_words import conduct_sentences, deadline_rules
from tournaments.selectors.pages.rules import Rule, event_rules
from tournaments.selectors.pages.stage_words import KIND_TITLES
from tournaments.selectors.pages.words import Text, tp_text
from tournaments.selectors.stages import stage_settings

TITLES: Final[Mapping[str, tuple[Text, Text]]] = {
    "wtc": (
        gettext_lazy("World Championship (WTC)"),
        gettext_lazy("For weeks online: qualifying groups where there are too many, then the main draw."),
    ),
    "wttc": (
        gettext_lazy("World Team Championship (WTTC)"),
        gettext_lazy("Teams of a country or region meet board against board; groups drawn in bands, then a knockout."),
    ),
    "wdtc": (
        gettext_lazy("World Doubles Championship (WDTC)"),
        gettext_lazy("Fixed pairs, each sharing one colour and one clock; groups, then a knockout."),
    ),
    "wjtc": (
        gettext_lazy("World Junior Championship (WJTC)"),
        gettext_lazy("For juniors alone, whose age an organiser has seen; groups, then a knockout."),
    ),
    "euro": (
        gettext_lazy("European Championship"),
        gettext_lazy("Groups, then a knockout with the play-on rule of 2003: a lead is needed to win."),
    ),
    "open-swiss": (
        gettext_lazy("Table open: Swiss"),
        gettext_lazy("For a day or two in a hall: everybody plays in every round, and nobody is out."),
    ),
    "open-final": (
        gettext_lazy("Table open: groups and final"),
        gettext_lazy("For a weekend in a hall: larger groups, then semi-finals and a final."),
    ),
    "open-all": (
        gettext_lazy("Table open: all play all"),
        gettext_lazy("For a small field in a hall: everybody meets everybody."),
    ),
    "club": (
        gettext_lazy("Club evening"),
        gettext_lazy("A few rounds between those who have come, with results that count quickly."),
    ),
    "blank": (
        gettext_lazy("Blank"),
        gettext_lazy("A plain knockout with the defaults; set everything yourself afterwards."),
    ),
}  # fmt: skip

# the settings of an event that `rules` or the sentences below tell of
TOLD: Final = frozenset({
    "games_by_round", "lead_threshold", "extra_games", "third_place", "seeding_mode", "seeds", "separation",
    "time_limit", "confirm_hours", "capacity", "self_entry", "rated", "play", "team_size", "team_substitutes", "place",
    "time_zone",
})  # fmt: skip
OPTION_NAMES: Final[Mapping[str, Mapping[int, Text]]] = {
    "plate": {0: pgettext_lazy("a plate", "no"), 1: pgettext_lazy("a plate", "yes")},
}


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """A figure that follows from the number of entries: what it is, why it is so, and what else it may be."""

    name: str
    label: str
    value: str
    reason: str
    options: tuple[tuple[int, str], ...]
    chosen: bool


def template_title(template: EventTemplate) -> Text:
    """What a template of the site is called; a saved one has a name of its own."""
    return TITLES[template.key][0]


def template_purpose(template: EventTemplate) -> Text:
    return TITLES[template.key][1]


def short_words(prepared: Prepared, event: Event, stages: Sequence[Stage]) -> tuple[str, ...]:
    """The figures that tell one template from another, a few words each, for a card."""
    entry = prepared.template.entry
    found = [_sides(event), *condition_words(entry.conditions), *map(_prize, prepared.template.prizes)]
    if stages:
        found.append(" → ".join(_stage(event, stage) for stage in stages))
    found += _games(event, stages)
    minutes = ngettext("{n} minute a side and game", "{n} minutes a side and game", event.time_limit)
    hours = ngettext("{n} hour to object to a result", "{n} hours to object to a result", event.confirm_hours)
    found += [minutes.format(n=event.time_limit), hours.format(n=event.confirm_hours)]
    if not event.rated:
        found.append(_("not rated"))
    return tuple(found)


def _stage(event: Event, stage: Stage) -> str:
    settings = stage_settings(stage, event)
    if isinstance(settings, GroupSettings) and settings.groups == 1 and not stage.name:
        return _("All play all")
    return str(stage.name or KIND_TITLES[stage.kind])


def _games(event: Event, stages: Sequence[Stage]) -> list[str]:
    found = []
    for stage in stages:
        games = getattr(stage_settings(stage, event), "games", 1)
        numbers = (games,) if isinstance(games, int) else games
        low, high = min(numbers), max(numbers)
        text = _how_many(low, high, of_teams=event.is_for_teams)
        if len(stages) > 1:
            text = _("{stage}: {text}").format(stage=_stage(event, stage), text=text)
        found.append(text)
    if event.lead_threshold and any(not stage.is_table for stage in stages):
        lead = _("a lead of {tp} points wins, at most {n} extra games")
        found.append(lead.format(tp=tp_text(event.lead_threshold), n=event.extra_games))
    return found


def _how_many(low: int, high: int, *, of_teams: bool) -> str:
    if low < high:
        text = _("{low} to {high} games a board") if of_teams else _("{low} to {high} games a match")
        return text.format(low=low, high=high)
    if of_teams:
        return ngettext("{n} game a board", "{n} games a board", low).format(n=low)
    return ngettext("{n} game a match", "{n} games a match", low).format(n=low)


def full_words(prepared: Prepared, event: Event, stages: Sequence[Stage]) -> tuple[Rule, ...]:
    """Everything that a new event from this template will be, under headings."""
    entry = Rule("entries", _("Who plays"), tuple(_entries(prepared, event)))
    rules = event_rules(event, stages) if stages or event.has_sittings else ()
    conduct = prepared.template.conduct
    rules += deadline_rules(conduct.extension_days, conduct.times)
    others = (*_others(prepared.event, event), *conduct_sentences(conduct))
    return (entry, *rules, *((Rule("more", _("Further settings"), others),) if others else ()))


def _sides(event: Event) -> str:
    if event.is_for_teams:
        text = ngettext(
            "teams of {n} with up to {more} substitute",
            "teams of {n} with up to {more} substitutes",
            event.team_substitutes,
        )
        return text.format(n=event.team_size, more=event.team_substitutes)
    return {
        Play.DOUBLES: _("fixed pairs"),
        Play.DRAWN_DOUBLES: _("doubles, partners drawn by lot each round"),
        Play.TABLES: _("games of three and four"),
    }.get(Play(event.play), _("single players"))


def _prize(prize: PrizeShape) -> str:
    if prize.kind == "junior" and prize.for_all:
        return _("only players under {age} on the first day").format(age=prize.under_age)
    if prize.kind == "junior":
        return _("prize list “{name}” for those under {age} on the first day").format(
            name=prize.name, age=prize.under_age
        )
    if prize.for_all:
        return _("only those in the prize list “{name}”").format(name=prize.name)
    return _("prize list “{name}”").format(name=prize.name)


def _entries(prepared: Prepared, event: Event) -> list[str]:
    if event.is_for_teams:
        boards = _("Teams enter. A match is played on {n} boards; a team may name up to {more} substitutes.")
        found = [boards.format(n=event.team_size, more=event.team_substitutes)]
    else:
        found = [{
            Play.DOUBLES: _("Fixed pairs enter; a pair shares one colour and one clock."),
            Play.DRAWN_DOUBLES: _("Players enter; partners are drawn by lot each round."),
            Play.TABLES: _("Players enter; each round they sit down in threes and fours."),
        }.get(Play(event.play), _("Players enter, each for themselves."))]  # fmt: skip
    entry = prepared.template.entry
    found += [_("May enter: {text}.").format(text=text) for text in condition_words(entry.conditions)]
    found += [_("Prize lists: {text}.").format(text=_prize(prize)) for prize in prepared.template.prizes]
    found.append(_("At most {n} entries.").format(n=event.capacity))
    found.append(_who_enters(event))
    if entry.waiting_list:
        found.append(_("When the event is full, others wait on a list."))
    if entry.asked:
        asked = ", ".join(str(Asked(name).label) for name in entry.asked)
        found.append(_("Asked of everybody who enters: {list}.").format(list=asked))
    found.append(
        _("Games are rated.") if event.rated else _("Games are not rated.")
    )  # fmt: skip
    return found


def _who_enters(event: Event) -> str:
    if event.is_for_teams:
        return _("Organisers enter teams, and the overall captain of a country those of the country.")
    if event.self_entry:
        return _("Players may enter themselves while the event is announced.")
    return _("Only organisers enter pairs.") if event.is_for_pairs else _("Only organisers enter players.")


def condition_words(conditions: Conditions) -> tuple[str, ...]:
    """Who may enter, before the first day is known."""
    found = []
    if conditions.under_age is not None:
        found.append(_("players under {age} on the first day").format(age=conditions.under_age))
    if conditions.from_age is not None:
        found.append(_("players of at least {age} on the first day").format(age=conditions.from_age))
    if conditions.countries or conditions.continents:
        continents = dict(Continent.choices)
        names = [str(continents[code]) for code in conditions.continents]
        names += [str(countries.name(code)) for code in conditions.countries]
        found.append(_("those who play for: {places}").format(places=", ".join(names)))
    if conditions.rating_from is not None:
        found.append(_("those rated at least {n} when they enter").format(n=conditions.rating_from))
    if conditions.rating_to is not None:
        found.append(_("those rated at most {n}, or not at all, when they enter").format(n=conditions.rating_to))
    if conditions.titles:
        found.append(_("holders of: {titles}").format(titles=", ".join(str(Title(t).label) for t in conditions.titles)))
    if conditions.invited_only:
        found.append(_("those whom the organiser invites"))
    return tuple(found)


def _others(names: Mapping[str, Any], event: Event) -> list[str]:
    """Settings that the template names and that nothing else tells of."""
    found = []
    for name in names:
        if name in TOLD:
            continue
        known = event._meta.get_field(name)
        value = getattr(event, name)
        if not isinstance(known, Field) or value == known.get_default():
            continue
        shown = getattr(event, f"get_{name}_display", lambda value=value: value)()
        if isinstance(shown, bool):
            shown = pgettext("a setting", "yes") if shown else pgettext("a setting", "no")
        label = str(known.verbose_name)
        found.append(_("{setting}: {value}").format(setting=label[:1].upper() + label[1:], value=shown))
    return found


def choice_words(choice: Choice) -> ChoiceWords:
    """A figure with the reason for it."""
    names = OPTION_NAMES.get(choice.name, {})
    return ChoiceWords(
        choice.name,
        str(_CHOICE_LABELS[choice.name]),
        str(names.get(choice.value, choice.value)),
        _REASONS[choice.reason](choice.figures),
        tuple((option, str(names.get(option, option))) for option in choice.options),
        choice.chosen,
    )


_CHOICE_LABELS: Final[Mapping[str, Text]] = {
    "rounds": gettext_lazy("Rounds"),
    "groups": pgettext_lazy("a number of", "Groups"),
    "first": gettext_lazy("Go on from each group"),
    "places": gettext_lazy("Places of the main draw"),
    "plate": gettext_lazy("A plate for those who lose their first match"),
    "cycles": gettext_lazy("Meetings of each pair"),
}


def _group_size(figures: Mapping[str, int]) -> str:
    if figures["groups"] == 1:
        return ngettext("{n} entry in one group.", "{n} entries in one group.", figures["entrants"]).format(
            n=figures["entrants"]
        )
    if figures["low"] == figures["high"]:
        return _("{entrants} entries make {groups} groups of {low}.").format(**figures)
    return _("{entrants} entries make {groups} groups of {low} or {high}.").format(**figures)


def _rounds_separate(figures: Mapping[str, int]) -> str:
    text = ngettext(
        "After {decisive} rounds only one of {entrants} entries can have won everything; {extra} more parts the rest.",
        "After {decisive} rounds only one of {entrants} entries can have won everything; {extra} more part the rest.",
        figures["extra"],
    )
    return text.format(**figures)


def _main_none(figures: Mapping[str, int]) -> str:
    return _("With {entrants} entries everybody is in the main draw of {places}; nobody has to qualify.").format(
        **figures
    )


def _main_preliminary(figures: Mapping[str, int]) -> str:
    text = ngettext(
        "{entrants} entries for {places} places: the lowest seeds play {matches} preliminary match.",
        "{entrants} entries for {places} places: the lowest seeds play {matches} preliminary matches.",
        figures["matches"],
    )
    return text.format(**figures)


def _main_groups(figures: Mapping[str, int]) -> str:
    return _(
        "{entrants} entries for {places} places: {exempt} seeds are in the main draw, the {others} others qualify in "
        "{groups} groups."
    ).format(**figures)


_REASONS: Final[Mapping[str, Callable[[Mapping[str, int]], str]]] = {
    "chosen": lambda _figures: _("Set by you."),
    "separates": _rounds_separate,
    "everybody_meets": lambda f: _("So few entries have all met each other after {rounds} rounds.").format(**f),
    "evening": lambda f: _("{rounds} rounds fill an evening.").format(**f),
    "as_saved": lambda _figures: _("As in the event that was kept."),
    "same_size": lambda f: _group_size(f) + " " + _("The groups are as large as in the event that was kept."),
    "group_size": _group_size,
    "go_on": lambda f: ngettext(
        "The first {first} of each group goes on: {places} in the knockout.",
        "The first {first} of each group go on: {places} in the knockout.",
        f["first"],
    ).format(**f),
    "main_none": _main_none,
    "main_preliminary": _main_preliminary,
    "main_groups": _main_groups,
    "plate": lambda _figures: _("So that everybody plays twice at least."),
    "meetings": lambda f: ngettext(
        "Everybody plays {games} game.", "Everybody plays {games} games.", f["games"]
    ).format(**f),
}  # fmt: skip
