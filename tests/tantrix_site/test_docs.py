"""Facts repeated in the documents are those of the code."""

import re

import pytest

from tantrix_site import docs_lists, env

DOCS = env.ROOT / "docs"


def test_lists_are_those_of_the_code() -> None:
    for (path, name), content in docs_lists.lists().items():
        text = path.read_text(encoding="utf-8")
        assert docs_lists.with_list(text, name, content) == text, f"{path.name}: run bin/schema"


def test_the_lists_are_not_empty() -> None:
    assert "`POST /records/`" in docs_lists.endpoints()
    assert re.search(r"^\| 409 \| .*`already_entered`", docs_lists.codes(), re.MULTILINE)
    assert "| `draft` | `published` |" in docs_lists.states()


def test_every_variable_is_documented() -> None:
    code = "".join(
        (env.ROOT / name).read_text(encoding="utf-8")
        for name in ("tantrix_site/settings.py", "tantrix_site/env.py", "tantrix_site/management/commands/up.py",
                     "gunicorn.conf.py")
    )  # fmt: skip
    used = set(re.findall(r'(?:env\.\w+|env\.environment\.\w+|environ\.get|text)\(\s*"([A-Z_]+)"', code))
    assert {"DATABASE_URL", "PRODUCTION", "SECRET_KEY_FILE", "WEB_THREADS", "EMAIL_URL"} <= used
    documented = set(re.findall(r"`([A-Z_]+)`", (DOCS / "operations.md").read_text(encoding="utf-8")))
    assert used - documented - {"PYTHONWARNINGS"} == set()


@pytest.mark.parametrize("path", [env.ROOT / "README.md", env.ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))])
def test_links_lead_somewhere(path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (path.parent / target).exists(), target
