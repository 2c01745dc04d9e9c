"""Forty hands of a mixed night, and the keystrokes that each takes at the prompt.

`forty_hands.txt` has the hands as somebody says them in full. The shortest line for a hand is searched: the shortest
name of the game, the shortest word for the meld, and every letter left out whose absence is still read as the same
hand, to the letter of the journal.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

from engine.api import VARIANTS, PederError, names_of
from pipeline.night.hands import play
from pipeline.night.night import Night
from pipeline.night.parser.canonical import line_text
from pipeline.night.parser.grammar import parse
from pipeline.night.parser.lines import HandLine
from pipeline.night.service import NightService

TABLE = ("players Anna, Bo, Carl, Dorte, Erik, Frida", "banker c", "chip 25 øre", "loan 10p")
LINES = tuple(
    line
    for line in (Path(__file__).parent / "forty_hands.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)
MELDS = {
    "pair": ("par",),
    "two pair": ("2par", "2pair"),
    "three of a kind": ("set", "3ens", "trips"),
    "straight": (),
    "flush": ("fl",),
    "full house": ("hus", "boat", "full"),
    "quads": ("4ens",),
}
"""The melds of the hands, and shorter words for them."""
LONGEST = 4
"""The most letters that are left out at once."""


def shortest(line: str, night: Night) -> str:
    """The shortest line that is read as the same hand; another line as it is."""
    wanted = _read(line, night)
    if not wanted:
        return line
    game = line.split(maxsplit=1)[0]
    games = [game] if game == "." else sorted(names_of(VARIANTS.find(game)), key=len)
    melds = [meld for meld in MELDS if line.endswith(f" {meld}") or f" {meld} +" in line]
    text = games[0] + line.removeprefix(game)
    for meld in sorted(melds, key=len)[-1:]:
        text = text.replace(meld, min((meld, *MELDS[meld]), key=len))
    assert _read(text, night) == wanted, text
    return _without_idle_letters(text, wanted, night)


def _without_idle_letters(text: str, wanted: str, night: Night) -> str:
    while True:
        shorter = (
            text[:place] + text[place + count :]
            for count in range(LONGEST, 0, -1)
            for place in range(len(text) - count, -1, -1)
        )
        found = next((one for one in shorter if _read(one, night) == wanted), None)
        if found is None:
            return text
        text = found


def _read(text: str, night: Night) -> str:
    """How the journal would keep a hand's line; "" where it isn't read as one."""
    try:
        (line,) = parse(text, night.handles)
        hand = play(night, line) if isinstance(line, HandLine) else None
        return line_text(hand.line) if hand and hand.line else ""
    except (PederError, ValueError):
        return ""


def typed_hands(service: NightService, lines: Sequence[str] = LINES) -> list[list[str]]:
    """Enter a night; the lines that each hand takes, as short as they can be. A correction is a part of its hand."""
    for line in TABLE:
        assert service.enter(line).status == "kept", line
    hands: list[list[str]] = []
    for line in lines:
        short = shortest(line, service.night)
        before = service.night.next_hand_no
        said = service.enter(short)
        assert said.status == "kept", said
        number = min(before, service.night.next_hand_no) - 1
        hands[number:] = [[*(line for hand in hands[number:] for line in hand), short]]
    return hands


def keystrokes(hand: Sequence[str]) -> int:
    """The keys of a hand's lines, with Enter after each."""
    return sum(len(line) + 1 for line in hand)


def spread(counts: Sequence[int]) -> str:
    """The median, the quartiles and the ends, as text."""
    low, middle, high = statistics.quantiles(counts, n=4, method="inclusive")
    return f"median {middle:g}, quartiles {low:g} to {high:g}, from {min(counts)} to {max(counts)}"
