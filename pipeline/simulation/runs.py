"""Simulation runs: many hands of some games, played on all cores and written part by part."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from engine.api import (
    PROFILES,
    CallError,
    Detail,
    Profile,
    Variant,
    check_table,
    find_profile,
    largest_table,
)
from language import tr
from pipeline.simulation.chunks import Chunk, seatings
from pipeline.simulation.executor import Pool, Speed, play_on_pool
from pipeline.simulation.stacks import Stacks
from pipeline.store.locations import RunStore
from pipeline.store.progress import Progress
from pipeline.store.reference import write_engine_tables
from pipeline.store.store import Store

PART_HANDS = 1 << 16
"""Chains in a part file: about what an interruption of a run can lose."""
MATCHED_HANDS = 8
"""Approximate number of hands of a chain in games in which the pot is matched (guts: six): their parts have fewer
chains, because a worker has all hands of a part in memory.
"""
_NAMED = 60
"""Maximum length of the part of a session id that names the players."""
CHAIN_ROOM = 64
"""Hand numbers reserved for a chain, in games whose pot can be carried."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """What to simulate: `hands` chains of each game at a table of `players`, or as many as a game takes.

    Players of several profiles play duplicate: each deal once in every seating, so that no player gains by seat
    or cards; `hands` is rounded up to whole rounds. `own` are the profiles that a user wrote, by name. `stacks`
    replace the usual stacks.

    Raises CallError for a run that can't be played.
    """

    variants: Sequence[Variant]
    hands: int
    players: int
    seed: int
    profiles: Sequence[str] = ("regular",)
    own: Mapping[str, Profile] = field(default_factory=dict)
    detail: str = Detail.RESULT
    stacks: Stacks | None = None

    def __post_init__(self) -> None:
        if self.hands < 1:
            raise CallError(tr("A run has at least one hand, not {hands}.", hands=self.hands))
        Detail.from_word(self.detail)
        if len(self.variants) == 1:
            check_table(self.variants[0], self.players)
        if not self.profiles:
            raise CallError(tr("Name at least one profile of {names}.", names=", ".join(PROFILES)))
        for name in self.profiles:
            if name not in self.own:
                find_profile(name)

    def profiles_at(self, players: int) -> list[str]:
        """The profiles at a table of `players`, from the first dealer's left."""
        return [self.profiles[seat % len(self.profiles)] for seat in range(players)]

    def seed_at(self, players: int) -> int:
        """Return the seed of the cards at a table of this size. It is the same in every game, for any number of
        hands, and whichever player sits first. Other players and other sizes get other cards.
        """
        around = _around(self.profiles, players)
        digest = hashlib.sha256(json.dumps([self.seed, around, self.own_profiles]).encode()).digest()
        return int.from_bytes(digest[:8]) >> 1  # kernels take 63 bits

    @property
    def own_profiles(self) -> dict[str, dict[str, Any]]:
        """The profiles that a user wrote, in the order of their names."""
        return {name: asdict(profile) for name, profile in sorted(self.own.items())}

    @property
    def learned(self) -> bool:
        """Whether any player needs trained models."""
        return any((self.own.get(name) or find_profile(name)).learned for name in self.profiles)

    @property
    def chains(self) -> int:
        """The number of chains played in all."""
        return sum(chunk.chains for chunk in chunks_of(self))

    @property
    def name(self) -> str:
        """The default session id of the run, made from what it plays."""
        return self.name_for(str(self.hands))

    def name_for(self, hands: str) -> str:
        """Return the default session id of a run of this many hands; it names the players unless they are `regular`."""
        one = self.variants[0]
        what = f"{one.id} {one.additions}" if len(self.variants) == 1 else f"{len(self.variants)} games"
        words = ["run", what.strip(), f"{self.players}p", self.who, hands, f"s{self.seed}"]
        return "-".join(" ".join(words).split())

    @property
    def who(self) -> str:
        """Return the part of a session id that names the players: "" for regulars, their names, or for a user's own
        profiles, or too many to name, a hash of six digits.
        """
        stacks = f"stacks {self.stacks.name}" if self.stacks else ""
        if tuple(self.profiles) == ("regular",):
            return stacks
        own = sorted((name, astuple(self.own[name])) for name in {*self.profiles} & self.own.keys())
        named = " ".join(self.profiles)
        if not own and len(named) <= _NAMED:
            return f"{named} {stacks}".strip()
        digest = hashlib.sha256(repr((tuple(self.profiles), own)).encode()).hexdigest()[:6]
        shown = " ".join(dict.fromkeys(self.profiles))
        return (
            f"{shown if len(shown) <= _NAMED else f'{len(self.profiles)} players'} {digest} {stacks}".strip()
        )


