"""Reads a deal, as groups write it: `2 down, 4 x (1 up, bet)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.catalogue.contradictions import (
    MAX_OWN,
    MAX_STEPS,
)
from engine.catalogue.mistakes import Mistake, MistakeError, MistakeKind, Part
from engine.catalogue.model import (
    Step,
)
from engine.catalogue.operations import OPERATIONS, PSYCHOLOGY, psychology, read_step
from engine.catalogue.values import (
    read_text,
    unknown_mistake,
)

_TIMES = re.compile(r"(\d{1,2})\s*(?:x|×|\*|times|gange)\s*\(")


def read_steps(value: Any) -> tuple[Step, ...]:
    """Return the steps of a deal. Raises MistakeError, which names the part that can't be read.

    >>> read_steps("5 down, bet")
    (Step(op=<Op.DEAL_CLOSED: 1>, count=5, other=0), Step(op=<Op.BET: 7>, count=1, other=0))
    """
    steps: list[Step] = []
    for step in _deal(read_text(1000)(value), 0):
        steps += psychology(steps) if step == PSYCHOLOGY else [step]
    return tuple(steps)


def _deal(text: str, depth: int) -> list[Step]:
    steps: list[Step] = []
    for part in _parts(text):
        match = _TIMES.match(part)
        if match:
            if depth > 2 or not part.endswith(")"):
                raise MistakeError(Mistake.of(MistakeKind.NOT_REPEATED), part[:20])
            steps += _deal(part[match.end() : -1], depth + 1) * int(match[1])
        else:
            steps.append(_step(part))
        if len(steps) > MAX_STEPS:
            raise MistakeError(Mistake.of(MistakeKind.TOO_MANY_STEPS, most=MAX_STEPS))
    return steps


def _parts(text: str) -> Iterator[str]:
    """The steps between commas, those in brackets together."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            raise MistakeError(Mistake.of(MistakeKind.CLOSING_BRACKET))
        if letter == "," and depth == 0:
            yield text[start:place].strip()
            start = place + 1
    if depth:
        raise MistakeError(Mistake.of(MistakeKind.OPENING_BRACKET))
    yield text[start:].strip()


def _step(part: str) -> Step:
    phrase = " ".join(part.casefold().split())
    if match := read_step(phrase):
        step, number = match
        if not 1 <= number <= MAX_OWN:
            raise MistakeError(Mistake.of(MistakeKind.NOT_A_COUNT, part=part, most=MAX_OWN), part)
        return step
    if re.match(r"\d+ ?[x×*] ?\w", phrase):
        raise MistakeError(Mistake.of(MistakeKind.NOT_REPEATED), part)
    first = re.match(r"\d+", phrase)
    english, danish = (
        [
            re.sub(r"^\d+", first[0], form) if first else form
            for place, words in enumerate(forms)
            for form in [words.format(n=1 if place else 2, price=5, left=1)]
        ]
        for forms in zip(*((row.english, row.danish) for row in OPERATIONS), strict=True)
    )
    raise MistakeError(unknown_mistake(part, english, Part.STEP, danish), part)
