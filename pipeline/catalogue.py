"""A game of the catalogue in plain words, for the terminal and for phones."""

from __future__ import annotations

from typing import Any

from engine.api import (
    Variant,
    board,
    course,
    largest_table,
    own_rules,
    rulings_of,
    stakes,
    turns,
    wild_text,
    winning,
)


def describe(variant: Variant) -> dict[str, Any]:
    """A game in words, section by section."""
    fewest, most = variant.players[0], largest_table(variant)
    rounds = "" if variant.rounds is None else f"; {variant.rounds} betting round{'s' * (variant.rounds > 1)}"
    if variant.rounds_printed not in (None, variant.rounds) and not variant.additions:
        rounds += f" (the printed overview says {variant.rounds_printed})"
    pack = "" if variant.family == "dice" else f"; a pack of {variant.pack}"
    return {
        "variant_id": variant.id,
        "name": variant.name,
        "name_da": variant.name_da or None,
        "aliases": list(variant.aliases),
        "family": variant.family,
        "source": variant.source,
        "summary": variant.summary,
        "additions": variant.additions,
        "course": course(variant),
        "board": board(variant),
        "wild": wild_text(variant),
        "turns": turns(variant),
        "own_rules": own_rules(variant),
        "winning": winning(variant),
        "stakes": stakes(variant),
        "table": f"{fewest} to {most} players{pack}{rounds}; a hand is {variant.hand_is}.",
        "players_min": fewest,
        "players_max": most,
        "rounds": variant.rounds,
        "hand_is": variant.hand_is,
        "rulings": [
            {
                "number": ruling.number,
                "title": ruling.title,
                "sources": list(ruling.sources),
                "text": ruling.text,
            }
            for ruling in rulings_of(variant)
        ],
    }
