"""Tables of a command: a line a row where they fit, else with folded cells."""

from __future__ import annotations

import pytest

from pipeline import commands
from pipeline.commands import print_rows

ROWS = [
    {"player": "Søren", "money": "+3.75 kr", "note": ""},
    {"player": "日本 \x1b[1m", "money": "-12.50 kr", "note": "left early, and came back"},
    {"player": "Bo", "money": None, "note": "[bold]"},
]


def test_a_table_that_fits_looks_as_a_folded_one(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows(ROWS, as_json=False, right=["money"])
    fitting = capsys.readouterr().out
    assert fitting.splitlines()[1].split() == ["Søren", "+3.75", "kr"]
    names, cells = [*ROWS[0]], [[commands.printable(str(v or "")) for v in row.values()] for row in ROWS]
    commands._print_folded(names, cells, [False, True, False], 200)
    assert capsys.readouterr().out == fitting


def test_only_numbers_and_named_columns_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"n": 5, "name": "+1 Anna", "won": "+3.75 kr"}, {"n": 12, "name": "Bo", "won": "-12.50 kr"}]
    print_rows(rows, as_json=False, right=["won"])
    assert capsys.readouterr().out.splitlines() == [
        " n  name           won",
        " 5  +1 Anna   +3.75 kr",
        "12  Bo       -12.50 kr",
    ]


def test_a_narrow_terminal_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_PIPE", 30)
    print_rows(ROWS, as_json=False)
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 30
    for word in ("Søren", "+3.75", "left", "early", "back", "[bold]"):
        assert word in printed


def test_a_cell_of_two_lines_stays_in_its_column(capsys: pytest.CaptureFixture[str]) -> None:
    print_rows([{"a": "1", "b": "one\ntwo"}], as_json=False)
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == ["a  b", "1  one", "two"]
