"""The forty hands of `tests.pipeline.forty_hands` on a phone, by touch alone: each hand with the fewest taps that its
screen offers somebody who knows it.
"""

from __future__ import annotations

import json
from itertools import pairwise

from engine.api import VARIANTS, Outcome
from pipeline.night.parser.grammar import parse
from pipeline.night.parser.lines import Clause, HandLine, Win
from tests.pipeline.forty_hands import LINES
from tests.pipeline.serve.phone import Phone

SLID = 18
"""Numbers that a finger can slide to; larger ones are typed."""
MELDS = {
    "en": {"two_pair": "2pair", "three": "trips", "full_house": "full", "four": "quads"},
    "da": {
        "pair": "par",
        "two_pair": "2par",
        "three": "3ens",
        "flush": "fl",
        "full_house": "hus",
        "four": "4ens",
    },
}
"""The words on the buttons that differ from the names of the categories, by language."""


ROW = """((handles) => {
  const boxes = handles.map((handle) => document.querySelector(`[data-fold="${handle}"]`).getBoundingClientRect())
  const [first, last] = [boxes[0], boxes.at(-1)]
  if (!first.x || boxes.some((box) => box.y !== first.y)) return null
  const middle = (box) => box.x + box.width / 2
  const y = first.y + first.height / 2
  const points = Array.from({ length: 25 }, (_, n) => ({ x: middle(first) + (middle(last) - middle(first)) * n / 24, y }))
  const met = points.map(({ x }) => document.elementFromPoint(x, y)?.closest('[data-fold]')?.dataset.fold).filter(Boolean)
  return [...new Set(met)].sort().join() === handles.toSorted().join() ? points : null
})(%s)"""
"""The way of a finger along a row of these players' lower halves, if it meets no other's."""


MIDDLE = """((selector) => {
  const box = document.querySelector(selector).getBoundingClientRect()
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
})(%s)"""


