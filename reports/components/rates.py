"""The rates of a player: shares of hands in which something happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from language import mark


class Rate(NamedTuple):
    """A rate: its label, what it means, the query that lists the hands in which it happened, and the query
    that lists all hands that it is a share of (`reports.search.fields`; the player is added to both).
    """

    label: str
    meaning: str
    happened: str
    known: str


RATES: Mapping[str, Rate] = {
    "vpip": Rate(
        mark("Put chips in by choice (VPIP)"),
        mark("Bet, called or raised in the first round; antes and blinds don't count."),
        "vpip=yes",
        "vpip=yes,no",
    ),
    "pfr": Rate(
        mark("Raised in the first round (PFR)"),
        mark("Raised in the first round of betting."),
        "pfr=yes",
        "pfr=yes,no",
    ),
    "three_bet": Rate(
        mark("Raised a raise (3-bet)"),
        mark("Raised again in the first round, of the hands in which somebody had raised before."),
        "threebet=yes",
        "threebet=yes,no",
    ),
    "folded": Rate(
        mark("Folded before the showdown"),
        mark("Gave up the hand before cards were compared."),
        "folded=yes",
        "folded=yes,no",
    ),
    "saw_second_round": Rate(
        mark("Saw the second round"),
        mark("Was still in when the second round of betting began."),
        "second=yes",
        "second=yes,no",
    ),
    "wtsd": Rate(
        mark("Showdowns of those (WTSD)"),
        mark("Went to the showdown, of the hands in which the player saw the second round."),
        "second=yes showdown=yes",
        "second=yes showdown=yes,no",
    ),
    "went_to_showdown": Rate(
        mark("Went to the showdown"),
        mark("Was still in when cards were compared, of all hands."),
        "showdown=yes",
        "showdown=yes,no",
    ),
    "won_at_showdown": Rate(
        mark("Won at the showdown (W$SD)"),
        mark("Won chips from the pot, of the hands that the player took to the showdown."),
        "showdown=yes took=yes",
        "showdown=yes took=yes,no",
    ),
    "won_hand": Rate(
        mark("Won the hand"),
        mark("Won chips from the pot, with or without a showdown."),
        "took=yes",
        "took=yes,no",
    ),
    "peder": Rate(
        mark("Used the peder"),
        mark("Put the big chip, worth 50, into the pot."),
        "peder=yes",
        "peder=yes,no",
    ),
}
"""The rates by metric (`mart_player_stats`), in the order in which a player's page shows them."""
