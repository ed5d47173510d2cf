"""A list that somebody sends: pasted, or as a file."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _


class SentListForm(forms.Form):
    """For forms with a field `text` and a field `file`. Of a file at most one byte more than `most` is read, so that
    the service, which bounds every list, refuses what is too large."""

    most: ClassVar[int]
    sources: ClassVar[tuple[str, ...]] = ("text", "file")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not any(str(data.get(name) or "").strip() for name in self.sources):
            raise forms.ValidationError(_("Paste a list or choose a file."))
        return data

    def content(self) -> str | bytes:
        """What was sent; the file where there are both."""
        file = self.cleaned_data.get("file")
        return bytes(file.read(self.most + 1)) if file else str(self.cleaned_data["text"])
