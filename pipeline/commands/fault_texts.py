"""The faults that `peder check` finds, in the user's language.

SQL formats a fault in English, so that a check reads well in `peder sql`. Here are the texts that it formats, for the
catalogue; a test compares them with the SQL.
"""

from __future__ import annotations

import re
from functools import cache

from language import mark, tr

FAULT_TEXTS = (
    mark("a value is missing"),
    mark("{} was counted, and {} chips should be left"),
    mark("entry {}: kind {}"),
    mark("entry {}: the store knows no player {}"),
    mark("entry {}: a payment of no money"),
    mark("entry {}: no chips"),
    mark("entry {}: shadow owed to nobody"),
    mark("entry {}: {} chips"),
    mark("entry {} is there twice"),
    mark("entry {}: {} chips entered as {} and not as {}"),
    mark("the accounts add up to {} chips, with {} in a pot that nobody won"),
    mark("hands {} to {} and {} to {} are in two parts"),
    mark("player {} is merged into {}, which isn't there"),
    mark("player {} is merged into another in a circle"),
    mark("player {} is there twice"),
    mark("kind {}"),
    mark("ends before it begins"),
    mark("the store knows no player {}, the banker"),
    mark("there twice"),
    mark("act {} is of no known kind ({})"),
    mark("acts, though its detail is result"),
    mark("no acts, though its detail says so"),
    mark("acts of seat {}, where nobody sits"),
    mark("seat {} paid {}, but its acts make {}"),
    mark("{} carried in, but the hand before carried {} out"),
    mark("in chain {}, though nothing was carried in"),
    mark("in chain {}, though its pot comes from chain {}"),
    mark("{} paid and {} carried in, but {} won and {} carried out"),
    mark("the store knows no player {}, the dealer"),
    mark("no game"),
    mark("the catalogue knows no game {}"),
    mark("no ante and no big blind to count in"),
    mark("{} players at {}, which takes {} to {}"),
    mark("a pot of {}, but {} carried in and {} paid"),
    mark("no seats"),
    mark("{} players, but {} seats"),
    mark("the seats aren't counted from 0 without a gap"),
    mark("there {} times"),
    mark("status {}, outcome {}, detail {}"),
    mark("half {} of a pot"),
    mark("seat {} declared {}"),
    mark("seat {}: paid {}, won {}, net {}, shadow {}"),
    mark("seat {} folded in round {} and won {}"),
    mark("seat {} of a hand that isn't there"),
    mark("seat {}: no player and no profile"),
    mark("seat {}: the store knows no player {}"),
    mark("{} sits there {} times"),
    mark("a share of {} for seat {}, where nobody sits"),
    mark("seat {} won {}, but has shares of {}"),
)


def fault_text(fault: str) -> str:
    """A fault as SQL wrote it, in the user's language; unchanged where its text isn't known."""
    for text in FAULT_TEXTS:
        found = _pattern(text).fullmatch(fault)
        if found:
            return tr(text).format(*found.groups())
    return fault


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A regular expression for a text, with a group for each place."""
    return re.compile(re.escape(text).replace(r"\{\}", "(.+?)"), re.DOTALL)
