"""The select of many choices is Django's own, only faster."""

import re

import pytest
from django import forms

from players.forms.widgets import LongSelect

CHOICES = [("", "none"), ("HU", "Hungary <&>"), ("Europe", [("Europe/Paris", "Paris"), ('"x"', "odd")])]


def squeezed(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r">\s+", ">", re.sub(r"\s+<", "<", html)))


@pytest.mark.parametrize("value", [None, "", "HU", "Europe/Paris", '"x"', "unknown"])
@pytest.mark.parametrize("attrs", [{}, {"id": "id_country", "required": True, "aria-describedby": "id_country_error"}])
def test_it_writes_what_django_writes(value, attrs) -> None:
    ours, theirs = (widget(choices=CHOICES, attrs={"autocomplete": "country"}) for widget in (LongSelect, forms.Select))
    assert squeezed(ours.render("country", value, attrs)) == squeezed(theirs.render("country", value, attrs))
