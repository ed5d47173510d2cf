"""Forms about game records."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class SentMany:
    """A zip or JSON lines, not yet read."""

    name: str
    stream: Any
    content_type: str


class UploadForm(forms.Form):
    """Game records as files, as text, or both; or one file of many records."""

    records = SeveralFilesField(
        label=_("Files"),
        required=False,
        help_text=_("One or many, a record each; or one zip or file of JSON lines with up to 10,000 records."),
        widget=SeveralFilesInput(attrs={"accept": ".json,.txt,.jsonl,.ndjson,.zip,application/json,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or paste a record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        files = cleaned.get("records", [])
        several = len(files) + bool(cleaned.get("text", "").strip()) > 1
        if several and any(content_type_of_many(file) for file in files):
            raise forms.ValidationError(_("Send a zip or a file of JSON lines by itself."), code="many_beside_others")
        return cleaned

    def sent_many(self) -> SentMany | None:
        """The upload of many records that was sent, if it was one."""
        for file in self.cleaned_data["records"]:
            if content_type := content_type_of_many(file):
                return SentMany(file.name or "", file, content_type)
        text = io.BytesIO(self.cleaned_data["text"].encode(errors="surrogatepass"))
        if not self.cleaned_data["records"] and (content_type := content_type_of_many(text)):
            return SentMany("", text, content_type)
        return None

    def sent_files(self) -> list[SentFile]:
        """What was sent, in the order of the form. No more is read of a file than is needed to refuse it."""
        sent = []
        for file in self.cleaned_data["records"]:
            data = file.read(MAX_RECORD_BYTES + 1)
            sent.append(SentFile(file.name or "", data, _hint(file.name or "")))
        text = self.cleaned_data["text"]
        if text.strip():
            data = text.encode(errors="surrogatepass")
            sent.append(SentFile("", data))
        return sent


def content_type_of_many(stream: Any) -> str:
    """The type of an upload of many records, told by how it begins; empty for anything else."""
    head: bytes = stream.read(MAX_RECORD_BYTES + 1)
    stream.seek(0)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "application/zip"
    first, _end, rest = head.removeprefix(b"\xef\xbb\xbf").strip().partition(b"\n")
    first = first.strip()
    one_a_line = first.startswith(b"{") and first.endswith(b"}") and rest.strip().startswith(b"{")
    return "application/jsonl" if one_a_line else ""


def _hint(name: str) -> str:
    """What a record is said to be; the content decides, and this only how a content that is neither is refused."""
    return ContentType.TEXT if name.lower().endswith(".txt") else ContentType.JSON
