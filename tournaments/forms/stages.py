"""The stages of an event on one page: a form for each kind, and how the stage before fills it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.formats.settings import SETTINGS, StageSettings
from tournaments.forms.feeding import FeedForm
from tournaments.forms.stage_form import StageForm
from tournaments.forms.tables import GroupsForm, SwissForm
from tournaments.forms.trees import DoubleEliminationForm, KnockoutForm
from tournaments.models import Event, Stage
from tournaments.selectors.pages import stage_words
from tournaments.selectors.pages.words import Text
from tournaments.selectors.stages import stage_settings
from tournaments.services import StagePlan

STAGE_FORMS: Final[Mapping[str, type[StageForm]]] = {
    form.kind: form for form in (KnockoutForm, DoubleEliminationForm, GroupsForm, SwissForm)
}
assert set(STAGE_FORMS) == set(SETTINGS)


@dataclass(frozen=True)
class StagePart:
    """One stage on the page. `lock` says why it cannot be changed, `form` and `feed` are then not sent."""

    number: int
    before: StagePlan | None
    plan: StagePlan
    form: StageForm
    feed: FeedForm | None
    lock: str
    title: Text
    standing: tuple[str, ...]

    @property
    def is_valid(self) -> bool:
        return bool(self.lock) or (self.form.is_valid() and (self.feed is None or self.feed.is_valid()))

    def planned(self) -> StagePlan:
        """The stage as the form says; a locked one as it stands."""
        if self.lock:
            return self.plan
        rule = None if self.feed is None else self.feed.progression()
        return StagePlan(
            self.plan.kind, self.form.cleaned_data["name"].strip(), self.form.settings(), rule,
            self.feed is not None and self.feed.crosses,
        )  # fmt: skip


def stage_parts(
    event: Event, plans: Sequence[StagePlan], locks: Mapping[int, str], data: Any = None
) -> tuple[StagePart, ...]:
    """The forms of these stages; `locks` has the reason for each number that stands."""
    found = []
    for number, plan in enumerate(plans, start=1):
        lock = locks.get(number, "")
        sent = None if lock else data
        before = plans[number - 2] if number > 1 else None
        standing, defaults = _settings(event, plan), _settings(event, StagePlan(plan.kind))
        form = STAGE_FORMS[plan.kind](sent, standing=standing, defaults=defaults, name=plan.name, prefix=f"s{number}")
        feed = None
        if plan.rule is not None and before is not None:
            feed = FeedForm(sent, rule=plan.rule, crossing=plan.crossing, before=before.kind, prefix=f"f{number}")
        found.append(
            StagePart(
                number, before, plan, form, feed, lock, plan.name or stage_words.KIND_TITLES[plan.kind],
                plan_sentences(event, plan, before),
            )
        )  # fmt: skip
    return tuple(found)


def plan_sentences(event: Event, plan: StagePlan, before: StagePlan | None) -> tuple[str, ...]:
    """What a planned stage means, in words."""
    fed: tuple[str, ...] = ()
    if plan.rule is not None and before is not None:
        fed = stage_words.feed_sentences(plan.rule, crossing=plan.crossing, before=before.kind)
    return (*fed, *stage_words.settings_sentences(_settings(event, plan), of_teams=event.is_for_teams))


def _settings(event: Event, plan: StagePlan) -> StageSettings:
    """All settings of a planned stage. Raises `SettingsError` where they cannot be."""
    return stage_settings(Stage(event=event, kind=plan.kind, settings=dict(plan.settings)), event)
