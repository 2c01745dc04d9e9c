"""A game of the catalogue as text, for the terminal, phones and pages."""

from __future__ import annotations

from typing import Any

from engine.catalogue.model import Variant
from engine.catalogue.rules_text import board, how_to_play, own_rules, stakes, turns, winning
from engine.catalogue.rulings import rulings_of
from engine.catalogue.table_size import largest_table
from engine.catalogue.wild_text import wild_text
from language import tr, trn


def describe(variant: Variant) -> dict[str, Any]:
    """A game as text, by section."""
    fewest, most = variant.players[0], largest_table(variant)
    return {
        "variant_id": variant.id,
        "name": variant.name,
        "name_da": variant.name_da or None,
        "aliases": list(variant.aliases),
        "family": variant.family,
        "source": variant.source,
        "summary": tr(variant.summary),
        "additions": variant.additions,
        "course": how_to_play(variant),
        "board": board(variant),
        "wild": wild_text(variant),
        "turns": turns(variant),
        "own_rules": own_rules(variant),
        "winning": winning(variant),
        "stakes": stakes(variant),
        "table": _table(variant, fewest, most),
        "players_min": fewest,
        "players_max": most,
        "rounds": variant.rounds,
        "hand_definition": tr(variant.hand_means),
        "rulings": [
            {
                "number": ruling.number,
                "title": tr(ruling.title),
                "sources": list(ruling.sources),
                "text": tr(ruling.text),
            }
            for ruling in rulings_of(variant)
        ],
    }


def _table(variant: Variant, fewest: int, most: int) -> str:
    """How many play, with which pack, how many betting rounds, and what a hand of it is."""
    said = [tr("{fewest} to {most} players", fewest=fewest, most=most)]
    if variant.family != "dice":
        said.append(tr("a pack of {pack}", pack=variant.pack))
    if variant.rounds is not None:
        rounds = trn("{n} betting round", "{n} betting rounds", variant.rounds)
        printed = variant.rounds_printed
        if printed not in (None, variant.rounds) and not variant.additions:
            rounds = tr("{rounds} (the printed overview says {printed})", rounds=rounds, printed=printed)
        said.append(rounds)
    said.append(tr("a hand is {hand_definition}", hand_definition=tr(variant.hand_means)))
    return f"{'; '.join(said)}."
