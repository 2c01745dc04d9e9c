"""What an evening may cost: of any length, of one game or of several in given shares."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import numpy as np
from duckdb import DuckDBPyConnection

from engine.api import PederError, Variant
from language import join_words, tr
from pipeline.analysis.evenings import Evenings, PartFiles, RunPart, parts_by_game
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import Ints, cut, paths
from pipeline.simulation.runs import table_for
from pipeline.simulation.stacks import AT_STACKS


@dataclass(frozen=True)
class MissingRun:
    """Hands that a question needs and no run has: a game, the table, who plays, and how many."""

    variant: Variant
    players: int
    lineup: str
    hands: int

    @property
    def command(self) -> str:
        """The command that plays them."""
        return to_play(self.variant, self.players, self.lineup, self.hands)


class RiskError(PederError):
    """No run has what was asked; `missing` are the runs that would."""

    def __init__(self, message: str, missing: Sequence[MissingRun] = ()) -> None:
        super().__init__(message)
        self.missing = missing


PLAYERS, LINEUP = 5, "friends"
"""The table of runs that are played where the store has none."""
HANDS, EVENINGS = 100_000, 1000
"""Hands of such a run; or evenings, where these are more."""


@dataclass(frozen=True)
class GameShare:
    """A game of an evening, and its share of the evening's hands relative to the others'."""

    variant: Variant
    share: float


@dataclass(frozen=True)
class GameHands:
    """A game's hands in evenings: nets (hands, players), a column a player; evenings (hands,) from 0; where
    in its evening each hand's chain began (hands,), from 0 to 1. `variance` is that of a player's net a hand,
    the hands of a chain taken together.
    """

    nets: Ints
    evenings: Ints
    places: Array
    variance: float


def mixed_evenings(
    con: DuckDBPyConnection,
    store: Path,
    games: Sequence[GameShare],
    *,
    length: timedelta,
    players: int | None = None,
    lineup: str | None = None,
) -> Evenings:
    """Evenings of these games, from the runs of a store opened as `con`.

    Without `players` and `lineup`, those of the runs with most hands of the first game. The games of an
    evening take turns as evenly as their shares let them. Raises RiskError where the store has no such runs,
    or none that is long enough.
    """
    seconds = sum(game.share * game.variant.pace for game in games)
    sizes = [max(1, round(length.total_seconds() * game.share / seconds)) for game in games]
    players, lineup = _table_of(con, games, sizes, players, lineup)
    parts = parts_by_game(con, store)
    hands = []
    for game, size in zip(games, sizes, strict=True):
        variant = game.variant
        mine = _hands_of(parts.get((variant.id, variant.additions, players, lineup), []), size, players)
        if not mine.evenings.size:
            lacks = MissingRun(variant, players, lineup, EVENINGS * size)
            raise RiskError(
                tr(
                    "The runs of {name} hold no evening of {size} hands: `{command}` plays a thousand.",
                    name=_name(variant),
                    size=size,
                    command=lacks.command,
                ),
                [lacks],
            )
        hands.append(mine)
    variance = sum(mine.variance * size for mine, size in zip(hands, sizes, strict=True))
    return Evenings(
        players=players, lineup=lineup, hands=sizes, sigma=variance**0.5, figures=paths(*in_turns(hands))
    )


def in_turns(games: Sequence[GameHands]) -> tuple[Ints, Ints]:
    """The evenings of several games as evenings of all of them: nets (hands, players), evenings (hands,).

    Runs of one seed deal each game the same cards, so an evening has another number of each game: luck would
    count twice if it were the same in all.
    """
    whole = min(int(game.evenings[-1]) + 1 for game in games)
    used = [game.evenings < whole for game in games]
    nets = np.concatenate([game.nets[mine] for game, mine in zip(games, used, strict=True)])
    places = np.concatenate([game.places[mine] for game, mine in zip(games, used, strict=True)])
    evenings = np.concatenate(
        [
            (game.evenings[mine] + number * whole // len(games)) % whole
            for number, (game, mine) in enumerate(zip(games, used, strict=True))
        ]
    )
    order = np.lexsort((places, evenings))
    return nets[order], evenings[order]


def _table_of(
    con: DuckDBPyConnection,
    games: Sequence[GameShare],
    sizes: Sequence[int],
    players: int | None,
    lineup: str | None,
) -> tuple[int, str]:
    """The size of the table and the line-up of the runs that are used. Raises RiskError where none has all."""
    known = [_tables(con, game.variant) for game in games]
    fits = [
        table
        for tables in known
        for table in tables
        if players in (None, table[0]) and lineup in (None, table[1])
    ]
    for table in fits:
        if all(table in tables for tables in known):
            return table
    size, who = (
        fits[0]
        if fits
        else (
            players or min(table_for(game.variant, PLAYERS) for game in games),
            lineup or LINEUP,
        )
    )
    missing = [
        MissingRun(game.variant, size, who, max(HANDS, EVENINGS * hands))
        for game, hands, tables in zip(games, sizes, known, strict=True)
        if (size, who) not in tables
    ]
    raise RiskError(
        tr(
            "No run has evenings of {games} by {n} {lineup}: {commands}.",
            games=join_words([_name(run.variant) for run in missing]),
            n=size,
            lineup=who,
            commands=join_words([f"`{run.command}`" for run in missing]),
        ),
        missing,
    )


def to_play(variant: Variant, players: int | None, lineup: str | None, hands: int | None = None) -> str:
    """The command that plays a game at a table, as far as it is known."""
    words = ["peder", "simulate", f"{variant.id}+{variant.additions}".removesuffix("+")]
    profile, _, stacks = (lineup or "").partition(AT_STACKS)
    options = ("--players", players), ("--profiles", profile), ("--stacks", stacks), ("--hands", hands)
    for option, value in options:
        words += [option, str(value)] if value else []
    return shlex.join(words)


def _name(variant: Variant) -> str:
    return f"{variant.name} {variant.additions}".strip()


def _tables(con: DuckDBPyConnection, variant: Variant) -> list[tuple[int, str]]:
    """The tables, by size and line-up, that played evenings of a game, the most hands first."""
    return con.execute(
        """
        select x.player_count, s.profiles[1] as lineup
        from int_variant_sums as x
        anti join int_repeated using (session_id, variant_id, additions, player_count)
        inner join int_sessions as s using (session_id)
        where s.kind = 'run' and len(s.profiles) = 1 and x.per = 'hand' and variant_id = ? and additions = ?
        group by all
        order by sum(x.counts.hands) desc, player_count, lineup
        """,
        [variant.id, variant.additions],
    ).fetchall()


def _hands_of(parts: Sequence[PartFiles], size: int, players: int) -> GameHands:
    """A game's hands in whole evenings of `size`."""
    nets, evenings, places = [np.zeros((0, players), np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
    before = hands = 0
    squares = 0.0
    for part in filter(None, map(RunPart.read, parts)):
        of_players, begins = part.by_player(), part.begins
        of_part = cut(begins, len(of_players), size)
        whole = of_part >= 0
        began = np.repeat(begins % size, np.diff(begins, append=len(of_players)))
        nets.append(of_players[whole])
        evenings.append(of_part[whole] + before)
        places.append((began[whole] + 0.5) / size)
        before += len(of_players) // size
        hands += len(of_players)
        squares += float((np.add.reduceat(of_players, begins, axis=0).astype(np.float64) ** 2).sum())
    number = np.unique(np.concatenate(evenings), return_inverse=True)[1]
    return GameHands(np.concatenate(nets), number, np.concatenate(places), squares / max(1, hands * players))
