"""Every kind of failure has its status and its shape, as a page and in the API."""

import pytest
from django.test import Client

from tantrix_site import errors

KINDS = {
    errors.InvalidInput: 400,
    errors.NotPermitted: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.StaleVersion: 412,
    errors.TooLarge: 413,
    errors.Unprocessable: 422,
}


@pytest.fixture(autouse=True)
def _failing_addresses(settings) -> None:
    settings.ROOT_URLCONF = "tests.tantrix_site.failing_urls"


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


def test_the_table_is_complete() -> None:
    own = {kind for kind in errors.DomainError.__subclasses__() if kind.__module__ == errors.__name__}
    assert set(KINDS) == own


@pytest.mark.parametrize(("kind", "status"), KINDS.items())
def test_expected_failure_in_the_api(client, kind, status) -> None:
    for address in ("fail", "plain"):
        answer = client.get(f"/api/v1/{address}/{kind.__name__}/")
        assert answer.status_code == status
        assert answer.json()["type"] == "client_error"
        error = answer.json()["errors"][0]
        assert error["code"] == "some_code"
        assert error["detail"] == "What went wrong."
        assert error["extra"] == {"limit": 3}
        assert error["attr"] == "games.0"


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "status"), KINDS.items())
def test_expected_failure_as_a_page(client, kind, status) -> None:
    answer = client.get(f"/fail/{kind.__name__}/")
    assert answer.status_code == status
    page = answer.content.decode()
    assert "What went wrong." in page
    assert "some_code" in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status"),
    [("/none/", 404), ("/fail/denied/", 403), ("/fail/bad/", 400), ("/fail/big/", 413), ("/fail/fault/", 500),
     ("/none/?q=%00", 400)],
)  # fmt: skip
def test_pages_of_other_failures(client, address, status) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/html")
    assert "<h1>" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{"reason": "a\0b"}, {"a\0b": "1"}, {"page": ["1", "9" * 5000]}])
def test_forms_with_what_no_form_can_mean(client, sent) -> None:
    answer = client.post("/fail/fault/", sent)
    assert answer.status_code == 400
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/none/", 404, "not_found"),
        ("/api/v1/none/", 404, "not_found"),
        ("/api/v1/plain/denied/", 403, "permission_denied"),
        ("/api/v1/plain/bad/", 400, "bad_request"),
        ("/api/v1/plain/big/", 413, "too_large"),
        ("/api/v1/plain/fault/", 500, "error"),
        ("/api/v1/fail/fault/", 500, "error"),
        ("/api/v1/read/?q=%00", 400, "bad_request"),
    ],
)
def test_other_failures_below_api_are_problems(client, address, status, code) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert answer.json()["type"] == ("server_error" if status == 500 else "client_error")
    assert answer.json()["errors"][0]["code"] == code


@pytest.mark.django_db
def test_a_method_that_is_not_allowed(client) -> None:
    page = client.post("/read/")
    assert page.status_code == 405
    assert page["Allow"] == "GET, HEAD"
    assert "<h1>" in page.content.decode()
    answer = client.post("/api/v1/read/")
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"
    assert answer.json()["errors"][0]["code"] == "method_not_allowed"
