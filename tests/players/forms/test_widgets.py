"""The select of many choices is Django's own, only faster."""

import pytest
from django import forms
from django.test.html import parse_html

from players.forms.widgets import LongSelect

CHOICES = [("", "none"), ("HU", "Hungary <&>"), ("Europe", [("Europe/Paris", "Paris"), ('"x"', "odd")])]


@pytest.mark.parametrize("value", [None, "", "HU", "Europe/Paris", '"x"', "unknown"])
@pytest.mark.parametrize("attrs", [{}, {"id": "id_country", "required": True, "aria-describedby": "id_country_error"}])
def test_it_writes_what_django_writes(value, attrs) -> None:
    ours, theirs = (widget(choices=CHOICES, attrs={"autocomplete": "country"}) for widget in (LongSelect, forms.Select))
    assert parse_html(ours.render("country", value, attrs)) == parse_html(theirs.render("country", value, attrs))
