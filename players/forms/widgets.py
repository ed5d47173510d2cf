"""Widgets for forms about people."""

from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class LongSelect(forms.Select):
    """A select of hundreds of choices: the same as Django writes, without rendering a template for each."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        groups = format_html_join("", "{}", ((_group(title, options),) for title, options, _i in widget["optgroups"]))
        return format_html('<select name="{}"{}>{}</select>', widget["name"], flatatt(widget["attrs"]), groups)


def _group(title: Any, options: list[dict[str, Any]]) -> SafeString:
    rows = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (option["value"], SafeString(" selected") if option["selected"] else "", option["label"])
            for option in options
        ),
    )
    return format_html('<optgroup label="{}">{}</optgroup>', title, rows) if title else rows
