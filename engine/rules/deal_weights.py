"""`make train`: fit the value of the first cards of each game to hands that `regular` plays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards.card import pack_of
from engine.catalogue import TRAINED
from engine.catalogue.model import Variant, largest_table
from engine.kernel.record import SeatColumn
from engine.players.training.quantiles import main_table
from engine.rules.deal_luck import MOST, SHIPPED, CardMatrix, DealWorth, features, first_cards, first_count
from engine.simulate import play
from engine.terms import Detail

HANDS = 32_768
"""Number of hands of each game, at its usual table size."""
_SEED = 2018
_RIDGE = 10.0
_MATCHES = {"screw_your_neighbor", "liars_poker"}
"""Games in which a hand is a match of many deals: the first deal explains .03 % of its net."""
_EXACT = 5
"""Deals of up to this number of cards are enumerated; of more, `_SAMPLED` are drawn."""
_SAMPLED = 1 << 20
_AT_ONCE = 1 << 17

Floats = NDArray[np.float64]


def sample_hands(
    variant: Variant, hands: int, seed: int, profile: str = "regular"
) -> tuple[CardMatrix, Floats]:
    """Return the first cards of each seat of some hands (rows x 64), and the seat's net in antes."""
    held: list[CardMatrix] = []
    nets: list[Floats] = []
    players = main_table(variant)
    for _, batch in play(
        variant, players=players, hands=hands, seed=seed, profiles=(profile,), detail=Detail.CARDS
    ):
        acts = batch.actions[: batch.action_ends[-1]]
        of_seats = first_cards(acts, batch.action_ends, players, first_count(variant))
        held.append(of_seats.reshape(-1, 64))
        net = batch.seat[:, :, SeatColumn.WON] - batch.seat[:, :, SeatColumn.PAID]
        nets.append(net.reshape(-1) / variant.unit)
        if sum(map(len, nets)) >= hands * players:  # the hands of a long chain are enough
            break
    return np.concatenate(held), np.concatenate(nets)


@cache
def moments(pack: int, cards: int) -> tuple[Floats, Floats]:
    """The mean and the covariance of `features` over all deals of a number of cards of a pack."""
    total: Any = 0.0
    squares: Any = 0.0
    deals = 0
    for held in _deals(pack_of(pack), cards):
        shown = features(held)
        total, squares, deals = total + shown.sum(axis=0), squares + shown.T @ shown, deals + len(held)
    mean = total / deals
    return mean, squares / deals - np.outer(mean, mean)


def _deals(pack: list[int], cards: int) -> Any:
    """All deals of a number of cards, or a sample, by rows x 64."""
    if cards <= _EXACT:
        ways = comb(len(pack), cards)
        flat = np.fromiter(chain.from_iterable(combinations(pack, cards)), np.int64, ways * cards)
        dealt = flat.reshape(ways, cards)
    else:
        rng = np.random.default_rng(_SEED)
        packs = rng.permuted(np.tile(pack, (_SAMPLED // (len(pack) // cards), 1)), axis=1)
        dealt = packs[:, : len(pack) // cards * cards].reshape(-1, cards)  # each pack is dealt out
    for start in range(0, len(dealt), _AT_ONCE):
        some = dealt[start : start + _AT_ONCE]
        held = np.zeros((len(some), 64), np.bool_)
        held[np.arange(len(some))[:, None], some] = True
        yield held


def fit_deals(variant: Variant) -> DealWorth | None:
    """Fit the value of the first cards; None for matches, and for games that deal no cards, or different numbers of
    cards without dealing the whole pack.
    """
    if variant.kernel in _MATCHES:
        return None
    held, nets = sample_hands(variant, HANDS, _SEED)
    dealt = np.unique(held.sum(axis=1)).tolist()
    cards = dealt[0] if len(dealt) == 1 else 0
    sizes = range(variant.players[0], largest_table(variant) + 1)
    counts = [cards] if cards else sorted({variant.pack // size + odd for size in sizes for odd in range(2)})
    if not dealt[0] or not {*dealt} <= {*counts}:
        return None
    shown = features(held)
    for count in dealt:
        shown[held.sum(axis=1) == count] -= moments(variant.pack, count)[0]
    squares = shown.T @ shown + _RIDGE * np.eye(shown.shape[1])
    weights = np.linalg.solve(squares, shown.T @ (nets - nets.mean()))
    weights = weights.astype(np.float32).astype(np.float64)
    means, variances = np.zeros((2, MOST))
    for count in counts:
        mean, spread = moments(variant.pack, count)
        means[count], variances[count] = weights @ mean, weights @ spread @ weights
    return DealWorth(cards, weights, means, variances)


def main() -> None:
    ship({game: fit for game, variant in TRAINED.items() if (fit := fit_deals(variant)) is not None})


def ship(fitted: Mapping[str, DealWorth]) -> None:
    cards, weights, means, variances = zip(*fitted.values(), strict=True)
    np.savez_compressed(
        SHIPPED, games=np.array([*fitted]), cards=np.array(cards), weights=np.array(weights, np.float32),
        means=np.array(means), variances=np.array(variances),
    )  # fmt: skip
    print(f"{len(fitted)} games, {SHIPPED.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
