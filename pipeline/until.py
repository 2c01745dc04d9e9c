"""Runs that are as long as it takes: each game is played until its deviation is known so well.

A first run of a game says how many hands it takes, about; a longer one, of the same hands and more, is played
in its place until the interval of the deviation per chain (docs/statistics.md) is narrow enough. How many
hands that becomes follows from the hands alone, so the same seed ends with the same run.
"""

from __future__ import annotations

import json
from dataclasses import replace
from math import ceil
from typing import Any

from engine.api import CallError
from language import tr
from pipeline.marts import open_marts
from pipeline.progress import Progress
from pipeline.simulation.remote import Pool
from pipeline.simulation.runs import Run, simulate
from pipeline.store.store import Store

FIRST = 20_000
"""Hands of the first run of a game, from which the rest is guessed."""
MOST = 20_000_000
_ROOM = 1.1  # a guess is a guess: so much more is played
_ENOUGH = (
    400  # the effective sample from which on there is an interval, as `enough()` in queries/formulas.sql
)


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
    """Play each game of `run` for itself until the 95 % interval of its deviation is `within` so large a part
    of it on both sides (0.01 is 1 %); `run.hands` are the first of each.

    Returns a row a game: session_id, game, hands, net_sd (antes, a chain), within. A run that is there and
    long enough is left as it is. Raises CallError for a part that isn't between 0 and 1, and where `MOST`
    hands aren't enough.
    """
    if not 0.0005 <= within < 1:
        raise CallError(
            tr("--until takes a part from 0.05 % to 100 %, such as 1%, not {within:.4%}.", within=within)
        )
    found = []
    for variant in run.variants:
        what = f"{variant.id} {variant.additions}".strip()
        name = f"run {what} {run.players}p until {100 * within:g} s{run.seed}".replace(" ", "-")
        hands = run.hands
        known = None
        if store.has(name) and not replace_there:
            hands, known = _played(store, name), _known(store, name)
        while known is None or known["within"] is None or known["within"] > within:
            if known is not None:
                hands = _guess(hands, known, within, variant.name)
            longer = replace(run, variants=[variant], hands=hands)
            simulate(
                store, longer, session_id=name, replace=store.has(name), threads=threads, pool=pool,
                progress=progress,
            )  # fmt: skip
            known = _known(store, name)
        found.append({"session_id": name, "game": variant.name, **known})
    return found


def _played(store: Store, session: str) -> int:
    """For how many hands a run was asked."""
    return int(json.loads(store.read("sessions", session)["house_rules"][0])["hands"])


def _known(store: Store, session: str) -> dict[str, Any]:
    """How well a run of one game knows its deviation per chain; `within` is null where it can't tell yet."""
    with open_marts(store.path) as con:
        ((hands, sd, ratio, effective, varies),) = con.execute(
            """
            with sums as (
                select sum(counts.hands) as hands, net_sums_in_antes(nets, unit, unit) as nets
                from int_variant_sums
                where session_id = ? and per = 'chain'
            )
            select
                cast(hands as bigint), sqrt(variance(nets)), deviation_ratio(nets), effective_sample(nets),
                coalesce(variance_error(nets) > 0, false)
            from sums
            """,
            [session],
        ).fetchall()
    within = ratio - 1 if ratio is not None else None if varies else 0.0
    return {"hands": hands, "net_sd": sd, "within": within, "effective": effective}


def _guess(hands: int, known: dict[str, Any], within: float, game: str) -> int:
    """About how many hands it takes, where so many aren't enough. Raises CallError for more than `MOST`."""
    width, effective = known["within"], known["effective"]
    times = _ENOUGH / effective if width is None else (width / within) ** 2
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
