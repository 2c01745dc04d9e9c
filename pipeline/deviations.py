"""How well a run of one game knows how wild it is, for itself.

`mart_variant_lineups` adds up all runs of a game by a line-up; here it is one run's answer.
"""

from __future__ import annotations

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


def known_deviation(con: DuckDBPyConnection, session: str, per: str, pace: float = 1) -> Known:
    """What a run of one game tells, per hand, chain or hour (at so many seconds a hand), by the formulas of
    queries/formulas.sql.
    """
    (row,) = con.execute(
        """
        with sums as (
            select
                net_sums_in_antes(nets, unit, unit) as nets,
                enough_for(sum(counts.hands), sum(pots.number), sum(carries.total)) as enough,
                cast(sum(pots.number) as double) as number,
                cast(sum(counts.hands) as double) as hands
            from int_variant_sums
            where session_id = $session and per = if($per = 'hand', 'hand', 'chain')
        ),

        told as (
            select
                *,
                if($per = 'hour', sqrt(3600 * number / (hands * $pace)), 1) * sqrt(variance(nets)) as net_sd,
                -- who never wins nor loses anything is known exactly
                if(variance(nets) = 0, 1, deviation_ratio(nets, enough)) as ratio,
                coalesce(effective_sample(nets), number) as effective
            from sums
        )

        select
            net_sd, net_sd / ratio, net_sd * ratio, cast(number as bigint), effective,
            if(ratio is null, cast(ceil(number * enough / effective) as bigint), null),
            cast(hands as bigint)
        from told
        """,
        {"session": session, "per": per, "pace": pace},
    ).fetchall()
    return Known(*row)


__all__ = ["Known", "known_deviation"]
