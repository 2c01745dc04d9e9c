"""Hands that are in two files: each counts once.

A hand is the same in another import of the same place if it began at the same moment with the same players and stacks,
who won and paid the same, by the same board, and no player's known cards differ. Hands of which the file doesn't tell one
moment from another (a day without a time) are not compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace as replace_fields
from typing import Any

import polars as pl

from engine.api import Act, unpack
from language import trn
from pipeline.formats.sessions import Imported, check_sound, sound_store
from pipeline.store.manifest import session_of
from pipeline.store.store import Store

Key = tuple[object, ...]
Cards = tuple[str | None, ...]

Read = Callable[..., Imported]
"""Reads a file as a session, if it is called so `without` the hands of some numbers."""


def counted_once(store: Store, read: Read, *, replace: bool = False) -> Imported:
    """Return a file's session without the hands that other imports of the store have. If the file has every hand of a
    stored session, it extends that session. If all hands are in the store, return the session that has most of them.

    Raises StoreError if the store's own session of the file is damaged, unless the import is to `replace` it.

    >>> from pipeline.formats.pokernow.log import import_log
    >>> def read(without=()):
    ...     return replace_fields(import_log(log, session_id="second", without=without), origin="second")
    >>> counted_once(online, read).session_id  # the log is in the store under this name
    'pokernow-2026-01-16-f713be'
    """
    game = read()
    mine = _hands(game.session, game.hands, game.seats)
    own = session_of(store.path, game.origin)
    if own is not None and not game.is_named:
        game = replace_fields(game, session={**game.session, "session_id": own})
    store = sound_store(store, own or game.session_id, replace=replace)
    known: dict[str, set[int]] = {}
    for name in _at_the_same_place(store, game):
        if name not in (own, game.session_id) and (numbers := _shared(mine, _stored(store, name))):
            known[name] = numbers
    if not known:
        return game
    if own is None and not game.is_named:
        for name in known:
            session = store.session_row(name)
            if store.read("hands", name, ["hand_no"]).height == len(known[name]):
                stated = {key: game.session[key] or session[key] for key in ("season", "currency")}
                grown = _without(game, read, known, but=name)
                return replace_fields(
                    grown, session={**grown.session, **stated, "session_id": name}, amends=True
                )
    return _without(game, read, known)


def _without(game: Imported, read: Read, known: Mapping[str, set[int]], but: str = "") -> Imported:
    """The session without the hands that others have, `but` one of them; or the one that has most of them."""
    numbers = set[int]().union(*(some for name, some in known.items() if name != but))
    if not numbers:
        return game
    most = max(known, key=lambda name: len(known[name]))
    if len(numbers) == len(game.hands):
        return replace_fields(game, session={**game.session, "session_id": most}, is_there=True)
    rest = read(without=numbers)
    remark = trn(
        "{n} hand is in the session {name!r} already, and counts once",
        "{n} hands are in the session {name!r} already, and count once",
        len(numbers),
        name=most,
    )
    session = {**rest.session, "session_id": game.session_id}
    return replace_fields(rest, session=session, remarks=[*rest.remarks, remark])


def _at_the_same_place(store: Store, game: Imported) -> list[str]:
    """The imports that were played where and when a game was."""
    began: Any = game.session.get("started_at")
    ended: Any = game.session.get("ended_at")
    if not len(game.hands) or began is None or ended is None:
        return []
    place = game.session.get("place")
    sessions = store.read("sessions").filter(
        pl.col("kind") == "import",
        pl.col("place").eq_missing(pl.lit(place, dtype=pl.String)),
        (pl.col("started_at") <= ended) & (pl.col("ended_at") >= began),
    )
    return sessions["session_id"].to_list()


def _stored(store: Store, name: str) -> dict[Key, list[tuple[int, Cards]]]:
    check_sound(store, name)
    frames = (store.read(table, name) for table in ("hands", "seats"))
    return _hands(store.session_row(name), *frames)


def _hands(
    session: Mapping[str, Any], hands: pl.DataFrame, seats: pl.DataFrame
) -> dict[Key, list[tuple[int, Cards]]]:
    """The numbers and the known cards of hands by what makes them the same, amounts in money."""
    chip = session["chip_value"] or 1
    of_hand: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    columns = ["hand_no", "seat", "cards", "player_id", "stack_before", "paid", "won"]
    for row in seats.select(columns).sort("hand_no", "seat").iter_rows():
        of_hand[row[0]].append(row[2:])
    moments = Counter(hands["started_at"])
    by_key: dict[Key, list[tuple[int, Cards]]] = defaultdict(list)
    for number, at, variant, acts in hands.select(
        "hand_no", "started_at", "variant_id", "actions"
    ).iter_rows():
        if at is not None and moments[at] == 1:
            board = tuple(
                act.value for act in map(unpack, acts or ()) if act.kind in (Act.TURN_BOARD, Act.LAY_OPEN)
            )
            sat = tuple(
                (player, *(None if chips is None else chips * chip for chips in amounts))
                for _, player, *amounts in of_hand[number]
            )
            by_key[at, variant, board, sat].append((number, tuple(cards for cards, *_ in of_hand[number])))
    return by_key


def _shared(
    mine: Mapping[Key, list[tuple[int, Cards]]], others: Mapping[Key, list[tuple[int, Cards]]]
) -> set[int]:
    """The numbers of my hands that others have."""
    return {
        number
        for key in mine.keys() & others.keys()
        for number, cards in mine[key]
        for _, known in others[key]
        if all(one == other for one, other in zip(cards, known, strict=True) if one and other)
    }
