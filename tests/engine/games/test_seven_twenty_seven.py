"""7/27: counts, who is nearest, who takes what, cards taken in rounds, the house's betting, the chances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.cards.card import card_set, pack_of
from engine.kernel.record import SeatColumn
from engine.kernel.winners import BOTH, HIGH, LOW
from engine.special.seven_twenty_seven import game
from engine.special.seven_twenty_seven.game import FAR, next_in, score_text, share_pot, take_card
from engine.special.seven_twenty_seven.plan import (
    SEVEN,
    TWENTY_SEVEN,
    aces_in,
    count_of,
    count_text,
    declaration,
    make_plan,
    nearness,
    pot_share,
    wants_card,
)
from tests.engine.games.table import MIXED, held, rows, seats, state
from tests.oracle.cards import from_code
from tests.oracle.special import nearness as oracle_nearness

POT = 20


def near(text: str, target: int) -> int:
    return int(nearness(held(text), target))


def takes(hands: str, declared: list[int], pot: int = POT) -> list[int]:
    """What each seat takes; hands separated by a bar, 0 declared has folded."""
    parts = hands.split("|")
    played = state(len(parts))
    sevens = np.array([near(hand, SEVEN) for hand in parts])
    others = -np.array([near(hand, TWENTY_SEVEN) for hand in parts])
    live = sum(1 << seat for seat, said in enumerate(declared) if said)
    share_pot(played, sevens, others, np.array(declared), live, pot)
    return [int(won) for won in played.seats[:, SeatColumn.WON]]


# --- counting ---


def test_numbers_count_themselves_pictures_a_half_and_aces_one_or_eleven() -> None:
    assert count_of(held("2s 9d Th")) == 42
    assert count_of(held("Js Qd Kh")) == 3
    assert (count_of(held("As Ad 5h")), aces_in(held("As Ad 5h"))) == (14, 2)


def test_an_ace_is_chosen_for_each_target() -> None:
    hand = held("As Ad 5h")
    assert count_text(nearness(hand, SEVEN)) == "7"
    assert count_text(nearness(hand, TWENTY_SEVEN)) == "27"


def test_counts_in_words() -> None:
    assert count_text(near("Ts 9d 7h Jc", TWENTY_SEVEN)) == "26½"
    assert count_text(near("Js", SEVEN)) == "½"
    assert score_text(FAR - near("Ts 9d 8h", TWENTY_SEVEN)) == "27"


def test_distance_decides_and_then_the_lower_count() -> None:
    assert near("4s 2d", SEVEN) < near("4s 4d", SEVEN)  # 6 before 8
    assert near("4s 4d", SEVEN) < near("4s Jd", SEVEN)  # 8 before 4½
    assert near("Ts 9d 7h", TWENTY_SEVEN) < near("Ts 9d 9h", TWENTY_SEVEN)


def test_nearness_is_what_the_oracle_says() -> None:
    rng = np.random.default_rng(4)
    for size in (2, 3, 5, 8):
        for _ in range(300):
            cards = [int(card) for card in rng.choice(pack_of(52), size, replace=False)]
            for target in (7, 27):
                result = int(nearness(card_set(cards), 2 * target))
                assert (result >> 12, result & 4095) == oracle_nearness(map(from_code, cards), target)


# --- who takes what ---


def test_nearest_7_and_nearest_27_share_the_pot() -> None:
    assert takes("4s 3d | Ts 9d 7h | 8s 8d", [LOW, HIGH, LOW]) == [10, 10, 0]


def test_equal_counts_share() -> None:
    """RG's example: 26½ takes 10 of 20, two with 7 take 5 each."""
    assert takes("Ts 9d 7h Jc | 4s 3d | 5s 2d", [HIGH, LOW, LOW]) == [10, 5, 5]


def test_equal_distance_the_lower_count_wins() -> None:
    assert takes("4s 2d | 4d 4h | Ts 9d 8h", [LOW, LOW, HIGH]) == [10, 0, 10]
    assert takes("Ts 9d 9h | Tc 9h 7h | 4s 3d", [HIGH, HIGH, LOW]) == [0, 10, 10]


def test_a_both_declarer_with_5_a_a_takes_all() -> None:
    assert takes("5s Ad Ah | 4s 2d | Ts 9d 9h", [BOTH, LOW, HIGH]) == [20, 0, 0]


def test_a_both_declarer_with_5_a_a_shares_with_who_ties_one_side() -> None:
    assert takes("5s Ad Ah | 4s 3d | Ts 9d 9h", [BOTH, LOW, HIGH]) == [15, 5, 0]


def test_a_both_declarer_who_fails_one_side_wins_nothing_and_the_other_side_takes_all() -> None:
    assert takes("4s 3d | 4c 2d | Ts 9d 9h", [BOTH, LOW, HIGH]) == [0, 0, 20]


def test_a_side_without_a_declaration_leaves_everything_to_the_other() -> None:
    assert takes("4s 3d | 4c 2d | Ts 9d 9h", [LOW, LOW, LOW]) == [20, 0, 0]


def test_with_no_winner_on_either_side_the_pot_carries_over() -> None:
    assert takes("4s 3d | Ts 9d 8h", [BOTH, BOTH]) == [0, 0]


def test_the_odd_chip_goes_to_the_half_of_the_winner_nearest_the_dealers_left() -> None:
    assert takes("4s 3d | Ts 9d 8h", [LOW, HIGH], pot=21) == [11, 10]
    assert takes("Ts 9d 8h | 4s 3d", [HIGH, LOW], pot=21) == [11, 10]


# --- play ---


