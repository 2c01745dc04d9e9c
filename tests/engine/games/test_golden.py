"""Golden games: whole hands in words that a person has read, at least three for each game.

A file holds hands as ``# 3 players, hand 101 of seed 7: plain-steady plain-bold (what it shows)`` and what
was played. Seats are counted from the left of each deal's dealer. After a change of rules or players read the
new words before writing them: ``python -m tests.engine.games.test_golden``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.engine.games.table import GAMES, rows
from tests.engine.games.transcript import transcript

FOLDER = Path(__file__).parents[2] / "golden"
HEAD = re.compile(r"# (\d+) players, (?:hand|game) (\d+) of seed (\d+): ([\w -]+) \(.+\)")


def heads(game: str) -> list[str]:
    """The head lines of a game's file."""
    lines = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("# ")]


def played(game: str, head: str) -> str:
    """The hands that a head line names, in words; for guts all deals of the game."""
    match = HEAD.fullmatch(head)
    assert match is not None, head
    players, number, seed = (int(match[group]) for group in (1, 2, 3))
    result = rows(game, players, 1, seed=seed, first=number, names=match[4].split())
    lines = [head]
    for deal, row in enumerate(result, 1):
        lines += [f"deal {deal}"] if len(result) > 1 else []
        lines += transcript(game, row)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", GAMES)
def test_golden_games(game: str) -> None:
    text = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    written = text.split("\n\n")
    assert len(written) >= 3
    for head, hand in zip(heads(game), written, strict=True):
        assert played(game, head) == hand.rstrip("\n") + "\n"


if __name__ == "__main__":
    for name in GAMES:
        hands = [played(name, head) for head in heads(name)]
        (FOLDER / f"{name}.txt").write_text("\n".join(hands), encoding="utf-8")
