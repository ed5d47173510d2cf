"""Both ways to the key of a game come to the same."""

from games.engine import game_key, key_of_legal_game
from games.engine.tiles import SWAPPED_NUMBERS

from .records import legal_rows


def test_a_legal_game_needs_no_second_look() -> None:
    for row in legal_rows():
        assert key_of_legal_game(row["record"]) == game_key(row["record"])


def test_the_other_numbering_is_the_same_game() -> None:
    record = legal_rows()[0]["record"]
    other = {**record, "numbering": "encyclopedia"}
    other["moves"] = [{**move, "tile": SWAPPED_NUMBERS.get(move["tile"], move["tile"])} for move in record["moves"]]
    other["players"] = [
        {**player, "hand": [SWAPPED_NUMBERS.get(tile, tile) for tile in player["hand"]]} for player in record["players"]
    ]
    assert key_of_legal_game(other) == game_key(other) == game_key(record)
