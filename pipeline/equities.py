"""What the players of a hand could expect of the pots when all chips were in, before the last cards came.

A hand counts where at most one player had chips left to act with, common cards were still to come, and the
cards of all who were in are told: nights with cards, and imports. What follows from a session's tables lies
beside them (`.equities`), each session's anew when its tables change, and may be deleted at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl

from engine.api import (
    VARIANTS,
    Act,
    CardError,
    Outcome,
    Variant,
    board_size,
    equities,
    has_equities,
    own_cards,
    parse_cards,
    unpack,
)
from pipeline.progress import Progress
from pipeline.store.contents import KEY
from pipeline.store.parts import PARTS, part_bytes, read_parts, write_whole
from pipeline.store.schemas import EQUITIES, HANDS, SEATS, SESSIONS
from pipeline.store.store import Store
from queries.sources import signature

Row = Mapping[str, Any]
_Row = tuple[int, int, int, float, float]

_HANDS = pl.Schema(
    {
        name: HANDS[name]
        for name in ("hand_no", "status", "variant_id", "additions", "pot_in", "outcome", "actions")
    }
)
_SEATS = pl.Schema(
    {
        name: SEATS[name]
        for name in ("hand_no", "seat", "stack_before", "paid", "won", "folded_round", "cards")
    }
)
_KEPT = ".equities"
_KIND = pl.Schema({"kind": SESSIONS["kind"]})
_DECISIONS = {act for act in Act if act.aggressive} | {Act.CHECK, Act.CALL, Act.FOLD}
_RULES = 1  # what an equity is: another number, and all are worked out anew
_BOARD = {Act.LAY_OPEN, Act.TURN_BOARD}


def write_equities(store: Store, progress: Progress) -> None:
    """Write the equities of sessions whose tables have changed since; a store that can't be written keeps
    those that it has.
    """
    tables = store.tables()
    parts: dict[str, dict[str, list[Path]]] = {}
    for table in ("hands", "seats"):
        for part in tables[table]:
            parts.setdefault(part.parent.name, {"hands": [], "seats": []})[table].append(part)
    facts = {folder: _facts(some) for folder, some in parts.items()}
    waiting = [folder for folder in parts if not _sound(store.path / _KEPT / folder, facts[folder])]
    for number, folder in enumerate(waiting):
        progress(folder.removeprefix(KEY), number, len(waiting))
        row = read_parts(sorted((store.path / "sessions" / folder).glob(PARTS)), _KIND, only=True)
        named = row["kind"].to_list() != ["run"]  # nobody has a name in a run: its luck is nobody's
        found = [*_equities(parts[folder]["hands"], parts[folder]["seats"])] if named else []
        data = part_bytes(pl.DataFrame(found, schema=EQUITIES, orient="row"))
        place = store.path / _KEPT / folder
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            for old in place.iterdir():
                old.unlink(missing_ok=True)
            write_whole(place / f"part-{facts[folder]}-{_digest(data)}.parquet", data)


def equity_parts(store: Path) -> list[Path]:
    """The files of the equities of sessions that the store holds."""
    parts = store.glob(f"{_KEPT}/{KEY}*/{PARTS}")
    return sorted(part for part in parts if (store / "sessions" / part.parent.name).is_dir())


def _facts(parts: Mapping[str, Sequence[Path]]) -> str:
    """What tells the files that a session's equities follow from, and how they follow, from any others."""
    return _digest(f"{_RULES} {signature([*parts['hands'], *parts['seats']])}".encode())


def _sound(place: Path, facts: str) -> bool:
    """Whether the equities that follow from such files are there, byte for byte as they were written."""
    return any(
        part.stem.endswith(_digest(part.read_bytes())) for part in place.glob(f"part-{facts}-*.parquet")
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _equities(hands: Sequence[Path], seats: Sequence[Path]) -> Iterator[_Row]:
    """The rows of `EQUITIES` of a session with these part files."""
    told = read_parts(hands, _HANDS, only=True).filter(
        (pl.col("status") == "confirmed")
        & (pl.col("outcome") == Outcome.SHOWDOWN)
        & pl.col("actions").is_not_null()
    )
    games = {
        name: game
        for name in told["variant_id"].unique().drop_nulls()
        if (game := VARIANTS.get(name)) is not None and has_equities(game)
    }
    told = told.filter(pl.col("variant_id").is_in(list(games)) & (pl.col("additions").fill_null("") == ""))
    if told.is_empty():
        return
    of_hand: dict[int, list[Row]] = {}
    chosen = read_parts(seats, _SEATS, only=True).join(told.select("hand_no"), on="hand_no", how="semi")
    for seat in chosen.sort("hand_no", "seat").iter_rows(named=True):
        of_hand.setdefault(seat["hand_no"], []).append(seat)
    for hand in told.iter_rows(named=True):
        yield from _of_hand(games[hand["variant_id"]], hand, of_hand.get(hand["hand_no"], []))


def _of_hand(
    variant: Variant, hand: Row, seats: Sequence[Row]
) -> Iterator[tuple[int, int, int, float, float]]:
    """The rows of a hand, none where somebody could act to the end or not all is told."""
    live = [seat for seat in seats if seat["folded_round"] is None]
    if len(live) < 2 or any(seat[fact] is None for seat in seats for fact in ("paid", "won")):
        return
    if any(seat["stack_before"] is None or seat["cards"] is None for seat in live):
        return
    if sum(seat["stack_before"] > seat["paid"] for seat in live) > 1:
        return
    try:
        held = [parse_cards(seat["cards"]) for seat in live]
    except CardError:
        return
    board = _board(hand["actions"])
    known = [card for cards in (*held, board) for card in cards]
    if (
        any(len(cards) != own_cards(variant) for cards in held)
        or len(board) >= board_size(variant)
        or len({*known}) != len(known)
    ):
        return
    pots = _pots(seats, live, hand["pot_in"] or 0)
    in_pots, won = sum(chips for chips, _ in pots), sum(seat["won"] for seat in seats)
    if not in_pots:
        return
    kept = won / in_pots  # the rest is rake
    for seat, expected in zip(live, equities(variant, held, board, pots), strict=True):
        yield hand["hand_no"], seat["seat"], len(board), expected.chips * kept, expected.variance * kept**2


def _board(actions: Sequence[int]) -> list[int]:
    """The common cards that lay when somebody acted for the last time."""
    acts = [unpack(packed) for packed in actions]
    last = max((place for place, act in enumerate(acts) if act.kind in _DECISIONS), default=-1)
    return [act.value for act in acts[: last + 1] if act.kind in _BOARD]


def _pots(seats: Sequence[Row], live: Sequence[Row], pot_in: int) -> list[tuple[int, int]]:
    """The main pot and the side pots: the chips of each, and a bit for each of `live` who can win it."""
    levels = sorted({seat["paid"] for seat in live})
    levels[-1] = max(seat["paid"] for seat in seats)  # what nobody matched goes to whoever can win the last
    pots: list[tuple[int, int]] = []
    below = 0
    for level in levels:
        chips = sum(min(seat["paid"], level) - min(seat["paid"], below) for seat in seats)
        can_win = sum(1 << place for place, seat in enumerate(live) if seat["paid"] > below or not pots)
        pots.append((chips + (0 if pots else pot_in), can_win))
        below = level
    return pots
