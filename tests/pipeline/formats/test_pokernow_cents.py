"""Tables in PokerNow's cents mode: 5000 chips are 50.00, in the ledger always, in the log once the mode is on."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from pathlib import Path

import pytest

from pipeline.formats.pokernow.log import import_log
from pipeline.store.store import Store
from tests.pipeline.formats.logs import entries, write_log
from tests.stores import STANDINGS, few_models, peder

few = few_models("check_", "stg_", "stored_", *STANDINGS)

HAND = """
    -- starting hand #1 (id: x1)  No Limit Texas Hold'em (dealer: <Ann>) --
    The player <Ann> joined the game with a stack of 50.00.
    The player <Bob> joined the game with a stack of 50.00.
    Player stacks: #1 <Ann> (50.00) | #2 <Bob> (50.00)
    <Ann> posts a small blind of 0.25
    <Bob> posts a big blind of 0.50
    <Ann> raises to 10.00
    <Bob> folds
    Uncalled bet of 9.50 returned to <Ann>
    <Ann> collected 1.00 from pot
    -- ending hand #1 --
"""
LEDGER = """player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net
Ann,id-Ann,2026-01-16T19:00:00.000Z,2026-01-16T20:00:13.000Z,5000,5050,0,50
Bob,id-Bob,2026-01-16T19:00:00.000Z,2026-01-16T20:00:14.000Z,5000,4950,0,-50
"""
IN_CENTS = {"pokernow:id-Ann": Decimal("0.5"), "pokernow:id-Bob": Decimal("-0.5")}


def nets(store: Path) -> dict[str, Decimal]:
    """What each player won, in money: by the hands and the differences of the ledger."""
    (session,) = Store(store).read("sessions").rows(named=True)
    won: dict[str, Decimal] = {}
    seats = Store(store).read("seats").select("player_id", "net").rows()
    for player, chips in [
        *seats,
        *Store(store).read("bank").filter(kind="difference").select("player_id", "chips").rows(),
    ]:
        won[player] = won.get(player, Decimal(0)) + chips * session["chip_value"]
    return won


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    log, ledger = write_log(tmp_path / "log.csv", entries(HAND)), tmp_path / "ledger.csv"
    ledger.write_text(LEDGER)
    return {"log": log, "ledger": ledger}


@pytest.mark.parametrize(
    "order", [("log ledger",), ("log", "ledger"), ("ledger", "log"), ("ledger --cents", "log")]
)
def test_a_ledger_in_cents_agrees_with_its_log_in_any_order(
    files: dict[str, Path], tmp_path: Path, order: tuple[str, ...]
) -> None:
    for words in order:
        result = peder(
            tmp_path / "s", "import", "pokernow", *(files.get(word, word) for word in words.split())
        )
        assert result.exit_code == 0, result.output
    assert "agrees with the hands" in result.stderr
    assert nets(tmp_path / "s") == IN_CENTS
    assert peder(tmp_path / "s", "check").exit_code == 0


def test_what_a_ledger_in_cents_has_more_is_a_difference_in_the_logs_unit(
    files: dict[str, Path], tmp_path: Path
) -> None:
    ledger = LEDGER.replace("5050,0,50", "5150,0,150").replace("4950,0,-50", "4850,0,-150")
    files["ledger"].write_text(ledger)
    result = peder(tmp_path / "s", "import", "pokernow", *files.values())
    assert "log.csv: ledger.csv, in cents, is its ledger, and differs from the hands; " in result.stderr
    assert "Ann +1, Bob -1" in result.stderr
    assert nets(tmp_path / "s") == {player: 3 * net for player, net in IN_CENTS.items()}


def test_a_ledger_in_the_logs_unit_is_left_as_it_is(files: dict[str, Path], tmp_path: Path) -> None:
    """Also where a player bought in several times more than the log saw."""
    ledger = LEDGER.replace("5000,5050,0,50", "200,200.50,0,0.5").replace(
        "5000,4950,0,-50", "200,199.50,0,-0.5"
    )
    files["ledger"].write_text(ledger)
    result = peder(tmp_path / "s", "import", "pokernow", *files.values())
    assert "ledger.csv is its ledger, and agrees with the hands" in result.stderr
    assert nets(tmp_path / "s") == IN_CENTS


def test_a_ledger_alone_is_in_cents_where_that_is_said(files: dict[str, Path], tmp_path: Path) -> None:
    result = peder(tmp_path / "s", "import", "pokernow", files["ledger"])
    assert "a buy-in of 5000 is taken as 5000" in result.stderr
    assert "if it was 50.00, import it again with --cents --replace" in result.stderr
    result = peder(tmp_path / "s", "import", "pokernow", files["ledger"], "--cents", "--replace", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)[0]["result"] == "replaced"
    assert "is taken as" not in result.stderr
    assert nets(tmp_path / "s") == IN_CENTS
    files["ledger"].write_text(LEDGER.replace("50,0,50", "50.5,0,50.5").replace("50,0,-50", "49.5,0,-50.5"))
    result = peder(tmp_path / "t", "import", "pokernow", files["ledger"], "--cents")
    assert result.exit_code == 1
    assert "ledger.csv has amounts with decimals: it isn't in cents, so leave out --cents." in result.stderr


LOBBY = """
    The player <Ann> requested a seat.
    The admin approved the player <Ann> participation with a stack of 50.
    The game's small blind was changed from 0.10 to 0.25.
    The game's big blind was changed from 0.20 to 0.50.
    The admin approved the player <Bob> participation with a stack of 50.00.
    WARNING: the admin queued the stack change for the player <Ann> reseting to 50.00 chips in the next hand.
    The admin updated the player <Ann> stack from 0.50 to 50.00.
