"""PHH files as a session of kind `import`, with the tables of `pipeline.store.schemas`.

A chip is the coarsest amount that all amounts of the file are multiples of; `chip_value` is its value.
Players are known by their names.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl

from engine.api import CATEGORIES, UNKNOWN_CARD, Half, category_of, unpack
from language import tr
from pipeline.bank.ledger import in_money
from pipeline.formats.currency import currency_of_fields
from pipeline.formats.files import read_text
from pipeline.formats.phh.hand import AMOUNT_SCALE, LONGEST_NAME, PhhHand, read_hands
from pipeline.formats.sessions import Imported
from pipeline.formats.site_ids import SiteIds
from pipeline.formats.tables import (
    hand_row,
    import_row,
    rake_entries,
    rake_remark,
    seat_row,
    twice_remark,
)
from pipeline.store.bank_rows import bank_frame
from pipeline.store.people import Registry
from pipeline.store.schemas import HANDS, SEATS


def _different_files(paths: Sequence[Path]) -> tuple[list[tuple[Path, bytes]], str]:
    """The files with their contents, without copies, and the id of a session of theirs."""
    files = {
        hashlib.sha256(data).hexdigest(): (path, data)
        for path in paths
        for data in [read_text(path).encode()]
    }
    digests = sorted(files)
    digest = digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()
    return [*files.values()], f"phh-{digest[:8]}"


def _rakes(hands: Iterable[PhhHand], unit: int) -> dict[str, int]:
    """What the site took of the pots that each player won, in chips of `unit`."""
    rakes: Counter[str] = Counter()
    for hand in hands:
        for (player_id, _), rake in zip(hand.players, hand.replay.raked, strict=True):
            rakes[player_id] += rake // unit
    return rakes


def import_together(
    paths: Sequence[Path],
    *,
    session_id: str | None = None,
    season: str | None = None,
    currency: str | None = None,
    players: Registry | None = None,
    without: Collection[int] = (),
) -> Imported:
    """Read files of one hand (`.phh`) or many (`.phhs`) as one session, except hands with a number in `without`.

    Hands are ordered by their times, else by their numbers, else by their files. A file that is given twice counts once,
    and `players` are known by their names. Raises FileError, also for amounts in two currencies.

    >>> from pipeline.formats.phh.writer import export_phh
    >>> written, left_out = export_phh(online, [], tmp / "online.phhs", skip=True)
    >>> session = import_together([tmp / "online.phhs"])
    >>> session.hands.shape, session.session["chip_value"]
    ((26, 25), Decimal('0.25'))
    """
    files, origin = _different_files(paths)
    read = [hand for path, data in files for hand in read_hands(data, path.name)]
    whole = [*{_identity(hand, place): hand for place, hand in enumerate(read)}.values()]
    unit = math.gcd(*map(_unit, whole)) or AMOUNT_SCALE
    ids = SiteIds("phh", players)
    for hand in whole:
        hand.players = [*zip(ids.of_each(hand.names), hand.names, strict=True)]
    hands = [hand for hand in _numbered([*whole]) if hand.number not in without]
    known = [hand.began_at for hand in hands if hand.began_at is not None]
    rakes = _rakes(hands, unit)
    value = Decimal(unit) / AMOUNT_SCALE
    coin, of_currency = currency_of_fields(
        ((_first([hand], "currency") or "", hand) for hand in whole), lambda hand: hand.where, currency
    )
    return Imported(
        source=paths[0] if len(paths) == 1 else paths[0].parent,
        session=import_row(
            session_id or origin,
            season=season,
            began=min(known, default=None),
            ended=max(known, default=None),
            place=_first(whole, "venue", "event", "city"),
            currency=coin,
            chip_value=value,
        ),
        hands=pl.DataFrame([_hand_row(hand, unit) for hand in hands], schema=HANDS),
        seats=pl.DataFrame([row for hand in hands for row in _seat_rows(hand, unit)], schema=SEATS),
        bank=bank_frame(in_money(rake_entries(rakes, max(known, default=None)), value), coin),
        names=_names_by_id(hands),
        remarks=[
            *_drafts_remark(hands),
            *_times_remark(hands),
            *of_currency,
            *rake_remark(rakes, value),
            *_repeated_remark(len(paths) - len(files)),
            *twice_remark(len(read) - len(whole)),
            *ids.remarks(),
        ],
        origin=origin,
        is_named=session_id is not None,
    )


def _drafts_remark(hands: Sequence[PhhHand]) -> list[str]:
    drafts = sum(hand.replay.why is not None for hand in hands)
    if not drafts:
        return []
    return [tr("{drafts} hands are drafts, for the file doesn't tell how they end", drafts=drafts)]


def _times_remark(hands: Sequence[PhhHand]) -> list[str]:
    """A remark on hands that state when they were played in a way that can't be read; none if there are none."""
    dated = (hand for hand in hands if {"year", "month", "day"} <= hand.fields.keys())
    unread = [hand for hand in dated if hand.began_at is None]
    if not unread:
        return []
    return [tr("no day or time of {where}: its date or its time zone can't be read", where=unread[0].where)]


