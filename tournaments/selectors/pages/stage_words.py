"""What the stages of an event are called, and what their settings mean, in sentences.

The same sentences stand on the organiser's page before anything is stored and wherever a stage is explained.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournaments.formats.progression import Origin, OriginKind, Progression, SeedOrder
from tournaments.formats.settings import (
    DoubleEliminationSettings,
    GroupSettings,
    KnockoutSettings,
    StageSettings,
    SwissSettings,
)
from tournaments.models import Stage, StageKind
from tournaments.selectors.pages import words
from tournaments.selectors.pages.round_names import tree_round
from tournaments.selectors.pages.words import Text

KIND_TITLES: Final[Mapping[str, Text]] = {
    StageKind.KNOCKOUT: gettext_lazy("Knockout"),
    StageKind.DOUBLE_ELIMINATION: gettext_lazy("Double elimination"),
    StageKind.GROUPS: gettext_lazy("Groups"),
    StageKind.SWISS: pgettext_lazy("a format", "Swiss"),
}

STAGE_WORDS: Final[Mapping[str, words.StateWord]] = {
    "planned": words.StateWord("planned", pgettext_lazy("state of a stage", "planned"), "pencil"),
    "drawn": words.StateWord("drawn", pgettext_lazy("state of a stage", "drawn"), "calendar", "info"),
    "running": words.StateWord("running", pgettext_lazy("state of a stage", "running"), "play", "ok"),
    "finished": words.StateWord("finished", pgettext_lazy("state of a stage", "finished"), "trophy"),
}

TIE_BREAK_NAMES: Final[Mapping[str, Text]] = {
    "tp": gettext_lazy("tournament points"),
    "percentage": gettext_lazy("percentage of the points at stake"),
    "direct_tp": gettext_lazy("points in the games among those who are level"),
    "direct_matches": gettext_lazy("matches won among those who are level"),
    "direct_wins": gettext_lazy("games won among those who are level"),
    "wins": gettext_lazy("games won, a draw counting one half"),
    "tiles": gettext_lazy("difference of tiles"),
    "opponents_tp": gettext_lazy("sum of the opponents’ points"),
    "ruling": gettext_lazy("ruling of an arbiter"),
    "seed": gettext_lazy("seed"),
}


def stage_title(stage: Stage) -> Text:
    """What a stage is called: the name an organiser gave it, else its format."""
    return stage.name or KIND_TITLES[stage.kind]


def settings_sentences(settings: StageSettings, *, of_teams: bool = False) -> tuple[str, ...]:
    """What the settings of a stage mean, one sentence each; `of_teams` the games are those of each board."""
    return tuple(_SENTENCES[type(settings)](settings, of_teams))


def feed_sentences(rule: Progression, *, crossing: bool, before: str) -> tuple[str, ...]:
    """Who goes on from the stage before, which is of the kind `before`."""
    grouped = before == StageKind.GROUPS
    found = []
    if rule.exempt:
        found.append(
            ngettext(
                "The first seed does not play the stage before and stands in this one from the start.",
                "The first {n} seeds do not play the stage before and stand in this one from the start.",
                rule.exempt,
            ).format(n=rule.exempt)
        )
    if not rule.first:
        found.append(_("Everybody goes on who has not left."))
    elif grouped:
        found.append(
            ngettext(
                "The first of each group goes on.", "The first {n} of each group go on.", rule.first
            ).format(n=rule.first)
        )  # fmt: skip
    else:
        found.append(
            ngettext("The first goes on.", "The first {n} go on.", rule.first).format(n=rule.first)
        )  # fmt: skip
    if rule.total:
        found.append(
            _("Then the best percentages among all others until there are {n}.").format(n=rule.total)
        )  # fmt: skip
    if crossing:
        found.append(_("Winners of groups meet runners-up of other groups."))
    elif grouped and rule.first:
        orders = {
            SeedOrder.RANK: _("Group winners are seeded first by percentage, then all second ones, and so on."),
            SeedOrder.STANDING: _("Seeds follow the percentage alone, whatever the place in the group."),
            SeedOrder.GROUP: _("Group winners are seeded first in the order of the groups, then all second ones."),
        }
        found.append(orders[rule.order])
    if rule.pass_over:
        found.append(_("The next in the ranking replaces whoever has left."))
    else:
        found.append(_("Nobody replaces whoever has left: the opponent has a walkover."))
    return tuple(found)


def origin_text(origin: Origin, *, groups: int = 0) -> str:
    """Who will stand at a seed number of a later stage: "Winner of group A"."""
    n = origin.rank
    if origin.kind is OriginKind.EXEMPT:
        return _("Seed {n}").format(n=n)
    if origin.kind is OriginKind.BEST:
        return _("No. {n} by percentage among the others").format(n=n)
    if origin.kind is OriginKind.ANY or groups < 2:
        return _("No. {n} of the stage before").format(n=n)
    if not origin.group:
        return {1: _("A group winner"), 2: _("A runner-up")}.get(n, _("No. {n} of a group").format(n=n))
    if n == 1:
        return _("Winner of group {group}").format(group=origin.group)
    if n == 2:
        return _("Runner-up of group {group}").format(group=origin.group)
    return _("No. {n} of group {group}").format(n=n, group=origin.group)


def origin_texts(detail: Mapping[str, Any]) -> dict[int, str]:
    """The same by seed number, from what a draw has noted; empty in a first stage."""
    origins = [Origin.from_json(stored) for stored in detail.get("origins", ())]
    groups = int(detail.get("groups_before", 0))
    return {number: origin_text(origin, groups=groups) for number, origin in enumerate(origins, start=1)}


def games_sentence(games: Sequence[int], *, of_teams: bool = False) -> str:
    """ "Every match has 1 game." or, counted back from the final, those of each round; `of_teams` of each board."""
    if len(set(games)) == 1:
        n = games[0]
        if of_teams:
            return ngettext("Every board has {n} game.", "Every board has {n} games.", n).format(n=n)
        return ngettext("Every match has {n} game.", "Every match has {n} games.", n).format(n=n)
    pairs = []
    for depth, number in enumerate(reversed(games)):
        pairs.append(_("{round}: {n}").format(round=tree_round(2 << depth).title, n=number))
    text = (
        _("Games a board: {list}. Earlier rounds have as many as the earliest one named.")
        if of_teams
        else _("Games a match: {list}. Earlier rounds have as many as the earliest one named.")
    )
    return text.format(list=", ".join(pairs))


def points_pair(pair: tuple[int, int]) -> str:
    return _("{high} to {low}").format(high=words.tp_text(pair[0]), low=words.tp_text(pair[1]))


def _seeding(settings: KnockoutSettings | DoubleEliminationSettings) -> list[str]:
    n = settings.seeds
    found = {
        "strict": _("The draw follows the seeds strictly: the first meets the last."),
        "lot": _("Everybody is drawn by lot."),
        "manual": _("The organiser places everybody by hand."),
    }.get(
        settings.seeding,
        ngettext(
            "{n} seed stands in its band; all others are drawn by lot.",
            "{n} seeds stand in their bands; all others are drawn by lot.",
            n,
        ).format(n=n),
    )
    if settings.separation == "country" and settings.seeding != "manual":
        return [found, _("Two of one country do not meet in the first round where that can be avoided.")]
    return [found]


def _knockout(settings: KnockoutSettings, of_teams: bool) -> list[str]:
    found = [_("Who loses is out."), games_sentence(settings.games, of_teams=of_teams)]
    if settings.main_size:
        found.append(
            _("The main draw has {n} places; up to 16 entries more play a preliminary round.").format(
                n=settings.main_size
            )
        )
        n = settings.preliminary_games
        text = (
            ngettext("There every board has {n} game.", "There every board has {n} games.", n)
            if of_teams
            else ngettext("A preliminary match has {n} game.", "A preliminary match has {n} games.", n)
        )
        found.append(text.format(n=n))
    for seed, round_ in settings.entry_rounds:
        found.append(_("Seeds up to {seed} enter in round {round}.").format(seed=seed, round=round_))
    found += _seeding(settings)
    if settings.third_place:
        found.append(_("The losers of the semi-finals play for third place."))
    if settings.places_to > 2:
        found.append(_("All places down to {n} are played out.").format(n=settings.places_to))
    else:
        found.append(_("Losers of a round share its best place."))
    if settings.plate:
        found.append(
            _("Whoever loses the first match really played goes on in the plate, which is drawn anew.")
            if settings.plate == "first_match"
            else ngettext(
                "The losers of the first round go on in a feed-in plate.",
                "The losers of the first {n} rounds go on in a feed-in plate.",
                settings.plate_through,
            ).format(n=settings.plate_through)
        )
        n = settings.plate_games
        text = (
            ngettext("There every board has {n} game.", "There every board has {n} games.", n)
            if of_teams
            else ngettext("A match of the plate has {n} game.", "A match of the plate has {n} games.", n)
        )
        found.append(text.format(n=n))
    return found


def _double(settings: DoubleEliminationSettings, of_teams: bool) -> list[str]:
    return [
        _("Who has lost twice is out; who has lost once plays on among the losers."),
        games_sentence(settings.games, of_teams=of_teams),
        _("Among the losers: {sentence}").format(sentence=games_sentence(settings.losers_games, of_teams=of_teams)),
        _("The grand final is played again if the unbeaten side loses it.")
        if settings.reset
        else _("The grand final is played once, whoever wins it."),
        *_seeding(settings),
    ]


def _groups(settings: GroupSettings, of_teams: bool) -> list[str]:
    if settings.groups == 1:
        found = [_("All play all in one group.")]
    elif settings.groups:
        found = [
            ngettext("{n} group, all play all.", "{n} groups, all play all.", settings.groups).format(n=settings.groups)
        ]  # fmt: skip
    else:
        found = [_("Groups of at most {n}, as equal as can be; all play all.").format(n=settings.size)]
    found.append(games_sentence((settings.games,), of_teams=of_teams))
    if settings.cycles > 1:
        found.append(_("Each pair meets twice."))
    if settings.groups != 1:
        found.append(
            _("The groups are filled in a snake by seed.")
            if settings.formation == "snake"
            else _("The groups are drawn by lot within bands of seeds.")
        )
        if of_teams:
            found.append(_("Two teams of one country never stand in the same group."))
        elif settings.separation == "country":
            found.append(_("Entries of one country are spread over the groups."))
    elif of_teams:
        found.append(_("Teams of one country meet there too."))
    return [*found, *_table(settings)]


def _swiss(settings: SwissSettings, of_teams: bool) -> list[str]:
    return [
        ngettext("{n} round.", "{n} rounds.", settings.rounds).format(n=settings.rounds),
        games_sentence((settings.games,), of_teams=of_teams),
        _("In the first round the upper half by seed meets the lower half.")
        if settings.first_round == "halves"
        else _("The first round is drawn by lot."),
        _("Then entries with as equal points as possible meet; nobody meets the same opponent twice."),
        *_table(settings),
        _("With an odd number the lowest without a bye has one: {tp} points a game.").format(
            tp=words.tp_text(settings.points.bye)
        ),
    ]


def _table(settings: GroupSettings | SwissSettings) -> list[str]:
    names = [name for name in settings.tie_breaks if name != "seed"]
    points = settings.points
    return [
        _("The order: {list}.").format(list=", ".join([*(str(TIE_BREAK_NAMES[name]) for name in names), _("seed")])),
        _("A game not played counts {walkover} after a walkover, {default} after a default.").format(
            walkover=points_pair(points.walkover), default=points_pair(points.default)
        ),
    ]


_SENTENCES: Final[Mapping[type[StageSettings], Callable[[Any, bool], list[str]]]] = {
    KnockoutSettings: _knockout,
    DoubleEliminationSettings: _double,
    GroupSettings: _groups,
    SwissSettings: _swiss,
}


def table_title(key: str) -> str:
    """The heading of a group: "Group A"."""
    return pgettext("heading", "Group {group}").format(group=key)
