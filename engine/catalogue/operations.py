"""The operations of a deal, in one table: a row for each way to write one.

A row has the words of a definition in English and Danish (`engine.catalogue.reading` and `writing` use them), the
clause of the rules (`rules_text`), the question of the log, the effect on a player's cards and on the common cards,
and the code in the kernel. Guide: docs/adding-a-mechanic.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from language import mark, mark_plural


class Op(IntEnum):
    """The operations of a deal, by their codes in the compiled programme."""

    END = 0
    DEAL_CLOSED = 1
    DEAL_OPEN = 2
    DEAL_UNSEEN = 3
    LAY_CLOSED = 4
    LAY_OPEN = 5
    TURN_BOARD = 6
    BET = 7
    DRAW = 8
    PASS = 9
    CHOOSE_OPEN = 10
    ORDER = 11
    TURN_OWN = 12
    THROW = 13
    DECLARE = 14
    CHASE = 15


@dataclass(frozen=True)
class Step:
    """One step: an op and the number of cards (the most, for a draw). `other` is the price of a drawn card in low
    stakes (`Betting.low_stake`) or of a card bought the other way up in chips, the number of cards passed left, or 1 for a
    betting round that is skipped if no player drew.
    """

    op: Op
    count: int = 0
    other: int = 0

    @property
    def cards(self) -> int:
        """The number of cards, of a player or in common, that the step deals or turns."""
        return self.count or 1

    @property
    def price(self) -> int:
        """The price in chips of having the dealt card the other way up; 0 if it can't be bought."""
        return self.other if self.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN) else 0


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A way to write an operation, and what it means.

    `english` is how a definition is written, `danish` the same; `also` is read too. ``{n}``, ``{price}``
    and ``{left}`` stand for numbers. `count` and `other` are the numbers of the step: a number, or the word that gives it.

    `rule` and `request` are texts with ``{cards}`` ("three cards"), ``{count}``, ``{common}`` ("three common cards"),
    ``{left}`` (the cards of `other`), ``{chips}`` ("3 chips") and ``{price}`` ("one low stake each"); a pair is
    singular and plural. `request` is "" if the log asks for nothing.

    By card, an operation changes how many a player holds `closed` and `opened`, and how many common cards lie closed
    (`laid`) and open (`turned`). `hands_on`: the player gives up as many closed cards as the step says.
    `while_closed`: only while all own cards are closed.
    """

    op: Op
    english: str
    danish: str
    also: tuple[str, ...] = ()
    count: int | str = "n"
    other: int | str = 0
    rule: str | tuple[str, str]
    request: str = ""
    closed: int = 0
    opened: int = 0
    laid: int = 0
    turned: int = 0
    hands_on: bool = False
    while_closed: bool = False

    def step(self, **numbers: int) -> Step:
        """The step with the numbers of a text."""
        count, other = (numbers[it] if isinstance(it, str) else it for it in (self.count, self.other))
        return Step(self.op, count, other)

    def fits(self, step: Step) -> bool:
        """Whether a step can be written this way. The turns and the rounds of psychology have a count of 0."""
        counts = step.count > 0 if isinstance(self.count, str) else step.count in (self.count, self.count - 1)
        others = step.other > 0 if isinstance(self.other, str) else step.other == self.other
        return self.op is step.op and counts and others

    def text(self, step: Step) -> str:
        """A step as a definition in English has it."""
        numbers = {self.count: step.count, self.other: step.other}
        return self.english.format(
            **{word: number for word, number in numbers.items() if isinstance(word, str)}
        )


_PRICED_DRAWS = tuple(
    f"{draw} {{n}} {at} {{price}}{each}"
    for draw in ("exchange", "draw", "byt")
    for at in ("for", "à")
    for each in ("", " each", " stykket")
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(
        op=Op.DEAL_CLOSED, english="{n} down", danish="{n} ned", also=("{n} closed", "{n} lukkede", "{n} lukket"), closed=1,
        rule=mark_plural("{count} closed card each", "{count} closed cards each"),
        request=mark("{cards} closed each"),
    ),
    Operation(
        op=Op.DEAL_OPEN, english="{n} up", danish="{n} op", also=("{n} open", "{n} åbne", "{n} åbent"), opened=1,
        rule=mark_plural("{count} open card each", "{count} open cards each"),
        request=mark("{cards} open each"),
    ),
    Operation(
        op=Op.LAY_OPEN, english="{n} common", danish="{n} fælles", turned=1,
        also=("{n} common up", "{n} common open", "{n} fælles åbne", "{n} fælles åbent"),
        rule=mark_plural("{count} open common card", "{count} open common cards"),
        request=mark("{cards} open on the table"),
    ),
    Operation(
        op=Op.TURN_BOARD, english="turn", danish="vend", count=1, laid=-1, turned=1,
        rule=mark("the next common card is turned"), request=mark("{cards} turned on the table"),
    ),
    Operation(
        op=Op.BET, english="bet", danish="runde", count=1, rule=mark("a betting round"),
    ),
    Operation(
        op=Op.DRAW, english="exchange {n}", danish="byt {n}", also=("draw {n}",), hands_on=True, while_closed=True,
        rule=mark("exchange up to {cards}"), request=mark("draws of up to {count} (a draws 2)"),
    ),
    Operation(
        op=Op.PASS, english="pass {n} left", danish="send {n} til venstre", count=0, other="n",
        hands_on=True, while_closed=True,
        rule=mark("pass {left} to the left"), request=mark("cards are passed"),
    ),
    Operation(
        op=Op.THROW, english="discard {n}", danish="kast {n}", closed=-1, while_closed=True,
        rule=mark("throw {cards} away"), request=mark("{cards} thrown by each"),
    ),
    Operation(
        op=Op.DEAL_CLOSED, english="1 down or up for {price}", danish="1 ned eller op for {price}",
        also=("1 closed or open for {price}",), count=1, other="price", closed=1,
        rule=mark("one closed card each, or for {chips} an open one"),
        request=mark("a closed card each, or an open one for {chips} (a buys)"),
    ),
    Operation(
        op=Op.DEAL_OPEN, english="1 up or down for {price}", danish="1 op eller ned for {price}",
        also=("1 open or closed for {price}",), count=1, other="price", opened=1,
        rule=mark("one open card each, or for {chips} a closed one"),
        request=mark("an open card each, or a closed one for {chips} (a buys)"),
    ),
    Operation(
        op=Op.DECLARE, english="declare", danish="erklær", count=0,
        rule=mark("declare high, low or both"), request=mark("all declare (a hi, b lo, c begge)"),
    ),
    Operation(
        op=Op.DEAL_UNSEEN, english="{n} unseen", danish="{n} usete", also=("{n} uset",), closed=1,
        rule=mark_plural("{count} closed card each, which no player looks at",
                         "{count} closed cards each, which no player looks at"),
        request=mark("{cards} unseen each"),
    ),
    Operation(
        op=Op.LAY_CLOSED, english="{n} common down", danish="{n} fælles lukkede", laid=1,
        also=("{n} common closed", "{n} fælles lukket", "{n} fælles ned"),
        rule=mark_plural("{count} closed common card", "{count} closed common cards"),
        request=mark("{cards} closed on the table"),
    ),
    Operation(
        op=Op.TURN_BOARD, english="turn {n}", danish="vend {n}", laid=-1, turned=1,
        rule=mark("{common} are turned"), request=mark("{cards} turned on the table"),
    ),
    Operation(
        op=Op.BET, english="bet if drawn", danish="runde hvis byttet", count=1, other=1,
        rule=mark("a betting round if a player drew"),
    ),
    Operation(
        op=Op.DRAW, english="exchange {n} for {price}", danish="byt {n} à {price}", other="price",
        also=_PRICED_DRAWS, hands_on=True, while_closed=True,
        rule=mark("exchange up to {cards}, {price}"), request=mark("draws of up to {count} (a draws 2)"),
    ),
    Operation(
        op=Op.PASS, english="pass {n} right", danish="send {n} til højre", hands_on=True, while_closed=True,
        rule=mark("pass {cards} to the right"), request=mark("cards are passed"),
    ),
    Operation(
        op=Op.PASS, english="pass {n} right and {left} left", danish="send {n} til højre og {left} til venstre",
        other="left", hands_on=True, while_closed=True,
        rule=mark("pass {cards} to the right and {left} to the left, chosen together"),
        request=mark("cards are passed"),
    ),
    Operation(
        op=Op.CHOOSE_OPEN, english="open one", danish="åbn et", count=1, closed=-1, opened=1,
        rule=mark("lay a card of your choice open"), request=mark("all lay one open"),
    ),
    Operation(
        op=Op.ORDER, english="psychology", danish="psykologi", count=0, while_closed=True,
        rule=mark("psychology: put your closed cards in the order in which they will be turned"),
        request=mark("all order the closed cards"),
    ),
    Operation(
        op=Op.ORDER, english="order", danish="læg i orden", count=1, while_closed=True,
        rule=mark("psychology: put your closed cards in the order in which they will be turned"),
        request=mark("all order the closed cards"),
    ),
    Operation(
        op=Op.TURN_OWN, english="turn own", danish="vend egne", count=1, closed=-1, opened=1,
        rule=mark("all turn their next card"), request=mark("all turn one"),
    ),
    Operation(
        op=Op.CHASE, english="chase", danish="jagt", count=1,
        rule=mark("in turn, turn cards until you beat the best hand on the table, then open a betting round; who has "
                  "turned every card without beating it is out"),
    ),
)  # fmt: skip
"""In the order in which a mistake in a deal suggests them."""

DECLARE = Step(Op.DECLARE)
PSYCHOLOGY = Step(Op.ORDER)
"""The step after which a turn and a betting round follow for each closed card; a definition writes them as one word."""


_NUMBER = re.compile(r"{(\w+)}|\d+")
_FORMS = {
    _NUMBER.sub("#", form): (operation, [match[1] or match[0] for match in _NUMBER.finditer(form)])
    for operation in reversed(OPERATIONS)
    for form in (operation.english, operation.danish, *operation.also)
}
"""The row of each form, with # for its numbers, and the numbers: a word, or the number itself."""