def _repeated_remark(count: int) -> list[str]:
    return [tr("{n} files are there twice, and count once", n=count)] if count else []


def _identity(hand: PhhHand, place: int) -> object:
    """The identity of a hand: all its fields if it has a number, else its place among the hands."""
    return repr(sorted(hand.fields.items())) if "hand" in hand.fields else place


def _names_by_id(hands: Iterable[PhhHand]) -> dict[str, list[str]]:
    """The names of each player."""
    names: dict[str, dict[str, None]] = {}
    for hand in hands:
        for player_id, name in hand.players:
            names.setdefault(player_id, {})[name] = None
    return {player_id: [*called] for player_id, called in names.items()}


def _first(hands: Iterable[PhhHand], *fields: str) -> str | None:
    """The first text that any hand has in one of some fields."""
    texts = (hand.fields.get(field) for field in fields for hand in hands)
    return next((str(text)[:LONGEST_NAME] for text in texts if text), None)


def _numbered(hands: list[PhhHand]) -> list[PhhHand]:
    """The hands in order with their numbers: their own if each has another, else from 1."""
    numbers = [hand.fields.get("hand") for hand in hands]
    own = len(set(map(repr, numbers))) == len(hands) and all(
        isinstance(number, int) and 0 <= number < 1 << 31 for number in numbers
    )
    for hand, number in zip(hands, numbers, strict=True):
        hand.number = number if own and isinstance(number, int) else 0
    if all(hand.began_at for hand in hands):
        hands.sort(key=lambda hand: (hand.began_at, hand.number))
    elif own:
        hands.sort(key=lambda hand: hand.number)
    if not own or any(hand.number >= other.number for hand, other in pairwise(hands)):
        for number, hand in enumerate(hands, start=1):
            hand.number = number
    return hands


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
        *(act.value for act in map(unpack, replay.acts) if not act.kind.has_card),
    )


def _hand_row(hand: PhhHand, unit: int) -> dict[str, Any]:
    replay = hand.replay
    scores = [{seat: value[0] for seat, value in values.items()} for values in replay.values]
    shares = [
        (share, scores[share.board_no][share.seat] if scores and share.half is not Half.LOW else 0)
        for share in replay.shares
    ]
    return hand_row(
        replay,
        unit,
        number=hand.number,
        is_whole=replay.why is None,
        additions=hand.game.additions,
        dealer_id=None if hand.game.stud else hand.players[-1][0],
        unit=max(hand.unit // unit, 1),
        boards=len(replay.boards),
        started_at=hand.began_at,
        ended_at=hand.began_at,
        note=replay.why,
        shares=[
            {
                "pot_no": share.pot_no,
                "board_no": share.board_no,
                "half": share.half,
                "seat": share.seat,
                "chips": share.chips // unit,
                "meld": _meld(hand, score),
                "score": score or None,
            }
            for share, score in shares
        ],
    )


def _seat_rows(hand: PhhHand, unit: int) -> Iterator[dict[str, Any]]:
    replay = hand.replay
    for seat, ((player_id, _), stack) in enumerate(zip(hand.players, hand.stacks, strict=True)):
        score, _ = replay.values[0].get(seat, (0, 0)) if len(replay.values) == 1 else (0, 0)
        yield seat_row(
            replay,
            unit,
            seat,
            number=hand.number,
            won=replay.won[seat],
            cards=sorted(card for card in replay.own[seat] if card != UNKNOWN_CARD),
            player_id=player_id,
            stack_before=None if stack is None else stack // unit,
            showed=seat in replay.showed,
            meld=_meld(hand, score),
            meld_score=score or None,
        )


def _meld(hand: PhhHand, score: int) -> str | None:
    return CATEGORIES[category_of(hand.game.variant, score)] if score else None
