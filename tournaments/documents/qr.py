"""Addresses as pictures to be photographed."""

from io import BytesIO
from typing import Final

import segno

_MASK: Final = 0
"""Any of the eight will do; to look for the best takes most of the time."""


def qr_svg(address: str) -> str:
    """The address as a QR code, an SVG without a border."""
    file = BytesIO()
    segno.make_qr(address, error="m", mask=_MASK).save(file, kind="svg", border=0, xmldecl=False, svgns=True)
    return file.getvalue().decode()
