"""The stacks at the start of simulated hands: one depth, a range, or the logged ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.api import CallError, Variant
from language import tr
from pipeline.store.games import catalogue_of

LOGGED = "logged"
AT_STACKS = " at "
"""Separates a profile from its stacks in the name of a line-up: ``friends at 30-200``."""
_DEPTHS = 33
"""Depths that a range or the logged stacks are represented by."""
_ROWS = 4096
_SHALLOWEST, _DEEPEST = 1.0, 10_000.0
_LOGGED = """
    select h.variant_id, h.additions, s.stack_before / h.unit as depth
    from int_hands as h
    inner join stg_sessions as n using (session_id)
    inner join stg_seats as s using (session_id, hand_no)
    where n.kind != 'run' and h.played and h.unit is not null and s.stack_before > 0 and not is_tournament(n.house_rules)
    order by all
"""


@dataclass(frozen=True, kw_only=True)
class Stacks:
    """Depths of stacks, in big blinds (antes), one of which each player draws for each hand; `name` is the text that
    was parsed. They matter in games in which players can go all-in; other games are played at the house's stakes.
    """

    name: str
    depths: tuple[float, ...]

    def chips(self, variant: Variant, players: int) -> NDArray[np.int64] | None:
        """The chips of each seat, a row for each of `_ROWS` hands, then again; None where stacks don't matter."""
        if not variant.all_in:
            return None
        drawn = np.random.default_rng(players).choice(self.depths, size=(_ROWS, players))
        return np.maximum(np.round(drawn * variant.unit), 1).astype(np.int64)


def parse_stacks(text: str, store: Path) -> Stacks:
    """Read ``40``, ``30-200`` (each depth in proportion as likely) or ``logged`` (by the store's nights and
    imports): depths in big blinds. Raises CallError for anything else, or if no stacks are logged.

    >>> stacks = parse_stacks("30-200", Path("friends"))
    >>> len(stacks.depths), stacks.depths[:3], stacks.depths[-1]
    (33, (30.9, 32.7, 34.6), 194.3)
    """
    if text == LOGGED:
        if stacks := logged_stacks(store):
            return stacks
        raise CallError(
            tr("The store has no logged hands with stacks: log or import some, or write --stacks 30-200.")
        )
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?", text.strip())
    low, high = (float(match[1]), float(match[2] or match[1])) if match else (0.0, 0.0)
    if not _SHALLOWEST <= low <= high <= _DEEPEST:
        raise CallError(
            tr(
                "--stacks {text!r} isn't a depth in big blinds: write 40, 30-200 or logged.",
                text=text,
            )
        )
    if low == high:
        return Stacks(name=f"{low:g}", depths=(low,))
    middles = (np.arange(_DEPTHS) + 0.5) / _DEPTHS
    depths = low * (high / low) ** middles
    return Stacks(name=f"{low:g}-{high:g}", depths=tuple(depths.round(1).tolist()))


def logged_stacks(store: Path) -> Stacks | None:
    """Return the depths, in big blinds, of all players in the logged hands of games in which a player can go all-in;
    None if there are none.

    >>> print(logged_stacks(folder))  # these friends didn't log their stacks
    None
    """
    from pipeline.analysis.marts import query_store

    games = catalogue_of(store)
    depths = [
        row["depth"]
        for row in query_store(store, _LOGGED)
        if (game := games.with_additions(str(row["variant_id"]), str(row["additions"]))) and game.all_in
    ]
    return Stacks(name=LOGGED, depths=_quantiles(np.array(depths, np.float64))) if depths else None


def _quantiles(depths: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(np.quantile(depths, (np.arange(_DEPTHS) + 0.5) / _DEPTHS).round(1).tolist())
