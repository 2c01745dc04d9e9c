"""Guts in its four forms: what hands are worth, who takes and who matches, the last deal, the pack, high and
low.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from engine.cards.card import card_set, pack_of
from engine.catalogue import VARIANTS
from engine.kernel.winners import BOTH, HIGH, LOW
from engine.players.profiles import Profile, profile_rows
from engine.special import kernel_of
from engine.special.guts.plan import make_plan, trained_plan
from engine.special.guts.rules import (
    hand_key,
    high_score,
    low_score,
    settle_high,
    settle_high_low,
    situation_of,
)
from engine.terms import Detail
from tests.engine.games.table import MIXED, Row, held, request, rows, seats
from tests.oracle.cards import from_code
from tests.oracle.guts_response import gains
from tests.oracle.special import guts_high, guts_low

POT = 12
NOBODY = 0


def high(text: str, jokers_best: bool = True) -> int:
    return int(high_score(held(text), jokers_best))


def take(
    hands: str, inside: int, last: bool = False, from_pack: str = "", pot: int = POT
) -> tuple[dict[int, int], list[int]]:
    """Who takes what, and what each matches; hands separated by a bar."""
    scores = np.array([high(hand) for hand in hands.split("|")])
    won, match = np.zeros(4, np.int64), np.zeros(len(scores), np.int64)
    settle_high(scores, inside, pot, last, high(from_pack) if from_pack else -1, won, match)
    return dict(taken(won)), match.tolist()


def taken(won: Any) -> list[tuple[int, int]]:
    return [(int(won[place]), int(won[place + 1])) for place in (0, 2) if won[place + 1]]


def halves(
    hands: str, declared: list[int], last: bool = False, pot: int = POT
) -> tuple[list[tuple[int, int]], list[int]]:
    """The same for high and low, high first; 0 declared is out."""
    parts = hands.split("|")
    highs = np.array([high(hand, jokers_best=False) for hand in parts])
    lows = np.array([low_score(held(hand)) for hand in parts])
    inside = sum(1 << seat for seat, said in enumerate(declared) if said)
    won, match = np.zeros(4, np.int64), np.zeros(len(parts), np.int64)
    settle_high_low(highs, lows, np.array(declared), inside, pot, last, won, match)
    return taken(won), match.tolist()


def share(hands: str, declared: list[int], **options: Any) -> tuple[dict[int, int], list[int]]:
    """The same, by who takes it."""
    won, match = halves(hands, declared, **options)
    return dict(won), match


# --- what hands are worth ---


@pytest.mark.parametrize(("size", "pack"), [(2, 54), (3, 52)])
def test_hands_are_worth_what_the_oracle_says(size: int, pack: int) -> None:
    hands = list(combinations(pack_of(pack), size))
    rng = np.random.default_rng(1)
    for _ in range(4000):
        one, other = (hands[place] for place in rng.integers(len(hands), size=2))
        mine, theirs = ([from_code(card) for card in hand] for hand in (one, other))
        for best in (True, False):
            scores = high_score(card_set(one), best) - high_score(card_set(other), best)
            exact = guts_high(mine, best), guts_high(theirs, best)
            assert (scores > 0, scores == 0) == (exact[0] > exact[1], exact[0] == exact[1])
        if size == 2:
            scores = low_score(card_set(one)) - low_score(card_set(other))
            exact = guts_low(mine), guts_low(theirs)
            assert (scores > 0, scores == 0) == (exact[0] > exact[1], exact[0] == exact[1])


def test_hands_of_equal_ranks_are_one_class() -> None:
    keys = {hand_key(card_set(hand)) for hand in combinations(pack_of(54), 2)}
    assert len(keys) == 13 + 78 + 13 + 1


# --- who takes and who matches ---


def test_the_best_takes_the_pot_and_the_rest_of_those_in_match_it() -> None:
    assert take("As Kd | Qs Qd | 7s 2d", seats(0, 1, 2)) == ({seats(1): POT}, [POT, 0, POT])


def test_those_who_are_out_win_nothing_and_match_nothing() -> None:
    assert take("As Kd | Qs Qd | 7s 2d", seats(0, 2)) == ({seats(0): POT}, [0, 0, POT])


def test_one_alone_takes_the_pot() -> None:
    assert take("As Kd | Qs Qd | 7s 2d", seats(2)) == ({seats(2): POT}, [0, 0, 0])


def test_without_players_in_the_pot_stays() -> None:
    assert take("As Kd | Qs Qd | 7s 2d", NOBODY) == ({}, [0, 0, 0])


def test_a_tie_wins_nothing_and_matches() -> None:
    assert take("As Kd | Ah Kc | 7s 2d", seats(0, 1, 2)) == ({}, [POT, POT, POT])
    assert take("As Kd | Ah Kc | 7s 2d", seats(0, 1)) == ({}, [POT, POT, 0])


def test_a_tie_below_the_best_changes_nothing() -> None:
    assert take("As Kd | Ah Kc | 7s 7d", seats(0, 1, 2)) == ({seats(2): POT}, [POT, POT, 0])


def test_in_the_last_deal_no_player_matches() -> None:
    assert take("As Kd | Qs Qd | 7s 2d", seats(0, 1, 2), last=True) == ({seats(1): POT}, [0, 0, 0])


def test_in_the_last_deal_a_tie_shares_the_pot() -> None:
    assert take("As Kd | Ah Kc | 7s 2d", seats(0, 1, 2), last=True) == ({seats(0, 1): POT}, [0, 0, 0])


def test_in_the_last_deal_without_players_in_all_share_the_pot() -> None:
    assert take("As Kd | Ah Kc | 7s 2d", NOBODY, last=True) == ({seats(0, 1, 2): POT}, [0, 0, 0])


def test_a_lone_player_must_beat_a_hand_from_the_pack() -> None:
    assert take("As Kd 2h | 3s 3d 4h", seats(0), from_pack="Ks Qd Jh") == ({seats(0): POT}, [0, 0])
    assert take("As Kd 2h | 3s 3d 4h", seats(0), from_pack="2s 2d 3h") == ({}, [POT, 0])


def test_a_lone_player_who_ties_the_pack_loses() -> None:
    assert take("As Kd 2h | 3s 3d 4h", seats(0), from_pack="Ad Kh 2s") == ({}, [POT, 0])


def test_a_lone_player_beaten_by_the_pack_in_the_last_deal_leaves_the_pot_to_all() -> None:
    hands, pack = "As Kd 2h | 3s 3d 4h", "2s 2d 3h"
    assert take(hands, seats(0), last=True, from_pack=pack) == ({seats(0, 1): POT}, [0, 0])


# --- high and low ---


def test_half_the_pot_a_side() -> None:
    won, match = share("As Kd | 2s 3d | 9s 8d", [HIGH, LOW, 0])
    assert won == {seats(0): 6, seats(1): 6}
    assert match == [0, 0, 0]


def test_a_loser_matches_what_the_side_plays_for() -> None:
    won, match = share("As Kd | 2s 3d | Qs 8d | Qh 9d", [HIGH, LOW, HIGH, LOW])
    assert won == {seats(0): 6, seats(1): 6}
    assert match == [0, 0, 6, 6]


def test_a_side_without_a_declaration_leaves_everything_to_the_other() -> None:
    assert share("As Kd | Qs Jd", [HIGH, HIGH]) == ({seats(0): POT}, [0, POT])


def test_a_tie_on_a_side_wins_nothing_and_matches_its_half() -> None:
    won, match = share("As Kd | Ah Kc | 2s 3d", [HIGH, HIGH, LOW])
    assert won == {seats(2): 6}
    assert match == [6, 6, 0]


def test_declaring_both_and_best_in_both_takes_all() -> None:
    won, match = halves("As 2d | Ks Qd | 3s 2h", [BOTH, HIGH, LOW])
    assert won == [(seats(0), 6), (seats(0), 6)]
    assert match == [0, 6, 6]


def test_declaring_both_and_failing_one_wins_nothing_and_the_other_side_takes_all() -> None:
    won, match = share("As 3d | Ks Qd | Ah 2h", [BOTH, HIGH, LOW])
    assert won == {seats(2): POT}
    assert match == [POT, 6, 0]


def test_in_the_last_deal_a_tie_on_a_side_shares_its_half() -> None:
    won, match = share("As Kd | Ah Kc | 2s 3d", [HIGH, HIGH, LOW], last=True)
    assert won == {seats(0, 1): 6, seats(2): 6}
    assert match == [0, 0, 0]


def test_without_players_in_the_pot_stays_and_in_the_last_deal_all_share() -> None:
    assert share("As Kd | Ah Kc", [0, 0]) == ({}, [0, 0])
    assert share("As Kd | Ah Kc", [0, 0], last=True) == ({seats(0, 1): POT}, [0, 0])


def test_the_odd_chip_of_a_half_goes_to_the_winner_nearest_the_dealers_left() -> None:
    assert share("2s 3d | As Kd", [LOW, HIGH], pot=7)[0] == {seats(0): 4, seats(1): 3}


# --- whole games ---


def games(game: str, players: int, count: int, **options: Any) -> list[list[Row]]:
    result = rows(game, players, count, **options)
    assert len(result) == count * (players + 1)
    return [result[start : start + players + 1] for start in range(0, len(result), players + 1)]


@pytest.mark.parametrize("game", ["guts", "guts-jokers", "gutter-sluts", "guts-3-card"])
def test_all_players_deal_once_and_one_last_deal_carries_nothing_over(game: str) -> None:
    for played in games(game, 4, 200, names=MIXED):
        assert [row.hand["dealer"] for row in played] == [3, 0, 1, 2, 3]
        assert played[-1].hand["pot_out"] == 0
        assert not played[-1].of_kind("match_pot")


def test_a_pot_carried_in_from_another_game_adds_to_the_antes() -> None:
    first, second = games("guts", 3, 2, pot_in=9)
    assert first[0].hand["pot_in"] == 9
    assert len(first[0].of_kind("ante")) == 3
    assert second[0].hand["pot_in"] == 0


def test_a_house_may_cap_what_a_loser_matches() -> None:
    capped = replace(VARIANTS["guts"], cap=6)
    for row in rows("guts", 4, 100, names=("plain-caller",), variant=capped):
        assert all(act.value <= 6 for act in row.of_kind("match_pot"))
    assert any(
        act.value > 6
        for row in rows("guts", 4, 100, names=("plain-caller",))
        for act in row.of_kind("match_pot")
    )


def test_in_the_last_deal_all_players_are_in_for_nothing() -> None:
    for played in games("guts", 4, 30, names=("plain-tight",)):
        assert len(played[-1].of_kind("in")) == 4


def test_more_go_in_who_speak_later_and_fewer_after_others() -> None:
    plan = make_plan(2, 52, False, False, 6)
    last_to_speak = [plan.goes_in[0, later] for later in range(6)]
    assert last_to_speak == sorted(last_to_speak, reverse=True)
    assert last_to_speak[0] == 1.0
    assert plan.goes_in[1, 0] > plan.goes_in[2, 0] > plan.goes_in[3, 0]


def test_thresholds_hold_against_themselves() -> None:
    """Going in with twice or half as many hands as planned gains nothing while the others play by the plan."""
    gains = {}
    for name, tight in (("more", 0.5), ("plan", 1.0), ("fewer", 2.0)):
        profiles = profile_rows([Profile(tight=tight, bluff=0.0), *[Profile(bluff=0.0)] * 3])
        net = total = 0.0
        for _, record in kernel_of("guts").play(
            request("guts", 4, 30_000, profiles=profiles, detail=Detail.RESULT, seed=3)
        ):
            for hand, row in zip(record.hand, record.seat, strict=True):
                seat = (0 - hand[7] - 1) % 4
                net += row[seat, 2] - row[seat, 1]
                total += 1
        gains[name] = net / total
    assert gains["plan"] > max(gains["more"], gains["fewer"]) - 0.06


def test_the_best_response_to_the_trained_strategy_gains_little() -> None:
    """By three players, exactly: less than a fortieth of an ante a game of four deals, for what the plain
    players lose a fifth.
    """
    plan = trained_plan(VARIANTS["guts"], 3, plain=True)

    def goes(seat: int, before: tuple[int, ...], high: int, low: int) -> float:
        first = before.index(1) if any(before) else 0
        situation = situation_of(3, seat, sum(before), first)
        return float(plan.trained[situation, plan.number[high * 14 + low]] / 255)

    like_the_others, best = gains(goes)
    assert abs(sum(like_the_others)) < 1e-9
    assert max(np.subtract(best, like_the_others)) < 1 / 40
    plain, best = gains(
        lambda seat, before, high, low: (
            plan.better[plan.number[high * 14 + low]] < plan.goes_in[sum(before), 2 - seat]
        )
    )
    assert min(np.subtract(best, plain)) > 1 / 10


def goes_in_of(profile: str) -> float:
    """How often a profile goes in among regulars, the last deal left out."""
    said: Counter[str] = Counter()
    for played in games("guts", 4, 300, names=(profile, "regular", "regular", "regular")):
        for row in played[:-1]:
            seat = (-row.hand["dealer"] - 1) % 4
            said.update(act.kind for act in row.of_kind("in", "out") if act.seat == seat)
    return said["in"] / said.total()


def test_profiles_depart_from_what_was_learned() -> None:
    often = {name: goes_in_of(name) for name in ("regular", "rock", "novice", "station", "maniac")}
    assert often["rock"] < often["regular"] - 0.04
    assert often["station"] > often["regular"] + 0.1
    assert often["maniac"] > often["station"]
    assert often["novice"] > often["regular"]
