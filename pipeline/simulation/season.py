"""A season played by the simulator: whole nights of dealer's choice by a named group, with the banker's book.

It gives the season's page something to show before anyone has logged a night. A night follows from the
season's seed and its own number, so that a season that was interrupted goes on with the next night.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from importlib.metadata import version

import polars as pl

from engine.api import CATALOGUE, CallError, Room, Variant
from pipeline.people import add_names, slug
from pipeline.progress import Progress
from pipeline.simulation.evening import CHIP_VALUE, CURRENCY, Evening
from pipeline.simulation.group import GROUP, GUESTS, Company, Member
from pipeline.store.reference import write_engine_tables
from pipeline.store.store import Store, StoreError, session_folder
from pipeline.store.taken import check_no_journal

_FIRST_NIGHT = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)
_BETWEEN_NIGHTS = timedelta(days=14)


def play_season(
    store: Store,
    *,
    nights: int,
    seed: int,
    group: Sequence[Member] = (*GROUP, *GUESTS),
    season: str | None = None,
    variants: Sequence[Variant] | None = None,
    replace: bool = False,
    progress: Progress | None = None,
) -> list[str]:
    """Play a season and write each night as a session; returns their ids.

    Nights that are there already, of the same season, group and games, are left as they are unless `replace`.
    Raises CallError for fewer than one night, StoreError where all are there or one is of another season.
    """
    if nights < 1:
        raise CallError(f"A season has at least one night, not {nights}.")
    season = season or f"simulated {seed}"
    games = list(CATALOGUE.values()) if variants is None else list(variants)
    company = Company(group, games, seed)
    names = [f"{slug(season)}-night-{number + 1:02d}" for number in range(nights)]
    same = {
        "kind": "night", "season": season, "place": "simulated", "currency": CURRENCY,
        "chip_value": CHIP_VALUE, "seed": seed, "house_rules": _settings(group, games),
        "engine_version": version("peder"),
    }  # fmt: skip
    for name in names:
        check_no_journal(store.path, session_folder(name))
    waiting = [n for n, name in enumerate(names) if replace or not _is_there(store, name, same)]
    if not waiting:
        raise StoreError(
            f"The season {season!r} is already in the store {store.path}: "
            "give it another name with --season, ask for more nights, or --replace to play it anew."
        )
    add_names(store, {member.player_id: [member.name] for member in group})
    write_engine_tables(store)
    room = Room()
    for number in waiting:
        if progress:
            progress(f"playing night {number + 1}", number, nights)
        start = _FIRST_NIGHT + number * _BETWEEN_NIGHTS
        night = Evening(company, number=number, seed=seed, start=start)
        night.play(room)
        hands, seats = night.frames()
        banker = group[night.bank.banker].player_id
        session = same | {
            "session_id": names[number], "started_at": start, "ended_at": night.now, "banker_id": banker,
        }  # fmt: skip
        store.write_session(
            session, hands=hands, seats=seats, bank=pl.DataFrame(night.bank.book), replace=replace
        )
    return names


def _settings(group: Sequence[Member], games: Sequence[Variant]) -> str:
    """What a night must share with those before it, for the season to go on."""
    settings = {
        "simulated": True,
        "group": [str(member) for member in group if not member.guest],
        "guests": [str(member) for member in group if member.guest],
        "games": len(games) if games == list(CATALOGUE.values()) else [game.id for game in games],
    }
    return json.dumps(settings, ensure_ascii=False)


def _is_there(store: Store, name: str, same: Mapping[str, object]) -> bool:
    """Whether the store has a night. Raises StoreError where it is one of another season."""
    if not store.has(name):
        return False
    there = store.read("sessions", name).row(0, named=True)
    if any(there[column] != value for column, value in same.items()):
        raise StoreError(
            f"The store {store.path} has a session {name!r} of another group, seed, games or version: "
            "give the season another name with --season, or --replace to play it anew."
        )
    return True
