"""`python -m bench.people LOG.csv…`: how near `friends` and fits come to real hands, into `bench/measured/people.md`.

The sessions of PokerNow logs are parted in two halves. To each the table of a group is fitted, at its logged stacks;
what it then shows at the stacks of the other half is compared with that half: rates, the mean pot, the 95th and 99th
percentile of pots, and the deviation of a seat's net. Standard errors are of 400 bootstrap samples of hands. Then the
order of games by deviation is compared between line-ups (Spearman), on one seed.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.api import CATALOGUE, VARIANTS, Detail, HandColumn, Profile, Record, SeatColumn, Variant, play
from pipeline.analysis.compare import LINEUPS
from pipeline.analysis.marts import query_store
from pipeline.analysis.observed import logged_figures
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.simulation.fitting import _counts, fit_group, game_of
from pipeline.simulation.runs import table_for
from pipeline.simulation.stacks import Stacks
from pipeline.store.store import Store

PAGE = Path(__file__).parent / "measured" / "people.md"
HANDS, SEED, PLAYERS, SAMPLES = 60_000, 71_000, 6, 400
GAME_HANDS = 3000
Floats = NDArray[np.float64]
FIGURES: Mapping[str, Callable[[Mapping[str, Floats]], float]] = {
    "VPIP": lambda hands: float(hands["vpip"].sum() / hands["seats"].sum()),
    "PFR": lambda hands: float(hands["pfr"].sum() / hands["seats"].sum()),
    "showdowns a hand": lambda hands: float(hands["showdown"].mean()),
    "mean pot": lambda hands: float(hands["pot"].mean()),
    "pot, 95th percentile": lambda hands: float(np.quantile(hands["pot"], 0.95)),
    "pot, 99th percentile": lambda hands: float(np.quantile(hands["pot"], 0.99)),
    "pots of 20 to 60": lambda hands: float(((hands["pot"] >= 20) & (hands["pot"] < 60)).mean()),
    "showdowns of three or more": lambda hands: float((hands["shown"] > 2).mean()),
    "mean pot without a showdown": lambda hands: float(hands["pot"][hands["showdown"] == 0].mean()),
    "deviation of a seat": lambda hands: float((hands["squares"].sum() / hands["seats"].sum()) ** 0.5),
}
"""Figures of hands, pots and deviations in big blinds."""
_LOGGED = """
    select
        h.session_id,
        h.hand_no,
        h.pot / h.unit as pot,
        cast(h.showdown as double) as showdown,
        cast(h.showdown_count as double) as shown,
        sum((s.net / h.unit) ** 2) as squares,
        cast(count(*) as double) as seats,
        cast(count(*) filter (where x.vpip) as double) as vpip,
        cast(count(*) filter (where x.pfr) as double) as pfr,
        list(s.stack_before / h.unit) as stacks
    from int_hands as h
    inner join stg_seats as s using (session_id, hand_no)
    inner join int_seats as x using (session_id, hand_no, seat)
    where h.played and h.has_acts and h.unit is not null and h.variant_id = $game and h.additions = $additions
    group by all
    order by all
