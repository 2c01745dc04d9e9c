"""The marts on a night small enough to work out by hand.

Unit 2 chips, a chip 0.25 kr, seats anna, bo, carl:

    hand 1   anna 4, bo 4, carl 2 and folds      anna wins 10            nets +6 -4 -2
    hand 2   2 each                              nobody wins: 6 go on    nets -2 -2 -2
    hand 3   anna 2 and folds, bo 6, carl 6      carl wins 20            nets -2 -6 +14

So two chains: hand 1, and hands 2 and 3, in which the nets are -4 -8 +12.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from engine.kernel.actions import Act, pack
from tests.queries.house import house_rows
from tests.queries.test_recomputed import student
from tests.stores import START, ask, build, built, few_models, hand, minutes, session, variant, write

few = few_models(
    "stg_", "int_chains", "mart_bank", "mart_hands", "mart_players", "mart_player_cumulative",
    "mart_player_nights", "mart_player_stats", "mart_player_variant", "mart_player_versus", "mart_settlements", "mart_standings",
    "mart_winners", "mart_variant_distribution", "mart_variant_stats", "mart_variant_tails",
)  # fmt: skip

ANNA, BO, CARL = 0, 1, 2
Z = 1.959964


def three_hands() -> list[Any]:
    acts = [
        *(pack(Act.ANTE, seat, 0, 2) for seat in (ANNA, BO, CARL)),
        pack(Act.BET, ANNA, 1, 1), pack(Act.CALL, BO, 1, 1), pack(Act.FOLD, CARL, 1),
        pack(Act.CHECK, ANNA, 2), pack(Act.BET, BO, 2, 5), pack(Act.CALL, ANNA, 2, 1),
        pack(Act.RETURNED, BO, 2, 4),
    ]  # fmt: skip
    return [
        hand(
            "n1", 1, {"anna": 4, "bo": 4, "carl": 2}, {"anna": 10}, folded={"carl": 1}, detail="actions",
            actions=acts, rounds_played=2, started_at=minutes(1), ended_at=minutes(2),
        ),
        hand("n1", 2, {"anna": 2, "bo": 2, "carl": 2}, {}),
        hand(
            "n1", 3, {"anna": 2, "bo": 6, "carl": 6}, {"carl": 20}, folded={"anna": 1}, pot_in=6, chain_no=2,
            started_at=minutes(5), ended_at=minutes(5.5),
        ),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    folder = tmp_path_factory.mktemp("night")
    players = [{"player_id": name, "name": name.title()} for name in ("anna", "bo", "carl")]
    with build(write(folder / "s", sessions=[session("n1")], hands=three_hands(), players=players)) as con:
        yield con


def stat(con: DuckDBPyConnection, metric: str, per: str = "hand") -> tuple[Any, ...]:
    """measure, value, low, high, sample over all table sizes."""
    (row,) = ask(
        con,
        "select measure, value, low, high, sample from mart_variant_stats "
        "where player_count is null and metric = ? and per = ?",
        [metric, per],
    )
    return row


def test_standard_deviation_per_hand(night: DuckDBPyConnection) -> None:
    """In antes the squares of hand 1 sum to 9+4+1 = 14, of hands 2 and 3 to 3 and 1+9+49 = 59: 76 over 9.

    The mean is 0 and both chains sum to 0, so the variance is 76/9. Two chains with squares of 14 and 62 tell
    as much as 76²/(14² + 62²) equal ones. Where one hand of three carries its pot on, an interval takes 5,000
    chains: two are of 3 hands.
    """
    effective = 76**2 / (14**2 + 62**2)
    measure, value, low, high, sample = stat(night, "net_sd")
    assert (measure, sample, low, high) == ("antes", 3, None, None)
    assert value == pytest.approx(sqrt(76 / 9))
    sql = "select effective, needed from mart_variant_stats where metric = 'net_sd' and per = 'hand'"
    assert ask(night, sql + " and player_count is null") == [(pytest.approx(effective), 3 * 5000 / 2)]


def test_standard_deviation_per_chain_and_hour(night: DuckDBPyConnection) -> None:
    """The chain's nets in antes are -2 -4 +6: 14 + 56 over 6. 3 hands of 90 s make 2 chains: one in 135 s."""
    assert stat(night, "net_sd", "chain")[1] == pytest.approx(sqrt(70 / 6))
    measure, value, low, high, sample = stat(night, "net_sd", "hour")
    assert value == pytest.approx(sqrt(70 / 6 * 3600 / 135))
    assert (measure, sample, low, high) == ("antes", 2, None, None)


