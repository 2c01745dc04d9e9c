"""Sentences on the bank's book, for settlements and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from language import join_words, mark, tr

_POTS = {
    "shared": mark("A carried pot of {chips} was shared: {shares}"),
    "next": mark("A carried pot of {chips} is kept by the bank for the next night: {shares}"),
    "bank": mark("A carried pot of {chips} that nobody won went to the bank: {shares}"),
    "": mark("A pot of {chips} was carried here from an earlier night: {shares}"),
}
"""What became of a carried pot, by the note of its entries."""


def side_bet_text(getter: str, giver: str, chips: int) -> str:
    """A side bet, by names.

    >>> side_bet_text("Anna", "Bo", 5)
    'Anna got 5 from Bo in a side bet'
    """
    return tr("{getter} got {chips} from {giver} in a side bet", getter=getter, chips=chips, giver=giver)


def pot_text(became: str | None, parts: Sequence[tuple[str, int]]) -> str:
    """What became of a carried pot, by the note of its entries, with the chips of each player by name.

    >>> pot_text("shared", [("Anna", 6), ("Bo", 6)])
    'A carried pot of 12 was shared: Anna +6, Bo +6'
    """
    shares = ", ".join(f"{name} {chips:+d}" for name, chips in parts)
    pot = abs(sum(chips for _, chips in parts))
    return tr(_POTS.get(became or "", _POTS[""]), chips=pot, shares=shares)


def expense_text(payer: str, money: str, what: str | None, names: Iterable[str]) -> str:
    """What a player paid for others, by names; `what` may be unknown.

    >>> expense_text("Anna", "120.00 kr", "pizza", ["Anna", "Bo"])
    'Anna paid 120.00 kr for pizza: Anna and Bo'
    """
    return tr(
        "{payer} paid {money} for {what}: {names}",
        payer=payer,
        money=money,
        what=what or tr("all of it"),
        names=join_words(list(names)),
    )
