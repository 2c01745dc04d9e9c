"""Explanations of the pages' figures, one tap away: of columns under their table, of facts under their label."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from statistics import median
from typing import Any

from language import key_of, mark, tr
from reports.components.html import Child, Html, fragment, tag

MEANINGS: Mapping[str, str] = {
    # a season, a player
    "Net": mark("Winnings minus losses."),
    "Won or lost": mark("Winnings minus losses over the season."),
    "Ahead": mark("How many of them ended with a gain."),
    "Nights ahead": mark("Nights that ended with a gain, of all nights there."),
    "Best night": mark("The largest gain of one night."),
    "Worst night": mark("The largest loss of one night."),
    "Since the start": mark("The net of this night and all earlier ones."),
    "Place": mark("The place in that night's order of nets."),
    "Luck?": mark(
        "Luck alone keeps every player within a band in 19 of 20 seasons. A net within it could be luck; one "
        "outside is more than luck."
    ),
    "By luck alone": mark("How far from zero luck alone takes a player in 19 of 20 seasons."),
    "Last ten nights": mark("The net of the player's last ten nights."),
    "Deepest drawdown": mark("The furthest that a total falls below its best so far."),
    "Streak": mark("Nights in a row that ended ahead (+) or behind (−), up to the latest."),
    "Biggest win in a hand": mark("The largest net of a single hand."),
    "Biggest loss in a hand": mark("The smallest net of a single hand."),
    "Biggest pot": mark("The most that was played for in one hand."),
    "Into the pots": mark("All that was put into pots that night."),
    "Left in a carried pot": mark("Chips that no player won: the night ended before the pot was taken."),
    "Best": mark("Who won the most."),
    "Worst": mark("Who lost the most."),
    "Best hand": mark("The largest gain of one hand."),
    "Worst hand": mark("The largest loss of one hand."),
    "Biggest win": mark("The largest gain of one hand."),
    "Biggest loss": mark("The largest loss of one hand."),
    "Won most": mark("Who won the most that month, if anybody won."),
    "Lost most": mark("Who lost the most that month, if anybody lost."),
    "Banker": mark("Who lends the chips and settles at the end."),
    "Most played game": mark("The game that was dealt most often."),
    "Games": mark("How many different games."),
    # games and opponents
    "Antes": mark("The net counted in antes, so that hands at different stakes compare."),
    "Antes per 100 hands": mark(
        "The net in antes for every hundred hands; behind it the 95 % interval, which covers what a very long run "
        "would show in 19 of 20 cases."
    ),
    "Estimate, antes per 100 hands": mark(
        "The antes per 100 hands, drawn toward zero as far as luck explains them."
    ),
    "Called": mark("How often the player chose this game as dealer."),
    "Calls": mark("Hands in which the player chose the game as dealer."),
    "Favourite": mark("The game that the player calls more often than the others do."),
    "Share": mark("How often it happened, of the hands for which it is known."),
    "The others": mark("The game's share of the others' calls."),
    "When others deal it": mark("The net in antes per 100 hands of this game when another player called it."),
    "Showdowns": mark("Hands in which both compared cards at the end."),
    "Won": mark("Hands in which the player took chips out of the pot."),
    "Lost": mark("Hands in which the other player took the pot."),
    "Won the hand": mark("Hands in which the player took chips out of the pot, of all."),
    "VPIP": mark(
        "Hands in which the player bet, called or raised in the first round; antes and blinds don't count."
    ),
    "Times": mark("How often it happened."),
    "Of hands": mark("In how many hands it could have happened."),
    "The group": mark("The same share over the hands of all players."),
    "Estimate": mark("The share, drawn toward the group's as far as luck explains the difference."),
    # luck of the cards
    "Luck": mark("What the cards brought above the average deal."),
    "Luck of the cards": mark("What the cards brought above the average deal."),
    "Typical luck": mark("How far from zero such luck usually lies (one standard deviation)."),
    "Without luck": mark("The net less the luck of the cards."),
    "Explained": mark("How much of the ups and downs the cards explain."),
    "All-ins": mark("Hands in which all betting was over before the last cards."),
    "Expected": mark("What the pots were worth on average over all cards that could come."),
    # the bank
    "Lent": mark("What the bank lent at the start and later."),
    "Bought": mark("What was bought from the bank."),
    "Returned": mark("What was handed back to the bank."),
    "Shadow": mark("What was played for without chips, and is owed."),
    "Difference": mark("What the count, side bets and carried pots add to the hands; it is part of the net."),
    "Laid out": mark("What the player paid for the others, minus the player's own share."),
    "Settled so far": mark("What was paid (+) and received (−) already."),
    "Balance": mark("What is still to get (+) or to pay (−)."),
    # a game
    "Two evenings of three within": mark(
        "Two of three evenings end with a gain or a loss no larger than this."
    ),
    "Lose the stack": mark("Evenings in which the whole stack is gone at some time."),
    "Go home ahead": mark("Evenings that end with a gain."),
    "The middle pot": mark("Half of the pots are larger, half smaller."),
    "Until a pot is won": mark(
        "The time from the deal until a player takes the pot, including the hands it is carried through."
    ),
    "Hands that cost a peder or more": mark("Hands that lose a player fifty chips or more."),
    "Hands that come to a showdown": mark("Hands in which cards are compared."),
    "Hands an evening": mark("How many hands an evening has room for at the game's pace."),
    "Per hand": mark("The standard deviation of a seat's net over a hand."),
    "Per chain": mark(
        "The standard deviation of a seat's net over a pot with all hands it was carried through."
    ),
    "Per hour": mark("The standard deviation of a seat's net over an hour at the game's pace."),
    "Effective sample": mark(
        "How many equally large pots would give as precise a figure; a few large pots carry most "
        "of the weight."
    ),
    "Showdown": mark("Hands in which cards were compared."),
    "Mean pot": mark("The average pot of a hand, in antes."),
    "Median pot": mark("Half of the pots are larger, half smaller; below it the span of the middle 80 %."),
    "p99 pot": mark("One pot in 100 is larger."),
    "Largest pot": mark("The largest pot of all these hands, in antes."),
    "Carried": mark("Hands after which the pot was carried to the next."),
}
"""Explanations by the label's key in the catalogue of texts."""