"""


def logged_hands(store: Path, variant: Variant) -> list[dict[str, Any]]:
    """A row a hand of a game: its session, pot, showdown, squares of nets and who came in."""
    query = _LOGGED.replace("$game", f"'{variant.id}'").replace("$additions", f"'{variant.additions}'")
    return [dict(row) for row in query_store(store, query)]


def columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Floats]:
    """Rows of hands as arrays."""
    names = ("pot", "showdown", "shown", "squares", "seats", "vpip", "pfr")
    return {name: np.array([row[name] for row in rows], float) for name in names}


def errors_of(hands: Mapping[str, Floats]) -> dict[str, float]:
    """The bootstrap standard error of each figure."""
    rng = np.random.default_rng(1)
    count = len(hands["pot"])
    drawn = [rng.integers(count, size=count) for _ in range(SAMPLES)]
    return {
        name: float(np.std([figure({key: each[rows] for key, each in hands.items()}) for rows in drawn]))
        for name, figure in FIGURES.items()
    }


def depths_of(rows: Sequence[Mapping[str, Any]]) -> Stacks:
    """The stacks of hands, as 33 quantiles."""
    depths = np.concatenate([np.array(row["stacks"], float) for row in rows])
    return Stacks(
        name="half", depths=tuple(np.quantile(depths, (np.arange(33) + 0.5) / 33).round(1).tolist())
    )


def played_hands(
    variant: Variant,
    seated: Sequence[str | Profile],
    stacks: Stacks | None = None,
    *,
    players: int = PLAYERS,
    hands: int = HANDS,
    seed: int = SEED,
) -> dict[str, Floats]:
    """Hands of players at a table, as `columns` has logged ones; with the usual stacks by default."""
    columns: list[dict[str, Floats]] = []
    for _, record in play(
        variant, players=players, hands=hands, seed=seed, profiles=seated, detail=Detail.ACTIONS,
        stacks=stacks.chips(variant, players) if stacks else None,
    ):  # fmt: skip
        columns.append(_columns_of(record, variant.unit))
    return {name: np.concatenate([each[name] for each in columns]) for name in columns[0]}


def _columns_of(record: Record, unit: int) -> dict[str, Floats]:
    nets = (record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]) / unit
    shown = record.hand[:, HandColumn.SHOWDOWN].astype(float)
    hands = len(shown)
    vpip, pfr, _ = _counts(record).sum(axis=0) / hands  # spread evenly: only sums are asked
    return {
        "pot": record.hand[:, HandColumn.POT] / unit, "showdown": (shown > 1).astype(float), "shown": shown,
        "squares": (nets**2).sum(axis=1), "seats": np.full(hands, float(record.seat.shape[1])),
        "vpip": np.full(hands, vpip), "pfr": np.full(hands, pfr),
    }  # fmt: skip


def halves(store: Path) -> Iterator[str]:
    """The tables of both halves, fitted and held out, and of `friends`."""
    variant = game_of(VARIANTS, "texas-holdem", "no-limit")
    rows = logged_hands(store, variant)
    sessions = sorted({row["session_id"] for row in rows})
    for held, fitted in ((sessions[1::2], sessions[::2]), (sessions[::2], sessions[1::2])):
        mine = [row for row in rows if row["session_id"] in held]
        logged = columns(mine)
        spread = errors_of(logged)
        asked = logged_figures(store, sessions=fitted, size=PLAYERS, game="texas-holdem")
        depths = depths_of([row for row in rows if row["session_id"] in fitted])
        group = fit_group(asked.players, asked.variant, PLAYERS, asked.table, stacks=depths)
        seated = [one.profile for one in group.players]
        tables = {
            "the other half's fit": played_hands(variant, seated, depths_of(mine)),
            "`friends`": played_hands(variant, ["friends"], depths_of(mine)),
        }
        yield f"Held out: {len(held)} sessions, {len(mine)} hands; fitted to the other {len(fitted)}."
        yield ""
        yield f"| figure | logged | {' | '.join(f'{name} | off, in errors' for name in tables)} |"
        yield "|---|--:|" + "--:|" * 2 * len(tables)
        for name, figure in FIGURES.items():
            was = figure(logged)
            cells = [f"{was:.3g} ± {spread[name]:.2g}"]
            for hands in tables.values():
                simulated = figure(hands)
                cells += [f"{simulated:.3g}", f"{(simulated - was) / spread[name]:+.1f}"]
            yield f"| {name} | {' | '.join(cells)} |"
        yield ""


def orders() -> Iterator[str]:
    """Rank correlation of the games' deviations between line-ups."""
    names = {**LINEUPS, "regular": ("regular",)}
    deviations: dict[str, list[float]] = {name: [] for name in names}
    games = list(CATALOGUE.values())
    for variant in games:
        players = table_for(variant, 5)
        for name, lineup in names.items():
            squares = seats = 0.0
            for _, record in play(
                variant, players=players, hands=GAME_HANDS, seed=SEED,
                profiles=lineup,
            ):  # fmt: skip
                nets = (record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]) / variant.unit
                squares, seats = squares + float((nets**2).sum()), seats + nets.size
            deviations[name].append((squares / seats) ** 0.5)
    ranks = {name: np.argsort(np.argsort(each)) for name, each in deviations.items()}
    yield f"Spearman's correlation of the deviations of a hand of {len(games)} games, {GAME_HANDS:,} hands each:"
    yield ""
    yield f"| | {' | '.join(names)} |"
    yield "|---|" + "--:|" * len(names)
    for one in names:
        yield f"| {one} | {' | '.join(f'{np.corrcoef(ranks[one], ranks[other])[0, 1]:.2f}' for other in names)} |"


def main(files: Sequence[str]) -> None:
    """Measure and write the page."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "store")
        write_import(store, [import_log(Path(file)) for file in files])
        lines = [
            "# How near simulated people come to real ones", "",
            "Written by `python -m bench.people LOGS`; [profiles.md](../../docs/profiles.md) says what the line-ups are. No-limit hold'em",
            "of home games, at tables of six and the held-out half's stacks; pots and deviations in big blinds. `friends` is fitted",
            "to all sessions, so only the other half's fit is held out. Errors are of hands; sessions differ by more.", "",
            *halves(store.path), *orders(),
        ]  # fmt: skip
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
