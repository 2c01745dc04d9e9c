"""Replayed hands as rows of the store's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from engine.api import (
    CATEGORIES,
    CATEGORY_SHIFT,
    HIGH_CARD,
    Half,
    hand_value,
)
from pipeline.formats.replay import Hand
from pipeline.formats.tables import hand_row, seat_row
from pipeline.store.schemas import HANDS, SEATS


def hand_frames(
    hands: Sequence[Hand], chip: int, site: str = "", owner: str | None = None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of `hands` and `seats`; a chip is `chip` hundredths, `site` begins the players' ids, `owner` is the
    player who took the log."""
    seats = [_seat_row(hand, place, chip, site, owner) for hand in hands for place in range(len(hand.seats))]
    return pl.DataFrame([_hand_row(hand, chip, site) for hand in hands], schema=HANDS), pl.DataFrame(
        seats, schema=SEATS
    )


def _hand_row(hand: Hand, chip: int, site: str) -> dict[str, Any]:
    return hand_row(
        hand,
        chip,
        number=hand.number,
        is_whole=hand.ended_at is not None,
        additions=hand.additions,
        dealer_id=f"{site}{hand.dealer}" if hand.dealer else None,
        unit=hand.unit // chip,
        boards=len(hand.runs()),
        started_at=hand.started_at,
        ended_at=hand.ended_at,
        note="; ".join(hand.notes) or None,
        shares=[
            {
                "pot_no": share.pot,
                "board_no": share.board,
                "half": share.half,
                "seat": share.seat,
                "chips": share.amount // chip,
                "meld": CATEGORIES[HIGH_CARD] if share.half is Half.LOW else _category(share.score),
                "score": share.score,
            }
            for share in hand.shares
        ],
    )


def _seat_row(hand: Hand, place: int, chip: int, site: str, owner: str | None) -> dict[str, Any]:
    seat, board = hand.seats[place], hand.boards[0]
    cards = seat.cards or (hand.owner_cards if seat.player == owner else ())
    at_showdown = hand.ended_at is not None and len(hand.live) > 1 and place in hand.live
    is_known = at_showdown and len(cards) == hand.hole_cards and len(board) == hand.board_size
    score = hand_value(hand.variant, cards, board)[0] if is_known else None
    return seat_row(
        hand,
        chip,
        place,
        number=hand.number,
        won=seat.won,
        cards=cards,
        player_id=f"{site}{seat.player}",
        stack_before=seat.stack // chip,
        showed=seat.showed,
        meld=_category(score),
        meld_score=score,
    )


def _category(score: int | None) -> str | None:
    return None if score is None else CATEGORIES[score >> CATEGORY_SHIFT]