_explained: ContextVar[set[str] | None] = ContextVar("_explained", default=None)
"""The keys of the labels of columns that the page has explained."""


@contextmanager
def explaining_once() -> Iterator[None]:
    """Let the tables that are written in this block explain each column once.

    >>> with explaining_once():
    ...     meaning_of("Net")
    'Winnings minus losses.'
    """
    before = _explained.set(set())
    try:
        yield
    finally:
        _explained.reset(before)


FEWEST = 4
"""Minimum number of rows for a typical value."""


def meaning_of(label: str) -> str:
    """The explanation of a column's or a fact's label; "" for a label that needs none.

    >>> meaning_of("Net"), meaning_of("Player")
    ('Winnings minus losses.', '')
    """
    text = MEANINGS.get(key_of(label))
    return tr(text) if text else ""


def typical(meaning: str, values: Sequence[float], show: Callable[[float], Child]) -> Child:
    """An explanation followed by the median of a group's `values`, if there are three or more.

    >>> str(typical("Hands won.", [1, 2, 9], str))
    'Hands won. Typical here: 2'
    """
    if len(values) < 3:
        return meaning
    return fragment(meaning, " ", tr("Typical here:"), " ", show(median(values)))


def tappable(label: Child, meaning: Child) -> Html:
    """A label that shows its explanation when tapped.

    >>> "Hands won." in str(tappable("Won", "Hands won."))
    True
    """
    return tag("details", tag("summary", label), meaning, class_="meaning")


def column_meanings(columns: Sequence[Any], rows: Sequence[Mapping[str, Any]]) -> Html | None:
    """Explanations of a table's columns, with the median of each column that can be sorted (`blocks.Column`).
    Columns that an earlier table on the page explains are left out.

    >>> column_meanings([], []) is None
    True
    """
    items = []
    explained = _explained.get()
    for column in columns:
        if meaning := meaning_of(column.label):
            middle = _typical(column, rows)
            if middle is None and explained is not None and key_of(column.label) in explained:
                continue
            if explained is not None:
                explained.add(key_of(column.label))
            items.append(tag("div", tag("dt", column.label), tag("dd", meaning, middle)))
    if not items:
        return None
    return tag("details", tag("summary", tr("What the columns mean")), tag("dl", items), class_="meanings")


def _typical(column: Any, rows: Sequence[Mapping[str, Any]]) -> Child:
    """The median of a column that can format a value (`blocks.Column`); None for gains and losses, whose
    median says nothing.
    """
    values = [row[column.sort] for row in rows if column.value and row.get(column.sort) is not None]
    if len(values) < FEWEST or min(values) < 0 < max(values):
        return None
    shown = column.value(float(median(values)))
    return fragment(" ", tag("span", tr("Typical here:"), " ", shown, class_="typical"))
