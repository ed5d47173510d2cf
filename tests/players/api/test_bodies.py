"""Bodies are what their description says, and nothing else."""

import pytest
from rest_framework import serializers
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from players.api.bodies import Body, Empty, read_body


class Part(Body):
    tiles = serializers.IntegerField()


class Whole(Body):
    name = serializers.CharField()
    part = Part(required=False)
    parts = Part(many=True, required=False)
    made = serializers.CharField(read_only=True)


def read(kind: type[Body], sent: object, *, partial: bool = False):
    request = APIView().initialize_request(APIRequestFactory().post("/", sent, format="json"))
    return read_body(request, kind, partial=partial)


def faults(kind: type[Body], sent: object) -> dict:
    with pytest.raises(serializers.ValidationError) as refused:
        read(kind, sent)
    return refused.value.get_codes()


def test_a_body_as_described_is_read() -> None:
    sent = {"name": "A", "part": {"tiles": 1}, "parts": [{"tiles": 2}]}
    assert read(Whole, sent) == sent
    assert read(Empty, {}) == {}
    assert read(Whole, {}, partial=True) == {}


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"name": "A", "nane": "B"}, {"nane": ["unknown_field"]}),
        ({"nane": "B"}, {"name": ["required"], "nane": ["unknown_field"]}),
        ({"name": "A", "made": "B"}, {"made": ["unknown_field"]}),
        ({"name": "A", "part": {"tiles": 1, "tile": 1}}, {"part": {"tile": ["unknown_field"]}}),
        ({"name": "A", "parts": [{"tiles": 1}, {"tiles": 1, "x": 1}]}, {"parts": {1: {"x": ["unknown_field"]}}}),
    ],
)
def test_an_unknown_key_is_refused_and_named(sent, expected) -> None:
    assert faults(Whole, sent) == expected


def test_what_is_no_object_is_refused() -> None:
    assert faults(Whole, []) == {"non_field_errors": ["invalid"]}
    assert faults(Empty, {"x": 1}) == {"x": ["unknown_field"]}


def test_of_many_unknown_keys_ten_are_named_in_short() -> None:
    named = faults(Empty, {f"{n:03}" + "x" * 1000: 1 for n in range(50)})
    assert len(named) == 10
    assert all(len(name) == 64 for name in named)
