"""`/api/v1/events/<slug>/stages/<number>/standings/`, `across/`, `cross-table/` and `tables/<key>/ruling/`."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import code
from tests.tournaments.scene import LEFT_WINS, LEVEL, NOW, RIGHT_WINS, Scene, add_arbiter, make_scene, quick_scene
from tests.tournaments.sizes import scenes_of, swiss_scenes
from tournaments import services
from tournaments.formats.progression import Progression
from tournaments.models import Match
from tournaments.services import NewPerson, StagePlan

pytestmark = pytest.mark.django_db

GROUP = StagePlan("groups", settings={"groups": 1})
GROUPS = StagePlan("groups", settings={"groups": 2})
BEST = StagePlan("knockout", rule=Progression(first=1, total=3))
SWISS = StagePlan("swiss", settings={"rounds": 4})


def url(scene: Scene, path: str) -> str:
    return f"/api/v1/events/{scene.event.slug}/stages/1/{path}"


def play(scene: Scene, results: dict[tuple[int, int], str]) -> None:
    """Play the matches of these pairs of seeds; "1" the first wins, "2" the second, "=" level."""
    for match in Match.objects.filter(event=scene.event).order_by("number"):
        left, right = (int(side or 0) for side in scene.sides(match.number))
        if (left, right) in results or (right, left) in results:
            turned = (left, right) not in results
            figures = {"1": RIGHT_WINS if turned else LEFT_WINS, "2": LEFT_WINS if turned else RIGHT_WINS, "=": LEVEL}
            scene.enter(match.number, figures[results.get((left, right)) or results[right, left]])


def seeds(scene: Scene, rows: list) -> list[int]:
    order = [entry.pk for entry in scene.entries]
    return [order.index(row["entry"]["id"]) + 1 for row in rows]


def test_a_group_with_what_separates_each_row_and_why_a_tie_break_does_not_apply(api) -> None:
    scene = make_scene(4, stages=[GROUP])
    play(scene, {(1, 2): "=", (3, 4): "1", (1, 3): "1", (2, 4): "1", (1, 4): "1", (2, 3): "1"})
    data = api().get(url(scene, "standings/")).json()
    (table,) = data["tables"]
    assert (data["kind"], table["key"], table["decided"], table["total"], table["count"]) == ("group", "A", 6, 6, 4)
    assert table["tie_breaks"] == ["tp", "direct_tp", "wins", "tiles", "seed"]
    assert seeds(scene, table["rows"]) == [1, 2, 3, 4]
    assert [row["by"] for row in table["rows"]] == [None, "seed", "tp", "tp"]
    first, second, third, _last = table["rows"]
    assert first["totals"] == {
        "tp": 50.0, "games": 3, "played": 3, "wins": 2.5, "tiles": 80, "unearned": 0, "percentage": 83.33,
    }  # fmt: skip
    values = {item["name"]: (item["value"], item["why"]) for item in second["tie_breaks"]}
    assert values == {
        "tp": (50.0, None), "direct_tp": (10.0, None), "wins": (2.5, None), "tiles": (80, None), "seed": (2, None),
    }  # fmt: skip
    assert {i["name"]: i["why"] for i in third["tie_breaks"]}["direct_tp"] == "alone"
    assert (first["goes_on"], first["left"], first["joined"], data["feeds"]) == (None, None, None, None)


def test_who_goes_on_and_the_order_across_groups(api) -> None:
    scene = make_scene(6, stages=[GROUPS, BEST])
    play(scene, {(1, 4): "1", (1, 5): "1", (4, 5): "1", (2, 3): "1", (2, 6): "1", (3, 6): "="})
    data = api().get(url(scene, "standings/")).json()
    assert data["feeds"] == {"stage": 2, "is_final": False}
    going = {row["entry"]["id"]: row["goes_on"] for table in data["tables"] for row in table["rows"]}
    assert [going[entry.pk] for entry in scene.entries] == ["place", "place", None, "best", None, None]
    across = api().get(url(scene, "across/?place=2")).json()
    assert seeds(scene, across["rows"]) == [4, 3]
    assert [(row["table"], row["percentage"], row["by"], row["goes_on"]) for row in across["rows"]] == [
        ("A", 50.0, None, "best"), ("B", 25.0, "percentage", None),
    ]  # fmt: skip
    assert len(api().get(url(scene, "across/")).json()["rows"]) == 6
    one = api().get(url(scene, "standings/?table=B")).json()
    assert [table["key"] for table in one["tables"]] == ["B"]


def test_pages_of_rows_and_the_rows_around_an_entry(api) -> None:
    scene = make_scene(16, stages=[SWISS])
    scene.pair()
    rows, page = [], url(scene, "standings/?page_size=7")
    while page:
        data = api().get(page).json()
        rows += [row["place"] for table in data["tables"] for row in table["rows"]]
        assert data["tables"][0]["count"] == 16
        page = data["next"]
    assert rows == list(range(1, 17))
    around = api().get(url(scene, f"standings/?around={scene.entries[7].pk}")).json()
    assert [row["place"] for row in around["tables"][0]["rows"]] == list(range(3, 14))


def test_a_swiss_after_an_earlier_round_with_a_late_entry_and_an_exit(api) -> None:
    scene = make_scene(4, stages=[SWISS])
    scene.pair()
    scene.play_all()
    late = services.add_entry(actor=scene.owner, now=NOW, event_id=scene.event.pk, person=NewPerson("Late Comer"))
    services.withdraw_entry(actor=scene.owner, now=NOW, entry_id=scene.entries[3].pk)
    scene.pair()
    scene.play_all()
    data = api().get(url(scene, "standings/")).json()
    assert (data["kind"], data["round"], data["last_round"], data["rounds"]) == ("swiss", 2, 2, 4)
    by_entry = {row["entry"]["id"]: row for row in data["tables"][0]["rows"]}
    assert by_entry[late.entry.pk]["joined"] == 2
    assert by_entry[scene.entries[3].pk]["left"] == "withdrawn"
    first = api().get(url(scene, "standings/?round=1")).json()
    assert (first["round"], len(first["tables"][0]["rows"])) == (1, 4)
    assert late.entry.pk not in {row["entry"]["id"] for row in first["tables"][0]["rows"]}


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("standings/?table=Z", 404, "table_not_found"),
        ("standings/?round=9", 404, "round_not_found"),
        ("standings/?round=0", 400, "min_value"),
        ("standings/?around=0", 404, "entry_not_found"),
        ("standings/?around=x", 400, "invalid"),
        ("standings/?page_size=1000", 400, "max_value"),
        ("cross-table/", 404, "table_not_found"),
        ("cross-table/?table=Z", 404, "table_not_found"),
    ],
)
def test_what_is_not_there(api, path, status, expected) -> None:
    scene = make_scene(6, stages=[GROUPS])
    answer = api().get(url(scene, path))
    assert (answer.status_code, code(answer)) == (status, expected)


def test_a_bracket_has_no_tables_and_a_stage_not_drawn_none_yet(api) -> None:
    tree, undrawn = make_scene(2), quick_scene(4, start=False, stages=[GROUPS])
    for path in ("standings/", "across/", "cross-table/"):
        assert code(api().get(url(tree, path))) == "no_tables"
        assert code(api().get(url(undrawn, path))) == "not_drawn"


def test_the_cross_table_of_a_group(api) -> None:
    scene = make_scene(3, stages=[GROUP])
    play(scene, {(1, 2): "2", (1, 3): "1"})
    data = api().get(url(scene, "cross-table/")).json()
    one, two, three = (entry.pk for entry in scene.entries)
    assert (data["kind"], data["columns"], data["next"]) == ("group", [row["entry"] for row in data["rows"]], None)
    rows = {row["entry"]: dict(zip(data["columns"], row["cells"], strict=True)) for row in data["rows"]}
    assert rows[one][one] == []
    assert [(c["mark"], c["tp"], c["games"]) for c in rows[one][two]] == [("played", [0.0, 20.0], [[0.0, 20.0]])]
    assert [(c["mark"], c["tp"]) for c in rows[two][one]] == [("played", [20.0, 0.0])]
    assert [(c["mark"], c["tp"], c["opponent"]) for c in rows[two][three]] == [("open", None, three)]
    assert sorted(entry["id"] for entry in data["entries"]) == sorted([one, two, three])


def test_the_cross_table_of_a_swiss_by_rounds(api) -> None:
    scene = make_scene(5, stages=[SWISS])
    scene.pair()
    scene.play_all()
    scene.pair()
    data = api().get(url(scene, "cross-table/?page_size=2")).json()
    assert (data["kind"], data["columns"], data["count"], len(data["rows"])) == ("swiss", [1, 2], 5, 2)
    assert all([cell["round"] for (cell,) in row["cells"]] == [1, 2] for row in data["rows"])
    rows = api().get(url(scene, "cross-table/")).json()["rows"]
    assert [cell["mark"] for row in rows for (cell,) in row["cells"]].count("bye") == 2


def test_an_arbiter_orders_who_is_level(api) -> None:
    scene = make_scene(3, stages=[GROUP])
    play(scene, {(1, 2): "=", (1, 3): "=", (2, 3): "="})
    ids = [entry.pk for entry in scene.entries]
    path = url(scene, "tables/A/ruling/")
    body = {"entries": [ids[2], ids[0], ids[1]], "reason": "By lot."}
    assert code(api(scene.player(1)).post(path, body)) == "not_arbiter"
    arbiter = api(add_arbiter(scene))
    made = arbiter.post(path, body, headers={"Idempotency-Key": "r"})
    again = arbiter.post(path, body, headers={"Idempotency-Key": "r"})
    assert (made.status_code, made.json()) == (201, again.json())
    table = api().get(url(scene, "standings/")).json()["tables"][0]
    assert seeds(scene, table["rows"]) == [3, 1, 2]
    assert [row["by"] for row in table["rows"]] == [None, "ruling", "ruling"]
    assert {i["name"]: i["value"] for i in table["rows"][1]["tie_breaks"]}["ruling"] == 1
    assert table["rulings"] == [made.json()]
    for sent, expected in (
        ({**body, "entries": ids[:1]}, "bad_ruling"),
        ({**body, "reason": " "}, "blank"),
        ({**body, "entries": [ids[0], 0]}, "not_level"),
    ):
        assert code(arbiter.post(path, sent)) == expected
    assert code(arbiter.post(url(scene, "tables/Z/ruling/"), body)) == "table_not_found"


@pytest.mark.parametrize("stage", [GROUPS, SWISS])
def test_tables_answer_304_and_take_as_many_queries_for_any_size(api, stage) -> None:
    counts = []
    for scene in swiss_scenes(4, 16) if stage is SWISS else scenes_of(4, 16, stages=[GROUPS]):
        for path in ("standings/", "across/", "cross-table/?table=" + ("S" if stage is SWISS else "A")):
            with CaptureQueriesContext(connection) as queries:
                answer = api().get(url(scene, path))
            assert answer.status_code == 200
            counts.append(len(queries))
            with CaptureQueriesContext(connection) as queries:
                assert api().get(url(scene, path), headers={"If-None-Match": answer["ETag"]}).status_code == 304
            assert len(queries) == 1
    assert counts[:3] == counts[3:]
    assert max(counts) <= 20
