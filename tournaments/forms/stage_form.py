"""What the forms of all kinds of stages share."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.formats.settings import StageSettings, as_json
from tournaments.selectors.pages.words import Text

Part = tuple[Text, list[forms.BoundField], bool]
"""Fields under a heading, and whether they are rarely needed."""


class StageForm(forms.Form):
    """What is set of a stage. Initial values are all its settings as they stand; `settings` gives what differs."""

    kind: ClassVar[str]
    PARTS: ClassVar[tuple[tuple[Text, tuple[str, ...], bool], ...]]

    name = forms.CharField(
        label=gettext_lazy("Name of the stage"), max_length=60, required=False,
        help_text=gettext_lazy("Such as “Main draw”. Without one it is called by its format."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, standing: StageSettings, defaults: StageSettings, name: str, prefix: str):
        self.defaults = as_json(defaults)
        super().__init__(data, prefix=prefix, initial={"name": name, **self.initial_of(as_json(standing))})

    @property
    def parts(self) -> list[Part]:
        return [(title, [self[name] for name in names], rare) for title, names, rare in self.PARTS]

    def initial_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The first values of the fields."""
        return dict(values)

    def values(self) -> dict[str, Any]:
        """All settings as they were sent."""
        return {name: self.cleaned_data[name] for name in self.defaults if name in self.cleaned_data}

    def settings(self) -> dict[str, Any]:
        """What differs from the event's settings and the regulations: all that a stage stores."""
        sent = {name: list(value) if isinstance(value, tuple) else value for name, value in self.values().items()}
        return {name: value for name, value in sent.items() if value != self.defaults[name]}

    def place_error(self, setting: str, message: str) -> None:
        """Put a refusal of a setting beside its field."""
        self.add_error(setting if setting in self.fields else None, message)


def choice_field(label: Any, choices: Any, **more: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, **more)
