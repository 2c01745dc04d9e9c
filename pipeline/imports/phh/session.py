"""A PHH file as a session of kind `import`, with its tables as `pipeline.store.schemas` states them.

A chip is the coarsest amount that all amounts of the file are multiples of; `chip_value` says how much it is.
A hand's unit is its big blind, where there is a bring-in the small bet. Players are known by their names.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from decimal import Decimal
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.api import (
    AMOUNT_SCALE,
    CATEGORIES,
    KIND_MASK,
    VALUE_SHIFT,
    Act,
    Detail,
    Ending,
    Half,
    Outcome,
    cards_in,
    cards_text,
    category_of,
)
from pipeline.imports.base import Imported
from pipeline.imports.files import FileError, read_text
from pipeline.imports.phh.hands import PhhHands, began_at, read_hands
from pipeline.people import slug
from pipeline.store.schemas import HANDS, SEATS

_LONGEST_NAME = 200
_HALVES = Half.words()
_CHIPS = np.zeros(KIND_MASK + 1, bool)
_CHIPS[[act for act in Act if act.pays or act is Act.RETURNED]] = True
_WHY = {
    Ending.UNFINISHED: "the file ends before the hand does",
    Ending.UNTOLD: "nobody's cards are told at the showdown",
}


def import_phh(
    path: Path, *, session_id: str | None = None, season: str | None = None, currency: str | None = None
) -> Imported:
    """Read a file of one hand (`.phh`) or many (`.phhs`) as a session. Raises FileError."""
    hands = read_hands(read_text(path).encode(), path.name)
    digest = hashlib.sha256(hands.data).hexdigest()[:8]
    origin = f"phh-{digest}"
    numbers = _numbers(hands)
    unit = _unit(hands)
    players = [_players(hands, hand, path.name) for hand in range(len(hands.games))]
    began = [began_at(hands, hand) for hand in range(len(hands.games))]
    known = [at for at in began if at is not None]
    drafts = int((hands.histories.played["ending"] != Ending.DONE).sum())
    return Imported(
        source=path,
        session={
            "session_id": session_id or origin,
            "kind": "import",
            "season": season,
            "started_at": min(known, default=None),
            "ended_at": max(known, default=None),
            "place": _first(hands, "venue", "event", "city"),
            "currency": currency or _first(hands, "currency"),
            "chip_value": Decimal(unit) / AMOUNT_SCALE,
            "house_rules": None,
            "engine_version": version("peder"),
        },
        hands=pl.DataFrame(
            [
                _hand_row(hands, hand, numbers[hand], unit, players[hand], began[hand])
                for hand in range(len(players))
            ],
            schema=HANDS,
        ),
        seats=pl.DataFrame(
            [
                _seat_row(hands, hand, numbers[hand], unit, seat, player_id)
                for hand, at_table in enumerate(players)
                for seat, (player_id, _) in enumerate(at_table)
            ],
            schema=SEATS,
        ),
        names={player_id: [name] for at_table in players for player_id, name in at_table},
        remarks=[f"{drafts} hands are drafts, for the file doesn't tell how they end"] if drafts else [],
        origin=origin,
    )


def _first(hands: PhhHands, *fields: str) -> str | None:
    """The first text that any hand has in one of some fields."""
    for field in fields:
        for hand in range(len(hands.games)):
            if text := hands.text(hand, field):
                return str(text)[:_LONGEST_NAME]
    return None


def _numbers(hands: PhhHands) -> list[int]:
    """The numbers of the hands: the file's own where each has another, else from 1."""
    told = [hands.text(hand, "hand") for hand in range(len(hands.games))]
    if len(set(told)) == len(told) and all(isinstance(one, int) and 0 <= one < 1 << 31 for one in told):
        return told
    return list(range(1, len(told) + 1))


def _players(hands: PhhHands, hand: int, name: str) -> list[tuple[str, str]]:
    """Id and name of each player of a hand: one who isn't named goes by the seat. Raises FileError."""
    count = int(hands.scanned.histories[hand].players)
    named = hands.text(hand, "players") or [""] * count
    if len(named) != count or not all(isinstance(one, str) for one in named):
        raise FileError(f"{name} names {len(named)} players where {count} have stacks.")
    called = [" ".join(one.split()) or f"p{seat + 1}" for seat, one in enumerate(named)]
    if longest := next((one for one in called if len(one) > _LONGEST_NAME), None):
        raise FileError(
            f"{name} has a player's name of {len(longest)} letters: more than {_LONGEST_NAME} is none."
        )
    ids = [f"phh:{slug(one)}" for one in called]
    twice = Counter(ids)
    return [
        (player_id if twice[player_id] == 1 else f"{player_id}-p{seat + 1}", one)
        for seat, (player_id, one) in enumerate(zip(ids, called, strict=True))
    ]


