"""Ratings as people read them."""

from datetime import date
from typing import Literal

from django import template
from django.utils.formats import date_format, number_format
from django.utils.translation import pgettext

register = template.Library()
MINUS, NARROW = "−", "\u202f"


def grouped(value: float, decimals: int = 0) -> str:
    """A number in the signs of the language, thousands apart by a narrow space: "1 912"."""
    text = number_format(round(abs(value), decimals), decimal_pos=decimals, force_grouping=False)
    whole, sign, rest = text.partition("." if "." in text else ",")
    groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)]
    is_nought = not any(digit in "123456789" for digit in text)
    return (MINUS if value < 0 and not is_nought else "") + NARROW.join(reversed(groups)) + sign + rest


def signed(value: float, decimals: int = 0) -> str:
    """A difference with its sign: "+5", "−3", "0"."""
    text = grouped(value, decimals)
    return f"+{text}" if value > 0 and any(digit in "123456789" for digit in text) else text


def factor(value: float) -> str:
    """A number that others are multiplied by: four decimals where they say all, else six, so that a product of a few
    comes out right to the second decimal."""
    return grouped(value, 4 if abs(round(value, 4) - value) < 1e-9 else 6)


# a template gives the empty text for the standing of somebody who had none
Known = float | Literal[""] | None


@register.filter
def rating(value: Known) -> str:
    """To the whole point; empty where there is none."""
    return "" if value is None or value == "" else grouped(value)


@register.filter
def difference(value: Known, decimals: int = 0) -> str:
    """Points won or lost; empty where a rating came or went."""
    return "" if value is None or value == "" else signed(value, decimals)


@register.filter
def exact(value: Known, decimals: int = 2) -> str:
    """With so many decimals, for who follows a calculation."""
    return "" if value is None or value == "" else grouped(value, decimals)


@register.filter
def points(tenths: int) -> str:
    """TP of tenths: "24.5"."""
    return grouped(tenths / 10, 1)


@register.filter
def percent(share: float) -> str:
    """A share to a tenth of a percent: "53.7 %"."""
    return f"{grouped(100 * share, 1)}\u00a0%"


@register.filter
def day(value: date) -> str:
    """ "6 Dec 2026"."""
    return date_format(value, pgettext("format of a date", "j M Y"))
