"""Keeping a game still while somebody decides whether it counts."""

from games.models import Record


def lock_records_of_game(game_key: str) -> None:
    """Lock all records of one game until the end of the transaction.

    Who is about to count a game takes this lock first and looks then whether it counts elsewhere, so that of two who
    do so at the same moment the second sees the first. One of the records is the caller's own, with its verdict stored,
    so the two always have a row in common.
    """
    list(Record.objects.select_for_update().filter(game_key=game_key).order_by("pk").values_list("pk"))
