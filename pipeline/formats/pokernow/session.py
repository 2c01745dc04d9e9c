"""A PokerNow log as a session of kind `import`, with its tables as `pipeline.store.schemas` states them.

A chip is the coarsest amount that all amounts of the log are multiples of; `chip_value` says how much it is.
A hand's unit is its big blind.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from engine.api import CATEGORIES, CATEGORY_SHIFT, HIGH_CARD, Detail, Half, Outcome, cards_text
from pipeline.formats.pokernow.log import Log, opened_log
from pipeline.formats.replay import Hand, Seat, best_meld
from pipeline.formats.sessions import Imported
from pipeline.store.schemas import BANK, HANDS, SEATS

PLACE = "PokerNow"


def import_log(
    path: Path, *, session_id: str | None = None, season: str | None = None, currency: str | None = None
) -> Imported:
    """Read a log file as a session; raises FileError.

    Without a `session_id` it comes from the day and the first hand, so that the same game is known again.
    """
    with opened_log(path) as (log, batches):
        origin = log.session_id
        log.session_id = session_id or origin
        frames = [(hands_table(log, hands), seats_table(log, hands)) for hands in batches()]
    return Imported(
        source=path,
        session=session_row(log, season=season or year_of(log.began), currency=currency),
        hands=pl.concat([hands for hands, _ in frames]),
        seats=pl.concat([seats for _, seats in frames]),
        bank=bank_table(log, currency),
        names={player_id(player, log.site): log.names[player] for player in log.seated()},
        remarks=log.remarks,
        origin=origin,
        assumed=frozenset() if season else frozenset({"season"}),
    )


def year_of(moment: datetime | None) -> str | None:
    """The season of a game for which the user names none: the year that it began in."""
    return f"{moment.year}" if moment else None


def player_id(player: str, site: str = "pokernow") -> str:
    """The id of a player: the site's own, which stays the same from game to game."""
    return f"{site}:{player}"


def session_row(log: Log, *, season: str | None, currency: str | None) -> dict[str, object]:
    """The log's row of `sessions`."""
    return {
        "session_id": log.session_id,
        "kind": "import",
        "season": season,
        "started_at": log.began,
        "ended_at": log.ended,
        "place": PLACE,
        "currency": currency,
        "chip_value": Decimal(log.chip) / 100,
        "house_rules": json.dumps({"tournament": True}) if log.tournament else None,
        "engine_version": version("peder"),
    }


def hands_table(log: Log, hands: Sequence[Hand]) -> pl.DataFrame:
    """Hands of the log as rows of `hands`, with shares and packed actions."""
    return pl.DataFrame([_hand_row(log, hand) for hand in hands], schema=HANDS)


def _hand_row(log: Log, hand: Hand) -> dict[str, Any]:
    whole = hand.ended_at is not None
    pot = hand.pot // log.chip
    return {
        "hand_no": hand.number,
        "status": "confirmed" if whole else "draft",
        "chain_no": hand.number,
        "variant_id": hand.variant.id,
        "additions": hand.additions,
        "dealer_id": player_id(hand.dealer, log.site) if hand.dealer else None,
        "player_count": len(hand.seats),
        "unit": hand.unit // log.chip,
        "pot_in": 0,
        "pot": pot,
        "pot_out": 0 if whole else pot,
        "outcome": hand.outcome,
        "rounds_played": hand.rounds,
        "showdown_count": (len(hand.live) if hand.outcome is Outcome.SHOWDOWN else 0) if whole else None,
        "boards": len(hand.runs()),
        "detail": Detail.ACTIONS,
        "started_at": hand.started_at,
        "ended_at": hand.ended_at,
        "errors": [],
        "note": "; ".join(hand.notes) or None,
        "shares": [
            {
                "pot_no": share.pot,
                "board_no": share.board,
                "half": share.half,
                "seat": share.seat,
                "chips": share.amount // log.chip,
                "meld": CATEGORIES[HIGH_CARD] if share.half is Half.LOW else _category(share.score),
                "score": share.score,
            }
            for share in hand.shares
        ],
        "actions": hand.acts_in(log.chip),
    }


def seats_table(log: Log, hands: Sequence[Hand]) -> pl.DataFrame:
    """Their rows of `seats`."""
    rows = [_seat_row(log, hand, place, seat) for hand in hands for place, seat in enumerate(hand.seats)]
    return pl.DataFrame(rows, schema=SEATS)


def _seat_row(log: Log, hand: Hand, place: int, seat: Seat) -> dict[str, Any]:
    cards = seat.cards or (hand.owner_cards if seat.player == log.owner else ())
    at_showdown = hand.outcome is Outcome.SHOWDOWN and place in hand.live
    known = at_showdown and len(cards) == hand.hole_cards and len(hand.boards[0]) == hand.board_size
    score = best_meld(hand, cards, hand.boards[0]) if known else None
    return {
        "hand_no": hand.number,
        "seat": place,
        "player_id": player_id(seat.player, log.site),
        "stack_before": seat.stack // log.chip,
        "paid": hand.paid[place] // log.chip,
        "won": seat.won // log.chip,
        "net": (seat.won - hand.paid[place]) // log.chip,
        "shadow": 0,
        "peder_used": False,
        "folded_round": hand.folded.get(place),
        "showed": seat.showed,
        "meld": _category(score),
        "meld_score": score,
        "cards": cards_text(cards) if cards else None,
    }


def _category(score: int | None) -> str | None:
    return None if score is None else CATEGORIES[score >> CATEGORY_SHIFT]


def bank_table(log: Log, currency: str | None) -> pl.DataFrame:
    """The log's rows of `bank`; the chips of a tournament are no money."""
    rows = [
        {
            "session_id": log.session_id,
            "entry_no": number,
            "player_id": player_id(entry.player, log.site),
            "kind": entry.kind,
            "chips": entry.amount // log.chip,
            "money": None if log.tournament else Decimal(entry.amount) / 100,
            "currency": currency,
            "at": entry.at,
        }
        for number, entry in enumerate(log.bank, start=1)
    ]
    return pl.DataFrame(rows, schema=BANK)
