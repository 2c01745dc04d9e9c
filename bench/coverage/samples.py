"""Samples of clusters, drawn with replacement: their sums, as `queries/formulas.sql` takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import arro3.core as arrow
import duckdb
import numpy as np
import polars as pl

from queries.models import FORMULAS

PLAYERS = 5
PROFILE = "regular"
SEED = 70_402_611

Floats = np.ndarray[Any, np.dtype[np.float64]]
Columns = Mapping[str, Floats]
"""Of each cluster what adds up, by the name of the sum."""


def formulas() -> duckdb.DuckDBPyConnection:
    """A connection that knows the formulas."""
    con = duckdb.connect()
    con.execute(FORMULAS.read_text(encoding="utf-8"))
    return con


def net_sums(name: str, seats: Floats, net: Floats, squares: Floats) -> dict[str, Floats]:
    """What `net_sums` adds up, a row a cluster."""
    sums = {
        "clusters": np.ones(len(net)), "seats": seats, "net_sum": net, "net_squares": squares,
        "seats_x_seats": seats * seats, "net_x_net": net * net, "net_x_seats": net * seats,
        "squares_x_squares": squares * squares, "squares_x_net": squares * net,
        "squares_x_seats": squares * seats,
    }  # fmt: skip
    return {f"{name}.{field}": values for field, values in sums.items()}


def ratio_sums(name: str, number: Floats, total: Floats) -> dict[str, Floats]:
    """What `ratio_sums` adds up, a row a cluster."""
    sums = {
        "clusters": np.ones(len(number)), "number": number, "total": total,
        "number_x_number": number * number, "total_x_total": total * total, "total_x_number": total * number,
    }  # fmt: skip
    return {f"{name}.{field}": values for field, values in sums.items()}


def drawn(
    columns: Columns, sums_of: Callable[[Columns], Columns], size: int, samples: int
) -> Iterator[Columns]:
    """Sums of samples of clusters, one sample after the other."""
    rng = np.random.default_rng([SEED, size])
    count = len(next(iter(columns.values())))
    for _ in range(samples):
        chosen = rng.integers(0, count, size)
        yield sums_of({name: values[chosen] for name, values in columns.items()})


def put_samples(con: duckdb.DuckDBPyConnection, samples: Iterator[Columns]) -> None:
    """Put the sums of samples into the table `samples`, a struct a name."""
    rows = [{name: float(values.sum()) for name, values in sample.items()} for sample in samples]
    put_sums(con, list(rows[0]), np.array([list(row.values()) for row in rows]))


def put_sums(con: duckdb.DuckDBPyConnection, names: list[str], sums: Floats) -> None:
    """Put sums (samples, names) into the table `samples`: `nets.seats` is the field `seats` of `nets`."""
    frame = pl.DataFrame(sums, schema=names)
    structs: dict[str, list[str]] = {}
    for name in names:
        structs.setdefault(name.partition(".")[0], []).append(name)
    frame = frame.select(
        pl.struct(pl.col(name).alias(name.partition(".")[2]) for name in fields).alias(struct)
        if "." in fields[0]
        else pl.col(struct)
        for struct, fields in structs.items()
    )
    con.execute("drop table if exists samples")
    con.from_arrow(arrow.Table.from_arrow(frame)).create("samples")


def percent(share: float | None) -> str:
    """A share in per cent with one decimal; a dash where there is none."""
    return "–" if share is None else f"{share:.1%}"
