"""Random changes to legal records, for comparing the two verifiers."""

import copy
from random import Random

from games.engine.random_games import random_record
from games.engine.replay import position

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
ODD_VALUES = (None, True, False, 5.0, "3", -1, 0, 6, 57, 99, 10**20, [], {})


def mutated_records(count, seed=1):
    """``count`` records from random games, each changed in one to three ways; about one in thirty is left as it is."""
    rng = Random(seed)
    base = None
    for number in range(count):
        if number % 20 == 0:
            players = rng.choice((2, 2, 2, 3, 4))
            base = random_record(rng, players=players, doubles=players == 4 and rng.random() < 0.5)
        record = copy.deepcopy(base)
        if rng.random() > 1 / 30:
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                rng.choice(MUTATIONS)(rng, record)
        yield record


def turn_a_tile(rng, record):
    move = rng.choice(record["moves"])
    move["rotation"] = (_whole(move, "rotation") + rng.randrange(1, 6)) % 6


def shift_a_tile(rng, record):
    move = rng.choice(record["moves"])
    dq, dr = rng.choice(STEPS)
    move["q"], move["r"] = _whole(move, "q") + dq, _whole(move, "r") + dr


def move_a_tile_far(rng, record):
    move = rng.choice(record["moves"])
    key = rng.choice("qr")
    move[key] = _whole(move, key) + rng.choice((-4096, -128, -64, -63, 62, 63, 64, 65, 4096))


def swap_two_moves(rng, record):
    moves = record["moves"]
    first = rng.randrange(len(moves))
    second = rng.choice((min(first + 1, len(moves) - 1), rng.randrange(len(moves))))
    moves[first], moves[second] = moves[second], moves[first]


def swap_two_places(rng, record):
    one, other = rng.choice(record["moves"]), rng.choice(record["moves"])
    for key in ("q", "r", "rotation"):
        if key in one and key in other:
            one[key], other[key] = other[key], one[key]


def swap_two_tiles(rng, record):
    one, other = rng.choice(record["moves"]), rng.choice(record["moves"])
    key = rng.choice(("tile", "drawn"))
    if key in one and key in other:
        one[key], other[key] = other[key], one[key]


def another_player(rng, record):
    move = rng.choice(record["moves"])
    move["player"] = rng.randrange(len(record["players"]))


def another_tile(rng, record):
    rng.choice(record["moves"])[rng.choice(("tile", "drawn"))] = rng.randrange(1, 57)


def another_legal_placement(rng, record):
    """A placement that is legal where it stands; what comes later may no longer be."""
    index = rng.randrange(len(record["moves"]))
    try:
        game = position(record, index)
    except ValueError:
        return
    legal = list(game.legal_moves)
    if legal and game.ply == index:
        placement = rng.choice(legal)
        record["moves"][index] |= {"tile": placement.tile, "rotation": placement.rotation}
        record["moves"][index] |= {"q": placement.hex.q, "r": placement.hex.r}


def another_matching_placement(rng, record):
    """A placement of a tile in hand that matches in colour but may break a restriction or a duty."""
    index = rng.randrange(1, len(record["moves"]))
    try:
        game = position(record, index)
    except ValueError:
        return
    if game.ply != index or game.to_move is None:
        return
    game.bag, bag = set(), game.bag
    found = [
        placement
        for space in game.board.open_spaces
        for placement in game.placements_at(space, game.players[game.to_move].hand)
    ]
    game.bag = bag
    if found:
        placement = rng.choice(found)
        record["moves"][index] |= {"tile": placement.tile, "rotation": placement.rotation}
        record["moves"][index] |= {"q": placement.hex.q, "r": placement.hex.r}


def leave_a_move_out(rng, record):
    if len(record["moves"]) > 2:
        del record["moves"][rng.choice((-1, rng.randrange(len(record["moves"]))))]


def add_a_move(rng, record):
    record["moves"].insert(rng.choice((len(record["moves"]), 3)), copy.deepcopy(rng.choice(record["moves"])))


def change_the_result(rng, record):
    result = record.get("result")
    if not isinstance(result, dict):
        return
    kind = rng.randrange(4)
    if kind == 0:
        result["outcome"] = rng.choice(("win", "draw", "deadlock", "other"))
    elif kind == 1:
        result["winner"] = rng.choice(("red", "yellow", "green", "blue", None))
    elif kind == 2 and isinstance(result.get("scores"), dict) and result["scores"]:
        colour = rng.choice(list(result["scores"]))
        result["scores"][colour] = rng.choice((0, 7, 12.0, True, None))
    else:
        result.pop(rng.choice(("scores", "outcome", "winner")), None)


def put_an_odd_value(rng, record):
    holder = rng.choice((record, record["moves"][rng.randrange(len(record["moves"]))], record["players"][0]))
    key = rng.choice(sorted(holder))
    if holder is record and key in ("moves", "players"):
        return
    if rng.random() < 0.3:
        del holder[key]
    else:
        holder[key] = rng.choice(ODD_VALUES)


def add_a_tag(rng, record):
    key = rng.choice(("event", "round", "date", "game_code", "draws", "numbering", "note"))
    record[key] = rng.choice(("2026-11-30", "unknown", "encyclopedia", "official", "x", 4, None))


def add_seconds(rng, record):
    rng.choice(record["moves"])["seconds"] = rng.choice((1, 2.5, 0, -1, "1", True, None))


def change_a_hand(rng, record):
    player = rng.choice(record["players"])
    hand = player.get("hand")
    if isinstance(hand, list) and hand:
        hand[rng.randrange(len(hand))] = rng.randrange(1, 58)


def change_the_start(rng, record):
    if isinstance(record.get("start_tiles"), list):
        rng.shuffle(record["start_tiles"])


def change_a_colour(rng, record):
    rng.choice(record["players"])["colour"] = rng.choice(("red", "yellow", "green", "blue", "pink"))


def _whole(move, key):
    value = move.get(key)
    return value if type(value) is int else 0


#: The changes to the play itself come up more often than those to the form.
MUTATIONS = (
    *(turn_a_tile, shift_a_tile, swap_two_moves, swap_two_places, swap_two_tiles, another_player) * 3,
    *(another_legal_placement, another_matching_placement) * 6,
    move_a_tile_far,
    another_tile,
    leave_a_move_out,
    add_a_move,
    change_the_result,
    put_an_odd_value,
    add_a_tag,
    add_seconds,
    change_a_hand,
    change_the_start,
    change_a_colour,
)
