"""`peder import`: hands that were played elsewhere."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add `peder import …`."""
    group = typer.Typer(help="Bring in hands that were played elsewhere.", no_args_is_help=True)
    app.add_typer(group, name="import")
