"""The formulas of formulas.sql, against plain Python over the same clusters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import exp, sqrt
from statistics import fmean

import arro3.core as arrow
import duckdb
import polars as pl
import pytest

from queries.models import FORMULAS
from tests.queries.test_recomputed import student

Z = 1.959964


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as con:
        con.execute(FORMULAS.read_text(encoding="utf-8"))
        yield con


def clusters(rng: random.Random, count: int) -> list[list[int]]:
    """Clusters of two to five nets, few of them large, that don't sum to zero."""
    return [
        [round(rng.lognormvariate(1, 0.5)) - rng.randint(0, 4) for _ in range(rng.randint(2, 5))]
        for _ in range(count)
    ]


def sums(con: duckdb.DuckDBPyConnection, nets: list[list[int]]) -> None:
    rows = [(len(some), sum(some), sum(net * net for net in some)) for some in nets]
    frame = pl.DataFrame(rows, schema=["seats", "net", "squares"], orient="row")
    con.execute("drop table if exists clusters")
    con.from_arrow(arrow.Table.from_arrow(frame)).create("clusters")
    con.execute(
        "create or replace temp table sums as select net_sums(seats, net, squares) as nets from clusters"
    )


def test_interval_of_a_deviation(con: duckdb.DuckDBPyConnection) -> None:
    nets = clusters(random.Random(1), 1500)
    sums(con, nets)
    every = [net for some in nets for net in some]
    mean, count, n = fmean(every), len(nets), len(every)
    around = sum((net - mean) ** 2 for net in every) / n
    error = sqrt(count / (count - 1) * sum(sum(net - mean for net in some) ** 2 for some in nets)) / n
    variance = around + error**2
    residuals = [sum((net - mean) ** 2 - around for net in some) for some in nets]
    margin = sqrt(count / (count - 1) * sum(r * r for r in residuals)) / n
    squares = [sum(net * net for net in some) for some in nets]
    effective = sum(squares) ** 2 / sum(s * s for s in squares)
    assert effective > 400
    result = con.execute(
        "select net_error(nets), variance(nets), variance_error(nets), effective_sample(nets) from sums"
    ).fetchone()
    assert result == pytest.approx((error**2, variance, margin**2, effective))
    reach = Z * (1 + 1.5 / sqrt(effective)) * margin / (2 * variance)
    assert ends(con) == pytest.approx({"low": exp(-reach), "high": exp(reach)})


def ends(con: duckdb.DuckDBPyConnection, grow: str = "false") -> dict[str, float] | None:
    sql = "effective_sample(nets), nets.clusters, {grow}, variance(nets), variance_error(nets)"
    return con.execute(f"select deviation_ends({sql.format(grow=grow)}) from sums").fetchall()[0][0]


def test_too_few_hands_have_no_interval(con: duckdb.DuckDBPyConnection) -> None:
    """400 equal clusters are an effective sample of 400, and one that is worth 20 of them makes it small."""
    sums(con, [[1, -1]] * 400)
    assert con.execute("select effective_sample(nets) from sums").fetchone() == (400,)
    assert ends(con) == {"low": 1, "high": 1}
    sums(con, [[1, -1]] * 399)
    assert ends(con) is None
    sums(con, [[1, -1]] * 400 + [[20, -20]])
    (effective,) = con.execute("select effective_sample(nets) from sums").fetchall()[0]
    assert effective == pytest.approx(1600**2 / (400 * 4 + 800**2))
    assert ends(con) is None


def test_pots_that_are_carried_grow(con: duckdb.DuckDBPyConnection) -> None:
    """Four of twelve hands carried theirs on, or twelve hands are of eight pots: it takes 5,000 pots."""
    query = "select pots_grow(12, 12, 4), pots_grow(12, 8, 0), pots_grow(12, 12, 3), pots_grow(12, 9, 0)"
    assert con.execute(query).fetchone() == (True, True, False, False)
    query = "select enough(100, 5000, true), enough(100, 5000, false)"
    assert con.execute(query).fetchone() == (1, 0.25)


def test_what_is_true_lies_above_where_pots_grow(con: duckdb.DuckDBPyConnection) -> None:
    """Of 5,000 pots one of 50 chips makes a third of the squares: e is about a sixth."""
    sums(con, [[1, -1]] * 4999)
    assert ends(con, "true") is None
    sums(con, [[1, -1]] * 4999 + [[-50, 50]])
    told = con.execute("select sqrt(variance_error(nets)) / variance(nets) / 2 from sums").fetchall()[0][0]
    assert told == pytest.approx(1 / 6, rel=1e-3)
    assert ends(con, "true") == pytest.approx({"low": exp(-1.6 * told), "high": exp(2.8 * told)})