"""
STANDS = """
    The admin approved the player <Cat> participation with a stack of 50.
    The game's big blind was changed from 0.20 to 0.50.
    The player <Cat> stand up with the stack of 0.50.
"""
BEFORE = """
    -- starting hand #7 (id: x0)  No Limit Texas Hold'em (dealer: <Ann>) --
    Player stacks: #1 <Ann> (5000) | #2 <Bob> (5000)
    <Ann> posts a small blind of 25
    <Bob> posts a big blind of 50
    <Ann> folds
    Uncalled bet of 25 returned to <Bob>
    <Bob> collected 50 from pot
    -- ending hand #7 --
"""
AFTER = """
    -- starting hand #8 (id: x1)  No Limit Texas Hold'em (dealer: <Ann>) --
    Player stacks: #1 <Ann> (49.75) | #2 <Bob> (50.25)
    <Ann> posts a small blind of 0.25
    <Bob> posts a big blind of 0.50
    <Ann> folds
    Uncalled bet of 0.25 returned to <Bob>
    <Bob> collected 0.50 from pot
    -- ending hand #8 --
"""
ON, OFF = "Game Config Changes\n* Cents Mode: off » on", "Game Config Changes\n* Cents Mode: on » off"


@pytest.mark.parametrize(
    ("lines", "net"),
    [
        (entries(LOBBY + HAND), "0.5"),
        (entries(STANDS + HAND), "0.5"),
        ([*entries(BEFORE), ON, *entries(AFTER)], "-0.5"),
        ([*entries(BEFORE), *entries(AFTER)], "-0.5"),  # the amounts themselves say so
        ([*entries(AFTER), OFF, *entries(BEFORE.replace("5000", "4950", 1).replace("5000", "5050"))], "-0.5"),
        ([*entries(BEFORE), ON], "-0.25"),
        ([ON, OFF, *entries(BEFORE)], "-25"),
        (entries(BEFORE), "-25"),
    ],
)  # fmt: skip
def test_amounts_without_decimals_are_cents_where_the_mode_was_switched(
    tmp_path: Path, lines: list[str], net: str
) -> None:
    imported = import_log(write_log(tmp_path / "log.csv", lines))
    assert imported.remarks == []
    won = imported.seats.filter(player_id="pokernow:id-Ann")["net"].sum()
    assert won * imported.session["chip_value"] == Decimal(net)  # type: ignore[operator]
    assert set(imported.names) == {"pokernow:id-Ann", "pokernow:id-Bob"}


def test_a_program_that_drops_noughts_writes_no_cents(tmp_path: Path) -> None:
    """Amounts as 0.5 and 50: the latter isn't fifty cents."""
    game = HAND.replace("50.00", "50").replace("0.50", "0.5").replace("9.50", "9.5").replace("1.00", "1")
    imported = import_log(write_log(tmp_path / "log.csv", entries(game.replace("10.00", "10"))))
    assert imported.bank["money"].to_list() == [Decimal(50), Decimal(50), Decimal("50.5"), Decimal("49.5")]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (LEDGER.splitlines()[1], "line 4 is line 2 again: keep it once"),
        (",,,,10000,10100,0,100", "line 4 has no player's id: leave out rows of sums"),
    ],
)
def test_a_row_that_would_count_twice_is_refused(tmp_path: Path, more: str, why: str) -> None:
    file = tmp_path / "ledger.csv"
    file.write_text(f"{LEDGER}{more}\n")
    result = peder(tmp_path / "store", "import", "pokernow", file)
    assert (result.exit_code, why in result.stderr) == (1, True)


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_log_and_a_ledger_that_a_spreadsheet_saved_are_read(
    tmp_path: Path, files: dict[str, Path], mark: str
) -> None:
    for name, encoding in (("log", "utf-8-sig"), ("ledger", "utf-16")):
        with files[name].open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        with files[name].open("w", newline="", encoding=encoding) as file:
            csv.writer(file, delimiter=mark).writerows([*rows, []])
    assert peder(tmp_path / "store", "import", "pokernow", files["log"], files["ledger"]).exit_code == 0
    assert nets(tmp_path / "store") == IN_CENTS
