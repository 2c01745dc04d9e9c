"""PHH files as a session of kind `import`, with its tables as `pipeline.store.schemas` states them.

A chip is the coarsest amount that all amounts of the file are multiples of; `chip_value` says how much it is.
A hand's unit is its big blind, where there is a bring-in the small bet. Players are known by their names.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from importlib.metadata import version
from itertools import pairwise
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
from language import tr
from pipeline.imports.base import Imported
from pipeline.imports.files import FileError, read_text
from pipeline.imports.phh.hands import PhhHands, began_at, read_hands
from pipeline.imports.rake import rake_remark, rake_table
from pipeline.people import slug
from pipeline.store.schemas import HANDS, SEATS

_LONGEST_NAME = 200
_HALVES = Half.words()
_CHIPS = np.zeros(KIND_MASK + 1, bool)
_CHIPS[[act for act in Act if act.pays or act is Act.RETURNED]] = True
_WHY = {  # as the store keeps it
    Ending.UNFINISHED: "the file ends before the hand does",
    Ending.UNTOLD: "nobody's cards are told at the showdown",
}


def import_phh(
    path: Path, *, session_id: str | None = None, season: str | None = None, currency: str | None = None
) -> Imported:
    """Read a file of one hand (`.phh`) or many (`.phhs`) as a session. Raises FileError."""
    return import_together([path], session_id=session_id, season=season, currency=currency)


def import_together(
    paths: Sequence[Path],
    *,
    session_id: str | None = None,
    season: str | None = None,
    currency: str | None = None,
) -> Imported:
    """Read files as one session, its hands in the order of their times, else of their numbers, else of the
    files. A file that is there twice counts once. Raises FileError, also for amounts of two currencies.
    """
    read = [(path, read_hands(read_text(path).encode(), path.name)) for path in paths]
    files = {hashlib.sha256(hands.data).hexdigest(): (path, hands) for path, hands in read}
    names = sorted(files)
    digest = names[0] if len(names) == 1 else hashlib.sha256("".join(names).encode()).hexdigest()
    origin = f"phh-{digest[:8]}"
    whole = [hands for _, hands in files.values()]
    unit = math.gcd(*map(_unit, whole)) or AMOUNT_SCALE
    told = _numbered(
        [
            _PhhHand(hands, place, unit, path.name)
            for path, hands in files.values()
            for place in range(len(hands.games))
        ]
    )
    known = [one.began for one in told if one.began is not None]
    drafts = sum(one.played.ending != Ending.DONE for one in told)
    rakes: Counter[str] = Counter()
    for one in told:
        for (player_id, _), rake in zip(one.players, one.played.raked.tolist(), strict=False):
            rakes[player_id] += rake // unit
    coin, value = currency or _currency(files.values()), Decimal(unit) / AMOUNT_SCALE
    remarks = (
        [tr("{drafts} hands are drafts, for the file doesn't tell how they end", drafts=drafts)]
        if drafts
        else []
    )
    remarks += rake_remark(rakes, value)
    if len(read) > len(files):
        remarks.append(tr("{n} files are there twice, and count once", n=len(read) - len(files)))
    return Imported(
        source=paths[0] if len(paths) == 1 else paths[0].parent,
        session={
            "session_id": session_id or origin,
            "kind": "import",
            "season": season,
            "started_at": min(known, default=None),
            "ended_at": max(known, default=None),
            "place": _first(whole, "venue", "event", "city"),
            "currency": coin,
            "chip_value": value,
            "house_rules": None,
            "engine_version": version("peder"),
        },
        hands=pl.DataFrame([one.hand_row() for one in told], schema=HANDS),
        seats=pl.DataFrame([row for one in told for row in one.seat_rows()], schema=SEATS),
        bank=rake_table(rakes, value, coin, max(known, default=None)),
        names={player_id: [name] for one in told for player_id, name in one.players},
        remarks=remarks,
        origin=origin,
    )


def _currency(files: Iterable[tuple[Path, PhhHands]]) -> str | None:
    """The currency that the files name. Raises FileError for two."""
    named = {coin: path for path, hands in files if (coin := _first([hands], "currency"))}
    if len(named) > 1:
        (one, path), (other, another) = [*named.items()][:2]
        raise FileError(
            tr(
                "{name} is in {one} and {another} in {other}: one session has one currency, so import "
                "them apart.",
                name=path.name,
                one=one,
                another=another.name,
                other=other,
            )
        )
    return next(iter(named), None)


def _first(files: Iterable[PhhHands], *fields: str) -> str | None:
    """The first text that any hand has in one of some fields."""
    for field in fields:
        for hands in files:
            for hand in range(len(hands.games)):
                if text := hands.text(hand, field):
                    return str(text)[:_LONGEST_NAME]
    return None


def _numbered(told: list[_PhhHand]) -> list[_PhhHand]:
    """The hands in their order with their numbers: their own where each has another, else from 1."""
    numbers = [hand.hands.text(hand.place, "hand") for hand in told]
    own = all(isinstance(one, int) and 0 <= one < 1 << 31 for one in numbers)
    own = own and len(set(numbers)) == len(told)
    for hand, number in zip(told, numbers, strict=True):
        hand.number = number if own else 0
    if all(hand.began for hand in told):
        told.sort(key=lambda hand: (hand.began, hand.number))
    elif own:
        told.sort(key=lambda hand: hand.number)
    if not own or any(one.number >= other.number for one, other in pairwise(told)):
        for place, hand in enumerate(told, start=1):
            hand.number = place
    return told


def _players(hands: PhhHands, hand: int, name: str) -> list[tuple[str, str]]:
    """Id and name of each player of a hand: one who isn't named goes by the seat. Raises FileError."""
    count = int(hands.scanned.histories[hand].players)
    named = hands.text(hand, "players") or [""] * count
    if len(named) != count or not all(isinstance(one, str) for one in named):
        raise FileError(
            tr("{name} names {n} players where {count} have stacks.", name=name, n=len(named), count=count)
        )
    called = [" ".join(one.split()) or f"p{seat + 1}" for seat, one in enumerate(named)]
    if longest := next((one for one in called if len(one) > _LONGEST_NAME), None):
        raise FileError(
            tr(
                "{name} has a player's name of {n} letters: more than {most} is none.",
                name=name,
                n=len(longest),
                most=_LONGEST_NAME,
            )
        )
    ids = [f"phh:{slug(one)}" for one in called]
    twice = Counter(ids)
    return [
        (player_id if twice[player_id] == 1 else f"{player_id}-p{seat + 1}", one)
        for seat, (player_id, one) in enumerate(zip(ids, called, strict=True))
    ]


