"""Tournaments are recognized on import, and nothing about people at a table for money is taken from them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from pipeline.analysis.observed import logged_figures
from pipeline.analysis.pace import read_paces
from pipeline.formats.pokernow.log import import_log
from pipeline.simulation.stacks import parse_stacks
from tests.pipeline.formats.logs import SAMPLE, entries, write_log
from tests.stores import peder


def played(start: tuple[int, ...] = (1000, 1000, 1000), levels: int = 4, leaves: str = "") -> list[str]:
    """A log in which the blinds double every six hands; before the last level one of three is out."""
    names = ["Ann", "Bob", "Cat"]
    stacks = dict(zip(names, start, strict=True))
    lines = [
        f"The player <{name}> joined the game with a stack of {stack}." for name, stack in stacks.items()
    ]
    number = 0

    def begin(dealer: str) -> str:
        listed = " | ".join(f"#{seat} <{name}> ({stacks[name]})" for seat, name in enumerate(names, start=1))
        return (
            f"-- starting hand #{number} (id: x{number})  No Limit Texas Hold'em (dealer: <{dealer}>) --\n"
            f"Player stacks: {listed}"
        )

    for level in range(levels):
        small = 5 * 2**level
        if level == levels - 1:
            number += 1
            all_in = min(stacks["Ann"], stacks["Cat"])
            lines.append(f"""{begin("Ann")}
                <Bob> posts a small blind of {small}
                <Cat> posts a big blind of {2 * small}
                <Ann> raises to {all_in}
                <Bob> folds
                <Cat> calls {all_in} and go all in
                <Ann> shows a 2♥, 9♦.
                <Cat> shows a J♥, K♠.
                Flop:  [3♦, 4♥, 8♠]
                Turn: 3♦, 4♥, 8♠ [5♠]
                River: 3♦, 4♥, 8♠, 5♠ [A♣]
                <Ann> collected {2 * all_in + small} from pot
                -- ending hand #{number} --
                The player <Cat> quits the game with a stack of {stacks["Cat"] - all_in}.""")
            stacks["Ann"] += all_in + small
            stacks["Bob"] -= small
            names = ["Ann", "Bob"]
            if leaves:
                lines.append(f"The player <{leaves}> quits the game with a stack of {stacks[leaves]}.")
                lines.append(f"The player <{leaves}> joined the game with a stack of {stacks[leaves]}.")
        for turn in range(6):
            number += 1
            around = names[turn % len(names) :] + names[: turn % len(names)]
            dealer, small_blind, big_blind = around if len(around) == 3 else (around[0], *around)
            fold = f"<{dealer}> folds\n" if len(around) == 3 else ""
            lines.append(f"""{begin(dealer)}
                <{small_blind}> posts a small blind of {small}
                <{big_blind}> posts a big blind of {2 * small}
                {fold}<{small_blind}> folds
                Uncalled bet of {small} returned to <{big_blind}>
                <{big_blind}> collected {2 * small} from pot
                -- ending hand #{number} --""")
            stacks[small_blind] -= small
            stacks[big_blind] += small
    return entries("\n".join(lines))


@pytest.mark.parametrize(
    ("lines", "is_tournament"),
    [
        (played(), True),
        (played(levels=3), False),  # the blinds rise twice
        (played(start=(1000, 1500, 1000)), False),
        (played(leaves="Bob"), False),  # with chips, which were money
        (["The player <Ann> is in the tournament with a stack of 1000.", *played(levels=1)], True),
    ],
)
def test_a_log_is_of_a_tournament_by_its_lines_or_its_blinds_and_stacks(
    tmp_path: Path, lines: list[str], is_tournament: bool
) -> None:
    game = import_log(write_log(tmp_path / "log.csv", entries("\n".join(lines))))
    assert game.is_tournament is is_tournament
    assert game.bank["money"].null_count() == (game.bank.height if is_tournament else 0)


def test_fits_paces_and_logged_stacks_leave_tournaments_out_and_say_so(tmp_path: Path) -> None:
    stores = tmp_path / "cash", tmp_path / "both"
    log = write_log(tmp_path / "log.csv", played())
    for store in stores:
        assert peder(store, "import", "pokernow", SAMPLE).exit_code == 0
    result = peder(stores[1], "import", "pokernow", log)
    assert (
        "log.csv: a tournament, whose chips aren't money: profiles, paces and logged stacks" in result.stderr
    )
    one, other = (logged_figures(store, game="texas-holdem") for store in stores)
    assert one == other
    one, other = (parse_stacks("logged", store) for store in stores)
    assert one == other
    assert read_paces(stores[0]) == read_paces(stores[1])
    said = "Left out: 1 tournament, whose blinds rise and whose chips aren't money."
    for words in (
        ["profile", "fit", "--tables", "9"],
        ["simulate", "texas-holdem", "--hands", "10", "--stacks", "logged"],
    ):
        assert said in peder(stores[1], *words).stderr
        assert said not in peder(stores[0], *words).stderr


def test_standings_count_no_money_of_a_tournament_as_settling_does(tmp_path: Path) -> None:
    """The chips of one were money in standings, and none in `settle`."""
    store = tmp_path / "store"
    for file in (SAMPLE, write_log(tmp_path / "log.csv", played())):
        peder(store, "import", "pokernow", file, "--season", "2026", "--currency", "DKK", code=0)
    rows = json.loads(peder(store, "standings", "2026", "--json", code=0).stdout)
    money = {row["player_id"]: row["net_money"] for row in rows if row["currency"]}
    settled = json.loads(peder(store, "settle", "--season", "2026", "--json", code=0).stdout)
    assert money == {row["player_id"]: row["money"] for row in settled if row["row"] == "account"}
    assert len([row for row in rows if not row["currency"]]) == 3  # the tournament's, in chips
    peder(store, "report", "season", "2026", "--out", tmp_path / "season.html", code=0)
    peder(store, "check", code=0)
    exported = peder(store, "export", "csv", "sessions", code=0).stdout
    assert {row["currency"] for row in csv.DictReader(io.StringIO(exported))} == {"DKK"}  # as the import says
