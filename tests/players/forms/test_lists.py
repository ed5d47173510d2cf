"""Lists that are sent."""

from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

from players.forms.lists import SentListForm


class Form(SentListForm):
    most = 4
    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False)


def test_either_is_needed_and_no_more_of_a_file_is_read_than_tells_that_it_is_too_large() -> None:
    assert not Form({"text": " \n"}).is_valid()
    pasted = Form({"text": " Ann\n"})
    assert pasted.is_valid()
    assert pasted.content() == " Ann\n"
    both = Form({"text": "Ann"}, {"file": SimpleUploadedFile("list.csv", b"1234567")})
    assert both.is_valid()
    assert both.content() == b"12345"
