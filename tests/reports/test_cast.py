"""Who is on a page: names without ids, colours by season, nothing that a later night or an import changes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import polars as pl
import pytest

from engine.kernel.actions import Act, pack
from pipeline.analysis.marts import open_marts
from pipeline.store.reference import action_kinds_table
from pipeline.store.store import Store
from reports import data
from reports.components.html import text_of
from reports.data.cast import tell_apart
from reports.page import render
from reports.pages.index import index_page
from reports.pages.night import night_page, night_text
from reports.pages.player import player_page
from reports.pages.season import season_page
from tests.reports.house import build_house, variants
from tests.reports.marts import PAGE_MARTS

REGULARS = {"bo": "Bo", "dorte": "Dorte", "zoe": "Zoe"}
ONLINE = {"pokernow:pb9140309b": "Dorte", "pokernow:pc1": "Anna"}
SESSIONS = {
    "early": ("import", None, 1, ["pokernow:pb9140309b", "pokernow:pc1"]),
    "n1": ("night", "2026", 9, ["dorte", "bo"]),
    "n2": ("night", "2026", 16, ["zoe", "bo", "dorte"]),
    "online": ("import", "2026", 23, ["pokernow:pb9140309b", "pokernow:pc1", "bo", "dorte"]),
    "n3": ("night", "2025", 2, ["zoe", "dorte"]),
    "dream1": ("night", "2027", 3, ["zoe", "bo", "dorte"]),
    "dream2": ("night", "2027", 4, ["zoe", "bo"]),
    "dream3": ("night", "2027", 5, ["dorte", "bo", "zoe"]),
    "dream4": ("night", "2027", 6, ["dorte", "zoe"]),
    "later": ("import", "2028", 29, ["pokernow:pb9140309b", "pokernow:pc1"]),
}
"""Kind, season, day of January, and who was there."""


def store_of(path: Path, sessions: list[str]) -> Store:
    """A store in which some sessions of one hand each were played."""
    store = Store(path)
    people = [{"player_id": i, "name": n, "hidden": False} for i, n in (REGULARS | ONLINE).items()]
    store.write_reference("players", pl.DataFrame(people))
    store.write_reference("variants", variants())
    store.write_reference("action_kinds", action_kinds_table())
    for name in sessions:
        kind, season, day, there = SESSIONS[name]
        start = datetime(2026, 1, day, 18, tzinfo=UTC)
        pot = 2 * len(there)
        hand = {
            "hand_no": 1, "status": "confirmed", "chain_no": 1, "variant_id": "harakiri", "additions": "",
            "player_count": len(there), "unit": 2, "pot_in": 0, "pot": pot, "pot_out": 0, "outcome": "showdown",
            "rounds_played": 1, "showdown_count": 2, "boards": 1, "detail": "actions", "started_at": start,
            "actions": [pack(Act.ANTE, seat, 0, 2) for seat in range(len(there))],
        }  # fmt: skip
        seats = [
            {"hand_no": 1, "seat": seat, "player_id": player, "paid": 2, "won": 0 if seat else pot,
             "net": -2 if seat else pot - 2, "shadow": 0, "showed": True}
            for seat, player in enumerate(there)
        ]  # fmt: skip
        session = {"session_id": name, "kind": kind, "season": season, "started_at": start}
        session["place"] = "simulated" if name.startswith("dream") else None
        store.write_session(session, hands=pl.DataFrame([hand]), seats=pl.DataFrame(seats))
    return store


def cast(frame: pl.DataFrame) -> dict[str, tuple[str, int]]:
    return {row["player_id"]: (row["name"], row["join_order"]) for row in frame.to_dicts()}


def test_a_season_without_the_namesake_has_plain_names_and_its_own_colours(tmp_path: Path) -> None:
    with open_marts(store_of(tmp_path, ["early", "n1", "n2", "n3"]).path, PAGE_MARTS) as con:
        named = cast(data.cast_of_season(con, "2026"))
        assert [named[player] for player in ("bo", "dorte", "zoe")] == [("Bo", 0), ("Dorte", 1), ("Zoe", 2)]
        of_2025 = cast(data.cast_of_season(con, "2025"))
        assert [of_2025[player] for player in ("dorte", "zoe")] == [("Dorte", 0), ("Zoe", 1)]
        of_import = cast(data.cast_of_night(con, "early"))
        assert of_import["pokernow:pb9140309b"] == ("Dorte", 0)
        assert night_page(con, "early").top
        assert "Dorte won the night" in night_text(con, "early")
        assert "(" not in text_of(render(season_page(con, "2026"))).partition("Standings")[2][:400]


def test_where_both_are_people_know_them_by_the_site(tmp_path: Path) -> None:
    with open_marts(store_of(tmp_path, ["early", "n1", "n2", "online"]).path, PAGE_MARTS) as con:
        named = cast(data.cast_of_season(con, "2026"))
        assert named["dorte"] == ("Dorte", 1)
        assert named["pokernow:pb9140309b"] == ("Dorte (PokerNow)", 3)  # after the regulars
        assert named["pokernow:pc1"] == ("Anna", 4)
        assert player_page(con, "pokernow:pb9140309b", "2026").title == "Dorte (PokerNow)"
        pages = [index_page(con, lambda night: ()), season_page(con, "2026"), night_page(con, "online")]
        pages += [player_page(con, player, "2026") for player in ("dorte", "bo", "pokernow:pc1")]
        texts = [text_of(render(page)) for page in pages]
        texts.append(night_text(con, "online"))
        for text in texts:
            assert "(dorte)" not in text
            assert "pokernow:" not in text
        assert all("Dorte (PokerNow)" in text for text in texts[:3])
        assert "Dorte (PokerNow)" in texts[-1]


def test_a_later_night_changes_nothing_of_an_earlier_ones_page(tmp_path: Path) -> None:
    casts = []
    for place, sessions in enumerate((["n1", "n2"], ["early", "n1", "n2", "n3", "online"])):
        with open_marts(store_of(tmp_path / str(place), sessions).path, PAGE_MARTS) as con:
            named = cast(data.cast_of_night(con, "n2"))
            casts.append({player: named[player] for player in ("bo", "dorte", "zoe")})
    assert casts[0] == casts[1]


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ([("bo", "b"), ("bo-2", "q")], ["Bo (since 1 Jan 2026)", "Bo (since 2 Jan 2026)"]),
        ([("a", "b"), ("b", "q")], ["Bo (b)", "Bo (q)"]),
        ([("a", None), ("b", None)], ["Bo (1)", "Bo (2)"]),
        ([("pokernow:x", None), ("phh:bo", None)], ["Bo (PokerNow)", "Bo (PHH)"]),
        ([("ohh-any-site:x", None), ("bo", None)], ["Bo (OHH)", "Bo"]),
        ([("pokernow:x", None), ("pokernow:y", None)], ["Bo (1)", "Bo (2)"]),
        ([("pokernow:x", None), ("bo", "b"), ("pokernow:y", None)], ["Bo (1)", "Bo", "Bo (3)"]),
        (
            [("a", "b"), ("bo", "q"), ("pokernow:x", None)],
            ["Bo", "Bo (since 1 Jan 2026)", "Bo (PokerNow)"],
        ),
    ],
)
def test_namesakes_are_told_apart_by_what_people_know(
    players: list[tuple[str, str | None]], names: list[str]
) -> None:
    days = {"bo": datetime(2026, 1, 1, 12, tzinfo=UTC), "bo-2": datetime(2026, 1, 2, 12, tzinfo=UTC)}
    rows = [{"player_id": player, "called": "Bo", "handle": handle} for player, handle in players]
    assert tell_apart(rows, {player for player, _ in players}, days)[0] == names


def test_an_amount_stays_behind_a_name_that_runs_from_right_to_left(tmp_path: Path) -> None:
    store = build_house(tmp_path, names=("محمد", "Bo", "שרה"), nights=1, hands=4, run_hands=0)
    with open_marts(store.path, PAGE_MARTS) as con:
        data.cast_season(con, "2026")
        assert data.players(con)["name"].to_list() == ["\u2068محمد\u2069", "Bo", "\u2068שרה\u2069"]
        assert player_page(con, "محمد").title == "\u2068محمد\u2069"


def test_a_player_of_few_hands_is_told_that_they_are_few(tmp_path: Path) -> None:
    store = build_house(tmp_path, names=("Anna", "Bo"), nights=1, hands=4, run_hands=0)
    with open_marts(store.path, PAGE_MARTS) as con:
        page = render(player_page(con, "Bo"))
        assert "No other player has 10 hands yet." in page
        assert "No dealer, and no number of players, has 10 hands yet." in page
        assert "Nobody else has played." not in page


def test_an_import_takes_neither_the_front_page_nor_the_colours_of_a_simulated_season(tmp_path: Path) -> None:
    sessions = ["dream1", "dream2", "dream3", "dream4", "later"]
    with open_marts(store_of(tmp_path, sessions).path, PAGE_MARTS) as con:
        nights = data.sessions(con, "night")
        assert nights["session_id"].to_list() == sessions  # the import is the last one
        assert data.chosen_season(nights, None) == "2027"
        named = cast(data.cast_of_all(con))
        assert {named[player][1] for player in REGULARS} == {0, 1, 2}
        page = str(render(index_page(con, None)))
        assert text_of(page).index("Season 2027") < text_of(page).index("Dorte (PokerNow)")
        assert page.count('class="trend"') == len(REGULARS)
        assert "1 place" in text_of(page)


def test_imports_lead_where_they_are_more_than_the_simulated_nights(tmp_path: Path) -> None:
    with open_marts(store_of(tmp_path, ["dream1", "online", "later"]).path, PAGE_MARTS) as con:
        assert data.chosen_season(data.sessions(con, "night"), None) == "2028"
        assert cast(data.cast_of_all(con))["pokernow:pb9140309b"][1] == 0
