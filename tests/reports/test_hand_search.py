"""Hands that are looked for: the conditions, one by one and together, against the hands themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.store.store import Store
from reports.errors import ReportError
from reports.page import render
from reports.pages.hands import hands_page
from reports.search.columns import pack_hands
from reports.search.fields import FIELDS, Condition, parse
from reports.search.hands import find_hands
from tests.reports.house import HOSTILE, build_house
from tests.reports.page_scripts import script_data_of
from tests.stores import build, hand, session, variant, write

DOCS = Path(__file__).parents[2] / "docs" / "hands.md"


def keys(frame: pl.DataFrame) -> set[tuple[str, int]]:
    return set(frame.select("session_id", "hand_no").iter_rows())


def seats(house: Store) -> pl.DataFrame:
    """Every seat of the nights and the import, with what is known of its hand."""
    rows = [
        house.read("seats", name)
        .join(house.read("hands", name).drop("shares", "actions", "errors"), on="hand_no")
        .with_columns(session_id=pl.lit(name))
        for name in (*(f"2026-0{n}" for n in range(1, 6)), "log-1")
    ]
    return pl.concat(rows, how="diagonal_relaxed")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("pot>=40", pl.col("pot") >= 40),
        ("pot<80 night=2026-02", (pl.col("pot") < 80) & (pl.col("session_id") == "2026-02")),
        ("game=harakiri", pl.col("variant_id") == "harakiri"),
        ("game=harakiri,cincinnati", pl.col("variant_id").is_in(["harakiri", "cincinnati"])),
        ("game!=harakiri", pl.col("variant_id") != "harakiri"),
        ("pot>=12.5kr", pl.col("session_id").ne("log-1") & (pl.col("pot") >= 50)),
        ("weekday=5", pl.col("session_id") != "log-1"),
        ("weekday>5", pl.col("session_id") == "log-1"),
        ("date=2026-02", pl.col("session_id").is_in(["2026-03", "2026-04", "log-1"])),
        ("net<-20", pl.col("net") < -20),
        ("meld=flush net>20", (pl.col("meld") == "flush") & (pl.col("net") > 20)),
        ("kind=import", pl.col("session_id") == "log-1"),
        ("outcome=showdown players>5", (pl.col("outcome") == "showdown") & (pl.col("player_count") > 5)),
        ("hand<=3", pl.col("hand_no") <= 3),
        ("note~'card too'", pl.col("note").str.contains("card too")),
        ("carried=yes", pl.col("pot_out") > 0),
        ("carried=nej", pl.col("pot_out").fill_null(0) == 0),
    ],
)
def test_a_condition_finds_the_hands_for_which_it_holds(
    con: DuckDBPyConnection, house: Store, text: str, holds: pl.Expr
) -> None:
    wanted = keys(seats(house).filter(holds))
    assert wanted or "carried=yes" in text
    assert keys(find_hands(con, parse(text))) == wanted


def test_a_players_hands_are_found_with_what_they_brought(con: DuckDBPyConnection, house: Store) -> None:
    every = seats(house)
    bo, anna = every.filter(pl.col("player_id") == "p2"), every.filter(pl.col("player_id") == "p1")
    found = find_hands(con, parse("player=bo"))
    assert keys(found) == keys(bo)
    assert found["net"].sum() == bo["net"].sum()
    assert set(found["player"]) == {"Bo"}
    assert keys(find_hands(con, parse("player=Bo vs=Anna"))) == keys(bo) & keys(anna)
    assert keys(find_hands(con, parse("player=Bo vs!=Anna"))) == keys(bo) - keys(anna)
    assert keys(find_hands(con, parse("player=Bo net<0"))) == keys(bo.filter(pl.col("net") < 0))
    assert keys(find_hands(con, parse("winner=Bo"))) == keys(bo.filter(pl.col("won") > 0))
    dealt = every.filter(pl.col("dealer_id") == "p2")
    assert keys(find_hands(con, parse("dealer=Bo"))) == keys(dealt)


def test_no_condition_finds_every_hand(con: DuckDBPyConnection, house: Store) -> None:
    assert keys(find_hands(con, [])) == keys(seats(house))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pot", "'pot' isn't a condition: write one such as pot>=200 or player=Bo, of the fields player, "),
        ("potato=3", "'potato=3' isn't a condition"),
        ("pot~3", "pot takes = != >= <= > <, not ~."),
        ("pot=much", "pot can't be 'much': a number of chips, or of money such as 50kr."),
        ("draft=perhaps", "draft can't be 'perhaps': yes or no."),
        ("date>=spring", "date can't be 'spring': a day such as 2026-03-14, or a month such as 2026-03."),
        (
            "low=6x",
            "low can't be '6x': the ranks of a low hand from the highest, or its first ones, such as 6-4 or 8.",
        ),
        ("low>6", "low takes = !=, not >."),
        ("weekday=friday", "weekday can't be 'friday': a number."),
        ("pot>50 kr", "'kr' isn't a condition: "),
        ("player=Boo", "There is no player called 'Boo'. Did you mean Bo?"),
        ("game=nonsense", "There is no game 'nonsense'. All games and their aliases: peder variants."),
        ("note~'open", "A quotation mark isn't closed in \"note~'open\"."),
    ],
)
def test_what_cant_be_asked_is_told(con: DuckDBPyConnection, text: str, sentence: str) -> None:
    with pytest.raises(ReportError) as told:
        find_hands(con, parse(text))
    assert str(told.value).startswith(sentence)


def test_values_are_bound_and_never_run(con: DuckDBPyConnection) -> None:
    for value in ("x') or true --", "%", "$people_0", "'; drop table mart_hands"):
        assert find_hands(con, [Condition("night", "=", (value,))]).is_empty()


def test_a_page_shows_what_was_found_letter_by_letter(hostile: DuckDBPyConnection) -> None:
    found = find_hands(hostile, [Condition("player", "=", (HOSTILE[1],))])
    html = render(hands_page(hostile, pack_hands(hostile, found), asked="player=<b>Bo</b>"))
    assert len(found)
    assert "<b>" not in html
    assert script_data_of(html, "hands-data")["asked"] == "player=<b>Bo</b>"


def test_every_field_is_documented() -> None:
    rows = [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall("`([a-z]+)`", row.split("|")[1])}
    assert told == set(FIELDS)


def test_the_command_lists_hands_as_text_json_and_a_page(tmp_path: Path) -> None:
    build_house(tmp_path / "store", nights=1, hands=8, run_hands=0)
    command = ["--store", str(tmp_path / "store"), "hands", "player=Bo hand<=4"]
    told = CliRunner().invoke(app, command)
    assert "net of Bo" in told.stdout.splitlines()[0]
    rows = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert len(rows) == len(told.stdout.splitlines()) - 1
    CliRunner().invoke(app, [*command, "--out", str(tmp_path / "hands.html")])
    written = (tmp_path / "hands.html").read_text("utf-8")
    assert script_data_of(written, "hands-data")["asked"] == "player=Bo hand<=4"
    none = CliRunner().invoke(app, [*command, "pot>99999"])
    assert (none.exit_code, none.stderr) == (0, "There is nothing to show.\n")


def test_a_hand_against_the_pack_is_no_showdown(tmp_path: Path) -> None:
    """Three-card guts: anna alone loses to the hand from the pack, beats the next and shows it, then beats bo."""
    alone = {"variant_id": "guts-3-card", "folded": {"bo": 1}, "showdown_count": 1}
    beats = hand("n", 2, {"anna": 0, "bo": 0}, {"anna": 6}, pot_in=6, chain_no=1, outcome="showdown", **alone)
    beats[1][0].update(showed=True, meld="pair")
    hands = [
        hand("n", 1, {"anna": 4, "bo": 2}, {}, **alone),
        beats,
        hand("n", 3, {"anna": 2, "bo": 2}, {"anna": 4}, variant_id="guts-3-card"),
    ]
    place = write(
        tmp_path / "store",
        hands=hands,
        sessions=[session("n")],
        players=[{"player_id": one, "name": one.title()} for one in ("anna", "bo")],
        variants=[variant("guts-3-card", family="guts")],
    )
    found = {
        "outcome=showdown": [3], "player=anna showdown=yes": [3], "outcome=last_standing": [2],
        "player=anna unseen=yes": [2], "player=anna took=yes showdown=no": [2], "shown=yes": [], "allstayed=yes": [3],
        "player=anna met=bo": [3],
    }  # fmt: skip
    with build(place) as con:
        assert {text: find_hands(con, parse(text))["hand_no"].to_list() for text in found} == found
        shares = con.execute(
            "select metric, value, sample from mart_variant_stats where metric = 'showdown' and player_count = 2"
        )
        assert shares.fetchall() == [("showdown", 1 / 3, 3)]
