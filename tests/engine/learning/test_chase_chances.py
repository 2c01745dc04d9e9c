"""The chances of a chase come true, by hands that the oracle deals and values."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from bench.players import chances, noise_of
from engine.cards.card import pack_of
from engine.catalogue import VARIANTS
from engine.kernel.chase_chances import chase_chance, forget_turned
from engine.kernel.state import new_state
from engine.players.training.card_games import trained_program
from tests.oracle.cards import cards as oracle_cards, from_code, to_code
from tests.oracle.games import of_ranks
from tests.oracle.melds import Meld, best_high

CHASES = ("midnight-baseball", "narwidjan-munaeklips")
CARDS = 7


def codes(text: str) -> list[int]:
    return [to_code(card) for card in oracle_cards(text)]


def turn(pile: list[int], stock: list[int], count: int) -> list[int]:
    """Turn the top cards of a pile, whose last card is the top one; each four puts a card from the stock on top."""
    turned = []
    while pile and len(turned) < count:
        turned.append(pile.pop())
        if from_code(turned[-1]).rank == 4:
            pile.append(stock.pop())
    return turned


def best_of(game: str, turned: Sequence[int], bottom: int) -> Meld:
    wild = set(of_ranks([3, 9]))
    if game.startswith("n") and bottom in turned:
        wild |= set(of_ranks([from_code(bottom).rank]))
    return best_high([from_code(card) for card in turned], wild)


def seated(
    game: str, turned: Sequence[Sequence[int]], left: Sequence[int], bottoms: Sequence[int]
) -> tuple[Any, Any]:
    """A chase in which each player has turned some cards and has a number left to turn: its state and its program."""
    pg, st = trained_program(VARIANTS[game]), new_state()
    st.players = st.live_count = len(turned)
    st.live = (1 << len(turned)) - 1
    st.street, st.any_open, st.wild = 1, 1, pg.wild_cards
    st.hand_luck = np.uint64(random.Random(5).getrandbits(64))
    st.open_best_seat = -1
    st.worth_of[:] = -1
    for seat, cards in enumerate(turned):
        st.own[seat] = st.open[seat] = st.turned[seat] = sum(1 << card for card in cards)
        st.pile_size[seat] = left[seat]
        st.own_count[seat] = len(cards) + left[seat]
        st.bottom[seat] = bottoms[seat]
    return st, pg


def said_chance(st: Any, pg: Any, seat: int) -> float:
    with np.errstate(over="ignore"):  # as where compiled
        return chase_chance(st, pg, seat)


@pytest.mark.parametrize("positions", [100, pytest.param(1500, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", CHASES)
def test_chances_come_true(game: str, positions: int) -> None:
    """Three players who have turned any number of cards: what they were said to win, they win."""
    draw, said, won = random.Random(game), [], []
    for _ in range(positions):
        stock = pack_of(52)
        draw.shuffle(stock)
        piles = [[stock.pop() for _ in range(CARDS)] for _ in range(3)]
        bottoms = [pile[0] for pile in piles]
        turned = [turn(pile, stock, draw.randint(0, 7)) for pile in piles]
        st, pg = seated(game, turned, [len(pile) for pile in piles], bottoms)
        said.append([said_chance(st, pg, seat) for seat in range(3)])
        whole = [[*cards, *turn(pile, stock, 99)] for cards, pile in zip(turned, piles, strict=True)]
        worth = [best_of(game, cards, bottom) for cards, bottom in zip(whole, bottoms, strict=True)]
        won.append([worth[seat] == max(worth) for seat in range(3)])
    chance, share = np.array(said), np.array(won) / np.sum(won, axis=1, keepdims=True)
    assert abs(chance.sum(axis=1) - 1).max() < 0.2, "estimates of what three whole hands come to"
    assert abs(chance.sum(axis=1).mean() - 1) < 0.03
    slope = ((chance - 1 / 3) * (share - 1 / 3)).sum() / ((chance - 1 / 3) ** 2).sum()
    error = np.sqrt(((chance - share) ** 2).sum() / ((chance - 1 / 3) ** 2).sum() / chance.size)
    assert abs(slope - 1) < 4 * error, "neither too sure nor too unsure"
    assert ((chance - share) ** 2).mean() < 0.85 * ((1 / 3 - share) ** 2).mean()


def test_one_card_to_turn_is_looked_at_card_by_card() -> None:
    """Two pair wait for a full house, or a wild card, against a straight that lies there: 12 of 39 cards do it."""
    mine = codes("Ks Kd Jh Jc 7s 5d")
    theirs = codes("Ts 8d 7h 6c 5s Qd Ah")
    st, pg = seated("midnight-baseball", [mine, theirs], [1, 0], [-1, -1])
    st.open_best_seat = 1
    unseen = [card for card in pack_of(52) if card not in mine + theirs]
    beats = best_high([from_code(card) for card in theirs], of_ranks([3, 9]))
    full = sum(best_of("midnight-baseball", [*mine, card], -1) > beats for card in unseen)
    assert said_chance(st, pg, 0) == pytest.approx(full / len(unseen), abs=0.08)
    assert said_chance(st, pg, 0) + said_chance(st, pg, 1) == pytest.approx(1)


def test_the_last_card_counts_at_once() -> None:
    """A three that completes a hand costs chips before its player opens: beaten is who still is, not who was."""
    mine = codes("Ks Kd Jh 7c 5s 2d")
    theirs = codes("Ts Td 8h 6c 5d Qd Ah")
    st, pg = seated("midnight-baseball", [mine, theirs], [1, 0], [-1, -1])
    st.open_best_seat = 1
    assert said_chance(st, pg, 0) > 0.9
    theirs[2] = codes("Tc")[0]
    st, pg = seated("midnight-baseball", [mine, theirs], [0, 0], [-1, -1])
    st.open_best_seat = 1
    assert said_chance(st, pg, 0) == 0.0
    st.own[0] |= 1 << codes("3h")[0]
    forget_turned(st, 0)
    assert said_chance(st, pg, 0) == 1.0


def test_a_turned_card_counts_though_the_first_player_has_left() -> None:
    gone = codes("Qs Jd 8c")
    mine = codes("Ks Kd Jh 7c 5s 2d")
    theirs = codes("Ts Td Tc 6c 5d Qd Ah")
    st, pg = seated("midnight-baseball", [gone, mine, theirs], [4, 1, 0], [-1, -1, -1])
    st.open_best_seat, st.live, st.live_count = 2, 0b110, 2
    assert 0 < said_chance(st, pg, 1) < 0.5
    st.own[1] |= 1 << codes("3h")[0]
    st.turned[1], st.pile_size[1] = st.own[1], 0
    forget_turned(st, 1)
    assert (said_chance(st, pg, 1), said_chance(st, pg, 2)) == (1.0, 0.0)


def test_of_equal_hands_the_one_to_beat_wins() -> None:
    mine = codes("Ks Kd Jh 8c 7s 5d 2d")
    theirs = codes("Kh Kc Js 8d 7h 5c 2c")
    st, pg = seated("midnight-baseball", [mine, theirs], [0, 0], [-1, -1])
    st.open_best_seat = 1
    assert (said_chance(st, pg, 0), said_chance(st, pg, 1)) == (0.0, 1.0)


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("game", CHASES)
def test_chances_are_true_as_hands_are_played(game: str, players: int) -> None:
    (row,) = chances(VARIANTS[game], players)
    assert row["error"] < 0.03 + noise_of(row)
    assert row["brier"] < row["base"]
    assert abs(row["sum"] - 1) < 0.05
