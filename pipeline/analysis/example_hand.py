"""Deals one hand of a game as an example: the players' cards, the winner and the reason."""

from __future__ import annotations

from typing import Any

from engine.api import (
    Act,
    Half,
    HandColumn,
    SeatColumn,
    Variant,
    card_text,
    cards_in,
    cards_text,
    largest_table,
    low_text,
    meld_text,
    play,
    unpack,
    unpack_shares,
)
from language import mark, tr

_BOARD = {Act.LAY_OPEN, Act.TURN_BOARD}
_HALVES = {
    Half.HIGH.code: mark("high"), Half.LOW.code: mark("low"), Half.SPADE.code: mark("spade"),
    Half.COUNT.code: mark("count"),
}  # fmt: skip


def example_hand(variant: Variant, players: int, seed: int) -> dict[str, Any]:
    """Play a hand in which no player folds: a title, a line a player, a sentence for each winner, and the amounts in chips.
    `players` is cut to what the game allows.

    >>> from engine.api import VARIANTS
    >>> hand = example_hand(VARIANTS.find("texas-holdem"), players=3, seed=1)
    >>> hand["lines"][:3]
    ['common cards: 3s 3d Kd 4d 8s', 'player 1: 5h 2s  a pair, threes with K 8 5', 'player 2: 8d Jd  flush, K J 8 4 3']
    >>> hand["result"], hand["pot"]
    ('Player 2 wins 6.', 6)
    """
    players = max(variant.players[0], min(players, largest_table(variant)))
    _, record = next(
        iter(
            play(
                variant,
                players=players,
                hands=1,
                seed=seed,
                profiles=("never-folds",),
                detail="cards",
                chained=False,
            )
        )
    )
    seats = record.seat[0]
    acts = [unpack(int(act)) for act in record.actions[: record.action_ends[1]]]
    board = [card_text(act.value) for act in acts if act.kind in _BOARD]
    lines = []
    for number, seat in enumerate(seats, start=1):
        cards = cards_text(cards_in(int(seat[SeatColumn.CARDS])))
        meld = _hand_text(variant, int(seat[SeatColumn.SCORE]), int(seat[SeatColumn.LOW]))
        lines.append(tr("player {n}: {cards}{meld}", n=number, cards=cards, meld=f"  {meld}" if meld else ""))
    shares = unpack_shares(record.shares[: record.share_ends[1]])
    results = []
    for half, seat_no, chips in zip(
        shares.half.tolist(), shares.seat.tolist(), shares.chips.tolist(), strict=True
    ):
        wins = {"n": seat_no + 1, "chips": chips}
        if half in _HALVES:
            results.append(tr("Player {n} wins {chips} ({half}).", **wins, half=tr(_HALVES[half])))
        else:
            results.append(tr("Player {n} wins {chips}.", **wins))
    title = tr("{name}, {n} players, all staying in", name=variant.name, n=players)
    if board:
        lines.insert(0, tr("common cards: {cards}", cards=" ".join(board)))
    return {
        "variant_id": variant.id, "players": players, "seed": seed, "title": title, "board": board, "lines": lines,
        "pot": int(record.hand[0][HandColumn.POT]), "won": [int(seat[SeatColumn.WON]) for seat in seats],
        "result": " ".join(results) or tr("Nobody wins, and the pot stays for the next hand."),
    }  # fmt: skip


def _hand_text(variant: Variant, score: int, low: int) -> str:
    parts = [meld_text(score, short=variant.short_order, ranking=variant.ranking)] if score >= 0 else []
    if low >= 0 and variant.share.has_low:
        parts.append(tr("low {text}", text=low_text(low)))
    return "; ".join(parts)
