"""Doing things at the same moment, each with a connection of its own, as two processes of the site would."""

import threading
from collections.abc import Callable

from django.db import connection

from tantrix_site.errors import DomainError


def together(*acts: Callable[[], object]) -> list[object]:
    """Run all at the same moment, each with a connection of its own; what each returned or was refused with."""
    ready = threading.Barrier(len(acts))
    told: list[object] = [None] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        try:
            ready.wait(10)
            told[place] = act()
        except Exception as error:
            told[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert all(isinstance(answer, DomainError) or not isinstance(answer, Exception) for answer in told), told
    return told


def codes(answers: list[object]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, DomainError))
