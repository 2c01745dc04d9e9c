"""The budgets: what is compared with what, and how much of a difference is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bench.engine_rows import DRAW, DRAW_FLOOR, HOLDEM, HOLDEM_FLOOR, NATURAL, OWN, STUD, STUD_FLOOR, WILD
from bench.everyday import STEPS, everyday, hands_seconds, import_seconds, settle_seconds
from bench.games import FLOORS, GAMES, median_of_plain, median_of_regular
from bench.harness import Contender, Spread
from bench.histories import PHH, POKERKIT_PHH
from bench.marts import (
    after_a_night,
    build_growth,
    build_memory,
    build_processor,
    report_memory,
    report_seconds,
)
from bench.nights import (
    far_undo_growth,
    far_undo_ms,
    line_growth,
    line_ms,
    opening,
    opening_growth,
    served_ms,
    undo_ms,
)  # fmt: skip
from bench.ompeval import NUMBERS, READY, SETS
from bench.peers import EVAL7_DEALS, EVAL7_RANKS, OPENSPIEL, POKERKIT
from bench.season import season_seconds
from bench.start import first_ever, first_later
from bench.writing import BARE, PLAYING, PLAYING_ON_TWO, WRITING, WRITING_ON_TWO, bytes_a_hand


@dataclass(frozen=True, kw_only=True)
class Row:
    """One comparison, of those that take turns together in a `group`.

    With `at_least` the ratio says how many times as fast ours is; with `at_most`, how many times as long it
    takes. A row with neither is for information: how many times as fast, and no verdict.
    """

    group: str
    work: str
    ours: Contender
    against: Contender
    at_least: float | None = None
    at_most: float | None = None
    aim: float | None = None

    def ratios(self, rates: Mapping[str, Sequence[float]]) -> Spread | None:
        """The ratio over the turns, or nothing where one of the two couldn't run."""
        if self.ours.name not in rates or self.against.name not in rates:
            return None
        pairs = zip(rates[self.ours.name], rates[self.against.name], strict=True)
        if self.at_most is None:
            return Spread.of([ours / against for ours, against in pairs])
        return Spread.of([against / ours for ours, against in pairs])

    def verdict(self, ratio: Spread | None) -> str:
        """Whether the median keeps the budget: kept, missed, "" without a budget, or not measured."""
        if ratio is None:
            return "not measured"
        if self.at_least is not None:
            return "kept" if ratio.median >= self.at_least else "missed"
        if self.at_most is not None:
            return "kept" if ratio.median <= self.at_most else "missed"
        return ""

    def budget(self) -> str:
        """The budget in words."""
        aim = f", aim {self.aim:g}" if self.aim is not None else ""
        if self.at_least is not None:
            return f"≥ {self.at_least:,g}×{aim}"
        if self.at_most is not None:
            return f"≤ {self.at_most:,g}×{aim}"
        return ""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """Something measured by itself: the median of `times` tries, in `unit`, may be `at_most` so large."""

    group: str
    work: str
    unit: str
    measure: Callable[[], float]
    at_most: float
    times: int = 1

    def verdict(self, spread: Spread) -> str:
        """Whether the median keeps the budget."""
        return "kept" if spread.median <= self.at_most else "missed"


CALLING = "hold'em, 6 players, check/call to showdown, actions recorded"
RANK = "rank a natural 7-card hand"

ROWS = (
    Row(group="play", work=CALLING, ours=HOLDEM, against=OPENSPIEL, at_least=30),
    Row(group="play", work=CALLING, ours=HOLDEM, against=POKERKIT, at_least=10_000),
    Row(group="play", work=CALLING, ours=HOLDEM, against=HOLDEM_FLOOR, at_most=7, aim=5),
    Row(
        group="play",
        work="seven-card-stud-deuces, 5 players who fold and raise",
        ours=STUD,
        against=STUD_FLOOR,
        at_most=8,
        aim=5,
    ),
    Row(
        group="play", work="the same game from a file of a group's own", ours=OWN, against=STUD, at_least=0.95
    ),
    Row(group="play", work="three-card-draw, 5 players", ours=DRAW, against=DRAW_FLOOR, at_most=7, aim=4),
    Row(
        group="histories",
        work="read real hand histories and play them out to the stacks that they tell",
        ours=PHH,
        against=POKERKIT_PHH,
        at_least=100,
    ),
    Row(group="rank", work=RANK, ours=NATURAL, against=EVAL7_DEALS, at_least=2.7),
    Row(group="rank", work=RANK, ours=NATURAL, against=SETS, at_least=0.6),
    Row(
        group="rank", work="rank a 7-card hand with 1-3 wild cards", ours=WILD, against=NATURAL, at_least=0.75
    ),
    Row(
        group="write", work="play and write Parquet, every action kept", ours=WRITING, against=BARE, at_most=2
    ),
    Row(group="write", work="the same on two cores", ours=WRITING_ON_TWO, against=WRITING, at_least=1.8),
    Row(group="write", work="playing alone on two cores", ours=PLAYING_ON_TWO, against=PLAYING),
    Row(group="rank", work=RANK, ours=NATURAL, against=EVAL7_RANKS),
    Row(group="rank", work=RANK, ours=NATURAL, against=NUMBERS),
    Row(group="rank", work=RANK, ours=NATURAL, against=READY),
    *(
        Row(group="games", work=f"{game}, regulars who bet", ours=GAMES[game], against=FLOORS[game])
        for game in GAMES
    ),
)
SHORT_TURNS = {"games": 0.1}
"""Groups of many contenders, whose turns take this part of the others'."""

