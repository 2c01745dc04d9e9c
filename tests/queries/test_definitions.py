"""The definitions of docs/definitions.md, each on a hand or two that a reader plays in the head."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import duckdb

from engine.kernel.actions import Act, pack
from queries import warehouse
from tests.stores import ask, build, few_models, hand, session, tables, variant, write

few = few_models("mart_player_nights", "mart_player_stats", "mart_player_variant", "mart_winners", "check_")

HOLDEM = variant("texas-holdem", rounds=4)


def rates(con: duckdb.DuckDBPyConnection, player: str) -> dict[str, tuple[Any, ...]]:
    """Metric -> (numerator, denominator) of a player."""
    sql = "select metric, numerator, denominator from mart_player_stats where scope = 'all' and player_id = ?"
    return {metric: tuple(rest) for metric, *rest in ask(con, sql, [player])}


def night(
    path: Path, *hands: Any, marts: Sequence[str] = ("mart_player_stats",), **tables_of: Any
) -> duckdb.DuckDBPyConnection:
    rows = {"sessions": [session("n")], "variants": [HOLDEM, variant()], **tables_of}
    return build(write(path / "store", hands=hands, **rows), marts=marts)


def holdem(number: int, paid: dict[str, int], won: dict[str, int], acts: list[int], **facts: Any) -> Any:
    facts = {"variant_id": "texas-holdem", "detail": "actions", "actions": acts, **facts}
    return hand("n", number, paid, won, **facts)


BLINDS = [pack(Act.SMALL_BLIND, 0, 0, 1), pack(Act.BIG_BLIND, 1, 0, 2)]


def test_a_walk_is_no_choice(tmp_path: Path) -> None:
    """Carl and the small blind fold, the big blind never chose: his VPIP knows no hand."""
    acts = [*BLINDS, pack(Act.FOLD, 2, 1), pack(Act.FOLD, 0, 1)]
    with night(
        tmp_path,
        holdem(1, {"anna": 1, "bo": 2, "carl": 0}, {"bo": 3}, acts, folded={"anna": 1, "carl": 1}),
    ) as con:
        assert rates(con, "bo")["vpip"] == (0, 0)
        assert rates(con, "anna")["vpip"] == (0, 1)
        assert rates(con, "bo")["won_hand"] == (1, 1)


def test_going_in_for_nothing_is_no_vpip(tmp_path: Path) -> None:
    """Guts: to be in or out costs nothing, and nothing else is asked."""
    acts = [pack(Act.ANTE, seat, 0, 2) for seat in (0, 1)] + [pack(Act.IN, 0, 1), pack(Act.OUT, 1, 1)]
    with night(
        tmp_path,
        hand("n", 1, {"anna": 2, "bo": 2}, {"anna": 4}, detail="actions", actions=acts, folded={"bo": 1}),
    ) as con:
        assert rates(con, "anna")["vpip"] == (0, 0)


def test_a_hand_from_the_pack_makes_no_showdown(tmp_path: Path) -> None:
    """Guts with three cards: anna, in alone, loses to the hand from the pack, matches, and beats the next."""
    facts: dict[str, Any] = {"folded": {"bo": 1}, "showdown_count": 1}
    with night(
        tmp_path,
        hand("n", 1, {"anna": 4, "bo": 2}, {}, **facts),
        hand("n", 2, {"anna": 0, "bo": 0}, {"anna": 6}, pot_in=6, chain_no=1, outcome="showdown", **facts),
    ) as con:
        anna, bo = rates(con, "anna"), rates(con, "bo")
        kept = ask(con, "select outcome, showdown from int_hands order by hand_no")
    assert kept == [("carried", False), ("last_standing", False)]
    assert [each["went_to_showdown"] for each in (anna, bo)] == [(0, 2), (0, 2)]
    assert [each["won_unseen"] for each in (anna, bo)] == [(1, 2), (0, 2)]
    assert anna["won_at_showdown"] == (0, 0)


def test_raises_before_the_flop(tmp_path: Path) -> None:
    """Carl raises, anna raises again (a 3-bet), bo folds to two raises, carl calls. Flop: a bet, a call."""
    acts = [
        *BLINDS,
        pack(Act.RAISE, 2, 1, 6),
        pack(Act.RAISE, 0, 1, 17),
        pack(Act.FOLD, 1, 1),
        pack(Act.CALL, 2, 1, 12),
        pack(Act.CHECK, 0, 2),
        pack(Act.BET, 2, 2, 10),
        pack(Act.CALL, 0, 2, 10),
    ]
    with night(
        tmp_path,
        holdem(1, {"anna": 28, "bo": 2, "carl": 28}, {"carl": 58}, acts, folded={"bo": 1}, rounds_played=2),
    ) as con:
        anna, bo, carl = (rates(con, name) for name in ("anna", "bo", "carl"))
    assert [anna["pfr"], bo["pfr"], carl["pfr"]] == [(1, 1), (0, 1), (1, 1)]
    # anna alone was asked after one raise: bo and carl were after two
    assert [anna["three_bet"], bo["three_bet"], carl["three_bet"]] == [(1, 1), (0, 0), (0, 0)]
    assert (carl["af"], anna["af"]) == ((1, 0), (0, 1))
    assert (carl["aggression"], anna["aggression"]) == ((2, 1), (1, 1))
    assert [anna["wtsd"], bo["wtsd"], carl["wtsd"]] == [(1, 1), (0, 0), (1, 1)]
    assert [bo["saw_second_round"], bo["went_to_showdown"]] == [(0, 1), (0, 1)]


def test_what_trackers_count(tmp_path: Path) -> None:
    """Anna has the small blind, bo the big one, dorte deals.

    1: carl raises, dorte calls. Flop: carl bets, dorte calls. Turn: carl bets, dorte folds.
    2: carl folds, dorte raises, anna folds, bo raises again, dorte folds.
    3: carl limps, dorte folds, anna completes, bo checks. Flop: anna checks, bo bets, carl folds, anna raises, bo calls. Turn:
    anna bets, bo folds.
    """
    first = [
        *BLINDS, pack(Act.RAISE, 2, 1, 6), pack(Act.CALL, 3, 1, 6), pack(Act.FOLD, 0, 1), pack(Act.FOLD, 1, 1),
        pack(Act.BET, 2, 2, 10), pack(Act.CALL, 3, 2, 10),
        pack(Act.BET, 2, 3, 20), pack(Act.FOLD, 3, 3), pack(Act.RETURNED, 2, 3, 20),
    ]  # fmt: skip
    second = [
        *BLINDS, pack(Act.FOLD, 2, 1), pack(Act.RAISE, 3, 1, 6), pack(Act.FOLD, 0, 1), pack(Act.RAISE, 1, 1, 16),
        pack(Act.FOLD, 3, 1), pack(Act.RETURNED, 1, 1, 12),
    ]  # fmt: skip
    third = [
        *BLINDS, pack(Act.CALL, 2, 1, 2), pack(Act.FOLD, 3, 1), pack(Act.CALL, 0, 1, 1), pack(Act.CHECK, 1, 1),
        pack(Act.CHECK, 0, 2), pack(Act.BET, 1, 2, 4), pack(Act.FOLD, 2, 2), pack(Act.RAISE, 0, 2, 12),
        pack(Act.CALL, 1, 2, 8), pack(Act.BET, 0, 3, 20), pack(Act.FOLD, 1, 3), pack(Act.RETURNED, 0, 3, 20),
    ]  # fmt: skip
    alone = {"outcome": "last_standing"}
    with night(
        tmp_path,
        holdem(1, {"anna": 1, "bo": 2, "carl": 16, "dorte": 16}, {"carl": 35}, first,
               folded={"anna": 1, "bo": 1, "dorte": 3}, rounds_played=3, **alone),
        holdem(2, {"anna": 1, "bo": 6, "carl": 0, "dorte": 6}, {"bo": 13}, second,
               folded={"anna": 1, "carl": 1, "dorte": 1}, rounds_played=1, **alone),
        holdem(3, {"anna": 14, "bo": 14, "carl": 2, "dorte": 0}, {"anna": 30}, third,
               folded={"bo": 3, "carl": 2, "dorte": 1}, rounds_played=3, **alone),
    ) as con:  # fmt: skip
        anna, bo, carl, dorte = (rates(con, name) for name in ("anna", "bo", "carl", "dorte"))
    assert [one["limp"] for one in (anna, bo, carl, dorte)] == [(1, 1), (0, 0), (1, 3), (0, 2)]
    assert [one["cold_call"] for one in (anna, bo, carl, dorte)] == [(0, 0), (0, 0), (0, 0), (1, 1)]
    assert [one["steal"] for one in (anna, bo, carl, dorte)] == [(0, 0), (0, 0), (1, 3), (1, 1)]
    assert [one["fold_to_steal"] for one in (anna, bo, carl, dorte)] == [(1, 1), (0, 1), (0, 0), (0, 0)]
    assert [one["fold_to_three_bet"] for one in (anna, bo, carl, dorte)] == [(0, 0), (0, 0), (0, 0), (1, 1)]
    assert [carl[f"cbet_{street}"] for street in ("second", "third", "fourth")] == [(1, 1), (1, 1), (0, 0)]
    assert [dorte[f"fold_to_cbet_{street}"] for street in ("second", "third", "fourth")] == [
        (0, 1),
        (1, 1),
        (0, 0),
    ]
    assert (anna["cbet_second"], anna["fold_to_cbet_second"]) == ((0, 0), (0, 0))
    assert [one["check_raise"] for one in (anna, bo, carl, dorte)] == [(1, 1), (0, 0), (0, 0), (0, 0)]
    assert [one["won_unseen"] for one in (anna, bo, carl, dorte)] == [(1, 3), (1, 3), (1, 3), (0, 3)]
    # carl bets 10 into 15 and 20 into 35, bo 4 into 6, anna 20 into 30; with blinds nobody bets in the first round
    assert [one["bet_size_second"] for one in (anna, bo, carl, dorte)] == [
        (0, 0),
        (0.667, 1),
        (0.667, 1),
        (0, 0),
    ]
    assert [one["bet_size_third"] for one in (anna, bo, carl, dorte)] == [
        (0.667, 1),
        (0, 0),
        (0.571, 1),
        (0, 0),
    ]
    assert {
        one[f"bet_size_{street}"][1] for one in (anna, bo, carl, dorte) for street in ("first", "fourth")
    } == {0}


def test_three_bets_with_antes_and_a_steal_by_two(tmp_path: Path) -> None:
    """With antes, anna bets, bo raises, anna raises again, bo folds: bo folds to the 3-bet. Heads-up the dealer has the small blind:
    anna, in seat 1, folds her big blind to bo's raise.
    """
    antes = [pack(Act.ANTE, seat, 0, 1) for seat in (0, 1)]
    raised = [
        *antes, pack(Act.BET, 0, 1, 2), pack(Act.RAISE, 1, 1, 4), pack(Act.RAISE, 0, 1, 6), pack(Act.FOLD, 1, 1),
        pack(Act.RETURNED, 0, 1, 4),
    ]  # fmt: skip
    two = [pack(Act.SMALL_BLIND, 1, 0, 1), pack(Act.BIG_BLIND, 0, 0, 2), pack(Act.RAISE, 1, 1, 5), pack(Act.FOLD, 0, 1),
           pack(Act.RETURNED, 1, 1, 4)]  # fmt: skip
    facts: dict[str, Any] = {"outcome": "last_standing"}
    with night(
        tmp_path,
        holdem(1, {"anna": 5, "bo": 5}, {"anna": 10}, raised, folded={"bo": 1}, **facts),
        holdem(2, {"anna": 2, "bo": 2}, {"bo": 4}, two, folded={"anna": 1}, **facts),
    ) as con:
        anna, bo = rates(con, "anna"), rates(con, "bo")
    assert (anna["fold_to_three_bet"], bo["fold_to_three_bet"]) == ((0, 0), (1, 1))
    assert (anna["steal"], bo["steal"]) == ((0, 0), (1, 1))
    assert (anna["fold_to_steal"], bo["fold_to_steal"]) == ((1, 1), (0, 0))
    assert (anna["limp"], bo["limp"]) == ((0, 0), (0, 1))


def test_a_card_bought_is_no_bet(tmp_path: Path) -> None:
    """Both check the first round of a hand and then buy cards, whose acts the log counts to it; in the other hand both
    buy after a bet and a raise, where only anna had been asked.
    """
    bought = [pack(Act.ANTE, seat, 0, 2) for seat in (0, 1)] + [
        pack(Act.BUY_CARD, 0, 0, 5), pack(Act.CHECK, 0, 1), pack(Act.CHECK, 1, 1),
        pack(Act.BUY_CARD, 0, 1, 5), pack(Act.PAID_DRAW, 1, 1, 5), pack(Act.BET, 1, 2, 3), pack(Act.FOLD, 0, 2),
    ]  # fmt: skip
    raised = [pack(Act.ANTE, seat, 0, 2) for seat in (0, 1)] + [
        pack(Act.BET, 0, 1, 2), pack(Act.RAISE, 1, 1, 4), pack(Act.CALL, 0, 1, 2), pack(Act.BUY_CARD, 0, 1, 5),
        pack(Act.BUY_CARD, 1, 1, 5), pack(Act.CHECK, 0, 2), pack(Act.CHECK, 1, 2),
    ]  # fmt: skip
    facts: dict[str, Any] = {"detail": "actions", "rounds_played": 2}
    with night(
        tmp_path,
        hand("n", 1, {"anna": 12, "bo": 10}, {"bo": 22}, actions=bought, folded={"anna": 2}, **facts),
        hand("n", 2, {"anna": 11, "bo": 11}, {"bo": 22}, actions=raised, **facts),
    ) as con:
        anna, bo = rates(con, "anna"), rates(con, "bo")
    assert [anna["vpip"], bo["vpip"]] == [(1, 2), (1, 2)]
    assert [anna["three_bet"], bo["three_bet"]] == [(0, 1), (0, 0)]
    assert [anna["aggression"], bo["aggression"]] == [(1, 1), (2, 0)]


def test_all_in_before_the_flop_sees_it(tmp_path: Path) -> None:
    acts = [*BLINDS, pack(Act.RAISE, 0, 1, 99), pack(Act.CALL, 1, 1, 98)]
    with night(tmp_path, holdem(1, {"anna": 100, "bo": 100}, {"bo": 200}, acts, rounds_played=1)) as con:
        assert rates(con, "anna")["wtsd"] == (1, 1)


def test_own_unmatched_chips_are_no_win(tmp_path: Path) -> None:
    """Bo, all in with 10, wins 21; anna, who bet 30, gets back the unmatched 20, no more."""
    paid = {"anna": 30, "bo": 10, "carl": 1}
    one = holdem(1, paid, {"anna": 20, "bo": 21}, [*BLINDS], folded={"carl": 1})
    with night(tmp_path, one, marts=["mart_player_nights", "mart_player_stats", "mart_winners"]) as con:
        assert rates(con, "anna")["won_hand"] == (0, 1)
        assert rates(con, "anna")["won_at_showdown"] == (0, 1)
        assert rates(con, "bo")["won_hand"] == (1, 1)
        assert ask(con, "select player_id from mart_winners") == [("bo",)]
        assert ask(con, "select player_id, won_hands from mart_player_nights order by 1") == [
            ("anna", 0),
            ("bo", 1),
            ("carl", 0),
        ]


def test_chips_of_different_worth_arent_added(tmp_path: Path) -> None:
    sessions = [session("n"), session("m", chip_value=1)]
    hands = [hand(name, 1, {"anna": 2, "bo": 2}, {"bo": 4}) for name in ("n", "m")]
    marts = ["mart_player_stats", "mart_player_variant"]
    with night(tmp_path, *hands, sessions=sessions, marts=marts) as con:
        sql = "select metric, value from mart_player_stats where scope = 'all' and player_id = 'bo'"
        results = dict(ask(con, sql))
        assert [results[metric] for metric in ("net", "biggest_win", "net_units")] == [None, None, 2]
        sql = "select net, net_units, biggest_win from mart_player_variant where player_id = 'bo'"
        assert ask(con, sql + " and scope = 'all'") == [(None, 2, None)]


def test_a_draft_may_say_anything_and_a_hand_not(tmp_path: Path) -> None:
    """Each amount missing in a draft, where nothing is said, and in a confirmed hand, where it is a fault."""
    hands = []
    for number, (status, missing) in enumerate(product(("draft", "confirmed"), ("paid", "won", "net")), 1):
        row, seats = hand("n", number, {"anna": 2, "bo": 2}, {"bo": 4}, status=status)
        seats[0][missing] = None
        hands.append((row, seats))
    players = [{"player_id": name, "name": name} for name in ("anna", "bo")]
    store = write(tmp_path / "store", sessions=[session("n")], hands=hands, players=players)
    with build(store) as con:
        results = {one.check: one.faults for one in warehouse.check(con, tables(store)) if one.count}
    said = results["check_seat_amounts"]
    assert [fault.hand_no for fault in said] == [4, 5, 6]
    assert all("nothing" in fault.fault for fault in said)
