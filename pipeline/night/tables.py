"""A night as the rows of the store's tables. They follow from the journal and can be made again from it at
any time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from importlib.metadata import version

import polars as pl

from engine.api import Outcome, cards_text
from pipeline.bank.ledger import BankKind
from pipeline.night.days import on_own_date
from pipeline.night.hand.deal import Hand, Player, Seat
from pipeline.night.night import Night
from pipeline.store.bank_rows import bank_frame
from pipeline.store.manifest import JournalState
from pipeline.store.people import Person, PlayerError, Registry
from pipeline.store.players import change_players
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.store import Store


def write_night(store: Store, name: str, night: Night, state: JournalState) -> None:
    """Write a night's session in place of the one before; `state` is how far its journal had come.

    Raises StoreError where the store can't be written; the journal has everything all the same.
    """
    night = on_own_date(name, night)
    store.write_session(
        session_row(name, night),
        hands=hands_frame(night),
        seats=seats_frame(night),
        bank=bank_frame(night.ledger_in_money(), night.currency),
        replace=True,
        journal=state,
    )


def enter_players(store: Store, players: Sequence[Player]) -> None:
    """Enter the players whom the store doesn't know yet, and rename those whom the night gave another name while they
    still have the one they had before. Their former names find them, unless another has them. Raises StoreError.
    """
    known = Registry.of(store).people
    new = [player for player in players if player.player_id not in known]
    renamed = [
        player
        for player in players
        if player.also and (player in new or known[player.player_id].name == player.also[0] != player.name)
    ]
    if new:
        change_players(
            store,
            lambda registry: Registry(
                [Person(player_id=p.player_id, name=p.name, handle=p.handle) for p in new]
                + list(registry.people.values())
            ),
        )
    for player in renamed:
        change_players(store, partial(_rename, player))


def _rename(player: Player, registry: Registry) -> Registry:
    if registry.people[player.player_id].name != player.name:
        registry = registry.with_name(player.player_id, player.name)
    for name in player.also:
        if registry.find(name) is None:
            with suppress(PlayerError):  # older nights took longer names
                registry = registry.alias(player.player_id, name)
    return registry


def session_row(name: str, night: Night) -> dict[str, object]:
    """The night's row in `sessions`."""
    ended = night.ended_at
    if ended is not None and night.started_at is not None:
        ended = max(ended, night.started_at)  # a clock that jumped back
    loans = [entry.chips for entry in night.ledger if entry.kind is BankKind.LOAN]
    return {
        "session_id": name,
        "kind": "night",
        "season": night.season,
        "started_at": night.started_at,
        "ended_at": ended,
        "place": night.place,
        "currency": night.currency,
        "chip_value": night.chip_value,
        "banker_id": night.banker_id,
        "house_rules": json.dumps({"loan": loans[0]} if loans else {}),
        "engine_version": version("peder"),
        "notes": [text for _, text in night.notes] or None,
    }


def hands_frame(night: Night) -> pl.DataFrame:
    """Return the night's rows of the table `hands`, (hands, 25) with amounts in chips.

    >>> hands_frame(replay.night).select("hand_no", "variant_id", "pot").row(0)
    (1, 'seven-card-stud', 45)
    """
    return pl.DataFrame([_hand(hand) for hand in night.hands], schema=HANDS)


def _hand(hand: Hand) -> dict[str, object]:
    known = hand.variant is not None
    compared = hand.outcome in (Outcome.SHOWDOWN, Outcome.CARRIED)
    at_showdown = sum(seat.stayed for seat in hand.seats) if compared else 0
    times = (hand.started_at, hand.ended_at)
    return {
        "hand_no": hand.hand_no,
        "status": "confirmed" if hand.status == "confirmed" else "draft",  # marts have no skipped hands
        "chain_no": hand.chain_no,
        "variant_id": hand.variant.id if hand.variant else None,
        "additions": hand.additions if known else None,
        "dealer_id": hand.dealer_id,
        "player_count": len(hand.seats),
        "unit": hand.variant.unit if hand.variant else None,
        "pot_in": hand.pot_in if known else None,
        "pot": hand.pot if known else None,
        "pot_out": hand.pot_out if known else None,
        "outcome": hand.outcome,
        "rounds_played": hand.rounds_played,
        "showdown_count": at_showdown if known else None,
        "boards": hand.boards,
        "common": [cards_text(cards) for cards in hand.common] or None,
        "detail": hand.detail,
        "started_at": times[0],
        "ended_at": times[1],
        "errors": [{"kind": kind, "seat": seat, "remedy": text} for kind, seat, text in hand.errors],
        "note": hand.note or None,
        "shares": [
            {**asdict(share), "score": None} for share in hand.shares
        ],
        "actions": list(hand.actions) if hand.actions is not None else None,
    }  # fmt: skip


def seats_frame(night: Night) -> pl.DataFrame:
    """Return the night's rows of the table `seats`, a row a player and hand, with amounts in chips.

    >>> seats_frame(replay.night).select("hand_no", "player_id", "net").rows()[:4]
    [(1, 'bo', -3), (1, 'carl', -14), (1, 'dorte', 31), (1, 'anna', -14)]
    """
    rows = [_seat(hand, number, seat) for hand in night.hands for number, seat in enumerate(hand.seats)]
    return pl.DataFrame(rows, schema=SEATS)


def _seat(hand: Hand, number: int, seat: Seat) -> dict[str, object]:
    known = hand.variant is not None
    return {
        "hand_no": hand.hand_no,
        "seat": number,
        "player_id": seat.player_id,
        "stack_before": hand.stacks.get(seat.player_id),
        "paid": seat.paid if known else None,
        "won": seat.won if known else None,
        "net": seat.net if known else None,
        "shadow": seat.shadow if known else None,
        "peder_used": seat.peder_used,
        "folded_round": seat.folded_round,
        "showed": seat.showed,
        "declared": seat.declared,
        "announced": seat.announced,
        "meld": seat.meld,
        "cards": cards_text(seat.held.cards) if seat.held else None,
    }
