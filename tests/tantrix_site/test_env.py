"""Settings come from the environment and odd values fail loudly."""

import os
import subprocess
import sys
from datetime import date

import pytest
from django.core.exceptions import ImproperlyConfigured

from tantrix_site import env


def check_settings(**variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        env={**environment, "DJANGO_SETTINGS_MODULE": "tantrix_site.settings"},
        cwd=env.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("key", ["", env.DEVELOPMENT_KEY, "short"])
def test_production_refuses_a_weak_key(key: str) -> None:
    result = check_settings(PRODUCTION="1", SECRET_KEY=key)
    assert result.returncode != 0
    assert "SECRET_KEY" in result.stderr


def test_production_starts_with_a_real_key() -> None:
    assert check_settings(PRODUCTION="1", SECRET_KEY="k" * 20 + "0123456789" * 4).returncode == 0


def test_key_from_a_file(tmp_path, monkeypatch) -> None:
    path = tmp_path / "key"
    path.write_text("f" * 50 + "\n")
    monkeypatch.setenv("SECRET_KEY_FILE", str(path))
    assert env.secret_key(production=True) == "f" * 50


@pytest.mark.parametrize(("raw", "value"), [("1", True), ("yes", True), ("OFF", False), ("", False)])
def test_flag(raw: str, value: bool, monkeypatch) -> None:
    monkeypatch.setenv("SOME_FLAG", raw)
    assert env.flag("SOME_FLAG", default=False) is value


def test_odd_values_name_the_variable(monkeypatch) -> None:
    monkeypatch.setenv("SOME", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="SOME"):
        env.flag("SOME", default=True)
    with pytest.raises(ImproperlyConfigured, match="SOME"):
        env.number("SOME", 1)
    monkeypatch.setenv("SOME", "-1")
    with pytest.raises(ImproperlyConfigured, match="at least 0"):
        env.number("SOME", 1)


def test_caps_from_their_days_on(monkeypatch) -> None:
    assert env.caps("SOME_CAPS", 120) == ((date.min, 120),)
    monkeypatch.setenv("SOME_CAPS", "120, 2027-01-01:100")
    assert env.caps("SOME_CAPS", 1) == ((date.min, 120), (date(2027, 1, 1), 100))


@pytest.mark.parametrize(
    "raw", ["many", "0", "2027-01-01:100", "120,100", "120,2027-02-30:100", "9,2027-01-02:8,2027-01-01:7"]
)
def test_caps_that_cannot_be(raw: str, monkeypatch) -> None:
    monkeypatch.setenv("SOME_CAPS", raw)
    with pytest.raises(ImproperlyConfigured, match="SOME_CAPS"):
        env.caps("SOME_CAPS", 120)