class Thumb:
    """Taps hands on a phone."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def log(self, hand: HandLine) -> None:
        """Tap a hand together and send it."""
        sent = False
        self._head(hand)
        clauses = list(hand.clauses)
        offered = self._first_fold(hand)
        while clauses:
            done = self._slid(clauses, offered)
            if not done:
                done = clauses[:1]
                self._clause(done[0])
            if done[0].folded:
                offered = done[0].paid or 0
            clauses = [clause for clause in clauses if clause not in done]
        wins = [win for board in hand.wins for pot in board for win in pot]
        for win in wins:
            sent = self._win(win)
        if hand.ending is Outcome.CARRIED:
            self.tap('[data-end="++"]')
        if not sent:
            self.phone.tap("#send")
        self.phone.wait("!document.querySelector('#line').value")
        self.phone.settle()

    def _first_fold(self, hand: HandLine) -> int:
        """The chips that the page offers for the first who folds: the ante."""
        last = self.phone.state()["last_game"]
        game = VARIANTS[last if hand.game == "same" else hand.game or ""]
        return game.betting.ante if game.posts_ante else 0

    def tap(self, selector: str) -> None:
        """Tap a button, after opening the part of the screen in which it lies."""
        self.phone.reach(selector)
        self.phone.tap(selector)

    def _has(self, selector: str) -> bool:
        return bool(self.phone.evaluate(f"!!document.querySelector({json.dumps(selector)})"))

    def _head(self, hand: HandLine) -> None:
        additions = hand.additions.text
        usual = f'[data-usual="{" ".join(filter(None, [hand.game, additions, str(hand.level)]))}"]'
        again = f'[data-again="{hand.level}"]'
        if hand.game != "same" and self._has(usual):
            self.tap(usual)
            return
        if hand.game == "same":
            if hand.level is not None and self._has(again):
                self.tap(again)
                return
            self._game(".", hand.level)
        elif self._has(f'[data-game="{hand.game}"]'):
            self._game(hand.game or "", None if additions else hand.level)
        else:
            self.tap('[data-do="search"]')
            alias = VARIANTS[hand.game or ""].aliases[0]
            self.phone.fill("#search", alias)
            self.phone.taps += len(alias)
            if self._has("#search"):
                self.phone.tap(f'[data-found="{hand.game}"]')
        if additions.startswith("wild "):
            self.phone.tap('[data-step-of="game"]')
            self.tap('[data-do="wild"]')
            self.phone.tap(f'[data-value="{additions}"]')
            self.phone.tap("#sheet header button")
        self._number(hand.level)

    def _game(self, game: str, level: int | None) -> None:
        """Tap a game, or slide from it to its level, or to ``…`` for one that has no button."""
        button = f'[data-game="{game}"]'
        played = VARIANTS[self.phone.state()["last_game"] if game == "." else game]
        if level is None or played.in_or_out:
            self.tap(button)
            return
        numbers = (
            self.phone.state()["levels"]
            if played.has_betting
            else [played.betting.ante * (number + 1) for number in range(SLID)]
        )
        self.phone.reach(button)
        box = self.phone.evaluate(MIDDLE % json.dumps(button))
        self.phone.slide([box], f'[data-step="{level}"]' if level in numbers else '[data-key="…"]')

    def _slid(self, clauses: list[Clause], offered: int) -> list[Clause]:
        """Slide along players who match the pot, or who folded at the same chips, and to the number unless it is the
        one `offered`; those players.
        """
        chips = offered if clauses[0].matched else clauses[0].paid
        same = [
            one
            for one in clauses
            if (one.matched and one.match is None)
            or (one.folded and one.paid == clauses[0].paid and not one.shadow)
        ]
        for count in range(len(same), 0, -1):
            handles = [clause.handle for clause in same[:count]]
            points = self.phone.evaluate(ROW % json.dumps(handles))
            if points and (count > 1 or chips != offered) and (chips or 0) < SLID:
                self.phone.slide(points, "" if chips == offered else f'[data-step="{chips}"]')
                return same[:count]
        return []

    def _number(self, chips: int | None) -> None:
        """Give the level, where the line doesn't have it."""
        shown = self.phone.evaluate("document.querySelector('#line').value.split(' ').at(-1)")
        if chips is None or shown == str(chips):
            return
        self._digits(chips)

    def _digits(self, chips: int) -> None:
        if self._has(f'[data-step="{chips}"]'):
            self.tap(f'[data-step="{chips}"]')
            return
        if not self._has('[data-key="1"]'):
            self.tap('[data-key="…"]')
        for digit in str(chips):
            self.tap(f'[data-key="{digit}"]')

    def _clause(self, clause: Clause) -> None:
        self.tap(f'[data-fold="{clause.handle}"]')
        words = self.phone.line().split()
        if clause.folded and f"{clause.handle}{clause.paid}" not in words:
            self._digits(clause.paid or 0)
        if clause.peder:
            self.tap('[data-mark="stayed"]')
            self.tap('[data-mark="peder"]')
        if clause.shadow:
            self.tap('[data-mark="shadow"]')
            self._digits(clause.shadow)

    def _win(self, win: Win) -> bool:
        """Tap a winner; whether the tap on the meld has sent the hand, as its arrow says."""
        self.tap(f'[data-win="{win.handle}"]')
        if win.half:
            self.tap(
                f'[data-mark="{"both" if win.half == "both" else "hi" if win.half == "high" else "lo"}"]'
            )
        if win.announced and win.announced.category:
            category = win.announced.category
            meld = f'[data-meld="{MELDS[self.phone.language].get(category, category)}"]'
            sends = self.phone.evaluate(
                f"document.querySelector({json.dumps(meld)}).textContent.includes('➤')"
            )
            self.tap(meld)
            return bool(sends)
        return False


def as_tapped(line: str, handles: list[str]) -> HandLine:
    """A line of the forty hands as a hand; the game ``.`` is called same."""
    (hand,) = parse(line, handles)
    assert isinstance(hand, HandLine)
    return hand if hand.game in VARIANTS else HandLine(
        game="same", level=hand.level, clauses=hand.clauses, wins=hand.wins, ending=hand.ending
    )  # fmt: skip


def forty_taps(phone: Phone, handles: list[str]) -> list[int]:
    """Tap all hands at a table with these handles; the taps of each, where a correction is a part of its hand."""
    taps: list[int] = []
    thumb = Thumb(phone)
    for last, line in pairwise(["", *LINES]):
        before = phone.taps
        if line == "u":
            phone.tap('[data-do="undo"]')
            phone.settle()
            if phone.line():
                thumb.tap('[data-do="clear"]')
            taps[-1] += phone.taps - before
            continue
        thumb.log(as_tapped(line, handles))
        if last == "u":
            taps[-1] += phone.taps - before
        else:
            taps.append(phone.taps - before)
    return taps
