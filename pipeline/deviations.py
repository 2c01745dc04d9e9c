"""How well a run of one game knows how wild it is, for itself.

`mart_variant_lineups` adds up all runs of a game by a line-up; here it is one run's answer.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from duckdb import DuckDBPyConnection


class Known(NamedTuple):
    """The deviation of a seat's net in antes with its 95 % interval, null where it takes about `needed` of
    the `sample` (hands or chains) to know; `effective` is the effective sample, `hands` were played.
    """

    net_sd: float
    low: float | None
    high: float | None
    sample: int
    effective: float
    needed: int | None
    hands: int

    @property
    def reach(self) -> tuple[float, float]:
        """How far the interval goes below and above, as logarithms. Raises ValueError where there is none."""
        if self.low is None or self.high is None:
            raise ValueError("the deviation isn't known so well that it has an interval")
        return (log(self.net_sd / self.low), log(self.high / self.net_sd)) if self.net_sd else (0.0, 0.0)


def known_deviation(con: DuckDBPyConnection, session: str, per: str, pace: float = 1) -> Known:
    """What a run of one game tells, per hand, chain or hour (at so many seconds a hand), by the formulas of
    queries/formulas.sql.
    """
    (row,) = con.execute(
        """
        with sums as (
            select
                net_sums_in_antes(nets, unit, unit) as nets,
                pots_grow(sum(counts.hands), sum(pots.number), sum(carries.total)) as grow,
                cast(sum(pots.number) as double) as number,
                cast(sum(counts.hands) as double) as hands
            from int_variant_sums
            where session_id = $session and per = if($per = 'hand', 'hand', 'chain')
        ),

        told as (
            select
                *,
                if($per = 'hour', sqrt(3600 * number / (hands * $pace)), 1) * sqrt(variance(nets)) as net_sd,
                coalesce(effective_sample(nets), number) as effective,
                -- who never wins nor loses anything is known exactly
                if(
                    variance(nets) = 0, {low: 1e0, high: 1e0},
                    deviation_ends(effective, nets.clusters, grow, variance(nets), variance_error(nets))
                ) as ends,
                enough(effective, nets.clusters, grow) as enough
            from sums
        )

        select
            net_sd, net_sd * ends.low, net_sd * ends.high, cast(number as bigint), effective,
            if(ends is null, cast(ceil(number / enough) as bigint), null),
            cast(hands as bigint)
        from told
        """,
        {"session": session, "per": per, "pace": pace},
    ).fetchall()
    return Known(*row)


__all__ = ["Known", "known_deviation"]
