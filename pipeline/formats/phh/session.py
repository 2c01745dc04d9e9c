"""PHH files as a session of kind `import`, with the tables of `pipeline.store.schemas`.

A chip is the coarsest amount that all amounts of the file are multiples of; `chip_value` is its value.
Players are known by their names.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl

from engine.api import (
    CATEGORIES,
    UNKNOWN_CARD,
    Act,
    Detail,
    Half,
    Outcome,
    cards_text,
    category_of,
    pack,
    unpack,
)
from language import tr
from pipeline.formats.files import FileError, read_text
from pipeline.formats.phh.hand import AMOUNT_SCALE, PhhHand, read_hands
from pipeline.formats.rake import rake_remark, rake_table
from pipeline.formats.sessions import Imported
from pipeline.store.people import slug
from pipeline.store.schemas import HANDS, SEATS

_LONGEST_NAME = 200


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
    files = {
        hashlib.sha256(data).hexdigest(): (path, data)
        for path in paths
        for data in [read_text(path).encode()]
    }
    names = sorted(files)
    digest = names[0] if len(names) == 1 else hashlib.sha256("".join(names).encode()).hexdigest()
    origin = f"phh-{digest[:8]}"
    read = {path: read_hands(data, path.name) for path, data in files.values()}
    whole = [hand for hands in read.values() for hand in hands]
    unit = math.gcd(*map(_unit, whole)) or AMOUNT_SCALE
    rows = _numbered([_Rows(hand, unit) for hand in whole])
    known = [one.hand.began_at for one in rows if one.hand.began_at is not None]
    drafts = sum(one.hand.replay.why is not None for one in rows)
    rakes: Counter[str] = Counter()
    for one in rows:
        for (player_id, _), rake in zip(one.players, one.hand.replay.raked, strict=True):
            rakes[player_id] += rake // unit
    coin, value = currency or _currency(read), Decimal(unit) / AMOUNT_SCALE
    remarks = (
        [tr("{drafts} hands are drafts, for the file doesn't tell how they end", drafts=drafts)]
        if drafts
        else []
    )
    remarks += rake_remark(rakes, value)
    if len(paths) > len(files):
        remarks.append(tr("{n} files are there twice, and count once", n=len(paths) - len(files)))
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
        hands=pl.DataFrame([one.hand_row() for one in rows], schema=HANDS),
        seats=pl.DataFrame([row for one in rows for row in one.seat_rows()], schema=SEATS),
        bank=rake_table(rakes, value, coin, max(known, default=None)),
        names={player_id: [name] for one in rows for player_id, name in one.players},
        remarks=remarks,
        origin=origin,
    )


def _currency(read: Mapping[Path, list[PhhHand]]) -> str | None:
    """The currency that the files name. Raises FileError for two."""
    named = {coin: path for path, hands in read.items() if (coin := _first(hands, "currency"))}
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


def _first(hands: Iterable[PhhHand], *fields: str) -> str | None:
    """The first text that any hand has in one of some fields."""
    texts = (hand.fields.get(field) for field in fields for hand in hands)
    return next((str(text)[:_LONGEST_NAME] for text in texts if text), None)


def _numbered(rows: list[_Rows]) -> list[_Rows]:
    """The hands in order with their numbers: their own if each has another, else from 1."""
    numbers = [one.hand.fields.get("hand") for one in rows]
    own = len(set(map(repr, numbers))) == len(rows) and all(
        isinstance(number, int) and 0 <= number < 1 << 31 for number in numbers
    )
    for one, number in zip(rows, numbers, strict=True):
        one.number = number if own and isinstance(number, int) else 0
    if all(one.hand.began_at for one in rows):
        rows.sort(key=lambda one: (one.hand.began_at, one.number))
    elif own:
        rows.sort(key=lambda one: one.number)
    if not own or any(one.number >= other.number for one, other in pairwise(rows)):
        for number, one in enumerate(rows, start=1):
            one.number = number
    return rows


def _players(hand: PhhHand) -> list[tuple[str, str]]:
    """Id and name of each player of a hand; the seat names a player without a name. Raises FileError."""
    named = hand.fields.get("players") or [""] * hand.players
    if (
        not isinstance(named, list)
        or len(named) != hand.players
        or not all(isinstance(one, str) for one in named)
    ):
        raise FileError(tr("{name} doesn't name a player for each stack.", name=hand.where))
    names = [" ".join(one.split()) or f"p{seat + 1}" for seat, one in enumerate(named)]
    if longest := next((one for one in names if len(one) > _LONGEST_NAME), None):
        raise FileError(
            tr(
                "{name} has a player's name of {n} letters: more than {most} is none.",
                name=hand.where,
                n=len(longest),
                most=_LONGEST_NAME,
            )
        )
    ids = [f"phh:{slug(one)}" for one in names]
    twice = Counter(ids)
    return [
        (player_id if twice[player_id] == 1 else f"{player_id}-p{seat + 1}", one)
        for seat, (player_id, one) in enumerate(zip(ids, names, strict=True))
    ]


def _unit(hand: PhhHand) -> int:
    """The coarsest amount, in thousandths, that all amounts of a hand are multiples of; 0 if there is none."""
    fields = ("antes", "blinds_or_straddles", "bring_in", "small_bet", "min_bet")
    replay = hand.replay
    return math.gcd(
        *(amount for name in fields for amount in hand.amounts.get(name, ())),
        *(stack for stack in hand.stacks if stack is not None),
        *replay.paid,
        *replay.won,
        *replay.raked,
        *(share.chips for share in replay.shares),
        *(act.value for act in map(unpack, replay.acts) if _is_chips(act.kind)),
    )


def _is_chips(kind: Act) -> bool:
    return kind.pays or kind is Act.RETURNED


@dataclass
class _Rows:
    """A hand as rows of the store, amounts in chips of `unit` thousandths."""

    hand: PhhHand
    unit: int
    number: int = 0

    def __post_init__(self) -> None:
        self.players = _players(self.hand)
        self.meld = {
            score: CATEGORIES[category_of(self.hand.game.variant, score)]
            for values in self.hand.replay.values
            for score, _ in values.values()
            if score
        }

    def hand_row(self) -> dict[str, Any]:
        """Its row of `hands`, without the session."""
        hand, replay = self.hand, self.hand.replay
        whole, stayed = replay.why is None, len(replay.live)
        pot = sum(replay.paid) // self.unit
        outcome = (
            Outcome.INCOMPLETE if not whole else Outcome.SHOWDOWN if stayed > 1 else Outcome.LAST_STANDING
        )
        return {
            "hand_no": self.number,
            "status": "confirmed" if whole else "draft",
            "chain_no": self.number,
            "variant_id": hand.game.variant_id,
            "additions": hand.game.additions,
            "dealer_id": None if hand.game.stud else self.players[-1][0],
            "player_count": len(self.players),
            "unit": max(hand.unit // self.unit, 1),
            "pot_in": 0,
            "pot": pot,
            "pot_out": 0 if whole else pot,
            "outcome": outcome,
            "rounds_played": replay.rounds,
            "showdown_count": (stayed if stayed > 1 else 0) if whole else None,
            "boards": len(replay.boards),
            "detail": Detail.ACTIONS,
            "started_at": hand.began_at,
            "ended_at": hand.began_at,
            "errors": [],
            "note": replay.why,
            "shares": list(self._shares()),
            "actions": [
                pack(act.kind, act.seat, act.round_no, act.value // self.unit)
                if _is_chips(act.kind)
                else packed
                for packed, act in zip(replay.acts, map(unpack, replay.acts), strict=True)
            ],
        }

    def seat_rows(self) -> Iterator[dict[str, Any]]:
        """Its rows of `seats`, without the session."""
        replay = self.hand.replay
        for seat, ((player_id, _), stack) in enumerate(zip(self.players, self.hand.stacks, strict=True)):
            score, _ = replay.values[0].get(seat, (0, 0)) if len(replay.values) == 1 else (0, 0)
            paid, won = replay.paid[seat] // self.unit, replay.won[seat] // self.unit
            own = sorted(card for card in replay.own[seat] if card != UNKNOWN_CARD)
            yield {
                "hand_no": self.number,
                "seat": seat,
                "player_id": player_id,
                "stack_before": None if stack is None else stack // self.unit,
                "paid": paid,
                "won": won,
                "net": won - paid,
                "shadow": 0,
                "peder_used": False,
                "folded_round": replay.folded.get(seat),
                "showed": seat in replay.showed,
                "meld": self.meld.get(score),
                "meld_score": score or None,
                "cards": cards_text(own) if own else None,
            }

    def _shares(self) -> Iterator[dict[str, Any]]:
        for share in self.hand.replay.shares:
            values = self.hand.replay.values
            score = values[share.board_no][share.seat][0] if values and share.half is not Half.LOW else 0
            yield {
                "pot_no": share.pot_no,
                "board_no": share.board_no,
                "half": share.half,
                "seat": share.seat,
                "chips": share.chips // self.unit,
                "meld": self.meld.get(score),
                "score": score or None,
            }
