"""A night in sentences: each figure is one that a reader adds up in the head."""

from __future__ import annotations

import re
from decimal import Decimal

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from engine.cards.categories import CATEGORIES
from engine.kernel.actions import Act
from language import speaking
from reports.components.hand_log import ACTIONS, MELDS, Kinds, card_signs
from reports.components.html import text_of
from reports.errors import ReportError
from reports.pages.night import night_text, write_picture
from reports.pages.story import Payment, payment_shown, story

ANNA = [-4, -4, -4, 20, -2]
BO = [4, 4, 4, -20, 2]


def running() -> pl.DataFrame:
    rows = []
    for name, order, nets in (("Anna", 0, ANNA), ("Bo", 1, BO)):
        total = 0.0
        for hand_no, net in enumerate(nets, 1):
            total += net
            rows.append((hand_no, name.lower(), name, order, net, float(net), total, "chips"))
    names = ["hand_no", "player_id", "name", "join_order", "net", "value", "total", "measure"]
    frame = pl.DataFrame(rows, schema=names, orient="row").with_columns(is_count=False)
    return frame.sort("hand_no", "join_order")


def hands() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "hand_no": [1, 2, 3, 4, 5],
            "status": ["confirmed"] * 5,
            "chain_no": [1, 2, 3, 3, 5],
            "game": ["Guts", "Guts", "Guts", "Harakiri", "Guts"],
            "dealer": ["Bo", "Bo", "Bo", "Anna", "Bo"],
        }
    )


def winners(meld: str | None = "full_house") -> pl.DataFrame:
    return pl.DataFrame({"hand_no": [4, 5], "name": ["Anna", "Bo"], "won": [40, 4], "meld": [meld, None]})


SESSION = {"biggest_pot": 40, "biggest_pot_game": "Harakiri", "biggest_pot_hand_no": 4}


def test_a_night_is_told_in_its_figures() -> None:
    assert story(SESSION, running(), hands(), winners()) == [
        "Anna won the night with +6\u202fchips; Bo lost the most, −6\u202fchips.",
        "The biggest pot, 40 chips in Harakiri (hand 4), went to Anna (full house).",
        "Anna was down to −12\u202fchips after hand 3 and ended at +6\u202fchips.",
        "A pot was carried through 2 hands until Anna took 40 chips in Harakiri.",
        "Bo called Guts 4 times of 4.",
    ]


def test_a_shared_pot_went_to_everyone_who_took_a_part() -> None:
    shared = pl.DataFrame(
        {"hand_no": [4, 4], "name": ["Anna", "Bo"], "won": [22, 18], "meld": ["full_house", "flush"]}
    )
    said = story(SESSION, running(), hands(), shared)
    assert said[1] == "The biggest pot, 40 chips in Harakiri (hand 4), went to Anna and Bo."
    assert said[3] == "A pot was carried through 2 hands until Anna and Bo took 40 chips in Harakiri."
    hidden = shared.with_columns(name=pl.Series(["Anna", None]))
    assert "was played for" in story(SESSION, running(), hands(), hidden)[1]


def test_what_nobody_saw_is_not_told() -> None:
    alone = hands().with_columns(chain_no=pl.col("hand_no"), dealer=pl.lit(None, pl.String))
    assert story(SESSION, running(), alone, winners(None).clear()) == [
        "Anna won the night with +6\u202fchips; Bo lost the most, −6\u202fchips.",
        "The biggest pot, 40 chips, was played for in Harakiri (hand 4).",
        "Anna was down to −12\u202fchips after hand 3 and ended at +6\u202fchips.",
    ]
    assert story(SESSION, running().clear(), hands(), winners()) == []


def test_a_long_time_without_a_chip_is_told() -> None:
    nets = [5, *[-1] * 9, 4]
    rows = pl.DataFrame(
        {
            "hand_no": range(1, 12), "player_id": "a", "name": "Anna", "join_order": 0, "net": nets,
            "value": [float(net) for net in nets], "measure": "chips", "is_count": False,
        }
    ).with_columns(pl.col("value").cum_sum().alias("total"))  # fmt: skip
    told = story(SESSION, rows, hands(), winners())
    assert "Anna won nothing in 9 hands in a row (hand 2 to 10)." in told


def test_a_payment_is_a_sentence() -> None:
    said = text_of(payment_shown(Payment("Bo", "Anna", Decimal("3.75"), "DKK")))
    assert said == "Bo pays Anna 3.75\u202fkr"
    with speaking("da"):
        said = text_of(payment_shown(Payment(None, "Anna", Decimal("1203.75"), "DKK")))
    assert said == "en skjult spiller betaler Anna 1.203,75\u202fkr"


def test_a_night_is_a_text_to_paste(con: DuckDBPyConnection) -> None:
    paid = [Payment("Bo", "Anna", Decimal(5), "DKK")]
    text = night_text(con, "2026-02", lambda night: paid if night == "2026-02" else [])
    first, *_, last = text.splitlines()
    assert first == "Fri, 23 Jan 2026"
    assert last == "Bo pays Anna 5.00 kr"
    assert "14 hands of" in text
    assert not re.search("[<>]", text)


def test_a_picture_of_a_night_names_all_and_runs_nothing_typed(
    con: DuckDBPyConnection, hostile: DuckDBPyConnection, empty: DuckDBPyConnection, tmp_path: object
) -> None:
    from pathlib import Path
    from xml.etree import ElementTree as ET

    place = Path(str(tmp_path)) / "night.svg"
    size = write_picture(con, place)
    drawing = ET.parse(place).getroot()
    assert place.stat().st_size == size < 40_000
    assert (drawing.get("width"), drawing.get("height")) == ("1200", "630")
    texts = " ".join(node.text or "" for node in drawing.iter() if node.tag.endswith("}text"))
    assert "Anna" in texts
    assert texts.count("kr") >= 5
    write_picture(hostile, place)
    tags = {node.tag.rpartition("}")[2] for node in ET.parse(place).getroot().iter()}
    assert tags == {"svg", "title", "rect", "text", "path"}
    with pytest.raises(ReportError):
        write_picture(empty, place)


def test_every_kind_of_act_and_every_meld_has_words() -> None:
    assert ACTIONS.keys() == {act.word for act in Act}
    assert MELDS.keys() == set(CATEGORIES)


def test_the_acts_of_a_hand_are_packed_with_their_words() -> None:
    kinds = Kinds()
    rows = [
        {"round": 0, "seat": 2, "kind": "ante", "chips": 5, "card": None},
        {"round": 1, "seat": 0, "kind": "deal_open", "chips": None, "card": "Td"},
        {"round": 1, "seat": 0, "kind": "new thing", "chips": -4, "card": None},
        {"round": 1, "seat": 2, "kind": "ante", "chips": None, "card": None},
    ]
    assert kinds.encode(rows) == "0:0,2,5/1:1,0,,Td 2,0,-4 0,2"
    assert kinds.words() == [
        ("ante", "{player} antes {chips}"),
        ("deal_open", "{player} gets {card} open"),
        ("new thing", "{player} new thing"),
    ]
    assert card_signs("As Td Jo") == "A♠ 10♦ Jo"