def test_students_distribution(con: duckdb.DuckDBPyConnection) -> None:
    """Against the table: within 2.1 % at two degrees of freedom, .3 % from three on."""
    table = {2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 1e9: 1.960}
    for freedom, point in table.items():
        ((result,),) = con.execute("select student($1)", [freedom]).fetchall()
        assert result == pytest.approx(point, rel=0.003 if freedom >= 3 else 0.021), freedom


def test_a_mean_net_is_as_uncertain_as_its_large_clusters(con: duckdb.DuckDBPyConnection) -> None:
    """Clusters of equal weight lose nothing; one of 30 that has nearly all the weight leaves two degrees."""
    for nets, freedom in (([[1, 1]] * 14 + [[-1, -1]] * 14, 27), ([[1, 1]] * 29 + [[-400, -400]], 2.07)):
        sums(con, nets)
        sql = "select net_margin(nets.clusters, effective_sample(nets), 1), student($1) from sums"
        result, expected = con.execute(sql, [freedom]).fetchall()[0]
        assert result == pytest.approx(expected, rel=2e-3)


def test_interval_of_the_mean_pot(con: duckdb.DuckDBPyConnection) -> None:
    """100 pots, half of 2 and half of 6: an error of 2 / sqrt(99), half of that of the logarithm of 4."""
    sql = "select pot_reach(ratio_sums(1, if(i % 2 = 0, 2, 6)), false) from range($1) as t (i)"
    assert con.execute(sql, [100]).fetchall()[0][0] == pytest.approx(student(99) / sqrt(99) / 2)
    assert con.execute(sql, [99]).fetchone() == (None,)


def test_where_the_share_of_a_quantile_lies(con: duckdb.DuckDBPyConnection) -> None:
    """Of a count of 200 with p = .05: 4 to 16 hold 95 % (binomial), and reach further up."""
    low, high = con.execute("select 200 * place_low(0.05, 200), 200 * place_high(0.05, 200)").fetchall()[0]
    assert (low, high) == pytest.approx((4.38, 16.47), abs=0.01)
    assert con.execute("select place_low(0.05, 10), place_high(0.95, 10)").fetchone() == (0, 1)


def test_intervals_cover(con: duckdb.DuckDBPyConnection) -> None:
    """600 samples of 1500 chains of skewed stakes: what is true lies within 93 to 97 % of the intervals."""
    con.execute(
        """
        create temp table stakes as
        with chains as (
            select
                i // 1500 as sample,
                hash(i) / 18446744073709551616 as u,
                hash(i, 7) / 18446744073709551616 as w
            from range(900000) as t (i)
        )
        select sample, cast(round(exp(1.5 + 0.45 * sqrt(-2 * ln(u)) * cos(2 * pi() * w))) as bigint) as stake
        from chains where u > 0
        """
    )
    covered, answered = con.execute(
        """
        with truth as (select sqrt(avg(stake * stake)) as sd from stakes),
        sums as (select net_sums(2, 0, 2 * stake * stake) as nets from stakes group by sample)
        select
            avg(cast(sd between found * ends.low and found * ends.high as int))
                filter (where ends is not null),
            count(ends) / count(*)
        from (
            select
                sqrt(variance(nets)) as found,
                deviation_ends(
                    effective_sample(nets), nets.clusters, false, variance(nets), variance_error(nets)
                ) as ends
            from sums
        )
        cross join truth
        """
    ).fetchall()[0]
    assert answered > 0.9
    assert 0.93 <= covered <= 0.975


def test_a_share_over_chains(con: duckdb.DuckDBPyConnection) -> None:
    """Each chain carries its pot all but once: the chains' ends tell more than as many hands would alone."""
    con.execute("create temp table chains as select unnest([3, 2, 4, 3, 2, 4, 3, 3]) as hands")
    (share, sample) = con.execute(
        "select s.total / s.number, share_sample(s) "
        "from (select ratio_sums(hands, hands - 1) as s from chains)"
    ).fetchall()[0]
    hands = [3, 2, 4, 3, 2, 4, 3, 3]
    p = 16 / 24
    assert share == pytest.approx(p)
    residuals = sum((h - 1 - p * h) ** 2 for h in hands)
    assert sample == pytest.approx(p * (1 - p) * 24**2 * 7 / 8 / residuals)
    alone = con.execute(
        "select share_sample(ratio_sums(1, cast(i % 4 = 0 as int))) from range(400) as t (i)"
    ).fetchall()
    assert alone == [(pytest.approx(399),)]
