"""Seasons at random: a list of steps from a seed, and the shortest part of it that shows the same fault."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pipeline.night.journal import journal_place
from tests.seasons import checks, copies, evening, games, imports, readers, tapped, years
from tests.seasons.store import KilledError, warm
from tests.seasons.world import FaultError, World

StepKind = Callable[[World, Random], None]

WEIGHTS: dict[StepKind, int] = {
    evening.begin_night: 6, evening.line: 100, evening.odd_line: 12, evening.acted: 6, evening.undo: 14, evening.redo: 5,
    evening.edit: 12, evening.confirm: 3, evening.end: 2, evening.pasted: 6, evening.phone: 24,
    evening.phone_undo: 6, evening.reopen: 7, evening.reseat: 2, years.elsewhere: 3, years.rename: 2, years.merge: 2,
    years.split: 2, years.sheet: 3, imports.pokernow: 6, imports.ohh: 2, imports.phh: 2, years.pay_season: 4, years.pay_night: 4, years.take_back: 2, years.cut_payments: 2,
    games.own_game: 3, games.retire_game: 1, games.merge_games: 2, readers.read_only: 2, readers.sheet_again: 1, evening.rename_at_table: 3, evening.namesake: 3, years.backup: 2, years.exported: 1, years.exported_as: 2, checks.check_store: 2, checks.check_night_settled: 3,
    checks.check_text: 1, checks.check_all: 2, copies.delete_night: 2, copies.restore_night: 2, copies.restore_over: 2,
    copies.continued: 3, copies.others_night: 2,
}  # fmt: skip
"""How often each kind of step is taken."""


MARTS = (
    "mart_player_nights", "mart_player_stats", "mart_sessions", "mart_standings", "mart_variants",
)  # fmt: skip
"""What the checks of a season ask."""
AT_THE_TABLE = (
    evening.line, evening.odd_line, evening.acted, evening.undo, evening.redo, evening.edit, evening.confirm, evening.end,
    evening.pasted, evening.phone, evening.phone_undo, evening.reseat, evening.rename_at_table, evening.namesake, tapped.tapped,
)  # fmt: skip
"""Steps that take an open night."""


@dataclass(frozen=True)
class Step:
    """A step, and the seed of what is chosen in it."""

    kind: StepKind
    seed: int

    def __str__(self) -> str:
        return f"{self.kind.__name__}:{self.seed}"


def steps_of(seed: int, count: int, *, in_browsers: bool = False) -> list[Step]:
    """The steps of a season: a night is begun first, all is checked at the end."""
    draw = Random(seed)
    weights = WEIGHTS | ({tapped.tapped: 4} if in_browsers else {})
    kinds = draw.choices(list(weights), list(weights.values()), k=count)
    ending = [checks.check_store, checks.check_all]
    return [Step(kind, draw.randrange(10**6)) for kind in (evening.begin_night, *kinds, *ending)]


@dataclass(frozen=True)
class Outcome:
    """How far a season came; the fault that ended it, and what was done before."""

    done: int
    fault: FaultError | None
    told: Sequence[str]
    commands: int
    lines: int
    slowest: tuple[float, str, float, int]


def live(steps: Sequence[Step], *, with_kills: bool = True) -> Outcome:
    """Take steps one by one in a new store, up to a fault."""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="seasons-", dir=memory))
    world = World(folder, with_kills=with_kills)
    fault, done = None, 0
    try:
        for step in steps:
            done += 1
            world.tell(f"# {step}")
            try:
                if step.kind in AT_THE_TABLE and world.night is None:
                    evening.go_on(world)
                step.kind(world, Random(step.seed))
            except KilledError:  # between two lines: nothing was on its way
                night, world.logger = world.night, None
                world.tell("  # killed")
                if night:
                    world.open(night)
    except FaultError as error:
        fault = error
        if world.night:
            journal = journal_place(world.store, world.night.name)
            world.told += journal.read_text("utf-8").splitlines()[-12:]
    finally:
        if world.logger:
            world.logger.kill()
        shutil.rmtree(folder, ignore_errors=True)
    return Outcome(done, fault, world.told, world.commands, world.lines, world.slowest)


def shrink(steps: Sequence[Step], fault: FaultError, *, seconds: float = 600.0) -> tuple[list[Step], Outcome]:
    """The shortest list found of steps that end in a fault of the same kind, by leaving out ever fewer at a time."""
    end = time.monotonic() + seconds
    best = list(steps)
    outcome = live(best)
    size = max(1, len(best) // 2)
    while size and time.monotonic() < end:
        place, smaller = 0, False
        while place < len(best) and time.monotonic() < end:
            trial = best[:place] + best[place + size :]
            shorter = live(trial)
            if shorter.fault and shorter.fault.kind == fault.kind:
                best, outcome, smaller = trial[: shorter.done], shorter, True
            else:
                place += size
        if not smaller or size > 1:
            size = size // 2 if size > 1 else 0
    return best, outcome


def seasons(
    first: int, count: int, *, steps: int, in_browsers: bool = False
) -> Iterator[tuple[int, str, list[str]]]:
    """Live through the seasons of the seeds `first` to `count`: the number, the season, what is wrong, smallest."""
    warm()
    for seed in range(first, count):
        season = steps_of(seed, steps, in_browsers=in_browsers)
        outcome = live(season)
        faults = []
        if outcome.fault:
            small, smallest = shrink(season[: outcome.done], outcome.fault)
            faults = ["\n".join([str(smallest.fault or outcome.fault), *map(str, small), *smallest.told])]
        yield seed + 1, f"season {seed} ({outcome.done} steps)", faults
