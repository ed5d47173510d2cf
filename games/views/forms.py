"""Forms about game records."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from games.models import ContentType
from games.services import MAX_RECORD_BYTES, SentFile


class SeveralFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class SeveralFilesField(forms.FileField):
    """Any number of files; the value is a list."""

    widget = SeveralFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = data if isinstance(data, Sequence) else [data] if data else []
        for file in files:
            # an empty file is a record without a text, and is told so with its name
            self.run_validators(file)
        return list(files)


class UploadForm(forms.Form):
    """Game records as files, as text, or both."""

    records = SeveralFilesField(
        label=_("Files"),
        required=False,
        help_text=_("One or many: a record each, up to 64 KB."),
        widget=SeveralFilesInput(attrs={"accept": ".json,.txt,application/json,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or paste a record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}),
    )

    def sent_files(self) -> list[SentFile]:
        """What was sent, in the order of the form. No more is read of a file than is needed to refuse it."""
        sent = []
        for file in self.cleaned_data["records"]:
            data = file.read(MAX_RECORD_BYTES + 1)
            sent.append(SentFile(file.name or "", data, content_type_of(data)))
        text = self.cleaned_data["text"]
        if text.strip():
            data = text.encode(errors="surrogatepass")
            sent.append(SentFile("", data, content_type_of(data)))
        return sent


def content_type_of(data: bytes) -> str:
    """JSON begins with a brace; the ending of a file name proves nothing."""
    head = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return ContentType.TEXT if head == b"[" and b'"' not in data[:20] else ContentType.JSON
