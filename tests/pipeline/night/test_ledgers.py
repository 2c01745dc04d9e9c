"""The ledger of a night from the marts, for pages, and from the files, for `settle`: one, with one reason where there is none."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from pipeline.analysis.marts import open_marts
from pipeline.night.journal import journal_place
from pipeline.night.payments import PagePayments
from pipeline.night.service import NightService
from pipeline.store.columns import TOURNAMENT
from reports.data import latest_money
from reports.errors import ReportError
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import hand, peder, session, write

SHEET = "date,Anna,Bo\n2026-05-01,12.50,-12.50\n"
Payments = set[tuple[str, str, str, Decimal]]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A season of a night with its journal, one without, a sheet's and an imported one; Bo of the second is a merged player."""
    place = tmp_path / "store"
    for name, lines in {
        "n1": (
            "banker a",
            "loan 100",
            "7s 14 b3 +a",
            "7s 20 x +b",
            "expense b 90 kr pizza",
            "count c 90 !",
            "end",
        ),
        "n2": ("chip 1 kr", "7s 10 +c"),
    }.items():
        with NightService(place, name) as service:
            for line in (f"players Anna, {'Bo' if name == 'n1' else 'Bo B'}, Carl", "season 2026", *lines):
                service.enter(line)
    (tmp_path / "sheet.csv").write_text(SHEET)
    peder(place, "import", "csv", tmp_path / "sheet.csv", "--season", "2026", "--currency", "DKK", code=0)
    peder(place, "import", "pokernow", SAMPLE, "--session", "p", "--season", "2026", code=0)
    peder(place, "settle", "n2", code=0)
    journal_place(place, "n2").unlink()
    peder(place, "players", "merge", "Bo B", "Bo", code=0)
    return place


def settled(store: Path, *where: str) -> Payments:
    rows = json.loads(peder(store, "settle", *where, "--json", code=0).stdout, parse_float=Decimal)
    return {
        (row["player_id"], row["to_player_id"], row["currency"] or "", Decimal(row["amount"]))
        for row in rows
        if row["row"] == "payment"
    }


def test_pages_and_settle_say_the_same_of_every_night_and_of_the_season(store: Path) -> None:
    names = ["n1", "n2", "p", "sheet-2026-05-01"]
    with open_marts(store) as con:
        pays = PagePayments(store, con)
        pages = {name: pays.night(name) for name in names} | {"2026": pays.season("2026", names)}
    for name, payments in pages.items():
        found = {(one.payer_id, one.payee_id, one.currency, one.money) for one in payments}
        assert found == settled(store, *(["--season", name] if name == "2026" else [name])), name
        assert found, name


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"chip_value": None}, "The session 'n2' doesn't say what a chip is worth"),
        ({"kind": "import", "names": False}, "The session 'n2' has no players with names"),
    ],
)
def test_a_season_with_a_night_that_can_t_be_settled_says_why_on_pages_too(
    tmp_path: Path, facts: dict[str, object], why: str
) -> None:
    named = facts.pop("names", True)
    one, two = (hand(name, 1, {"anna": 5, "bo": 5}, {"anna": 10}) for name in ("n1", "n2"))
    if not named:
        for seat in two[1]:
            seat["player_id"] = None
    write(tmp_path, sessions=[session("n1"), session("n2", **facts)], hands=[one, two])
    result = peder(tmp_path, "settle", "--season", "2026")
    assert (result.exit_code, why in result.stderr) == (1, True), result.output
    with open_marts(tmp_path) as con:
        pays = PagePayments(tmp_path, con)
        assert [one.money for one in pays.night("n1")] == [Decimal("1.25")]
        assert pays.night("n2") == []
        with pytest.raises(ReportError, match=why):
            pays.season("2026", ["n1", "n2"])


def test_a_tournament_is_left_out_of_its_season_and_its_page(tmp_path: Path) -> None:
    one, two = (hand(name, 1, {"anna": 5, "bo": 5}, {"anna": 10}) for name in ("n1", "n2"))
    write(
        tmp_path,
        sessions=[session("n1"), session("n2", house_rules=TOURNAMENT, chip_value=Decimal(5))],
        hands=[one, two],
    )
    with open_marts(tmp_path) as con:
        pays = PagePayments(tmp_path, con)
        assert [one.money for one in pays.season("2026", ["n1", "n2"])] == [Decimal("1.25")]
        assert pays.night("n2") == []
        assert latest_money(con) == (0.25, "DKK")
    assert len(settled(tmp_path, "--season", "2026")) == 1
    assert "was a tournament" in peder(tmp_path, "settle", "n2", code=1).stderr


def test_what_an_export_of_sessions_leaves_out_of_a_season_is_said(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert "payment" not in peder(store, "export", "json", "n1", "--out", out, code=0).stderr
    peder(store, "settle", "--season", "2026", "--paid", "Carl Anna 1 kr !", code=0)
    assert (
        "1 payment of a season isn't in it"
        in peder(store, "export", "json", "n1", "--out", out, code=0).stderr
    )
