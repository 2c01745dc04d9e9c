"""Rows of the store's tables for sessions that were played elsewhere, and the limit that a row names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from importlib.metadata import version
from typing import Any

from engine.api import VARIANTS, Detail, HandState, Limit, Outcome, Variant, cards_text, pack, unpack
from language import tr, trn
from pipeline.bank.ledger import BankEntry, BankKind
from pipeline.store.columns import TOURNAMENT


def import_row(
    session_id: str,
    *,
    season: str | None,
    began: datetime | None,
    ended: datetime | None,
    place: str | None,
    currency: str | None,
    chip_value: Decimal,
    tournament: bool = False,
) -> dict[str, object]:
    return {
        "session_id": session_id,
        "kind": "import",
        "season": season,
        "started_at": began,
        "ended_at": ended,
        "place": place,
        "currency": currency,
        "chip_value": chip_value,
        "house_rules": TOURNAMENT if tournament else None,
        "engine_version": version("peder"),
    }


def hand_row(state: HandState, chip: int, *, number: int, is_whole: bool, **columns: Any) -> dict[str, Any]:
    """A row of `hands`, without the session; `chip` is the amount of the state that is one chip of the store.

    A hand that isn't whole is a draft.
    """
    left, pot = len(state.live), sum(state.paid) // chip
    played = Outcome.SHOWDOWN if left > 1 else Outcome.LAST_STANDING
    return {
        "hand_no": number,
        "status": "confirmed" if is_whole else "draft",
        "chain_no": number,
        "variant_id": state.variant.id,
        "player_count": len(state.paid),
        "pot_in": 0,
        "pot": pot,
        "pot_out": 0 if is_whole else pot,
        "outcome": played if is_whole else Outcome.INCOMPLETE,
        "rounds_played": state.rounds,
        "showdown_count": (left if left > 1 else 0) if is_whole else None,
        "detail": Detail.ACTIONS,
        "errors": [],
        "actions": [
            packed if act.kind.has_card else pack(act.kind, act.seat, act.round_no, act.value // chip)
            for packed, act in zip(state.acts, map(unpack, state.acts), strict=True)
        ],
        **columns,
    }


def seat_row(
    state: HandState,
    chip: int,
    seat: int,
    *,
    number: int,
    won: int,
    cards: Iterable[int],
    **columns: Any,
) -> dict[str, Any]:
    """A row of `seats`, without the session; `won` is an amount of the state."""
    paid = state.paid[seat]
    return {
        "hand_no": number,
        "seat": seat,
        "paid": paid // chip,
        "won": won // chip,
        "net": (won - paid) // chip,
        "shadow": 0,
        "peder_used": False,
        "folded_round": state.folded.get(seat),
        "cards": cards_text(cards) or None,
        **columns,
    }


def rake_entries(rakes: Mapping[str, int], at: datetime | None) -> list[BankEntry]:
    """What a site took of the pots that players won, in chips: differences, so that hands conserve chips."""
    return [
        BankEntry(kind=BankKind.DIFFERENCE, player_id=player_id, chips=-rake, at=at)
        for player_id, rake in sorted(rakes.items())
        if rake
    ]


def rake_remark(rakes: Mapping[str, int], chip_value: Decimal) -> list[str]:
    """A remark on the rake, or on chips that the site added to pots; none without either."""
    total = sum(rakes.values()) * chip_value
    text = f"{abs(total):f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    if total < 0:
        return [tr("the site added {amount} to pots in all", amount=text)]
    return [tr("the site took a rake of {taken} in all", taken=text)] if total else []


_WORDS = {Limit.FIXED: "fixed", Limit.POT: "pot", Limit.NO: "no-limit"}


def limit_word(variant: Variant, limit: Limit) -> str:
    """The addition that says a limit; "" for a guest's usual limit."""
    return "" if variant.is_guest and limit is variant.betting.limit else _WORDS[limit]


def limit_of(variant_id: str, additions: str) -> tuple[Limit, set[str]]:
    """The limit of a hand, and the words of its additions that say another thing. A group's own games, which no other
    format knows, have the house's.
    """
    words = set(additions.split())
    usual = VARIANTS[variant_id].betting.limit if variant_id in VARIANTS else Limit.HOUSE
    named = next((limit for limit, word in _WORDS.items() if word in words), usual)
    return named, words - set(_WORDS.values())


def twice_remark(count: int) -> list[str]:
    """A remark on hands that are in a file several times; none where none are."""
    if not count:
        return []
    return [
        trn("{n} hand is there twice, and counts once", "{n} hands are there twice, and count once", count)
    ]
