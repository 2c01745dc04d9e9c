"""`peder hands`: hands that match conditions, as a list, as JSON, or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from language import tr
from pipeline.commands import JsonOption, ReadOption, open_for_reports, print_json, print_rows


def hands(
    store: ReadOption,
    asked: Annotated[
        list[str] | None,
        typer.Argument(metavar="CONDITION", help="Such as player=Bo 'game=7s,guts' 'pot>=200' vs=Anna."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write a page instead.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the hands that match every condition; docs/hands.md lists the conditions."""
    from reports.components.numbers import day, number, signed
    from reports.search.fields import parse
    from reports.search.hands import MARTS, find_hands

    text = " ".join(asked or ())
    with open_for_reports(store, MARTS) as con:
        rows = find_hands(con, parse(text))
        if out is not None:
            from reports.page import render, write
            from reports.pages.hands import hands_page
            from reports.search.columns import pack_hands

            write(render(hands_page(con, pack_hands(con, rows), asked=text)), out)
            typer.echo(out)
            return
    if as_json:
        print_json(rows.to_dicts())
        return
    amounts = [tr("pot"), *(tr("net of {player}", player=row) for row in rows["player"].unique() if row)]
    mine = rows["player"].is_not_null().any()
    print_rows(
        [
            {
                tr("night"): row["session_id"] if row["night_at"] is None else day(row["night_at"]),
                tr("hand"): row["hand_no"],
                tr("game"): " ".join(filter(None, [row["game"], row["additions"]])),
                tr("dealer"): row["dealer"] or "",
                tr("pot"): "" if row["pot"] is None else number(row["pot"]),
                tr("won by"): row["winners"] or (tr("draft") if row["status"] != "confirmed" else ""),
                **({tr("net of {player}", player=row["player"] or ""): signed(row["net"])} if mine else {}),
                tr("note"): row["note"] or "",
            }
            for row in rows.to_dicts()
        ],
        as_json=False,
        right=amounts,
    )
