"""What is generated from the code was brought up to date with it: migrations and the description of the API."""

import pytest
from django.conf import settings
from django.core.management import call_command
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.validation import validate_schema


@pytest.mark.django_db
def test_no_migration_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        call_command("makemigrations", check_changes=True, dry_run=True)
    except SystemExit:
        pytest.fail(f"Run manage.py makemigrations:\n{capsys.readouterr().out}")


def test_the_kept_description_is_that_of_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines are compared as the command writes them; what it would warn of fails too."""
    GENERATOR_STATS.reset()
    description = SchemaGenerator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS, capsys.readouterr().err
    validate_schema(description)
    fresh = OpenApiYamlRenderer().render(description, renderer_context={}).decode()
    kept = (settings.BASE_DIR / "docs" / "openapi.yaml").read_text(encoding="utf-8")
    assert kept.splitlines() == fresh.splitlines(), "The API changed: run bin/schema and commit docs/openapi.yaml."
