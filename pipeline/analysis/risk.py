"""The risk of an evening of any length, of one game or of several in given shares."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import numpy as np
from duckdb import DuckDBPyConnection

from engine.api import PederError, Profile, Variant, find_profile
from language import join_words, tr
from pipeline.analysis.evenings import FEWEST, PartFiles, RunPart, part_files, parts_by_game, rotations
from pipeline.analysis.pace import pace_of, paces_of
from pipeline.simulation.chunks import seatings
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import Ints, cut, paths
from pipeline.simulation.profiles import named_profiles
from pipeline.simulation.runs import Run, table_for, with_all_hands
from pipeline.simulation.stacks import AT_STACKS, Stacks, parse_stacks
from pipeline.store.store import Store


@dataclass(frozen=True)
class MissingRun:
    """Hands that a question needs and no run has: the game, the table size, the line-up, and the number of hands."""

    variant: Variant
    players: int
    lineup: str
    hands: int

    @property
    def command(self) -> str:
        """The command that plays them."""
        words = ["peder", "simulate", f"{self.variant.id}+{self.variant.additions}".removesuffix("+")]
        profile, _, stacks = self.lineup.partition(AT_STACKS)
        profile, stacks = profile.replace(", ", ","), stacks.partition(",")[0]
        options = {"players": self.players, "profiles": profile, "stacks": stacks, "hands": self.hands}
        for option, value in options.items():
            words += [f"--{option}", str(value)] if value else []
        return shlex.join(words)

    def run(self, store: Path, table: Table) -> Run:
        """The run of them; `table` is who was asked for. Raises CallError for a line-up that has no such profile."""
        if table.profiles:
            return table.run(self.variant, self.players, self.hands)
        profile, _, stacks = self.lineup.partition(AT_STACKS)
        depths = parse_stacks(stacks, store) if stacks else None
        return Table((profile,), {}, depths).run(self.variant, self.players, self.hands)


@dataclass(frozen=True)
class Table:
    """The players of a command: profiles around the table, none for the runs with most hands; `own` are profiles that
    the user wrote; and their stacks.
    """

    profiles: tuple[str, ...] = ()
    own: Mapping[str, Profile] = field(default_factory=dict)
    stacks: Stacks | None = None

    @property
    def is_mixed(self) -> bool:
        """Whether the players differ or are the user's own. Such a run is looked up by its settings, not by its
        line-up.
        """
        return len(set(self.profiles)) > 1 or bool(self.own)

    @property
    def lineup(self) -> str | None:
        """The name of the line-up in runs of a game in which a player can go all-in."""
        depth = f"{AT_STACKS}{self.stacks.name}" if self.stacks else ""
        return ", ".join(f"{name}{depth}" for name in dict.fromkeys(self.profiles)) or None

    def run(self, variant: Variant, players: int, hands: int) -> Run:
        """The run of a game by these players."""
        return Run(
            variants=[variant], hands=hands, players=players, seed=1, profiles=self.profiles, own=self.own,
            stacks=self.stacks if variant.all_in else None,
        )  # fmt: skip


def find_table(lineup: str | None, stacks: Stacks | None) -> Table:
    """Read a line-up: profiles, files of profiles, or one profile at stated stacks, as runs name it. Raises CallError
    for an unknown profile.

    >>> find_table("regular,station", stacks=None).lineup
    'regular, station'
    """
    if lineup is None:
        return Table((LINEUP,), {}, stacks) if stacks else Table()
    if AT_STACKS in lineup:
        profile, _, depth = lineup.partition(AT_STACKS)
        find_profile(profile)
        return Table((profile,), {}, stacks or parse_stacks(depth, Path()))
    names, own = named_profiles(lineup)
    return Table(tuple(names), own, stacks)


class RiskError(PederError):
    """No run has the hands that a question needs; `missing` are the runs that would have them."""

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
    """A game's hands in evenings: nets (hands, players); evenings (hands,) from 0; and `places` (hands,), the part of
    the evening, from 0 to 1, at which each hand's chain began. `variance` is the variance of a player's net per hand,
    with the hands of a chain taken together.
    """

    nets: Ints
    evenings: Ints
    places: Array
    variance: float


@dataclass(frozen=True, kw_only=True)
class Evenings:
    """A table of evenings: `FIGURES` in chips, (evenings, players) each; the number of hands of each game in
    an evening; `sigma`, the standard deviation of a player's net of an evening in chips, from chains.
    """

    players: int
    lineup: str
    hands: Sequence[int]
    figures: Mapping[str, Ints]
    sigma: float

    @property
    def count(self) -> int:
        """The number of evenings."""
        return len(self.figures["net"])

    @property
    def needed(self) -> list[int] | None:
        """If they are too few for intervals, the approximate number of hands needed of each game."""
        return None if self.count >= FEWEST else [FEWEST * size for size in self.hands]


def mixed_evenings(
    con: DuckDBPyConnection,
    store: Path,
    games: Sequence[GameShare],
    *,
    length: timedelta,
    players: int | None = None,
    table: Table | None = None,
) -> Evenings:
    """Return evenings of these games, from the runs of a store opened as `con`.

    The default `players` and table are those of the runs with most hands of the first game. The games of an evening
    alternate as evenly as their shares allow. Raises RiskError, with the commands that would play them, if the store has
    no such runs, or none that is long enough.

    >>> from engine.api import VARIANTS
    >>> mixed_evenings(con, folder, [GameShare(VARIANTS.find("guts"), 1)], length=timedelta(hours=4))
    Traceback (most recent call last):
        ...
    pipeline.analysis.risk.RiskError: No run has evenings of Guts by 5 friends: `peder simulate guts --players 5 --profiles friends --hands 360000`.
    """
    paces = paces_of(con)
    seconds = sum(game.share * pace_of(game.variant, paces).seconds for game in games)
    sizes = [max(1, round(length.total_seconds() * game.share / seconds)) for game in games]
    table = table or Table()
    if table.is_mixed:
        players = players or min(table_for(game.variant, PLAYERS) for game in games)
        lineup = str(table.lineup)
        played = _mixed_files(store, games, sizes, players, table)
    else:
        players, lineup = _table_of(con, games, sizes, players, table)
        parts = parts_by_game(con, store)
        played = [
            parts.get(
                (game.variant.id, game.variant.additions, players, _lineup_at(game.variant, lineup)), []
            )
            for game in games
        ]
    of_games = []
    for game, size, files in zip(games, sizes, played, strict=True):
        variant = game.variant
        turns = seatings(table.run(variant, players, 1).profiles_at(players)) if table.is_mixed else 1
        mine = _hands_of(files, size, players, turns)
        if not mine.evenings.size:
            raise _too_short(MissingRun(variant, players, lineup, EVENINGS * size), size)
        of_games.append(mine)
    variance = sum(mine.variance * size for mine, size in zip(of_games, sizes, strict=True))
    return Evenings(
        players=players, lineup=lineup, hands=sizes, sigma=variance**0.5, figures=paths(*in_turns(of_games))
    )


def _mixed_files(
    store: Path, games: Sequence[GameShare], sizes: Sequence[int], players: int, table: Table
) -> list[list[tuple[Path, Path]]]:
    """The part files of each game's run by a table of several profiles. Raises RiskError where runs are missing."""
    missing, played = [], []
    for game, size in zip(games, sizes, strict=True):
        hands = max(HANDS, EVENINGS * size)
        run = with_all_hands(Store(store), table.run(game.variant, players, hands))
        if run:
            played.append(part_files(store, run.session_id))
        else:
            missing.append(MissingRun(game.variant, players, str(table.lineup), hands))
    if missing:
        raise RiskError(_no_runs(missing, players, str(table.lineup)), missing)
    return played