def read_step(phrase: str) -> tuple[Step, int] | None:
    """Return the step for a phrase in lower case, and its number of cards as written (1 if there is none); None for
    another phrase.
    """
    operation, words = _FORMS.get(re.sub(r"\d+", "#", phrase), (None, []))
    digits = re.findall(r"\d+", phrase)
    if operation is None or len(digits) != len(words) or any(len(number) > 3 for number in digits):
        return None
    numbers = dict(zip(words, map(int, digits), strict=True))
    if any(word.isdigit() and int(word) != number for word, number in numbers.items()):
        return None
    return operation.step(**numbers), numbers.get("n", 1)


@cache
def operation_of(step: Step) -> Operation:
    """The row of a step. Raises StopIteration for a step that can't be written, which no reader makes.

    >>> operation_of(Step(Op.DEAL_CLOSED, 2)).text(Step(Op.DEAL_CLOSED, 2))
    '2 down'
    """
    return next(operation for operation in OPERATIONS if operation.fits(step))


def psychology(steps: Iterable[Step]) -> list[Step]:
    """The steps of psychology after some steps."""
    return [PSYCHOLOGY, *[Step(Op.TURN_OWN), Step(Op.BET)] * closed_cards(steps)]


def closed_cards(steps: Iterable[Step]) -> int:
    """Number of closed cards that each player holds after some steps, without bought and extra cards."""
    return sum(operation_of(step).closed * step.cards for step in steps)


def common_cards(steps: Sequence[Step]) -> int:
    """Number of common cards that some steps lay, closed and open."""
    rows = ((operation_of(step), step.cards) for step in steps)
    return sum((row.laid + row.turned) * cards for row, cards in rows)
