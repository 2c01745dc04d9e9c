"""`make soak`: every game at every legal table size, as it is and as dealers change it, many hands, played by
regulars, by all tempers mixed, and by plain players at their edges.

    python -m tests.soak [HANDS [GAME]…]     HANDS of each table of regulars, 100,000 if not said; all games

Chips are conserved in every hand, and a part of the hands is replayed by the oracle. Stops at the first
fault.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from rich.progress import track

from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.model import Variant, largest_table
from engine.errors import CallError
from engine.simulate import play, starting_stacks
from tests.engine.games.table import rows
from tests.engine.games.test_replay import conserved, follow
from tests.engine.replayed import check, hands_of
from tests.engine.test_simulate import assert_conserved

REGULARS = ("regular",)
TEMPERS = ("regular", "novice", "station", "rock", "aggressive", "maniac")
PLAIN = (
    "plain-bold",
    "plain-caller",
    "plain-steady",
    "plain-warrior",
    "plain-loose",
    "plain-folder",
    "plain-tight",
)
TABLES = (
    (REGULARS, 1.0),
    (TEMPERS, 0.5),
    ((*PLAIN, *TEMPERS), 0.5),
    (PLAIN, 0.25),
    (("plain-steady",), 0.25),
    (("plain-caller",), 0.25),
    (("plain-folder",), 0.25),
    (("plain-warrior",), 0.25),
)
"""Who sits around a table, and how many hands of those that regulars play."""
CHANGES = ("psy", "spade", "hi lo", "wild 2", "pot", "pot straddle", "no-limit", "no-limit straddle")
"""What dealers add to a game's name, for games that allow it."""
CHANGED = 0.1
"""Changed games are played this share of the unchanged game's hands."""
REPLAYED = 500
"""One hand in this many is replayed."""


def soak(hands: int, games: list[Variant]) -> Counter[str]:
    """Play and replay; returns how many hands were played and replayed, at how many tables of how many games.
    Raises what went wrong.
    """
    told: Counter[str] = Counter()
    for game in track(games, "Playing"):
        for variant in (game, *_changed(game)):
            told["games, as they are and changed"] += 1
            share = 1.0 if variant is game else CHANGED
            for players in range(variant.players[0], largest_table(variant) + 1):
                for seed, (names, part) in enumerate(TABLES):
                    many = max(1, int(hands * share * part))
                    turn = _of_own_kernel if variant.kernel else _of_cards
                    told += turn(variant, players, many, seed, names)
                    told["tables"] += 1
    return told


def _changed(game: Variant) -> list[Variant]:
    """A game as dealers change it, in all of `CHANGES` that fit."""
    results = []
    for words in CHANGES:
        try:
            results.append(call(game, parse_additions(words.split())))
        except CallError:
            continue
    return results


def _of_cards(variant: Variant, players: int, hands: int, seed: int, names: tuple[str, ...]) -> Counter[str]:
    """Play at a table of cards; additions by what is known of the game itself."""
    played = 0
    for _, record in play(
        variant, players=players, hands=hands, seed=seed, profiles=names, detail="actions", training=False
    ):
        assert_conserved(record)
        played += len(record.hand)
    some = max(1, hands // REPLAYED)
    stacks = [int(stack) for stack in starting_stacks(variant, players)]
    replayed = 0
    for _, record in play(
        variant, players=players, hands=some, seed=100 + seed, profiles=names, detail="cards", training=False
    ):
        for hand in hands_of(record):
            check(variant, stacks, hand)
            replayed += 1
    return Counter({"hands": played, "hands replayed": replayed})


def _of_own_kernel(
    variant: Variant, players: int, hands: int, seed: int, names: tuple[str, ...]
) -> Counter[str]:
    """Play a game that has a kernel of its own; a long one a tenth as often."""
    chains = max(1, hands // (10 * players))
    played = conserved(variant.id, players, chains, seed=seed, names=names)
    result = rows(variant.id, players, max(1, chains // REPLAYED), seed=100 + seed, names=names)
    for place, row in enumerate(result):
        followed = follow(variant.id, row, place, players)
        assert (followed.paid, followed.won) == (row.column("paid"), row.column("won")), (variant.id, place)
        assert (followed.shares, followed.pot_out) == (row.shares, row.hand["pot_out"]), (variant.id, place)
        assert (followed.outcome, followed.rounds) == (row.outcome, row.hand["rounds"]), (variant.id, place)
    return Counter({"hands": played, "hands replayed": len(result)})


if __name__ == "__main__":
    started = time.monotonic()
    many, *wanted = sys.argv[1:] or ["100000"]
    counts = soak(int(many), [VARIANTS.find(name) for name in wanted] or list(TRAINED.values()))
    shown = ", ".join(f"{count:,} {what}" for what, count in counts.items())
    print(f"{shown}: without a fault in {time.monotonic() - started:.0f} s")
