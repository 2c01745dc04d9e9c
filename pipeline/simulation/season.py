"""A season played by the simulator: whole nights of dealer's choice by a named group, with the banker's book.

With it, the season's page has something to show before a night was logged. A night depends only on the season's seed
and its own number, so an interrupted season continues with the next night.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import replace as replace_fields
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from typing import Any, NamedTuple

import polars as pl

from engine.api import CATALOGUE, Buffers, CallError, Variant
from language import tr
from pipeline.simulation.executor import Pool
from pipeline.simulation.group import GROUP, GUESTS, SIMULATED, Member, SeasonGroup
from pipeline.simulation.night_frames import CHIP_VALUE, CURRENCY, frames_of_nights
from pipeline.simulation.season_night import Evening
from pipeline.store.files import StoreError
from pipeline.store.locations import LostError
from pipeline.store.people import Registry
from pipeline.store.player_names import slug
from pipeline.store.players import add_names
from pipeline.store.progress import Progress
from pipeline.store.reference import write_engine_tables
from pipeline.store.session_names import check_no_journal, session_folder
from pipeline.store.store import Store

SIMULATED_PLACE = "simulated"
"""The place of the nights of a simulated season."""
_FIRST_NIGHT = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)
_BETWEEN_NIGHTS = timedelta(days=14)
_TOGETHER = 8
"""Nights that are played before they are framed: half a second of play, lost if it is interrupted."""


def play_season(
    store: Store,
    *,
    nights: int,
    seed: int,
    group: Sequence[Member] = (*GROUP, *GUESTS),
    season: str | None = None,
    variants: Sequence[Variant] | None = None,
    paces: Mapping[str, float] | None = None,
    replace: bool = False,
    pool: Pool | None = None,
    progress: Progress | None = None,
) -> list[str]:
    """Play a season and write each night as a session; returns their ids. `paces` are seconds a hand by the id of a
    game, instead of the catalogue's.

    With a `pool` its executor plays nights, several at once. Existing nights of the same season, group and games stay
    unchanged unless `replace`. Raises CallError for fewer than one night, StoreError if all nights exist or one is of
    another season, LostError if workers are lost.

    >>> friends, stud = Store(tmp / "friends"), CATALOGUE["seven-card-stud"]
    >>> play_season(friends, nights=1, seed=7, variants=[stud], paces={stud.id: 3600})
    ['simulated-7-night-01']
    >>> friends.read("hands").height
    5
    """
    if nights < 1:
        raise CallError(tr("A season has at least one night, not {nights}.", nights=nights))
    season = season or f"simulated {seed}"
    games = list(CATALOGUE.values()) if variants is None else list(variants)
    season_group = SeasonGroup(group, games, seed, paces)
    names = [f"{slug(season)}-night-{number + 1:02d}" for number in range(nights)]
    same = {
        "kind": "night", "season": season, "place": SIMULATED_PLACE, "currency": CURRENCY,
        "chip_value": CHIP_VALUE, "seed": seed, "house_rules": _settings(group, games),
        "engine_version": version("peder"),
    }  # fmt: skip
    for name in names:
        check_no_journal(store.path, session_folder(name))
    waiting = [n for n, name in enumerate(names) if replace or not _is_there(store, name, same)]
    if not waiting:
        raise StoreError(
            tr(
                "The season {season!r} is already in the store {path}: give it another name with "
                "--season, ask for more nights, or --replace to play it again.",
                season=season,
                path=store.path,
            )
        )
    add_names(store, {member.player_id: [member.name] for member in group})
    write_engine_tables(store)
    played = _on(pool, season_group, waiting, seed) if pool else _here(season_group, waiting, seed)
    for number, night in zip(waiting, played, strict=True):
        if progress:
            progress(tr("playing night {number}", number=number + 1), number, nights)
        session = same | {"session_id": names[number]} | night.session
        store.write_session(
            session, hands=night.tables["hands"], seats=night.tables["seats"], bank=night.tables["bank"],
            replace=replace,
        )  # fmt: skip
    return names


def real_nights(store: Store) -> pl.DataFrame:
    """Return the rows of a store's logged and imported nights: all but runs and simulated seasons.

    >>> real_nights(Store(folder))["kind"].value_counts(sort=True).rows()
    [('night', 12), ('import', 1)]
    """
    rows = store.read("sessions")
    return rows.filter(pl.col("kind") != "run", pl.col("place").ne_missing(SIMULATED_PLACE))


def check_season_apart(real: pl.DataFrame, season: str | None) -> None:
    """Raise StoreError if simulated nights would be in a season of `real_nights`: they need a season of their own.

    >>> check_season_apart(real_nights(Store(folder)), "simulated")
    >>> check_season_apart(real_nights(Store(folder)), "2026")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    pipeline.store.files.StoreError: The season '2026' has nights that were logged or imported, and simulated ones ...
    """
    if real.is_empty():
        return
    if season is None:
        raise StoreError(
            tr(
                "The store has nights that were logged or imported: name a season that simulated nights are to be in, "
                "such as --into simulated, or another --store."
            )
        )
    if season in real["season"].to_list():
        raise StoreError(
            tr(
                "The season {season!r} has nights that were logged or imported, and simulated ones would count in its "
                "standings: name another with --into.",
                season=season,
            )
        )


def apart_from(store: Store, real: pl.DataFrame, members: Sequence[Member]) -> tuple[Member, ...]:
    """Return the members of a simulated season, renamed if they have the name of a player of `real_nights`, so that
    its nights don't count as theirs.

    >>> friends = Store(folder)
    >>> [member.name for member in apart_from(friends, real_nights(friends), (*GROUP, *GUESTS))]
    ['Anna-sim', 'Bo-sim', 'Dorte-sim', 'Erik-sim', 'Karen', 'Søren-sim', 'Mads', 'Line']
    """
    played = set(store.read("seats", real["session_id"].to_list(), ("player_id",))["player_id"])
    people = [person for person in Registry.of(store).people.values() if person.player_id in played]
    player_ids = played | {slug(name) for person in people for name in (person.name, *person.aliases)}
    return tuple(
        replace_fields(member, name=f"{member.name}{SIMULATED}") if member.player_id in player_ids else member
        for member in members
    )


class _PlayedNight(NamedTuple):
    session: dict[str, Any]
    tables: dict[str, pl.DataFrame]


def _play_nights(
    group: SeasonGroup, numbers: Sequence[int], seed: int, buffers: Buffers | None = None
) -> list[_PlayedNight]:
    buffers = buffers or Buffers()
    nights = [
        Evening(group, number=number, seed=seed, start=_FIRST_NIGHT + number * _BETWEEN_NIGHTS)
        for number in numbers
    ]
    for night in nights:
        night.play(buffers)
    sessions = [
        {
            "started_at": night.record.start,
            "ended_at": night.now,
            "banker_id": group.members[night.bank.banker].player_id,
        }
        for night in nights
    ]
    tables = frames_of_nights([night.record for night in nights], group.members)
    return [*map(_PlayedNight, sessions, tables)]


def _here(group: SeasonGroup, numbers: Sequence[int], seed: int) -> Iterator[_PlayedNight]:
    """Play nights one after the other."""
    buffers = Buffers()
    for first in range(0, len(numbers), _TOGETHER):
        yield from _play_nights(group, numbers[first : first + _TOGETHER], seed, buffers)


def _on(pool: Pool, group: SeasonGroup, numbers: Sequence[int], seed: int) -> Iterator[_PlayedNight]:
    """Play nights at once, and yield them in order. Raises LostError if workers are lost; finished nights stay."""
    try:
        with pool() as executor:
            futures = [executor.submit(_play_nights, group, [number], seed) for number in numbers]
            try:
                for future in futures:
                    yield from future.result()
            finally:
                for future in futures:
                    future.cancel()
    except (OSError, CancelledError, BrokenExecutor) as error:
        raise LostError(
            tr(
                "The workers are lost ({why}): finished nights are stored; start them again, and "
                "repeat the command to go on.",
                why=error or "cancelled",
            )
        ) from error


def _settings(group: Sequence[Member], games: Sequence[Variant]) -> str:
    """Return the settings that a night must share with earlier ones for the season to continue."""
    settings = {
        "simulated": True,
        "group": [str(member) for member in group if not member.guest],
        "guests": [str(member) for member in group if member.guest],
        "games": len(games) if games == list(CATALOGUE.values()) else [game.id for game in games],
    }
    return json.dumps(settings, ensure_ascii=False)


def _is_there(store: Store, name: str, same: Mapping[str, object]) -> bool:
    """Whether the store has a night. Raises StoreError if the night is of another season."""
    if not store.has(name):
        return False
    there = store.session_row(name)
    if any(there[column] != value for column, value in same.items()):
        raise StoreError(
            tr(
                "The store {path} has a session {name!r} of another group, seed, games or version: "
                "give the season another name with --season, or --replace to play it again.",
                path=store.path,
                name=name,
            )
        )
    return True
