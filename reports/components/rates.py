"""The rates of a player: shares of hands in which something happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from language import mark


class Rate(NamedTuple):
    """A rate: its label, its explanation, the query for the hands in which the event happened, and the query
    for all hands in which it could (`reports.search.fields`; the player is added to both).
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
        mark("Raised again in the first round, of the hands in which another player had raised before."),
        "threebet=yes",
        "threebet=yes,no",
    ),
    "limp": Rate(
        mark("Limped in"),
        mark("Called the big blind at the first decision, with no raise before."),
        "limp=yes",
        "limp=yes,no",
    ),
    "cold_call": Rate(
        mark("Called a raise cold"),
        mark(
            "Called a raise in the first round without chips in the pot by a blind or by choice, of the hands that began so for the player."
        ),
        "coldcall=yes",
        "coldcall=yes,no",
    ),
    "fold_to_three_bet": Rate(
        mark("Folded to a 3-bet"),
        mark("Gave up after the player's own raise in the first round was raised again."),
        "foldthreebet=yes",
        "foldthreebet=yes,no",
    ),
    "steal": Rate(
        mark("Tried to steal the blinds"),
        mark(
            "Raised first from the small blind, the dealer's seat or the one before it, of the hands that all before had folded."
        ),
        "steal=yes",
        "steal=yes,no",
    ),
    "fold_to_steal": Rate(
        mark("Folded a blind to a steal"),
        mark("Gave up a blind when only such a raise had come."),
        "foldsteal=yes",
        "foldsteal=yes,no",
    ),
    "cbet_second": Rate(
        mark("Bet on in the second round (c-bet)"),
        mark(
            "Bet first in the second round, of the hands in which the player bet or raised last in the first and could."
        ),
        "cbet=yes",
        "cbet=yes,no",
    ),
    "cbet_third": Rate(
        mark("Bet on in the third round"),
        mark("Bet first in the third round too, after a bet like that in the second."),
        "cbetthird=yes",
        "cbetthird=yes,no",
    ),
    "cbet_fourth": Rate(
        mark("Bet on in the fourth round"),
        mark("Bet first in the fourth round too, after such bets in the second and the third."),
        "cbetfourth=yes",
        "cbetfourth=yes,no",
    ),
    "fold_to_cbet_second": Rate(
        mark("Folded to a c-bet in the second round"),
        mark("Gave up in the second round when another player bet on there."),
        "foldcbet=yes",
        "foldcbet=yes,no",
    ),
    "fold_to_cbet_third": Rate(
        mark("Folded to a c-bet in the third round"),
        mark("Gave up in the third round when another player bet on there."),
        "foldcbetthird=yes",
        "foldcbetthird=yes,no",
    ),
    "fold_to_cbet_fourth": Rate(
        mark("Folded to a c-bet in the fourth round"),
        mark("Gave up in the fourth round when another player bet on there."),
        "foldcbetfourth=yes",
        "foldcbetfourth=yes,no",
    ),
    "check_raise": Rate(
        mark("Check-raised"),
        mark(
            "Raised after a check in the same round, of the hands in which another player bet after that check."
        ),
        "checkraise=yes",
        "checkraise=yes,no",
    ),
    "won_unseen": Rate(
        mark("Won without a showdown"),
        mark("Won chips from the pot before cards were compared, of all hands."),
        "unseen=yes",
        "unseen=yes,no",
    ),
    "bluff_shown": Rate(
        mark("Caught bluffing"),
        mark(
            "Showed no pair against a pair or better, of the hands that the player bet or raised last in the last round and showed."
        ),
        "bluff=yes",
        "bluff=yes,no",
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
"""Rates by metric (`mart_player_stats`), in the order of a player's page."""
