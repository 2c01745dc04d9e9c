"""Statistics of one run of one game: its deviation, pots and skill, by the formulas of queries/formulas.sql.

The marts add up all runs of a game.
"""

from __future__ import annotations

from math import log
from typing import Any, NamedTuple

from duckdb import DuckDBPyConnection


class Known(NamedTuple):
    """The deviation of a seat's net in antes with its 95 % interval, null as long as that needs about `needed` of the
    `sample` (hands or chains); `effective` is the effective sample, `hands` were played.
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
        """The radii of the interval below and above, as logarithms. Raises ValueError if there is none."""
        if self.low is None or self.high is None:
            raise ValueError("the deviation isn't known so well that it has an interval")
        return (log(self.net_sd / self.low), log(self.high / self.net_sd)) if self.net_sd else (0.0, 0.0)


def known_deviation(con: DuckDBPyConnection, session: str, per: str, pace: float = 1) -> Known:
    """The deviation of a run of one game, per hand, chain or hour (of hands of `pace` seconds)."""
    (known,) = _deviations(con, session, per, pace).values()
    return known


def _deviations(
    con: DuckDBPyConnection, session: str, per: str, pace: float = 1
) -> dict[tuple[str, str], Known]:
    """The deviations of the games of a run, by id and additions."""
    rows = con.execute(
        """
        with sums as (
            select
                variant_id,
                additions,
                net_sums_in_antes(nets, unit, unit) as nets,
                pots_grow(sum(counts.hands), sum(pots.number), sum(carries.total)) as grow,
                cast(sum(pots.number) as double) as number,
                cast(sum(counts.hands) as double) as hands
            from int_variant_sums
            where session_id = $session and per = if($per = 'hand', 'hand', 'chain')
            group by variant_id, additions
        ),

        estimates as (
            select
                *,
                if($per = 'hour', sqrt(3600 * number / (hands * $pace)), 1) * sqrt(variance(nets)) as net_sd,
                coalesce(effective_sample(nets), number) as effective,
                -- a game without wins and losses is known exactly
                if(
                    variance(nets) = 0, {low: 1e0, high: 1e0},
                    deviation_ends(effective, nets.clusters, grow, variance(nets), variance_error(nets))
                ) as ends,
                enough(effective, nets.clusters, grow) as enough
            from sums
        )

        select
            variant_id, additions, net_sd, net_sd * ends.low, net_sd * ends.high, cast(number as bigint),
            effective, if(ends is null, cast(ceil(number / enough) as bigint), null), cast(hands as bigint)
        from estimates
        """,
        {"session": session, "per": per, "pace": pace},
    ).fetchall()
    return {(variant_id, additions): Known(*row) for variant_id, additions, *row in rows}


def run_results(con: DuckDBPyConnection, session: str) -> list[dict[str, Any]]:
    """Return the results of a run, a row for each game: game, hands, and in antes the standard deviation of what a player
    wins in a chain (net_sd) with its 95 % interval (low, high; null where it takes more hands) and the mean pot.

    >>> first = run_results(con, "run-1")[0]
    >>> first["game"], first["hands"], round(first["net_sd"], 2), first["low"], round(first["pot_mean"], 2)
    ('Cincinnati', 40, 6.36, None, 15.66)
    """
    known = _deviations(con, session, "chain")
    games = con.execute(
        """
        with sums as (
            select variant_id, additions, ratio_sums_in_antes(pots, unit, unit) as pots
            from int_variant_sums
            where session_id = $session and per = 'hand'
            group by all
        )

        select
            variant_id, additions, concat_ws(' ', coalesce(v.name, variant_id), nullif(additions, '')) as game,
            pots.total / pots.number
        from sums
        left join stg_variants as v using (variant_id)
        order by game
        """,
        {"session": session},
    ).fetchall()
    columns = ("hands", "net_sd", "low", "high")
    return [
        {"game": game, "pot_mean": pot}
        | {column: getattr(known[variant_id, additions], column) for column in columns}
        for variant_id, additions, game, pot in games
    ]


class Figure(NamedTuple):
    """A figure with its 95 % interval, in chips, antes or as a share (`measure`)."""

    measure: str
    value: float
    low: float | None
    high: float | None


def known_shares(con: DuckDBPyConnection, session: str) -> dict[str, Figure]:
    """The mean pot of a run of one game, and the shares of its hands that ended in a showdown and that carried their
    pot.
    """
    rows = con.execute(
        """
        with sums as (
            select
                ratio_sums_in_antes(pots, unit, unit) as pots,
                added_ratio_sums(showdowns) as showdowns,
                added_ratio_sums(carries) as carries,
                pots_grow(sum(counts.hands), sum(pots.number), sum(carries.total)) as grow
            from int_variant_sums
            where session_id = $session and per = 'hand'
        ),

        shares as (
            select x.metric, x.k / nullif(x.n, 0) as share, x.effective
            from sums as s
            cross join lateral (
                values
                ('showdown', s.showdowns.total, s.showdowns.number, share_sample(s.showdowns)),
                ('carried', s.carries.total, s.carries.number, share_sample(s.carries))
            ) as x (metric, k, n, effective)
        )

        select
            'pot_mean', 'antes', pots.total / pots.number, pots.total / pots.number * exp(-reach),
            pots.total / pots.number * exp(reach)
        from (select *, pot_reach(pots, grow) as reach from sums)
        union all
        select
            metric, 'share', share, share_low(share * effective, effective),
            share_high(share * effective, effective)
        from shares
        where share is not null
        """,
        {"session": session},
    ).fetchall()
    return {metric: Figure(*figure) for metric, *figure in rows}


class Skill(NamedTuple):
    """The advantage of one profile over another in a run, in antes, and the number of hands after which it
    outweighs luck (`n_star`, None where they play equally well; no upper end where they may).
    """

    better: str
    edge_per_100: float
    error_per_100: float
    n_star: float | None
    n_star_low: float | None
    n_star_high: float | None


def known_skill(con: DuckDBPyConnection, session: str, profiles: tuple[str, str]) -> Skill | None:
    """The skill between two profiles (in alphabetical order) of a run; None if they didn't meet."""
    row = con.execute(
        """
        with sums as (
            select
                profile,
                other,
                ratio_sums_in_antes(
                    edges, unit * profile_seats * other_seats, (unit, profile_seats, other_seats)
                ) as edges,
                sum(
                    squares / (unit ** 2 * profile_seats * other_seats)
                    order by unit, profile_seats, other_seats
                ) as squares
            from int_skill_sums
            where session_id = $session and least(profile, other) = $one and greatest(profile, other) = $two
            group by profile, other
        ),

        means as (
            select
                *,
                skill_of(
                    abs(edges.total / edges.number), sqrt(mean_error(edges)), squares / edges.number
                ) as skill
            from sums
        )

        select
            if(edges.total < 0, other, profile), 100 * skill.edge, 100 * skill.error,
            skill.n_star, skill.n_star_low, skill.n_star_high
        from means
        """,
        {"session": session, "one": profiles[0], "two": profiles[1]},
    ).fetchone()
    return Skill(*row) if row else None