def test_pots(night: DuckDBPyConnection) -> None:
    """Pots of 5, 3 and 10 antes; the chains' pots are 5 and 10."""
    assert stat(night, "pot_mean")[1] == pytest.approx(6)
    assert stat(night, "pot_mean", "chain")[1] == pytest.approx(7.5)
    assert stat(night, "pot_p50")[1] == 5
    assert stat(night, "pot_p25")[1] == 4
    assert stat(night, "pot_p90")[1] == pytest.approx(9)  # 80% of the way from 5 to 10
    assert stat(night, "pot_max")[1] == 10
    assert stat(night, "pot_p50", "chain")[1] == 7.5
    # no interval, for where one hand of three carries its pot on it takes 2,000 chains
    assert stat(night, "pot_mean")[2:4] == (None, None)
    sql = "select needed from mart_variant_stats where metric = 'pot_mean' and player_count is null"
    assert ask(night, f"{sql} order by per") == [(2000,), (3000,)]


def test_rates_of_a_game(night: DuckDBPyConnection) -> None:
    assert stat(night, "hands")[:2] == ("hands", 3)
    assert stat(night, "chains", "chain")[:2] == ("chains", 2)
    assert stat(night, "hands_per_chain", "chain")[1] == 1.5
    assert stat(night, "mixed_chains", "chain")[1] == 0
    assert stat(night, "showdown")[1] == 1
    assert stat(night, "carried")[1] == pytest.approx(1 / 3)
    assert stat(night, "rounds")[1] == pytest.approx(4 / 3)
    assert stat(night, "seconds")[1:] == (45, None, None, 2)


