"""What an operator runs before a site goes public."""

import os
import subprocess
import sys
from pathlib import Path

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from tantrix_site import env


def test_deployment_checks_find_nothing(tmp_path) -> None:
    variables = {
        "PRODUCTION": "1",
        "SECRET_KEY": "0123456789abcdef" * 4,
        "ALLOWED_HOSTS": "tantrix.example.org",
        "VAR_DIR": str(tmp_path),
    }
    # set by the browser tests for their own process
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    result = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=env.ROOT, env={**inherited, **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr


def test_static_files_are_collected_under_hashed_names(tmp_path: Path, settings) -> None:
    """Every file that a style sheet or module names is there: a missing one stops the collection."""
    storage = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": storage}}
    call_command("collectstatic", interactive=False, verbosity=0)
    for name in ("css/base.css", "js/site.js", "favicon.svg"):
        assert (tmp_path / staticfiles_storage.stored_name(name)).exists()
        assert staticfiles_storage.stored_name(name) != name
