"""Runs to a precision: each game is played until its deviation is known well enough.

A first run of a game estimates the number of hands needed; a longer one, of the same hands and more, replaces it
until the interval of the deviation per chain (docs/statistics.md) is narrow enough. The final number depends only on
the hands, so the same seed ends with the same run.
"""

from __future__ import annotations

import json
from dataclasses import replace
from math import ceil
from typing import Any

from engine.api import CallError
from language import tr
from pipeline.analysis.deviation import Known, known_deviation
from pipeline.analysis.marts import open_marts
from pipeline.simulation.executor import Pool
from pipeline.simulation.runs import Run, settings, simulate
from pipeline.store.progress import Progress
from pipeline.store.store import Store

FIRST = 20_000
"""Hands of the first run of a game, from which the rest is estimated."""
MOST = 20_000_000
_ROOM = 1.1  # safety margin on the estimate


def simulate_until(
    store: Store,
    run: Run,
    within: float,
    *,
    replace_there: bool = False,
    threads: int | None = None,
    pool: Pool | None = None,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Play each game of `run` by itself until the 95 % interval of its deviation reaches no more than the fraction `within`
    of it on both sides (0.01 is 1 %); `run.hands` is the number of hands that each game begins with.

    Returns a row a game: session_id, game, hands, net_sd (antes, a chain), within, effective (sample). A run
    that is in the store and long enough is left as it is. Raises CallError for a fraction below 0.0005 or from 1 on,
    and where `MOST` hands aren't enough.
    """
    if not 0.0005 <= within < 1:
        raise CallError(
            tr("--until takes a share from 0.05 % to 100 %, such as 1%, not {within:g}.", within=within)
        )
    rows = []
    for variant in run.variants:
        run = replace(run, variants=[variant])
        name = run.name_for(f"until {100 * within:g}")
        hands = run.hands
        known = None
        if store.has(name) and not replace_there:
            hands, known = _played(store, name, run), _deviation_of(store, name)
        while known is None or (reach := relative_reach(known)) is None or reach > within:
            if known is not None:
                hands = estimate_length(hands, known, within, variant.name)
            longer = replace(run, hands=hands)
            simulate(
                store, longer, session_id=name, replace=store.has(name), threads=threads, pool=pool,
                progress=progress,
            )  # fmt: skip
            known = _deviation_of(store, name)
        rows.append({
            "session_id": name, "game": variant.name, "hands": known.hands, "net_sd": known.net_sd,
            "within": reach, "effective": known.effective,
        })  # fmt: skip
    return rows


def _played(store: Store, session: str, run: Run) -> int:
    """The number of hands that a stored run was played for. Raises CallError if it differs from `run` in anything
    else.
    """
    there, wanted = (
        json.loads(text) for text in (store.read("sessions", session)["house_rules"][0], settings(run))
    )
    hands = int(there["hands"])
    if there | {"hands": wanted["hands"]} != wanted:
        raise CallError(
            tr(
                "The session {name!r} has other details of its hands: --replace plays it again.",
                name=session,
            )
        )
    return hands


def _deviation_of(store: Store, session: str) -> Known:
    """Return the precision of a run's deviation per chain."""
    with open_marts(store.path, ()) as con:
        return known_deviation(con, session, "chain")


def relative_reach(known: Known) -> float | None:
    """Return the radius of the interval as a fraction of the deviation; null if there is none yet."""
    if known.high is None:
        return None
    return known.high / known.net_sd - 1 if known.net_sd else 0.0


def estimate_length(hands: int, known: Known, within: float, game: str) -> int:
    """An estimate of the hands needed. Raises CallError for more than `MOST`."""
    reach = relative_reach(known)
    times = (known.needed or known.sample) / known.sample if reach is None else (reach / within) ** 2
    needed: int = ceil(hands * max(times, 1.0) * _ROOM)
    if needed > MOST:
        raise CallError(
            tr(
                "{game} takes about {needed:,} hands to be known to {within:.2%}: ask for less, such "
                "as --until {more:.0%}.",
                game=game,
                needed=needed,
                within=within,
                more=max(2 * within, 0.01),
            )
        )
    return needed