def test_a_folded_lead_passes_to_the_left() -> None:
    assert next_in(seats(0, 3), 1, 4) == 3
    assert next_in(seats(0, 3), 0, 4) == 0


def test_no_player_leads_twice_running_while_others_are_in() -> None:
    """The lead passes to the next player still in, also where the seat to its left has folded."""
    passed_over = 0
    for row in rows("seven-twenty-seven", 6, 200, names=MIXED):
        folded_in = row.column("folded")
        lead = -1
        for round_no in range(1, row.hand["rounds"] + 1):
            live = [seat for seat, folded in enumerate(folded_in) if folded in (0, *range(round_no, 99))]
            left = [(lead + step) % 6 for step in range(1, 7)]
            passed_over += left[0] not in live
            lead = next(seat for seat in left if seat in live)
            assert row.of_kind("keep", "deal_open", round_no=round_no)[0].seat == lead
            assert row.of_kind("check", "bet", "peder_bet", round_no=round_no)[0].seat == lead
    assert passed_over > 100


def test_folded_cards_are_the_new_stock_when_the_stock_is_exhausted() -> None:
    played, stock, left = state(3), np.zeros(52, np.int64), np.zeros(1, np.int64)
    folded = held("2s 3s 4s")
    drawn = []
    with np.errstate(over="ignore"):
        for _ in range(3):
            card, folded = take_card(played, stock, left, folded)
            drawn.append(int(card))
        assert card_set(drawn) == held("2s 3s 4s")
        assert folded == 0
        assert take_card(played, stock, left, folded) == (-1, 0)


def test_with_stock_and_folded_cards_gone_no_more_cards_are_taken() -> None:
    played, stock, left = state(3), np.array(pack_of(52)), np.full(1, 52)
    with np.errstate(over="ignore"):
        cards = [int(take_card(played, stock, left, 0)[0]) for _ in range(54)]
    assert card_set(cards[:52]) == card_set(pack_of(52))
    assert cards[52:] == [-1, -1]


def test_a_player_short_of_chips_plays_on_in_shadow() -> None:
    shadowed = 0
    for row in rows("seven-twenty-seven", 4, 60, names=("plain-warrior",), stack=30):
        for paid, shadow in zip(row.column("paid"), row.column("shadow"), strict=True):
            assert shadow == max(0, paid - 30)
            shadowed += shadow > 0
    assert shadowed


def test_scores_are_recorded_at_a_showdown() -> None:
    for row in rows("seven-twenty-seven", 4, 40, names=("plain-caller",)):
        for seat in range(4):
            cards = row.column("cards")[seat]
            assert row.column("score")[seat] == FAR - nearness(cards, TWENTY_SEVEN)
            assert row.column("low")[seat] == nearness(cards, SEVEN)


def test_a_pot_without_a_winner_is_played_for_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All players declare both, which nearly always fails."""
    plan = make_plan(3)
    for_both = plan._replace(side=np.full_like(plan.side, BOTH))
    monkeypatch.setattr(game, "make_plan", lambda players: for_both)
    result = rows("seven-twenty-seven", 3, 5, names=("plain-caller",))
    assert len(result) > 5
    before = None
    for row in result:
        again = before is not None and before.hand["pot_out"] > 0 and before.hand["chain"] < 63
        assert row.hand["chain"] == (before.hand["chain"] + 1 if again else 0)
        assert row.hand["pot_in"] == (before.hand["pot_out"] if again else 0)
        assert row.hand["pot"] == row.hand["pot_in"] + 6
        assert (row.outcome == "carried") == (row.hand["pot_out"] > 0) == (not any(row.column("won")))
        before = row
    once = rows("seven-twenty-seven", 3, 5, names=("plain-caller",), chained=False)
    assert len(once) == 5
    assert any(row.hand["pot_out"] for row in once)
    assert all(row.hand["chain"] == 0 for row in once)


# --- the players ---


@pytest.fixture(scope="module")
def plan() -> Any:
    return make_plan(4)


def test_a_player_with_7_or_27_stands_and_one_far_from_both_takes_a_card(plan: Any) -> None:
    assert not wants_card(plan, held("4s 3d"), 3)
    assert not wants_card(plan, held("Ts 9d 8h"), 3)
    assert wants_card(plan, held("Ts 6d"), 3)
    assert wants_card(plan, held("2s Jd"), 3)


def test_declarations_follow_the_nearer_target(plan: Any) -> None:
    assert declaration(plan, held("4s 3d"), 3) == LOW
    assert declaration(plan, held("Ts 9d 8h"), 3) == HIGH
    assert declaration(plan, held("5s Ad Ah"), 3) == BOTH


def test_a_share_of_the_pot_is_a_chance(plan: Any) -> None:
    assert pot_share(plan, held("5s Ad Ah"), 3, True) > 0.8
    assert 0.4 < pot_share(plan, held("4s 3d"), 3, True) < 0.6
    assert pot_share(plan, held("Ts 6d"), 3, True) < 0.25 < pot_share(plan, held("2s Ad"), 3, False)


def test_the_shares_that_players_reckon_with_add_up(plan: Any) -> None:
    """In the first round, with all players calling to the end, the mean estimated share is near the fair one."""
    first, won = [], []
    for row in rows("seven-twenty-seven", 4, 4000, names=("plain-caller",), seed=5):
        dealt = row.of_kind("deal_closed", "deal_open", round_no=0)
        cards = card_set(act.value for act in dealt if act.seat == 0)
        first.append(pot_share(plan, cards, 3, False))
        won.append(row.column("won")[0] / row.hand["pot"])
    assert abs(np.mean(first) - np.mean(won)) < 0.05
    assert np.corrcoef(first, won)[0, 1] > 0.3
