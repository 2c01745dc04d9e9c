"""`python -m bench`: measures the rows of `bench.rows`, prints them as a table and writes them as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bench.harness import Spread, take_turns
from bench.results import document, figures_table, rates_table, rows_table
from bench.rows import FIGURES, ROWS, SHORT_TURNS, Figure

app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)


@app.command()
def main(
    only: Annotated[str, typer.Option(help="Measure the rows of one group.")] = "",
    turns: Annotated[int, typer.Option(min=1, help="How often each contender runs.")] = 15,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long a turn takes.")] = 0.2,
    out: Annotated[Path, typer.Option("--json", help="Where the figures go.")] = Path("build/bench.json"),
) -> None:
    """Measure the budgets; exit code 1 when one was missed."""
    rows = [row for row in ROWS if only in ("", row.group)]
    figures = [figure for figure in FIGURES if only in ("", figure.group)]
    if not rows and not figures:
        known = dict.fromkeys([row.group for row in ROWS] + [figure.group for figure in FIGURES])
        raise typer.BadParameter(f"no group is called {only}: there are {', '.join(known)}")
    rates: dict[str, list[float]] = {}
    missing: dict[str, str] = {}
    units: dict[str, str] = {}
    spreads: dict[Figure, Spread] = {}
    with Console(stderr=True).status("") as status:
        for group in dict.fromkeys(row.group for row in rows):
            members = {who.name: who for row in rows if row.group == group for who in (row.against, row.ours)}
            turn = seconds * SHORT_TURNS.get(group, 1.0)
            of_group, absent = take_turns(
                list(members.values()), turns=turns, seconds=turn, progress=status.update
            )
            rates |= of_group
            missing |= absent
            units |= {name: member.unit for name, member in members.items()}
        for figure in figures:
            status.update(figure.work)
            spreads[figure] = Spread.of([figure.measure() for _ in range(figure.times)])
    console = Console()
    if rows:
        console.print(rates_table(rates, missing, units))
        console.print(rows_table(rows, rates, missing))
        console.print(f"Medians of {turns} turns, with their quartiles.")
    if figures:
        console.print(figures_table(spreads))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(document(rows, rates, missing, spreads), indent=1) + "\n")
    console.print(f"Everything that was measured: {out}")
    verdicts = [row.verdict(row.ratios(rates)) for row in rows]
    verdicts += [figure.verdict(spread) for figure, spread in spreads.items()]
    if "missed" in verdicts:
        raise typer.Exit(1)


if __name__ == "__main__":
    app(prog_name="python -m bench")
