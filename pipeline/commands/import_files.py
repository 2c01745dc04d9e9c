"""Imports files one by one into a store, and prints what came of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from language import tr, trn
from pipeline.commands import print_rows, run_plain, say
from pipeline.commands.namesakes import offer_merges, warn_of_doubles

if TYPE_CHECKING:
    from datetime import date

    from engine.api import PederError
    from pipeline.formats.sessions import Imported, Written
    from pipeline.store.people import Person
    from pipeline.store.progress import Progress


def import_each(
    read: Callable[[Path], Sequence[Imported]],
    files: list[Path],
    store: Path,
    *,
    replace: bool,
    merge: bool,
    as_json: bool,
) -> None:
    """Read and write file by file, and say what came in; one that is refused doesn't keep out the others."""
    from pipeline.formats.sessions import write_import
    from pipeline.store.store import Store

    run_plain()  # to load kernels takes longer than ranking the hands of a night
    done: list[tuple[Imported, Written]] = []

    def import_file(path: Path, _: Progress) -> None:
        if not (sessions := read(path)):
            return
        done.extend(zip(sessions, write_import(Store(store), sessions, replace=replace), strict=True))

    refused, is_cut = file_by_file(files, import_file)
    for one, written_one in done:
        for remark in one.remarks:
            say(f"{one.source.name}: {remark}.")
        if one.is_tournament:
            about = tr(
                "a tournament, whose chips aren't money: profiles, paces and logged stacks leave it out"
            )
            say(f"{one.source.name}: {about}.")
        if written_one.result == "there already":
            say(
                tr(
                    "{name} is in the store already, as the session {session_id!r}.",
                    name=one.source.name,
                    session_id=one.session_id,
                )
            )
    warn_of_days_ahead([one for one, _ in done])
    is_cut |= is_cut_merging(
        store, [pair for _, written_one in done for pair in written_one.namesakes], merge=merge
    )
    warn_of_doubles(store, {one.session_id for one, _ in done})
    rows = [_row(one, written_one) for one, written_one in done]
    print_imported(rows, refused, len(files), is_cut=is_cut, as_json=as_json)


def file_by_file(
    files: Sequence[Path], import_file: Callable[[Path, Progress], None]
) -> tuple[list[PederError], bool]:
    """Import each file; returns the errors of those that were refused, and whether Ctrl-C came before the last.

    Raises the error of a single file.
    """
    from engine.api import PederError
    from pipeline.store.interrupts import watched
    from pipeline.store.progress import bar

    refused: list[PederError] = []
    waiting = partial(say, tr("Stopping once this file is in the store, which is being written."))
    with bar() as progress, watched(waiting) as watch:
        try:
            for number, path in enumerate(files):
                progress(tr("reading {name}", name=path.name), number, len(files))
                try:
                    import_file(path, progress)
                except PederError as error:
                    if len(files) == 1 or watch.came:
                        raise
                    refused.append(error)
                watch.is_held = False
                if watch.came:
                    break
        except BaseException:  # libraries make errors of their own of Ctrl-C
            if not watch.came:
                raise
        return refused, watch.came


def is_cut_merging(store: Path, pairs: Sequence[tuple[Person, Person]], *, merge: bool) -> bool:
    """Offer to merge new players with known ones; returns whether the answer was Ctrl-C."""
    try:
        offer_merges(store, pairs, merge=merge)
    except (KeyboardInterrupt, typer.Abort):
        return True
    return False


def print_imported(
    rows: Sequence[Mapping[str, object]],
    refused: Sequence[PederError],
    files: int,
    *,
    is_cut: bool,
    as_json: bool,
) -> None:
    """Print what was imported, and how many files were refused. Ends with exit code 1 if any was, and with 130 after
    Ctrl-C.
    """
    if rows:
        print_rows(rows, as_json=as_json)
    for sentence in refused:
        say(f"peder: {sentence}")
    if is_cut:
        summary = trn(
            "Stopped: {n} session is in the store, as listed; the same command imports the rest.",
            "Stopped: {n} sessions are in the store, as listed; the same command imports the rest.",
            len(rows),
        )
        say(summary if rows else tr("Stopped: nothing was imported."))
        raise typer.Exit(130)
    if refused:
        say(
            tr(
                "{n} of {files} files refused; nothing from them is in the store.",
                n=len(refused),
                files=files,
            )
        )
        raise typer.Exit(1)


def warn_of_days_ahead(imported: Sequence[Imported]) -> None:
    """Say of each file whose sessions are of days that haven't come what the last of them is."""
    from datetime import UTC, datetime

    from pipeline.night.days import ahead_text, evening_of

    last: dict[str, date] = {}
    for one in imported:
        if isinstance(at := one.session.get("started_at"), datetime):
            day = evening_of(at)
            last[one.source.name] = max(day, last.get(one.source.name, day))
    for name, day in last.items():
        if ahead := ahead_text(day, datetime.now(UTC)):
            say(f"{name}: {ahead}")


def _row(file: Imported, written: Written) -> dict[str, object]:
    return {
        "session_id": file.session_id,
        "file": file.source.name,
        "result": written.result,
        "hands": file.hands.filter(status="confirmed").height,
        "players": len(file.names),
        "new_players": len(written.new),
        "entries": file.bank.height,
        "chip_value": file.session["chip_value"],
    }
