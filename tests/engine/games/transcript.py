"""Recorded hands of the games of `engine.special` in words, for golden files that a person can read."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards.card import RANKS, card_text, cards_in, cards_text
from engine.catalogue import VARIANTS
from engine.special import kernel_of
from engine.special.liars_poker.plan import (
    FLUSH,
    LOWEST_FLUSH,
    PAIR,
    STRAIGHT,
    TWO_PAIR,
    high_pair,
    low_pair,
)
from tests.engine.games.dice_text import FACE_NAMES, score_text
from tests.engine.games.table import Row
from tests.oracle.acts import TABLE, Act
from tests.oracle.dice import read_roll

DECLARED = ("", "low", "both", "high")


def _roll(act: Act) -> str:
    """The dice thrown, and in brackets those that were kept."""
    faces, thrown = read_roll(act)
    names = [FACE_NAMES[face - 9] for face in faces]
    fresh = [name for name, t in zip(names, thrown, strict=True) if t]
    kept = [name for name, t in zip(names, thrown, strict=True) if not t]
    return " ".join(["throws", *fresh, *(["beside", *kept] if kept else [])])


def claim_text(claim: int) -> str:
    """A claim in words: ``two pairs, K and 7``."""
    if claim < PAIR:
        return f"a single {RANKS[claim]}"
    if claim < TWO_PAIR:
        return f"a pair of {RANKS[claim - PAIR]}"
    if claim < STRAIGHT:
        return f"two pairs, {RANKS[high_pair(claim)]} and {RANKS[low_pair(claim)]}"
    if claim < FLUSH:
        return f"a straight to {RANKS[claim - STRAIGHT + 3]}"
    return f"a flush to {RANKS[claim - FLUSH + LOWEST_FLUSH]}"


def _words(game: str, act: Act) -> str:
    """An act in a word or two."""
    claim: Callable[[int], str] = score_text if game == "bluff-dice" else claim_text
    written = {
        "roll": lambda: _roll(act),
        "claim": lambda: f"says {claim(act.value)}",
        "deal_closed": lambda: card_text(act.value),
        "deal_open": lambda: f"takes {card_text(act.value)}" if act.round else f"({card_text(act.value)})",
        "lay_open": lambda: card_text(act.value),
        "play_card": lambda: card_text(act.value),
        "play_trump": lambda: f"spade for {card_text(act.value)}",
        "declare": lambda: DECLARED[act.value],
        "lose_life": lambda: f"loses one, {act.value} left",
        "stake": lambda: f"pays {act.value}",
        "must_stay": lambda: "must stay",
    }
    word = act.kind.replace("_", " ")
    return written[act.kind]() if act.kind in written else f"{word} {act.value}" if act.value else word


def transcript(game: str, row: Row) -> list[str]:
    """A hand in lines: one for each round and player's turn, then what each player paid and won."""
    kernel = kernel_of(VARIANTS[game].kernel)
    hand = row.hand
    lines = [f"pot in {hand['pot_in']}"] if hand["pot_in"] else []
    acts = row.acts
    dealt = [act for act in acts if act.kind.startswith("deal") and act.round == 0]
    for seat in sorted({act.seat for act in dealt}):
        cards = " ".join(_words(game, act) for act in dealt if act.seat == seat)
        lines.append(f"seat {seat} is dealt {cards}")
    number, turn = 0, -1
    for act in acts:
        if act.round == 0:
            continue
        if act.round != number:
            number, turn = act.round, -1
            lines.append(f"round {number}")
        if act.seat != turn:
            turn = act.seat
            lines.append("  the pack:" if turn == TABLE else f"  {turn}:")
        lines[-1] += f" {_words(game, act)};"
    lines = [line.rstrip(";") for line in lines]
    for seat, (paid, won) in enumerate(zip(row.column("paid"), row.column("won"), strict=True)):
        extra = []
        if row.column("score")[seat] >= 0 and kernel.meld(row.column("score")[seat]):
            extra.append(kernel.meld(row.column("score")[seat]))
        if row.column("low")[seat] >= 0 and kernel.low(row.column("low")[seat]):
            extra.append(f"low {kernel.low(row.column('low')[seat])}")
        if row.column("cards")[seat]:
            extra.append(cards_text(cards_in(row.column("cards")[seat])))
        lines.append(f"seat {seat} paid {paid} won {won}" + (f" ({', '.join(extra)})" if extra else ""))
    lines.append(
        f"{row.outcome}, pot {hand['pot']}" + (f", carried {hand['pot_out']}" if hand["pot_out"] else "")
    )
    return lines