def test_wilson_interval(night: DuckDBPyConnection) -> None:
    """One of three hands: Wilson's interval, from its closed form.

    A chain of one hand carried none and one of two hands one: residuals of -1/3 and 1/3, so the error² of the
    share is 2/1 times 2/9 over 3², 4/81, and p(1 - p) / error², 4.5 independent hands, would tell as much.
    """
    _, _, low, high, _ = stat(night, "carried")
    p, n = 1 / 3, 4.5
    centre = (p + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * sqrt(p * (1 - p) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    assert (low, high) == pytest.approx((centre - half, centre + half))
    assert (low, high) == pytest.approx((0.0811, 0.7391), abs=1e-4)


def test_distribution(night: DuckDBPyConnection) -> None:
    counts = {
        fact: dict(ask(night, "select bin, n from mart_variant_distribution where fact = ?", [fact]))
        for fact in ("net", "pot", "chain_pot")
    }
    assert counts == {
        "net": {3: 1, -2: 1, -1: 5, -3: 1, 7: 1},
        "pot": {5: 1, 3: 1, 10: 1},
        "chain_pot": {5: 1, 10: 1},
    }


def test_player_stats(night: DuckDBPyConnection) -> None:
    """Hand 1 alone knows the acts: anna and bo paid by choice in round 1, and each bet and called once."""
    rows = ask(
        night,
        "select player_id, metric, value, numerator, denominator "
        "from mart_player_stats where scope = 'season'",
    )
    results = {(player, metric): tuple(rest) for player, metric, *rest in rows}
    assert results["anna", "hands"] == (3, None, None)
    assert results["anna", "net"] == (2, None, None)
    assert results["carl", "net"] == (10, None, None)
    assert results["carl", "net_units"] == (5, None, None)
    assert results["carl", "net_per_100"] == pytest.approx((500 / 3, 5, 3))
    assert results["bo", "biggest_win"] == (None, None, None)
    assert results["bo", "biggest_loss"] == (-6, None, None)
    assert results["anna", "biggest_win"] == (6, None, None)
    assert results["anna", "vpip"] == (1, 1, 1)
    assert results["bo", "vpip"] == (1, 1, 1)
    assert results["carl", "vpip"] == (0, 0, 1)
    assert results["anna", "aggression"] == (1, 1, 1)
    assert results["bo", "aggression"] == (1, 1, 1)
    assert results["carl", "aggression"] == (None, 0, 0)
    assert results["anna", "folded"] == pytest.approx((1 / 3, 1, 3))
    assert results["anna", "went_to_showdown"] == pytest.approx((2 / 3, 2, 3))
    assert results["anna", "won_at_showdown"] == (0.5, 1, 2)
    assert results["carl", "won_hand"] == pytest.approx((1 / 3, 1, 3))
    assert results["anna", "peder"] == (None, 0, 0)


def test_interval_of_a_players_gain(night: DuckDBPyConnection) -> None:
    """Carl has -1 ante over one hand and +6 over two: mean 5/3, residuals -8/3 and 8/3."""
    ((low, high),) = ask(
        night,
        "select low, high from mart_player_stats "
        "where scope = 'season' and player_id = 'carl' and metric = 'net_per_100'",
    )
    error = sqrt(2 * (8 / 3) ** 2 * 2) / 3 * student(1)
    assert (low, high) == pytest.approx((100 * (5 / 3 - error), 100 * (5 / 3 + error)))
    assert ask(
        night,
        "select net_per_100, low, high "
        "from mart_player_variant where scope = 'season' and player_id = 'carl'",
    ) == [pytest.approx((500 / 3, low, high))]


def test_deviation_of_a_player_is_the_sample_deviation(tmp_path: Path) -> None:
    """Every hand a chain of its own: the formula is then the usual one, 1/(n - 1)."""
    nets = [6, -4, -2, 8, -2]
    hands = [
        hand("n1", number, {"a": max(-net, 2), "b": max(net, 2)}, {"a" if net > 0 else "b": 2 + abs(net)})
        for number, net in enumerate(nets, 1)
    ]
    with build(
        write(tmp_path / "s", sessions=[session("n1")], hands=hands), marts=["mart_player_stats"]
    ) as con:
        ((value,),) = ask(
            con,
            "select value from mart_player_stats "
            "where scope = 'all' and player_id = 'a' and metric = 'net_sd'",
        )
    mean = sum(nets) / 5
    assert value == pytest.approx(sqrt(sum((net - mean) ** 2 for net in nets) / 4) / 2)


def test_money(night: DuckDBPyConnection) -> None:
    nights = ask(night, "select player_id, net, net_money, rank from mart_player_nights order by player_id")
    assert nights == [
        ("anna", 2, Decimal("0.50"), 2), ("bo", -12, Decimal("-3.00"), 3), ("carl", 10, Decimal("2.50"), 1),
    ]  # fmt: skip
    line = ask(
        night,
        "select hand_no, session_net, season_net_money from mart_player_cumulative where player_id = 'bo'",
    )
    assert line == [(1, -4, Decimal("-1.00")), (2, -6, Decimal("-1.50")), (3, -12, Decimal("-3.00"))]


def test_session(night: DuckDBPyConnection) -> None:
    (row,) = ask(
        night,
        """
        select hands, drafts, chains, games, players, paid, paid_money, shadow, biggest_pot,
            biggest_pot_hand_no, pot_left, best_player_id, best_net, worst_player_id, worst_net
        from mart_sessions
        """,
    )
    assert row == (3, 0, 2, 1, 3, 30, Decimal("7.50"), 0, 20, 3, 0, "carl", 10, "bo", -12)


def test_hands_and_winners(night: DuckDBPyConnection) -> None:
    assert ask(night, "select hand_no, chain_no, pot, pot_money, outcome from mart_hands") == [
        (1, 1, 10, Decimal("2.50"), "showdown"), (2, 2, 6, Decimal("1.50"), "carried"),
        (3, 2, 20, Decimal("5.00"), "showdown"),
    ]  # fmt: skip
    assert ask(night, "select hand_no, seat, player_id, won, net from mart_winners") == [
        (1, 0, "anna", 10, 6), (3, 2, "carl", 20, 14),
    ]  # fmt: skip


def test_acts_unfold_as_the_engine_packs_them(night: DuckDBPyConnection) -> None:
    rows = ask(
        night,
        "select action_no, round, seat, kind, chips, card from stg_actions "
        "where action_no > 6 order by action_no",
    )
    assert rows == [
        (7, 2, 1, "bet", 5, None), (8, 2, 0, "call", 1, None), (9, 2, 1, "returned", -4, None),
    ]  # fmt: skip


def test_an_act_of_the_table_with_a_card(tmp_path: Path) -> None:
    row = hand(
        "n1", 1, {"a": 2, "b": 2}, {"a": 4}, detail="cards", actions=[pack(Act.TURN_BOARD, 15, 31, 45)]
    )
    with build(write(tmp_path / "s", sessions=[session("n1")], hands=[row]), marts=[]) as con:
        assert ask(con, "select round, seat, kind, voluntary, chips, card, value from stg_actions") == [
            (31, None, "turn_board", False, None, 45, 45)
        ]


def test_shares_and_errors_unfold(tmp_path: Path) -> None:
    row = hand(
        "n1", 1, {"a": 2, "b": 2}, {"a": 3, "b": 1},
        errors=[{"kind": "exposed", "seat": 1, "remedy": "dealt again"}],
    )  # fmt: skip
    with build(write(tmp_path / "s", sessions=[session("n1")], hands=[row]), marts=[]) as con:
        assert ask(con, "select share_no, half, seat, chips, score from stg_shares order by share_no") == [
            (0, "whole", 0, 3, None), (1, "whole", 1, 1, None),
        ]  # fmt: skip
        assert ask(con, "select error_no, kind, seat, remedy from stg_errors") == [
            (0, "exposed", 1, "dealt again")
        ]


def test_an_own_game_is_found_by_its_plain_id(tmp_path: Path) -> None:
    own = "eight-card-stud@dedad7"
    row = hand("n1", 1, {"a": 2, "b": 2}, {"a": 4}, variant_id=own)
    with build(write(tmp_path / "s", sessions=[session("n1")], hands=[row], variants=[variant(own)])) as con:
        for mart in ("stats", "tails", "distribution"):
            assert ask(con, f"select distinct variant_id, game_id from mart_variant_{mart}") == [
                (own, "eight-card-stud")
            ]


def test_drafts_are_counted_and_left_out(tmp_path: Path) -> None:
    hands = three_hands()
    draft, seats = hand(
        "n1", 4, {"anna": 500, "bo": 500, "dorte": 500}, {"dorte": 1500}, status="draft", unit=1
    )
    store = write(tmp_path / "s", sessions=[session("n1")], hands=[*hands, (draft, seats)])
    with build(store, marts=["mart_player_nights", "mart_sessions", "mart_variant_stats"]) as con:
        assert ask(con, "select hands, drafts, biggest_pot, players from mart_sessions") == [(3, 1, 20, 3)]
        assert stat(con, "hands")[1] == 3
        assert ask(con, "select count(*) from mart_player_nights where player_id = 'dorte'") == [(0,)]
        assert ask(con, "select count(*) from stg_hands") == [(4,)]


def test_a_spoilt_deal_costs_its_antes_and_is_in_no_statistic_of_the_game(tmp_path: Path) -> None:
    """Both ante 2, the deal is spoilt, the pot goes on and b wins it: one hand, in one chain of two."""
    hands = [
        hand("n1", 1, {"a": 2, "b": 2}, {}, outcome="new_deal"),
        hand("n1", 2, {"a": 4, "b": 4}, {"b": 12}, pot_in=4, chain_no=1),
    ]
    with build(
        write(tmp_path / "s", sessions=[session("n1")], hands=hands),
        marts=["mart_player_nights", "mart_player_stats", "mart_variant_stats"],
    ) as con:
        assert stat(con, "hands")[1] == 1
        assert stat(con, "chains", "chain")[1] == 1
        assert ask(con, "select net from mart_player_nights order by player_id") == [(-6,), (6,)]
        assert ask(
            con,
            "select numerator, denominator from mart_player_stats "
            "where scope = 'all' and player_id = 'a' and metric = 'went_to_showdown'",
        ) == [(1, 1)]


def test_a_chain_over_two_games_belongs_to_the_first(tmp_path: Path) -> None:
    hands = [
        hand("n1", 1, {"a": 2, "b": 2}, {}),
        hand("n1", 2, {"a": 4, "b": 4}, {"b": 12}, pot_in=4, chain_no=1, variant_id="guts"),
    ]
    store = write(
        tmp_path / "s", sessions=[session("n1")], hands=hands, variants=[variant(), variant("guts")]
    )
    with build(store, marts=["mart_variant_stats"]) as con:
        rows = ask(
            con,
            "select variant_id, metric, value from mart_variant_stats "
            "where player_count is null and metric in ('hands', 'chains', 'mixed_chains')",
        )
    assert sorted(rows) == [
        ("guts", "hands", 1), ("straight-poker", "chains", 1), ("straight-poker", "hands", 1),
        ("straight-poker", "mixed_chains", 1),
    ]  # fmt: skip


def test_the_pot_of_a_chain_is_all_that_was_put_in(tmp_path: Path) -> None:
    """As at guts: a takes the pot of 4, b has to match it, and then takes his own chips back."""
    hands = [
        hand("n1", 1, {"a": 2, "b": 6}, {"a": 4}),
        hand("n1", 2, {"a": 0, "b": 0}, {"b": 4}, pot_in=4, chain_no=1),
    ]
    with build(
        write(tmp_path / "s", sessions=[session("n1")], hands=hands), marts=["mart_variant_stats"]
    ) as con:
        assert (stat(con, "pot_max", "chain")[1], stat(con, "pot_max")[1]) == (4, 4)
        assert stat(con, "pot_mean")[1] == 3
        assert stat(con, "net_sd", "chain")[:2] == ("antes", None)  # one chain, nets of 2 and -2
        assert ask(con, "select pot, net_squares from int_chains") == [(8, 8)]


def test_a_hand_without_a_number_of_players_counts_at_the_table_of_its_seats(tmp_path: Path) -> None:
    hands = [
        hand("n1", 1, {"a": 2, "b": 2}, {"a": 4}),
        hand("n1", 2, {"a": 2, "b": 2}, {"b": 4}, player_count=None),
        hand("n1", 3, {"a": 2, "b": 2, "c": 2}, {"a": 6}, player_count=None),
    ]
    store = write(tmp_path / "s", sessions=[session("n1")], hands=hands)
    with build(store, marts=["mart_variant_stats"]) as con:
        sizes = "select player_count, sum(nets.seats) from int_variant_sums where per = 'hand' group by all order by all"
        assert ask(con, sizes) == [(2, 4), (3, 3)]


def test_tails(tmp_path: Path) -> None:
    """Nine times a wins 1 ante off b, once 41 off b, who loses more than a peder (50 chips at ante 2) then.

    20 nets: the worst 5 % are the one of -41, and p5 too. Squares sum to 18 + 2 · 1681; the rarest 1 % are a
    fifth of one net of 41. What one wins the other loses, so nothing is skewed.
    """
    hands = [
        hand("n1", number, {"a": chips, "b": chips}, {"a": 2 * chips})
        for number, chips in enumerate([2] * 9 + [82], 1)
    ]
    with build(
        write(tmp_path / "s", sessions=[session("n1")], hands=hands), marts=["mart_variant_tails"]
    ) as con:
        sql = "select seats, skewness, kurtosis, p1, p5, p95, p99, shortfall, lose_peder, rarest_share"
        ((seats, skewness, *rest),) = ask(con, f"{sql} from mart_variant_tails where player_count is null")
    squares = 18 + 2 * 41**2
    assert (seats, skewness) == (20, 0)
    fourths = 18 + 2 * 41**4
    assert rest == pytest.approx([20 * fourths / squares**2, -41, -41, 1, 41, -41, 0.05, 41**2 / 5 / squares])


def test_units_mix_in_antes(tmp_path: Path) -> None:
    """A net of 4 at ante 2 and one of 10 at ante 5 are both 2 antes."""
    hands = [
        hand("n1", 1, {"a": 4, "b": 4}, {"a": 8}, unit=2),
        hand("n1", 2, {"a": 10, "b": 10}, {"a": 20}, unit=5),
    ]
    with build(
        write(tmp_path / "s", sessions=[session("n1")], hands=hands),
        marts=["mart_player_nights", "mart_variant_stats"],
    ) as con:
        assert stat(con, "net_sd")[1] == 2
        assert ask(con, "select net, net_units from mart_player_nights where player_id = 'a'") == [(14, 4)]


def test_kinds_additions_and_table_sizes_stay_apart(tmp_path: Path) -> None:
    hands = [
        hand("n1", 1, {"a": 4, "b": 4}, {"a": 8}),
        hand("n1", 2, {"a": 4, "b": 4, "c": 4}, {"a": 12}),
        hand("n1", 3, {"a": 4, "b": 4}, {"a": 8}, additions="hilo"),
        hand("r1", 1, {"a": 4, "b": 4}, {"a": 8}),
    ]
    sessions = [session("n1"), session("r1", kind="run", season=None)]
    with build(write(tmp_path / "s", sessions=sessions, hands=hands), marts=["mart_variant_stats"]) as con:
        rows = ask(
            con, "select kind, additions, player_count, value from mart_variant_stats where metric = 'hands'"
        )
    assert sorted(rows, key=str) == sorted(
        [
            ("night", "", None, 2), ("night", "", 2, 1), ("night", "", 3, 1), ("night", "hilo", None, 1),
            ("night", "hilo", 2, 1), ("run", "", None, 1), ("run", "", 2, 1),
        ],
        key=str,
    )  # fmt: skip


def test_merged_players_are_one(tmp_path: Path) -> None:
    players = [
        {"player_id": "a", "name": "Anna", "hidden": True},
        {"player_id": "a2", "name": "Ann", "merged_into": "a1"},
        {"player_id": "a1", "name": "Anne", "merged_into": "a"},
    ]
    hands = [hand("n1", 1, {"a2": 4, "b": 4}, {"a2": 8}), hand("n1", 2, {"a": 4, "b": 4}, {"b": 8})]
    with build(
        write(tmp_path / "s", sessions=[session("n1")], hands=hands, players=players),
        marts=["mart_player_nights", "mart_players"],
    ) as con:
        assert ask(con, "select player_id, name, hidden, hands from mart_players") == [
            ("a", "Anna", True, 2), ("b", "b", False, 2),
        ]  # fmt: skip
        assert ask(con, "select player_id, net from mart_player_nights") == [("a", 0), ("b", 0)]


def test_players_that_are_merged_later_are_one_in_sessions_that_were_summed_up(tmp_path: Path) -> None:
    rows = house_rows(5)
    store = write(tmp_path / "s", **rows)
    before = built(store)
    rows["players"] = [
        {**row, "merged_into": "anna"} if row["player_id"] == "bo" else row for row in rows["players"]
    ]
    write(store, **rows)
    now = built(store)
    assert now["mart_player_versus"] != before["mart_player_versus"]
    assert now == built(write(tmp_path / "t", **rows))


def test_standings_and_seasons(tmp_path: Path) -> None:
    """Two nights at different chip values: money adds up, chips wouldn't."""
    sessions = [
        session("n1", started_at=minutes(0)),
        session("n2", started_at=minutes(9000), chip_value=Decimal("1")),
        session("n3", season="2027", started_at=minutes(99000)),
    ]
    hands = [
        hand(name, 1, {"a": 4, "b": 4}, {winner: 8})
        for name, winner in (("n1", "a"), ("n2", "b"), ("n3", "a"))
    ]
    with build(
        write(tmp_path / "s", sessions=sessions, hands=hands),
        marts=["mart_player_nights", "mart_player_stats", "mart_standings"],
    ) as con:
        table = ask(
            con,
            "select season, rank, player_id, net_money, nights, nights_won, net_units from mart_standings",
        )
        assert table == [
            ("2026", 1, "b", Decimal(3), 2, 1, 0), ("2026", 2, "a", Decimal(-3), 2, 1, 0),
            ("2027", 1, "a", Decimal(1), 1, 1, 2), ("2027", 2, "b", Decimal(-1), 1, 0, -2),
        ]  # fmt: skip
        line = ask(con, "select night_no, season_net_money from mart_player_nights where player_id = 'a'")
        assert line == [(1, Decimal(1)), (2, Decimal(-3)), (1, Decimal(1))]
        scopes = ask(
            con,
            "select scope, season, value from mart_player_stats "
            "where player_id = 'a' and metric = 'net_units' order by all",
        )
        assert scopes == [("all", None, 2), ("season", "2026", 0), ("season", "2027", 2)]


def test_settlement(tmp_path: Path) -> None:
    """Bo is lent 20, buys 10, loses 6, is counted with 23 (one short), hands them back and pays 1 kr."""

    def entry(
        number: int, player: str, kind: str, chips: int | None, money: str | None, to: str | None = None
    ) -> Any:
        return {
            "session_id": "n1", "entry_no": number, "player_id": player, "kind": kind, "chips": chips,
            "money": Decimal(money) if money else None, "counterparty_id": to, "currency": "DKK", "at": START,
        }  # fmt: skip

    bank = [
        entry(1, "bo", "loan", 20, "5"),
        entry(2, "bo", "purchase", 10, "2.5"),
        entry(3, "bo", "buyback", 23, "5.75"),
        entry(4, "bo", "difference", -1, "-0.25", "anna"),
        entry(5, "bo", "payment", None, "1", "anna"),
        entry(6, "carl", "shadow", 3, None, "bo"),
    ]
    hands = [hand("n1", 1, {"anna": 6, "bo": 6, "carl": 6}, {"anna": 18})]
    store = write(tmp_path / "s", sessions=[session("n1", banker_id="anna")], hands=hands, bank=bank)
    with build(store, marts=["mart_bank", "mart_settlements"]) as con:
        columns = "player_id, net, lent, bought, returned, difference, shadow, stack"
        assert ask(con, f"select {columns} from mart_settlements") == [
            ("anna", 12, 0, 0, 0, 1, 0, 13), ("bo", -6, 20, 10, 23, -1, 3, -3),
            ("carl", -6, 0, 0, 0, 0, -3, -3),
        ]  # fmt: skip
        columns = "entry_no, kind, player_id, other_id, chips, money, currency"
        assert ask(con, f"select {columns} from mart_bank")[3:] == [
            (4, "difference", "bo", "anna", -1, Decimal("-0.25"), "DKK"),
            (5, "payment", "bo", "anna", None, Decimal("1"), "DKK"),
            (6, "shadow", "carl", "bo", 3, None, "DKK"),
        ]
        columns = "player_id, net_money, book_money, difference_money, payments, balance_money"
        assert ask(con, f"select {columns} from mart_settlements") == [
            ("anna", Decimal("3"), 0, Decimal("0.25"), Decimal("1"), Decimal("2.25")),
            ("bo", Decimal("-1.5"), Decimal("-1.75"), Decimal("-0.25"), Decimal("-1"), Decimal("-0.75")),
            ("carl", Decimal("-1.5"), 0, 0, 0, Decimal("-1.5")),
        ]  # fmt: skip


def test_a_payment_of_the_season(tmp_path: Path) -> None:
    payment = {
        "entry_no": 1, "player_id": "a", "counterparty_id": "b", "kind": "payment", "money": Decimal(7),
        "currency": "DKK", "session_id": None,
    }  # fmt: skip
    with build(
        write(tmp_path / "s", sessions=[session("n1")], bank=[payment]), marts=["mart_settlements"]
    ) as con:
        rows = ask(con, "select session_id, player_id, currency, balance_money from mart_settlements")
    assert rows == [(None, "a", "DKK", Decimal(7)), (None, "b", "DKK", Decimal(-7))]