def _unit(hands: PhhHands) -> int:
    """The coarsest amount, in thousandths, that all amounts are multiples of."""
    told, played = hands.scanned.histories, hands.histories.played
    endless = (told["endless"][:, None] >> np.arange(told["stacks"].shape[1]) & 1).astype(bool)
    acts = hands.histories.acts
    amounts = [
        told["antes"], told["blinds"], np.where(endless, 0, told["stacks"]), told["bring_in"], played["paid"],
        played["won"], hands.histories.shares[:, 4], acts[_CHIPS[acts & KIND_MASK]] >> VALUE_SHIFT,
        _bets(hands),
    ]  # fmt: skip
    return (
        int(np.gcd.reduce([int(np.gcd.reduce(np.ravel(part), initial=0)) for part in amounts]))
        or AMOUNT_SCALE
    )


def _bets(hands: PhhHands) -> Any:
    """The big blind of each hand, where there is a bring-in the small bet, in thousandths."""
    told = hands.scanned.histories
    return np.where(told["least"] > 0, told["least"], told["blinds"].max(axis=1))


def _hand_row(
    hands: PhhHands, hand: int, number: int, unit: int, players: list[tuple[str, str]], began: Any
) -> dict[str, Any]:
    played, game = hands.histories.played[hand], hands.games[hand]
    whole = played.ending == Ending.DONE
    first = hands.histories.played[hand - 1] if hand else None
    acts = hands.histories.acts[int(first.acts_end) if first is not None else 0 : int(played.acts_end)]
    chips = acts >> VALUE_SHIFT
    value = np.where(_CHIPS[acts & KIND_MASK], chips // unit, chips)
    pot = int(played.paid.sum()) // unit
    stayed = int(played.live).bit_count()
    outcome = Outcome.INCOMPLETE if not whole else Outcome.SHOWDOWN if stayed > 1 else Outcome.LAST_STANDING
    return {
        "hand_no": number,
        "status": "confirmed" if whole else "draft",
        "chain_no": number,
        "variant_id": game.variant_id,
        "additions": game.additions,
        "dealer_id": None if game.stud else players[-1][0],
        "player_count": len(players),
        "unit": max(int(_bets(hands)[hand]) // unit, 1),
        "pot_in": 0,
        "pot": pot,
        "pot_out": 0 if whole else pot,
        "outcome": outcome,
        "rounds_played": int(played.rounds),
        "showdown_count": (stayed if stayed > 1 else 0) if whole else None,
        "boards": int(played.boards),
        "detail": Detail.ACTIONS,
        "started_at": began,
        "ended_at": began,
        "errors": [],
        "note": _WHY.get(Ending(int(played.ending))),
        "shares": _shares(hands, hand, unit),
        "actions": (acts & (1 << VALUE_SHIFT) - 1 | value << VALUE_SHIFT).tolist(),
    }


def _shares(hands: PhhHands, hand: int, unit: int) -> list[dict[str, Any]]:
    played, variant = hands.histories.played[hand], hands.games[hand].variant
    begin = int(hands.histories.played[hand - 1].shares_end) if hand else 0
    rows = []
    for pot, board, half, seat, chips in hands.histories.shares[begin : int(played.shares_end)].tolist():
        score = int(played.score[board, seat]) if half != Half.LOW.code else 0
        rows.append(
            {
                "pot_no": pot,
                "board_no": board,
                "half": _HALVES[half],
                "seat": seat,
                "chips": chips // unit,
                "meld": CATEGORIES[category_of(variant, score)] if score else None,
                "score": score or None,
            }
        )
    return rows


def _seat_row(
    hands: PhhHands, hand: int, number: int, unit: int, seat: int, player_id: str
) -> dict[str, Any]:
    played, told = hands.histories.played[hand], hands.scanned.histories[hand]
    score = int(played.score[0, seat]) if int(played.boards) == 1 else 0
    paid, won = int(played.paid[seat]) // unit, int(played.won[seat]) // unit
    own = cards_in(int(played.own[seat]))
    return {
        "hand_no": number,
        "seat": seat,
        "player_id": player_id,
        "stack_before": None if int(told.endless) >> seat & 1 else int(told.stacks[seat]) // unit,
        "paid": paid,
        "won": won,
        "net": won - paid,
        "shadow": 0,
        "peder_used": False,
        "folded_round": None if int(played.live) >> seat & 1 else int(played.folded[seat]),
        "showed": bool(int(played.showed) >> seat & 1),
        "meld": CATEGORIES[category_of(hands.games[hand].variant, score)] if score else None,
        "meld_score": score or None,
        "cards": cards_text(own) if own else None,
    }
