"""The end of a hand: what each player's cards are worth, who wins, and every chip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.oracle import guests, settle
from tests.oracle.cards import Card
from tests.oracle.melds import Low, Meld
from tests.oracle.settle import Share
from tests.oracle.special import (
    Usage,
    at_most,
    best_eight,
    best_usage,
    exactly,
    lowest_usage,
    short_meld,
)
from tests.oracle.table import Table


@dataclass
class Result:
    """A hand counted again. Lists have an entry a seat; the melds and lows are those of the showdown, by
    seat.

    `outcome`: showdown, last_standing or carried. `shows`: who lays the cards down, all players where the pot
    has halves.
    """

    outcome: str
    paid: list[int]
    won: list[int]
    pot_in: int
    pot: int
    pot_out: int
    shares: list[Share]
    folded_round: list[int | None]
    cards: list[list[Card]]
    rounds: int
    peder_used: set[int]
    declared: dict[int, str]
    highs: Mapping[int, Any] = field(default_factory=dict)
    lows: Mapping[int, Low | None] | None = None
    shows: set[int] = field(default_factory=set)

    @property
    def net(self) -> list[int]:
        return [won - paid for won, paid in zip(self.won, self.paid, strict=True)]


def declares(table: Table) -> bool:
    """Whether the players say high, low or both before the showdown."""
    return table.additions.high_low or table.game.pot.endswith("declared")


def usages(table: Table, seat: int) -> list[Usage]:
    """Every set of cards that a player's hand may come from, with what is wild there."""
    own = table.view.own(seat)
    results = []
    for line in table.lines():
        board = [table.view.board[place].card for place in line]
        if table.game.own == "exactly 2":
            sets = exactly(own, board, 2, 3)
        elif table.game.own == "at most 2":
            sets = at_most(own, board, 2)
        else:
            sets = [(*own, *board)]
        for wild in table.wilds(seat, line, public=False):
            results += [Usage(cards, wild.intersection(cards)) for cards in sets]
    return results


def finish(table: Table, carried: bool, last_deal: bool = False) -> Result:
    """Share the pot; those still in split what has no winner in a chain's last deal (ruling 39)."""
    left = [seat for seat in range(table.n) if table.still_in[seat]]
    pots = (settle.pots if table.game.blinds else settle.one_pot)(table.payments, left, table.pot_in)
    result = Result(
        outcome="carried" if carried else "last_standing" if len(left) == 1 else "showdown",
        paid=table.totals(),
        won=[0] * table.n,
        pot_in=table.pot_in,
        pot=table.pot_in + sum(table.totals()),
        pot_out=0,
        shares=[],
        folded_round=table.folded_round,
        cards=[table.view.own(seat) for seat in range(table.n)],
        rounds=table.rounds_played,
        peder_used=table.peder_used,
        declared=table.declared,
    )
    if carried:
        result.pot_out = result.pot
    elif len(left) == 1:
        result.shares = [Share(0, "whole", left[0], result.pot)]
    else:
        showdown(table, left, pots, result)
    if last_deal and result.pot_out:
        result.shares += [Share(0, "whole", *won) for won in settle.award(result.pot_out, left).items()]
        result.pot_out, result.outcome = 0, "split"
    for share in result.shares:
        result.won[share.seat] += share.chips
    if result.pot_out and result.outcome == "showdown" and not result.shares:
        result.outcome = "carried"
    return result


