"""Other programs at the same work: OpenSpiel, pokerkit, eval7, each by the fastest way that Python has."""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable
from typing import Any

from bench.hands import random_hands
from bench.harness import Contender, MissingError, Run

STACK = 200
PLAYERS = 6


def _needs(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as reason:
        raise MissingError("not installed") from reason


def _repeat(once: Callable[[int], object]) -> Run:
    """A run that does one thing after another, each with its number."""

    def run(amount: int) -> int:
        for number in range(amount):
            once(number)
        return amount

    return run


def _openspiel() -> Run:
    """Hold'em in OpenSpiel's universal_poker; its C++ loop asks six C++ bots, which always check or call.

    The table is no limit with its usual choice of bets (fold, call, pot, all in): with fixed limits it takes
    four stacks at most.
    """
    spiel = _needs("pyspiel")
    stacks = " ".join([str(STACK)] * PLAYERS)
    game = spiel.load_game(
        f"universal_poker(betting=nolimit,bettingAbstraction=fcpa,numPlayers={PLAYERS},numRounds=4,"
        f"blind=1 2 0 0 0 0,firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        f"stack={stacks})"
    )
    call = {"actions": "1"}
    bots = [spiel.load_bot("fixed_action_preference", game, seat, call) for seat in range(PLAYERS)]
    start = game.new_initial_state()

    def hand(number: int) -> None:
        returns = spiel.evaluate_bots(start.clone(), bots, number)
        if sum(returns) or min(returns) < -2:
            raise AssertionError(f"a hand of checks and calls that ends with {returns}")

    return _repeat(hand)


def _pokerkit() -> Run:
    """Hold'em in pokerkit, everything that it can do by itself left to it, six players who check or call."""
    pokerkit = _needs("pokerkit")
    table = pokerkit.NoLimitTexasHoldem(tuple(pokerkit.Automation), True, 0, (1, 2), 2)

    def hand(number: int) -> None:
        state = table((STACK,) * PLAYERS, PLAYERS)
        while state.status:
            state.check_or_call()

    return _repeat(hand)


class _FiveBlanks(list[Any]):
    """A board that counts five cards and holds none: the hands that are ranked bring all their cards."""

    def __len__(self) -> int:
        return 5


def _eval7_deals() -> Run:
    """eval7's Monte Carlo loop in C: deals five cards, ranks two hands of seven; counts these."""
    eval7 = _needs("eval7")
    equity = importlib.import_module("eval7.equity")
    deck = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    random.Random(7).shuffle(deck)
    hero, others = deck[:2], [(pair, 1.0) for pair in itertools.combinations(deck[2:], 2)]

    def run(amount: int) -> int:
        equity.py_hand_vs_range_monte_carlo(hero, others, [], amount // 2 + 1)
        return 2 * (amount // 2 + 1)

    return run


def _eval7_ranks() -> Run:
    """eval7's exact loop in C over ready hands of seven cards: each is ranked once for each hero, a blank.

    Reading the hands in Python is part of the call, a twentieth of a turn.
    """
    eval7 = _needs("eval7")
    equity = importlib.import_module("eval7.equity")
    cards = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = [(tuple(cards[card] for card in hand), 1.0) for hand in random_hands().tolist()]

    def run(amount: int) -> int:
        times = max(1, amount // len(hands))
        equity.py_all_hands_vs_range([((), 1.0)] * times, hands, _FiveBlanks(), len(hands))
        return times * len(hands)

    return run


OPENSPIEL = Contender(name="OpenSpiel's C++ bots", unit="hands", prepare=_openspiel)
POKERKIT = Contender(name="pokerkit", unit="hands", prepare=_pokerkit)
EVAL7_DEALS = Contender(name="eval7's equity loop (deals, too)", unit="hands ranked", prepare=_eval7_deals)
EVAL7_RANKS = Contender(name="eval7, ranking alone", unit="hands ranked", prepare=_eval7_ranks)