def table_for(variant: Variant, players: int) -> int:
    """Return the size of the table: `players`, or the nearest that the game takes.

    >>> from engine.api import VARIANTS
    >>> [table_for(VARIANTS["baseball"], players) for players in (2, 5, 9)]
    [3, 5, 7]
    """
    return max(variant.players[0], min(players, largest_table(variant)))


def simulate(
    store: RunStore,
    run: Run,
    *,
    session_id: str | None = None,
    replace: bool = False,
    threads: int | None = None,
    pool: Pool | None = None,
    shard: tuple[int, int] = (1, 1),
    progress: Progress | None = None,
) -> str:
    """Play a run and write it as one session of kind `run`; returns its id.

    An interrupted run is resumed: the same hands come out whatever the parts, threads or machine. With a `pool` its
    executor plays chunk by chunk, instead of threads here that share each. As `shard` (i, n) only every n-th chunk is
    played, from the i-th on, and the process that finds none missing commits. Raises StoreError for a session that
    already exists.

    >>> from engine.api import VARIANTS
    >>> run = Run(variants=[VARIANTS["seven-card-stud"]], hands=50, players=4, seed=7)
    >>> simulate(Store(tmp / "runs"), run, threads=1)
    'run-seven-card-stud-4p-50-s7'
    >>> Store(tmp / "runs").read("hands")["pot"].mean()  # chips
    99.2
    """
    chunks = list(chunks_of(run))
    name = session_id or run.name
    session = {
        "session_id": name, "kind": "run", "started_at": datetime.now(UTC), "seed": run.seed,
        "house_rules": settings(run), "engine_version": version("peder"),
    }  # fmt: skip
    number, of = shard

    def meanwhile() -> None:
        if isinstance(store, Store):  # readers of a bucket write these for themselves
            write_engine_tables(store)

    with store.begin_session(session, replace=replace, shared=of > 1) as writer:

        def there() -> set[int]:
            return {first for first, _ in writer.ranges()}

        written = there()
        mine = chunks[number - 1 :: of]
        waiting = [chunk for chunk in mine if chunk.first_no not in written]
        total = sum(chunk.chains for chunk in mine)
        done = total - sum(chunk.chains for chunk in waiting)
        speed = Speed(progress, done, total)
        if pool:
            play_on_pool(pool, writer.location, waiting, there, speed.count_chunk)
            meanwhile()
        else:
            from pipeline.simulation.play import play_here  # kernels, which workers' drivers don't need

            play_here(writer, waiting, threads, speed.count, meanwhile)
        if of == 1 or there() >= {chunk.first_no for chunk in chunks}:
            writer.commit(ended_at=datetime.now(UTC))
    return name


def settings(run: Run) -> str:
    """Return the settings that a run must share with an interrupted one to resume it, as JSON.

    >>> from engine.api import VARIANTS
    >>> settings(Run(variants=[VARIANTS["baseball"]], hands=1000, players=5, seed=7))
    '{"games": ["baseball"], "hands": 1000, "players": 5, "profiles": ["regular"], "detail": "result"}'
    """
    return json.dumps({
        "games": [f"{variant.id} {variant.additions}".strip() for variant in run.variants],
        "hands": run.hands, "players": run.players, "profiles": [*run.profiles], "detail": run.detail,
        **({"own": run.own_profiles} if run.own else {}),
        **({"stacks": asdict(run.stacks)} if run.stacks else {}),
    })  # fmt: skip