def showdown(table: Table, left: list[int], pots: list[settle.Pot], result: Result) -> None:
    """Melds, lows and shares of those left."""
    if table.game.ranking != "melds":
        result.highs = {
            seat: guests.value(
                table.game.ranking, [*table.view.own(seat), *(place.card for place in table.view.board)]
            )
            for seat in left
        }
    elif table.game.pack != 52:
        result.highs = {seat: short_meld(table.view.own(seat), table.fixed_wild) for seat in left}
    else:
        result.highs = {seat: best_usage(usages(table, seat)) for seat in left}
    if table.game.pot.startswith("eight"):
        result.lows = {seat: best_eight(usages(table, seat)) for seat in left}
    elif declares(table):
        result.lows = {seat: lowest_usage(usages(table, seat)) for seat in left}
    if table.game.pot.startswith("eight") and declares(table):
        two_and_two(table, pots, result)
    declared = table.declared if declares(table) else None
    spade = table.additions.spade or bool(table.game.spade)
    side = [high_spade(table, left)] if spade else most_counted(table, left) if table.game.counted else []
    result.shares, result.pot_out = settle.share_out(
        pots, result.highs, result.lows, declared, [seat for seat in side if seat is not None],
        "spade" if spade else "count",
    )  # fmt: skip
    shared = result.lows is not None or spade or bool(table.game.counted)
    result.shows = set(left) if shared else shown(table, left, result.highs)


def two_and_two(table: Table, pots: list[settle.Pot], result: Result) -> None:
    """Omaha with a declaration: who plays both uses two own cards for each and none twice (RG).

    The split is the one that wins most (ruling 5), of such the best high, and of these the best low. Several choose
    in turn from the dealer's left; who hasn't chosen yet isn't counted.
    """
    assert result.lows is not None
    highs, lows = dict(result.highs), dict(result.lows)
    chosen = {seat for seat in highs if table.declared[seat] != "both"}
    for seat in sorted(highs.keys() - chosen):
        chosen.add(seat)
        narrowed = [
            settle.Pot(pot.chips, tuple(other for other in pot.seats if other in chosen)) for pot in pots
        ]

        def worth(split: tuple[Meld, Low | None], seat: int = seat, of: Any = narrowed) -> tuple[object, ...]:
            high, low = split
            shares, _ = settle.share_out(of, highs | {seat: high}, lows | {seat: low}, table.declared)
            chips = sum(share.chips for share in shares if share.seat == seat)
            return (chips, high, low is not None, tuple(-rank for rank in low.announced) if low else ())

        highs[seat], lows[seat] = max(splits_of(table, seat), key=worth)
    result.highs, result.lows = highs, lows


def splits_of(table: Table, seat: int) -> list[tuple[Meld, Low | None]]:
    """High and low of every way to use two own cards for each."""
    own = table.view.own(seat)
    results = []
    for for_high in combinations(own, 2):
        for for_low in combinations([card for card in own if card not in for_high], 2):
            high = best_usage(usage for usage in usages(table, seat) if set(for_high) <= set(usage.cards))
            low = best_eight(usage for usage in usages(table, seat) if set(for_low) <= set(usage.cards))
            results.append((high, low))
    return results


def high_spade(table: Table, left: list[int]) -> int | None:
    """Who of those left holds the highest closed spade (ruling 38), or the lowest; None without one."""
    closed = {
        held.card.rank: seat
        for seat in left
        for held in table.view.hands[seat]
        if held.card.suit == "s" and not held.visible
    }
    best = min if table.game.spade == "lowest" else max
    return closed[best(closed)] if closed else None


def most_counted(table: Table, left: list[int]) -> list[int]:
    """Who of those left has the most cards of the suit, or the highest sum of their ranks; nobody without one."""
    how, suit = table.game.counted.split()
    counts = {
        seat: sum(card.rank if how == "sum" else 1 for card in table.view.own(seat) if card.suit == suit)
        for seat in left
    }
    best = max(counts.values())
    return [seat for seat in left if best and counts[seat] == best]


def shown(table: Table, left: list[int], highs: Mapping[int, Any]) -> set[int]:
    """Who lays the cards down: the latest to bet in the hand (ruling 30), then around the table those whose
    meld is no worse than the best one shown.
    """
    first = table.last_bettor if table.last_bettor in left else table.opener
    assert first is not None
    if not table.game.clockwise:  # the short pack's highest bettor asks the others to show first (SR)
        first = table.seats_from(first)[1]
    order = [seat for seat in table.seats_from(first) if seat in left]
    results: set[int] = set()
    for seat in order:
        if all(highs[seat] >= highs[other] for other in results):
            results.add(seat)
    return results
