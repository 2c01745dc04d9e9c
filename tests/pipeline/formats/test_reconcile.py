"""A log and a ledger of one game are one night, with the hands of the one and the results of the other."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest

from peder import open_store
from pipeline.formats.pokernow.ledger import import_ledger
from pipeline.formats.pokernow.log import import_log
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import few_models, peder

few = few_models("check_", "mart_player_nights", "mart_players")

GAME = "pokernow-2026-01-16-f713be"


def ledger(more: dict[str, int], day: str = "2026-01-16", before: int = 10_000) -> str:
    """The sample's ledger as it stood before a hand, with `more` added to players' nets."""
    game = import_log(SAMPLE)
    nets = dict.fromkeys(game.seats["player_id"], 0)
    for player, net in game.seats.filter(pl.col("hand_no") < before).select("player_id", "net").rows():
        nets[player] += net
    lines = ["player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net"]
    for player, net in nets.items():
        amount = net / 4 + more.get(game.names[player][0], 0)
        lines.append(
            f"{game.names[player][0]},{player.removeprefix('pokernow:')},{day}T17:00:00Z,,"
            f"500,,{500 + amount:g},{amount:g}"
        )
    return "\n".join(lines) + "\n"


WON = "select player_id, sum(net_money) as won from mart_player_nights group by all order by all"


@pytest.fixture(scope="module")
def won_by_the_log(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, object]]:
    """What each player won by the log alone."""
    store = tmp_path_factory.mktemp("log") / "s"
    peder(store, "import", "pokernow-log", SAMPLE, code=0)
    peder(store, "check", code=0)
    with open_store(store) as opened:
        return opened.sql(WON).rows()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "log.csv").write_bytes(SAMPLE.read_bytes())
    return folder


def test_a_ledger_that_agrees_adds_nothing(files: Path, tmp_path: Path) -> None:
    (files / "ledger.csv").write_text(ledger({}))
    result = peder(tmp_path / "s", "import", "pokernow", files, "--json")
    assert result.exit_code == 0, result.output
    assert [row["session_id"] for row in json.loads(result.stdout)] == [GAME]
    assert "ledger.csv is its ledger, and agrees with the hands" in result.stderr
    assert json.loads(result.stdout)[0]["entries"] == 12


def test_what_a_ledger_has_more_is_a_difference(files: Path, tmp_path: Path) -> None:
    (files / "ledger.csv").write_text(ledger({"Anders": -5, "Freja": 5}))
    store = tmp_path / "s"
    result = peder(store, "import", "pokernow", files)
    assert result.exit_code == 0, result.output
    assert "entered as differences: Anders -5, Freja +5" in result.stderr
    with open_store(store) as opened:
        nets = dict(
            opened.sql(
                "select p.name, n.net_money from mart_player_nights n join mart_players p using (player_id)"
            ).rows()
        )
    assert (float(nets["Anders"]), float(nets["Freja"])) == (-45.0, 8.75)
    assert peder(store, "check").exit_code == 0
    again = peder(store, "import", "pokernow", files)
    assert "is in the store already" in again.stderr


@pytest.mark.parametrize(
    "names",
    [
        ("log", "ledger"),
        *(pytest.param(names, marks=pytest.mark.nightly) for names in (("ledger", "log"), ("",))),
    ],
)
def test_a_ledger_from_before_the_last_hands_leaves_the_log_s_results(
    files: Path, tmp_path: Path, names: tuple[str, ...], won_by_the_log: list[tuple[str, object]]
) -> None:
    """One after the other, or both at once; a whole ledger counts again."""
    store = tmp_path / "s"
    (files / "ledger.csv").write_text(ledger({}, before=20))
    said = ""
    for name in (*names, *names):
        result = peder(store, "import", "pokernow", files / f"{name}.csv" if name else files)
        assert result.exit_code == 0, result.output
        said += result.stderr
    assert (
        "is its ledger from before hand 20, so the results of the hands count" in said or names[0] == "ledger"
    )
    peder(store, "check", code=0)
    with open_store(store) as opened:
        assert opened.sql(WON).rows() == won_by_the_log
    (files / "ledger.csv").write_text(ledger({"Anders": -5, "Freja": 5}))
    result = peder(store, "import", "pokernow", files / "ledger.csv")
    assert "entered as differences: Anders -5, Freja +5" in result.stderr


@pytest.mark.parametrize(("first", "command"), [("log", "pokernow"), ("ledger", "pokernow-")])
def test_the_second_file_joins_the_first_in_either_order(
    files: Path, tmp_path: Path, first: str, command: str
) -> None:
    """One session with the hands of the one and the results of the other, and the same however often."""
    (files / "ledger.csv").write_text(ledger({"Anders": -5, "Freja": 5}))
    second = "ledger" if first == "log" else "log"
    store, results = tmp_path / "s", []
    for name in (first, second, first, second):
        more = ["--season", "2026", "--currency", "DKK"] if not results else []
        word = command + name if command.endswith("-") else command
        result = peder(store, "import", word, files / f"{name}.csv", *more, "--json")
        assert result.exit_code == 0, result.output
        results += [row["result"] for row in json.loads(result.stdout)]
    assert results == ["imported", "reconciled", "there already", "there already"]
    [session] = Store(store).read("sessions").rows(named=True)
    assert (session["season"], session["currency"], session["session_id"].startswith("pokernow-")) == (
        "2026", "DKK", True
    )  # fmt: skip
    assert Store(store).read("hands").height == 34
    together = tmp_path / "together"
    assert peder(together, "import", "pokernow", files).exit_code == 0
    columns = ["entry_no", "player_id", "kind", "chips", "money"]
    one, other = (Store(place).read("bank").select(columns) for place in (store, together))
    assert one.equals(other)
    assert peder(store, "check").exit_code == 0


def test_a_ledger_of_another_day_is_a_night_of_its_own(files: Path, tmp_path: Path) -> None:
    (files / "ledger.csv").write_text(ledger({}, day="2026-03-01"))
    result = peder(tmp_path / "s", "import", "pokernow", files, "--json")
    assert len(json.loads(result.stdout)) == 2


def test_a_bad_ledger_doesn_t_keep_out_the_log(files: Path, tmp_path: Path) -> None:
    (files / "ledger.csv").write_text(ledger({"Anders": 5}))
    result = peder(tmp_path / "s", "import", "pokernow", files, "--json")
    assert result.exit_code == 1
    assert [row["session_id"] for row in json.loads(result.stdout)] == [GAME]
    assert "the nets add up to 5, not to 0" in result.stderr


def test_times_without_a_zone_are_utc(tmp_path: Path) -> None:
    text = ledger({}).replace("17:00:00Z", "17:00:00", 1)
    (tmp_path / "ledger.csv").write_text(text)
    assert import_ledger(tmp_path / "ledger.csv").session["started_at"] == datetime(
        2026, 1, 16, 17, tzinfo=UTC
    )


def nets(store: Path) -> dict[str, float]:
    with open_store(store) as opened:
        rows = opened.sql(
            "select p.name, sum(n.net_money) from mart_player_nights n join mart_players p using (player_id) group by 1"
        ).rows()
    return {name: float(net) for name, net in rows}


COLUMNS = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
AT_TEN = "Anna,a1,2026-04-28T20:00:00.000Z,,100,0,150,50\nBo,b1,2026-04-28T20:01:00.000Z,,100,0,50,-50\n"
AT_MIDNIGHT = (
    "Anna,a1,2026-04-28T20:00:00.000Z,2026-04-28T23:00:00.000Z,100,300,0,200\n"
    "Bo,b1,2026-04-28T20:01:00.000Z,2026-04-28T22:00:00.000Z,200,0,0,-200\n"
)


@pytest.mark.parametrize("order", ["first last", "last first", "first last last", "last first last"])
def test_two_ledgers_of_a_game_count_once_as_the_later_one(tmp_path: Path, order: str) -> None:
    (tmp_path / "first.csv").write_text(COLUMNS + AT_TEN)
    (tmp_path / "last.csv").write_text(COLUMNS + AT_MIDNIGHT)
    for name in order.split():
        result = peder(tmp_path / "s", "import", "pokernow", tmp_path / f"{name}.csv")
        assert result.exit_code == 0, result.output
    assert nets(tmp_path / "s") == {"Anna": 200, "Bo": -200}


def test_a_later_ledger_of_a_table_in_cents_is_in_cents(tmp_path: Path) -> None:
    for name, text in (("first", AT_TEN), ("last", AT_MIDNIGHT)):
        (tmp_path / f"{name}.csv").write_text(COLUMNS + text)
        cents = ["--cents"] if name == "first" else []
        result = peder(tmp_path / "s", "import", "pokernow", tmp_path / f"{name}.csv", *cents)
        assert result.exit_code == 0, result.output
    assert nets(tmp_path / "s") == {"Anna": 2, "Bo": -2}


@pytest.mark.parametrize("names", [("log", "ledger"), ("ledger", "log"), ("",)])
def test_a_player_who_changed_ids_after_the_log_ends_counts_once(
    files: Path, tmp_path: Path, names: tuple[str, ...]
) -> None:
    """The ledger has the whole game by the new id alone."""
    before = ledger({"Anders": -5, "Freja": 5})
    old = next(row.split(",")[1] for row in before.splitlines() if row.startswith("Anders,"))
    (files / "ledger.csv").write_text(before.replace(f"Anders,{old}", "anders,newid12345"))
    store = tmp_path / "s"
    for name in names:
        result = peder(store, "import", "pokernow", files / f"{name}.csv" if name else files)
        assert result.exit_code == 0, result.stderr
    assert "by another id, and they count once" in result.stderr
    with open_store(store) as opened:
        sums = "select player_id, sum(net_money) from mart_player_nights group by all"
        nets = dict(opened.sql(sums).rows())
    assert len(nets) == 6
    assert float(nets[f"pokernow:{old}"]) == -45
    assert peder(store, "check").exit_code == 0


@pytest.mark.parametrize("names", [("log", "ledger"), ("ledger", "log")])
def test_a_ledger_that_lacks_a_player_of_the_log_does_not_count_beside_it(
    files: Path, tmp_path: Path, names: tuple[str, str]
) -> None:
    """It was downloaded before the last player came: counted apart, every result would count twice."""
    head, *rows = ledger({}).splitlines()
    gone = rows[0]
    left = [row for row in rows if row is not gone]
    last = left[-1].split(",")
    over = float(gone.split(",")[-1])
    last[-2], last[-1] = f"{float(last[-2]) + over:g}", f"{float(last[-1]) + over:g}"
    (files / "ledger.csv").write_text("\n".join([head, *left[:-1], ",".join(last)]) + "\n")
    first, second = (peder(tmp_path / "s", "import", "pokernow", files / f"{name}.csv") for name in names)
    assert first.exit_code == 0, first.output
    assert second.exit_code == 1
    assert f"lacks {gone.split(',')[0]}" in second.stderr
    apart = peder(tmp_path / "s", "import", "pokernow", files / f"{names[1]}.csv", "--session", "apart")
    assert apart.exit_code == 0, apart.output


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_ledger_with_its_columns_in_another_order_and_more_of_them(tmp_path: Path, mark: str) -> None:
    rows = [line.split(",") for line in (COLUMNS + AT_TEN).splitlines()]
    lines = [mark.join([str(number), *reversed(row), "a note"]) for number, row in enumerate(rows)]
    (tmp_path / "ledger.csv").write_text("\n".join([*lines, mark * 9]) + "\n")
    result = peder(tmp_path / "s", "import", tmp_path / "ledger.csv")
    assert result.exit_code == 0, result.output
    assert nets(tmp_path / "s") == {"Anna": 50, "Bo": -50}


@pytest.mark.parametrize(
    "text",
    [
        '{"buyInTotal": 650, "inGameTotal": 146, "playersInfos": {"a1": {"names": ["Anna"], "net": -22}}}',
        '{"generatedAt":"2024-01-01T00:00:00Z","playerId":"a1","gameId":"pgl","hands":[]}',
    ],
)
def test_pokernows_json_is_refused_by_what_to_download(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    result = peder(tmp_path / "s", "import", tmp_path / "x.json")
    assert (result.exit_code, "download the log and the ledger as CSV" in result.stderr) == (1, True)