def chunks_of(run: Run) -> Iterator[Chunk]:
    """The chunks of a run; each game's hand numbers follow those of the game before."""
    own = tuple(sorted(run.own.items()))
    next_no = 1
    for variant in run.variants:
        players = table_for(variant, run.players)
        carries = variant.kernel or variant.reentry or variant.openers is not None or variant.share.declared
        room = CHAIN_ROOM if carries else 1
        profiles = tuple(run.profiles_at(players))
        turns = seatings(profiles)
        deals = range(-(-run.hands // turns))
        size = max(1, PART_HANDS // (MATCHED_HANDS if variant.matches_pot else 1) // turns)
        for first in range(0, len(deals), size):
            yield Chunk(
                game=variant.id, additions=variant.additions, first=first,
                deals=len(deals[first : first + size]), first_no=next_no + first * turns * room,
                seed=run.seed_at(players), profiles=profiles, own=own, detail=run.detail, stacks=run.stacks,
                own_game=variant if variant.family == "own" else None,
            )  # fmt: skip
        next_no += len(deals) * turns * room


class Longer(NamedTuple):
    """A run that has all the hands of another: its session id, and how many hands it was asked for."""

    session_id: str
    hands: int


def with_all_hands(store: Store, run: Run) -> Longer | None:
    """Return the longest run of the store that has every hand of `run`, if there is one; runs that can't be read, or
    lack their settings, are ignored.

    >>> from engine.api import VARIANTS
    >>> run = Run(variants=[VARIANTS["baseball"]], hands=600, players=5, seed=7)
    >>> longer = Run(variants=[VARIANTS["baseball"]], hands=1000, players=5, seed=7)
    >>> row = {"session_id": "long", "kind": "run", "seed": 7, "house_rules": settings(longer)}
    >>> Store(tmp / "played").write_session(row, hands=pl.DataFrame(), seats=pl.DataFrame())
    >>> with_all_hands(Store(tmp / "played"), run)
    Longer(session_id='long', hands=1000)
    """
    runs = []
    for session_id, rules in _runs(store.tables()["sessions"], run.seed):
        try:
            rules_of = json.loads(rules or "")
            if _has_all(rules_of, run):
                runs.append(Longer(session_id, int(rules_of["hands"])))
        except (ValueError, KeyError, TypeError):
            continue
    return max(runs, key=lambda longer: longer.hands, default=None)


def _runs(places: list[Path], seed: int) -> list[tuple[str, str | None]]:
    if not places:
        return []
    try:
        rows = pl.scan_parquet(places, hive_partitioning=False, glob=False).filter(kind="run", seed=seed)
        return rows.select("session_id", "house_rules").collect().rows()
    except (pl.exceptions.PolarsError, OSError):
        return []  # `peder store check` tells


def _has_all(rules: Mapping[str, Any], run: Run) -> bool:
    wanted = json.loads(settings(run))
    return (
        int(rules["hands"]) >= run.hands
        and rules.get("own") == wanted.get("own")
        and rules.get("stacks") == wanted.get("stacks")
        and {*wanted["games"]} <= {*rules["games"]}
        and all(
            table_for(variant, int(rules["players"])) == players
            and _around(rules["profiles"], players) == _around(run.profiles, players)
            for variant in run.variants
            for players in [table_for(variant, run.players)]
        )
    )


def _around(profiles: Any, players: int) -> list[str]:
    """Who sits around a table, from whichever seat comes first by name: duplicate play goes through all."""
    seated = [profiles[seat % len(profiles)] for seat in range(players)]
    return min(seated[seat:] + seated[:seat] for seat in range(players))