FIGURES = (
    Figure(
        group="games",
        work="a hand of the median game, plain players, actions recorded",
        unit="µs",
        measure=median_of_plain,
        at_most=1.67,
    ),
    Figure(
        group="games",
        work="a hand of the median game, regulars, to its floor",
        unit="×",
        measure=median_of_regular,
        at_most=18,
    ),
    Figure(group="write", work="a hand with every action", unit="bytes", measure=bytes_a_hand, at_most=90),
    Figure(
        group="write",
        work="results alone of a hand at eight players",
        unit="bytes",
        measure=partial(bytes_a_hand, "result", 8),
        at_most=25,
    ),
    Figure(group="season", work="300 nights of 100 hands", unit="s", measure=season_seconds, at_most=20),
    Figure(
        group="marts",
        work="processor, build of 10 million new hands",
        unit="s",
        measure=build_processor,
        at_most=8,
        times=3,
    ),
    Figure(group="marts", work="its memory", unit="MB", measure=build_memory, at_most=1024),
    Figure(group="marts", work="the same to 1 million", unit="×", measure=build_growth, at_most=10),
    Figure(
        group="marts", work="first report of variants", unit="s", measure=report_seconds, at_most=8, times=3
    ),
    Figure(group="marts", work="memory of that report", unit="MB", measure=report_memory, at_most=1024),
    Figure(
        group="marts", work="processor, a night since", unit="s", measure=after_a_night, at_most=1, times=3
    ),
    *(
        Figure(
            group="everyday",
            work=f"{work}, {nights} nights",
            unit="MB" if step == "memory" else "s",
            measure=partial(everyday, step, nights),
            at_most=at_most,
        )
        for nights, budgets in ((30, (2, 0.8, 600, 8, 3, 0.6)), (300, (12, 1.5, 600, 40, 6, 1.5)))
        for (step, work), at_most in zip(STEPS.items(), budgets, strict=True)
    ),
    Figure(group="everyday", work="hands of a player, 30 nights", unit="s", measure=hands_seconds, at_most=2),
    Figure(
        group="everyday", work="import ten nights of PokerNow", unit="s", measure=import_seconds, at_most=8
    ),
    Figure(group="everyday", work="settle --season, 30 nights", unit="s", measure=settle_seconds, at_most=1),
    Figure(group="night", work="open a night of 2,000 hands", unit="s", measure=opening, at_most=1),
    Figure(group="night", work="the same to 250", unit="×", measure=opening_growth, at_most=12),
    Figure(group="night", work="a line at 2,000 hands", unit="ms", measure=line_ms, at_most=20),
    Figure(group="night", work="a line at 2,000 hands to 250", unit="×", measure=line_growth, at_most=4),
    Figure(group="night", work="a phone's line at 2,000 hands", unit="ms", measure=served_ms, at_most=20),
    Figure(group="night", work="undo at 2,000 hands", unit="ms", measure=undo_ms, at_most=100),
    Figure(group="night", work="undo of hand 5 of 2,000", unit="ms", measure=far_undo_ms, at_most=100),
    Figure(group="night", work="the same to hand 5 of 250", unit="×", measure=far_undo_growth, at_most=12),
    Figure(group="start", work="first hand, first run ever", unit="s", measure=first_ever, at_most=30),
    Figure(group="start", work="first hand, later", unit="s", measure=first_later, at_most=1, times=5),
)
