"""`python -m bench`: measures the rows of `bench.rows`, prints them as a table and writes them as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bench.harness import take_turns
from bench.results import document, rates_table, rows_table
from bench.rows import ROWS

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
    if not rows:
        raise typer.BadParameter(
            f"no group is called {only}: there are {', '.join({row.group for row in ROWS})}"
        )
    rates: dict[str, list[float]] = {}
    missing: dict[str, str] = {}
    units: dict[str, str] = {}
    with Console(stderr=True).status("") as status:
        for group in dict.fromkeys(row.group for row in rows):
            members = {who.name: who for row in rows if row.group == group for who in (row.against, row.ours)}
            of_group, absent = take_turns(
                list(members.values()), turns=turns, seconds=seconds, progress=status.update
            )
            rates |= of_group
            missing |= absent
            units |= {name: member.unit for name, member in members.items()}
    console = Console()
    console.print(rates_table(rates, missing, units))
    console.print(rows_table(rows, rates, missing))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(document(rows, rates, missing), indent=1) + "\n")
    console.print(f"Medians of {turns} turns, with their quartiles. Every turn: {out}")
    if any(row.verdict(row.ratios(rates)) == "missed" for row in rows):
        raise typer.Exit(1)


if __name__ == "__main__":
    app(prog_name="python -m bench")
