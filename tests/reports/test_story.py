"""A night in sentences: each figure is one that a reader adds up in the head."""

from __future__ import annotations

import itertools
import re
from decimal import Decimal

import polars as pl
from duckdb import DuckDBPyConnection

from engine.cards.categories import CATEGORIES
from engine.kernel.actions import Act
from language import speaking
from language.melds import MELDS
from reports import data
from reports.charts.totals import Dot, session_line
from reports.components.cards import small_cards
from reports.components.html import text_of
from reports.components.replays import ACTIONS, ReplayData
from reports.data import Before
from reports.pages.moments import key_moments, moment_items
from reports.pages.night import night_text
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
    frame = pl.DataFrame(rows, schema=names, orient="row").with_columns(
        is_count=False, game=pl.lit("Harakiri")
    )
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


ENDS = "Anna won the night with +6\u202fchips; Bo lost the most, −6\u202fchips."
USUAL = Before(nights=9, pot=60.0, win=8.0, loss=-8.0, large_pot=50.0)


def test_an_ordinary_night_has_its_result_and_no_story() -> None:
    with_comeback = story(SESSION, running(), hands(), winners(), USUAL)
    assert with_comeback == [ENDS, "Anna was down to −12\u202fchips after hand 3 and ended at +6\u202fchips."]
    level = running().with_columns(pl.col("total").clip(-2, None))
    assert story(SESSION, level, hands(), winners(), USUAL) == [ENDS]
    assert story(SESSION, level, hands(), winners(), None) == [ENDS]
    assert story(SESSION, running().clear(), hands(), winners(), USUAL) == []


def test_a_carried_pot_is_told_where_one_hand_in_ten_is_as_large() -> None:
    carried = "A pot was carried through 2 hands until Anna took 40 chips in Harakiri."
    assert carried in story(SESSION, running(), hands(), winners(), USUAL._replace(large_pot=40.0))
    shared = pl.DataFrame({"hand_no": [4, 4], "name": ["Anna", "Bo"], "won": [22, 18]})
    told = story(SESSION, running(), hands(), shared, USUAL._replace(large_pot=40.0))
    assert told[2] == "A pot was carried through 2 hands until Anna and Bo took 40 chips in Harakiri."
    hidden = shared.with_columns(name=pl.Series(["Anna", None]))
    assert len(story(SESSION, running(), hands(), hidden, USUAL._replace(large_pot=40.0))) == 2


def test_records_are_of_the_season_so_far_and_no_more_than_two_are_told() -> None:
    low = USUAL._replace(pot=39.0, win=5.0, loss=-5.0, large_pot=1.0)
    assert story(SESSION, running(), hands(), winners(), low)[1:] == [
        "40 chips in Harakiri (hand 4) is the biggest pot of the season so far: it went to Anna.",
        "No player has won more in a night of this season so far than Anna.",
    ]
    few = low._replace(nights=3)
    assert not any("so far" in sentence for sentence in story(SESSION, running(), hands(), winners(), few))
    equal = low._replace(pot=40.0, win=6.0, loss=-6.0)
    assert not any("so far" in sentence for sentence in story(SESSION, running(), hands(), winners(), equal))
    lost = USUAL._replace(loss=-5.0)
    assert "No player has lost more in a night of this season so far than Bo." in story(
        SESSION, running(), hands(), winners(), lost
    )


def test_a_night_is_measured_by_the_nights_before_it_alone(con: DuckDBPyConnection) -> None:
    before = data.seasons_before(con)
    nights = data.sessions(con, "night").filter(pl.col("season") == "2026")
    assert [before[name].nights for name in nights["session_id"]] == [*range(len(nights))]
    assert before[nights["session_id"][0]].pot is None
    worth = float(nights["chip_value"][0])
    assert before[nights["session_id"][1]].pot == nights["biggest_pot"][0] * worth


def test_key_moments_are_the_hands_that_moved_the_order() -> None:
    """Without hand 4 Bo would have won; without any other Anna does."""
    moments = key_moments(running())
    assert [(moment.hand_no, moment.name, moment.swaps) for moment in moments] == [
        (1, "Bo", 0), (2, "Bo", 0), (4, "Anna", 1),
    ]  # fmt: skip
    assert [text_of(item) for item in moment_items(moments, {(4, "Anna"): "full_house"})] == [
        "Hand 1, Harakiri: Bo +4\u202fchips.",
        "Hand 2, Harakiri: Bo +4\u202fchips.",
        "Hand 4, Harakiri: Anna +20\u202fchips with a full house. Without it Bo would have won the night.",
    ]
    figure = session_line(running(), [moment.dot for moment in moments])
    assert [*figure.data[-1].x] == [1, 2, 4]
    assert [*figure.data[-1].y] == [4, 8, 8]
    assert key_moments(running().clear()) == []


