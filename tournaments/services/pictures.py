"""Pictures sent as evidence: read with care and made anew, so that nothing but the picture is kept."""

import io
import warnings
from typing import Final

from django.core.files.base import ContentFile
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from tantrix_site.errors import InvalidInput, TooLarge

MOST_BYTES: Final = 5 * 1024 * 1024
MOST_PIXELS: Final = 25_000_000
LONGEST_SIDE: Final = 2400
KINDS: Final = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}
#: a JPEG with more pictures behind the first, as telephones make it; opened as JPEG it is told to be this
_MANY: Final = "MPO"


def clean_picture(data: bytes) -> "ContentFile[bytes]":
    """The picture as a new file of the same kind: no place or camera, no second frame, at most 2400 pixels a side.

    Raises TooLarge `picture_too_large`; InvalidInput `bad_picture` for what is no PNG, JPEG or WebP.
    """
    if len(data) > MOST_BYTES:
        raise TooLarge("picture_too_large", _("A picture may have at most 5 MB."), field="picture")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=tuple(KINDS)) as opened:
                kind = "JPEG" if opened.format == _MANY else str(opened.format)
                if opened.width * opened.height > MOST_PIXELS:
                    raise TooLarge("picture_too_large", _("A picture may have at most 25 megapixels."), field="picture")
                picture = ImageOps.exif_transpose(opened)
                has_alpha = "A" in picture.getbands() or "transparency" in picture.info
                picture = picture.convert("RGBA" if has_alpha and kind != "JPEG" else "RGB")
    except TooLarge:
        raise
    except Exception as error:  # what a broken file does to the many readers of its parts is not to be foreseen
        raise InvalidInput("bad_picture", _("This is no picture of PNG, JPEG or WebP."), field="picture") from error
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    plain = Image.new(picture.mode, picture.size)
    plain.paste(picture)  # the pixels alone: what else the file said stays behind
    out = io.BytesIO()
    plain.save(out, kind, **({} if kind == "PNG" else {"quality": 85}))
    return ContentFile(out.getvalue(), name=f"picture.{KINDS[kind]}")