def _too_short(missing: MissingRun, size: int) -> RiskError:
    return RiskError(
        tr(
            "The runs of {name} hold no evening of {size} hands: `{command}` plays a thousand.",
            name=_name(missing.variant),
            size=size,
            command=missing.command,
        ),
        [missing],
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
    asked: Table,
) -> tuple[int, str]:
    """The table size and the line-up of the runs to use. Raises RiskError if no table has runs of all games."""
    lineup = asked.lineup
    known = [_tables(con, game.variant) for game in games]
    fits = [
        table
        for game, tables in zip(games, known, strict=True)
        for table in tables
        if players in (None, table[0]) and (lineup is None or table[1] == _lineup_at(game.variant, lineup))
    ]
    for size, who in fits:
        if all(
            (size, _lineup_at(game.variant, lineup or who)) in tables
            for game, tables in zip(games, known, strict=True)
        ):
            return size, lineup or who
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
        if (size, _lineup_at(game.variant, who)) not in tables
    ]
    raise RiskError(_no_runs(missing, size, who), missing)


def _no_runs(missing: Sequence[MissingRun], players: int, lineup: str) -> str:
    return tr(
        "No run has evenings of {games} by {n} {lineup}: {commands}.",
        games=join_words([_name(run.variant) for run in missing]),
        n=players,
        lineup=lineup,
        commands=join_words([f"`{run.command}`" for run in missing]),
    )


def _lineup_at(variant: Variant, lineup: str) -> str:
    """The line-up as a game's runs name it: without stacks if no player can go all-in."""
    return lineup if variant.all_in else lineup.partition(AT_STACKS)[0]


def _name(variant: Variant) -> str:
    return f"{variant.name} {variant.additions}".strip()


def _tables(con: DuckDBPyConnection, variant: Variant) -> list[tuple[int, str]]:
    """The tables, by size and line-up, that played evenings of a game, first the one with most hands."""
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


def _hands_of(parts: Sequence[PartFiles], size: int, players: int, turns: int = 1) -> GameHands:
    """A game's hands in whole evenings of `size`; of duplicate play, each deal in the next of `turns` seatings."""
    nets, evenings, places = [np.zeros((0, players), np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
    before = hands = 0
    squares = 0.0
    for part in RunPart.read(parts):
        of_players, begins = next(rotations(part, turns)) if turns > 1 else (part.by_player(), part.begins)
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
