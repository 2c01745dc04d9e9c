"""What was measured, as tables for a reader and as a document to keep."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from rich.table import Table

from bench.harness import Spread
from bench.rows import Figure, Row

Rates = Mapping[str, Sequence[float]]

PACKAGES = ("numba", "numpy", "polars", "open-spiel", "pokerkit", "eval7")
STYLES = {"kept": "green", "missed": "red", "not measured": "dim"}


def scaled(value: float) -> str:
    """A rate or a ratio with three digits that matter: 106, 45.2 k, 1.35 M."""
    for limit, letter in ((1e6, " M"), (1e3, " k")):
        if value >= limit:
            return f"{value / limit:.3g}{letter}"
    return f"{value:.3g}"


def rates_table(rates: Rates, missing: Mapping[str, str], units: Mapping[str, str]) -> Table:
    """Everyone's rate by itself, which only says something of this machine today."""
    table = Table("who", "a second", "quartiles", "of what", title="Rates on this machine")
    for name, values in rates.items():
        spread = Spread.of(values)
        table.add_row(
            name, scaled(spread.median), f"{scaled(spread.low)} – {scaled(spread.high)}", units[name]
        )
    for name, reason in missing.items():
        table.add_row(name, "–", reason, units[name], style="dim")
    return table


def rows_table(rows: Sequence[Row], rates: Rates, missing: Mapping[str, str]) -> Table:
    """The ratios against their budgets, each kind of work with those it is compared with below it."""
    table = Table("work, and against whom", "ratio", "quartiles", "budget", "verdict", title="Ratios")
    work = ""
    for row in rows:
        if row.work != work:
            work = row.work
            table.add_section()
            table.add_row(work, style="bold")
        ratio = row.ratios(rates)
        verdict = row.verdict(ratio)
        if ratio is None:
            cells = ["–", missing.get(row.ours.name) or missing[row.against.name]]
        else:
            cells = [f"{scaled(ratio.median)}×", f"{scaled(ratio.low)} – {scaled(ratio.high)}"]
        table.add_row(f"  {row.against.name}", *cells, row.budget(), verdict, style=STYLES.get(verdict))
    return table


def figures_table(spreads: Mapping[Figure, Spread]) -> Table:
    """What was measured by itself, against its budget."""
    table = Table("what", "median", "quartiles", "budget", "verdict", title="By itself")
    for figure, spread in spreads.items():
        cells = [
            scaled(spread.median),
            f"{scaled(spread.low)} – {scaled(spread.high)}",
            f"≤ {figure.at_most:g}",
        ]
        verdict = figure.verdict(spread)
        table.add_row(
            figure.work, *(f"{cell} {figure.unit}" for cell in cells), verdict, style=STYLES[verdict]
        )
    return table


def _processor() -> str:
    """The processor's name, as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def document(
    rows: Sequence[Row], rates: Rates, missing: Mapping[str, str], spreads: Mapping[Figure, Spread]
) -> dict[str, Any]:
    """All that was measured: the machine, every turn's rate, each row's ratio and verdict, each figure."""
    entries = []
    for row in rows:
        ratio = row.ratios(rates)
        entries.append(
            {
                "work": row.work,
                "ours": row.ours.name,
                "against": row.against.name,
                "ratio": asdict(ratio) if ratio else None,
                "at_least": row.at_least,
                "at_most": row.at_most,
                "aim": row.aim,
                "verdict": row.verdict(ratio),
            }
        )
    return {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"processor": _processor(), "cores": os.cpu_count(), "system": platform.platform()},
        "versions": _versions(),
        "rows": entries,
        "figures": [
            {
                "work": figure.work,
                "unit": figure.unit,
                "found": asdict(spread),
                "at_most": figure.at_most,
                "verdict": figure.verdict(spread),
            }
            for figure, spread in spreads.items()
        ],
        "rates": {name: list(values) for name, values in rates.items()},
        "missing": dict(missing),
    }