def _unit(hands: PhhHands) -> int:
    """The coarsest amount, in thousandths, that all amounts are multiples of; 0 where there is none."""
    told, played = hands.scanned.histories, hands.histories.played
    endless = (told["endless"][:, None] >> np.arange(told["stacks"].shape[1]) & 1).astype(bool)
    acts = hands.histories.acts
    amounts = [
        told["antes"], told["blinds"], np.where(endless, 0, told["stacks"]), told["bring_in"], told["least"],
        played["paid"], played["won"], played["raked"], hands.histories.shares[:, 4],
        acts[_CHIPS[acts & KIND_MASK]] >> VALUE_SHIFT,
    ]  # fmt: skip
    return int(np.gcd.reduce([int(np.gcd.reduce(np.ravel(part), initial=0)) for part in amounts]))


@dataclass
class _PhhHand:
    """A hand of a file as rows of the store, amounts in chips of `unit` thousandths."""

    hands: PhhHands
    place: int
    unit: int
    file: str
    number: int = 0

    def __post_init__(self) -> None:
        self.players = _players(self.hands, self.place, self.file)
        self.began = began_at(self.hands, self.place)
        self.game = self.hands.games[self.place]
        self.played = self.hands.histories.played[self.place]

    def hand_row(self) -> dict[str, Any]:
        """Its row of `hands`, without the session."""
        played, told = self.played, self.hands.scanned.histories[self.place]
        whole = played.ending == Ending.DONE
        acts = self.hands.histories.acts[self._after("acts_end") : int(played.acts_end)]
        chips = acts >> VALUE_SHIFT
        value = np.where(_CHIPS[acts & KIND_MASK], chips // self.unit, chips)
        pot = int(played.paid.sum()) // self.unit
        stayed = int(played.live).bit_count()
        outcome = (
            Outcome.INCOMPLETE if not whole else Outcome.SHOWDOWN if stayed > 1 else Outcome.LAST_STANDING
        )
        return {
            "hand_no": self.number,
            "status": "confirmed" if whole else "draft",
            "chain_no": self.number,
            "variant_id": self.game.variant_id,
            "additions": self.game.additions,
            "dealer_id": None if self.game.stud else self.players[-1][0],
            "player_count": len(self.players),
            "unit": max(int(told.least or told.blinds.max()) // self.unit, 1),
            "pot_in": 0,
            "pot": pot,
            "pot_out": 0 if whole else pot,
            "outcome": outcome,
            "rounds_played": int(played.rounds),
            "showdown_count": (stayed if stayed > 1 else 0) if whole else None,
            "boards": int(played.boards),
            "detail": Detail.ACTIONS,
            "started_at": self.began,
            "ended_at": self.began,
            "errors": [],
            "note": _WHY.get(Ending(int(played.ending))),
            "shares": list(self._shares()),
            "actions": (acts & (1 << VALUE_SHIFT) - 1 | value << VALUE_SHIFT).tolist(),
        }

    def seat_rows(self) -> Iterator[dict[str, Any]]:
        """Its rows of `seats`, without the session."""
        played, told = self.played, self.hands.scanned.histories[self.place]
        for seat, (player_id, _) in enumerate(self.players):
            score = int(played.score[0, seat]) if int(played.boards) == 1 else 0
            paid, won = int(played.paid[seat]) // self.unit, int(played.won[seat]) // self.unit
            own = cards_in(int(played.own[seat]))
            yield {
                "hand_no": self.number,
                "seat": seat,
                "player_id": player_id,
                "stack_before": None
                if int(told.endless) >> seat & 1
                else int(told.stacks[seat]) // self.unit,
                "paid": paid,
                "won": won,
                "net": won - paid,
                "shadow": 0,
                "peder_used": False,
                "folded_round": None if int(played.live) >> seat & 1 else int(played.folded[seat]),
                "showed": bool(int(played.showed) >> seat & 1),
                "meld": CATEGORIES[category_of(self.game.variant, score)] if score else None,
                "meld_score": score or None,
                "cards": cards_text(own) if own else None,
            }

    def _shares(self) -> Iterator[dict[str, Any]]:
        shares = self.hands.histories.shares[self._after("shares_end") : int(self.played.shares_end)]
        for pot, board, half, seat, chips in shares.tolist():
            score = int(self.played.score[board, seat]) if half != Half.LOW.code else 0
            yield {
                "pot_no": pot,
                "board_no": board,
                "half": _HALVES[half],
                "seat": seat,
                "chips": chips // self.unit,
                "meld": CATEGORIES[category_of(self.game.variant, score)] if score else None,
                "score": score or None,
            }

    def _after(self, end: str) -> int:
        """Where what this hand has begins: where that of the one before ends."""
        return int(self.hands.histories.played[self.place - 1][end]) if self.place else 0