def test_numbers_of_close_moments_stand_apart() -> None:
    """Three hands in a row, at almost the same total, on a phone's width."""
    rows = pl.DataFrame({**running()[0].to_dict(as_series=False), "hand_no": [1]})
    night = pl.concat(
        [rows.with_columns(hand_no=pl.lit(no, pl.Int64), total=pl.lit(float(no % 7))) for no in range(1, 121)]
    )
    for hands in ((60, 63, 66), (60, 61, 62), (1, 2, 3), (118, 119, 120)):
        figure = session_line(night, [Dot(no, 3.0) for no in hands])
        assert len({*figure.data[-1].textposition}) == 3


def test_hands_that_made_the_same_difference_share_a_sentence() -> None:
    moment = key_moments(running())[2]
    again = moment._replace(hand_no=7, game="Guts")
    lower = moment._replace(hand_no=8, place=2, instead_of=3)
    items = [text_of(item) for item in moment_items([moment, again, lower, lower._replace(hand_no=9)], {})]
    assert items == [
        "Hand 4, Harakiri: Anna +20\u202fchips. Hand 7, Guts: Anna +20\u202fchips. "
        "Without any one of these 2 hands Bo would have won the night.",
        "Hand 8, Harakiri: Anna +20\u202fchips. Hand 9, Harakiri: Anna +20\u202fchips. "
        "Without any one of these 2 hands Bo would have ended as number 3, not 2.",
    ]


def test_pairs_of_players_are_counted_as_one_counts_them_by_hand() -> None:
    rows = [
        (h, p, net) for h, nets in enumerate(zip(*NETS, strict=True), 1) for p, net in enumerate(nets) if net
    ]
    frame = pl.DataFrame(rows, schema=["hand_no", "join_order", "net"], orient="row").with_columns(
        player_id=pl.col("join_order").cast(pl.String), name=pl.col("join_order").cast(pl.String),
        value=pl.col("net").cast(pl.Float64), total=0.0, measure=pl.lit("chips"), game=pl.lit(""), is_count=False,
    )  # fmt: skip
    ends = [sum(nets) for nets in NETS]
    for moment in key_moments(frame):
        without = [sum(nets) - nets[moment.hand_no - 1] for nets in NETS]
        pairs = itertools.combinations(range(len(NETS)), 2)
        assert moment.swaps == sum((ends[i] - ends[j]) * (without[i] - without[j]) < 0 for i, j in pairs)


NETS = [[9, -2, -3, 0, -2], [-3, 4, 0, 2, -1], [-3, 0, 6, -1, 0], [-3, -2, -3, -1, 3]]
"""Of four players, hand by hand."""


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


def test_every_kind_of_act_and_every_meld_has_words() -> None:
    assert ACTIONS.keys() == {act.word for act in Act}
    assert MELDS.keys() == set(CATEGORIES)


def test_the_acts_of_hands_are_columns_with_their_words() -> None:
    replays = ReplayData()
    acts = [
        {"round": 0, "seat": 2, "kind": "ante", "chips": 5, "card": None},
        {"round": 1, "seat": 0, "kind": "deal_open", "chips": None, "card": "Td"},
        {"round": 1, "seat": 0, "kind": "new thing", "chips": -4, "card": None},
        {"round": 1, "seat": 2, "kind": "ante", "chips": None, "card": None},
        {"round": 1, "seat": 2, "kind": "deal_open", "chips": None, "card": "Td"},
    ]
    for number in (1, 2):
        replays.add_hand(number, "guts", ["anna"])
        replays.add_replay({"pot_in": None, "pot_out": None, "dealer": None}, [], acts, [])
    told = replays.as_json()
    assert [hand["acts"] for hand in told["hands"]] == ["0A/1BCDB"] * 2
    assert (told["seats"], told["chips"], told["cards"]) == ("20022" * 2, [5, -4] * 2, "0000")
    assert told["deck"] == [("10", "♦")]
    assert told["kinds"] == [
        ("ante", "{player} antes {chips}", True, False),
        ("deal_open", "{player} gets {card} open", False, True),
        ("new thing", "{player} new thing", True, False),
        ("ante", "{player} antes {chips}", False, False),
    ]
    assert text_of(small_cards("As Td Jo")) == "A♠ 10♦ Jo"
