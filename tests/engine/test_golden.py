"""Golden hands: what hands are worth in each card game and who wins, derived from the texts by a person.

They lie in ``tests/golden/<family>.toml``, at least three for each game, its special rule among them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.rules.hand_value import Worth, read_held_cards, worth

FOLDER = Path(__file__).parents[1] / "golden"
CARD_GAMES = [variant.id for variant in TRAINED.values() if not variant.kernel]
GOLDEN: dict[str, list[dict[str, Any]]] = {}
for file in sorted(FOLDER.glob("*.toml")):
    GOLDEN |= tomllib.loads(file.read_text(encoding="utf-8"))
HANDS = [
    pytest.param(game, golden, id=f"{game}: {golden['rule']}") for game in GOLDEN for golden in GOLDEN[game]
]


def read(text: str) -> tuple[str, str, str, str, str | None]:
    """Closed and open cards, the meld, the wild cards and the low of a hand as the files write it."""
    cards, _, said = text.partition("=")
    own, _, laid = cards.partition("/")
    meld, *more = (part.strip() for part in said.split(";"))
    wild = next((part.removeprefix("wild ") for part in more if part.startswith("wild ")), "")
    low = next((part.removeprefix("low ") for part in more if part.startswith("low ")), None)
    return own, laid, meld, wild, low


@pytest.mark.parametrize("game", CARD_GAMES)
def test_every_game_has_golden_hands(game: str) -> None:
    assert len(GOLDEN.get(game, [])) >= 3


@pytest.mark.parametrize(("game", "golden"), HANDS)
def test_golden_hands(game: str, golden: dict[str, Any]) -> None:
    variant = call(VARIANTS[game], parse_additions([golden.get("add", "")]))
    results: list[Worth] = []
    for text in golden["hands"]:
        own, laid, meld, wild, low = read(text)
        is_worth = worth(variant, read_held_cards(own, laid, golden.get("board", ""), golden.get("up", "")))
        results.append(is_worth)
        assert " ".join([is_worth.category, *is_worth.ranks]) == meld, text
        if wild != "*":  # several cards would do
            assert sorted(is_worth.wild) == sorted(wild.split()), text
        if low is not None:
            assert (" ".join(is_worth.low.ranks) if is_worth.low else "none") == low, text
    best = max(hand.score for hand in results)
    assert [seat for seat, hand in enumerate(results) if hand.score == best] == golden["wins"]
    if "low_wins" in golden:
        lows = {seat: hand.low.score for seat, hand in enumerate(results) if hand.low}
        assert [seat for seat in lows if lows[seat] == min(lows.values())] == golden["low_wins"]
