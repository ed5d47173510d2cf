"""Settings come from the environment and odd values fail loudly."""

import runpy
from datetime import date

import pytest
from django.core.exceptions import ImproperlyConfigured

from tantrix_site import env


@pytest.mark.parametrize("key", ["", env.DEVELOPMENT_KEY, "short"])
def test_production_refuses_a_weak_key(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings are read anew, as a start does; `test_production` starts the site with a real key."""
    monkeypatch.setenv("PRODUCTION", "1")
    monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        runpy.run_path(str(env.ROOT / "tantrix_site" / "settings.py"))


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
