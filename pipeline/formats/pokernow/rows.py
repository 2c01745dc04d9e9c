"""PokerNow's files as rows: CSV with a known first line."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from language import tr
from pipeline.formats.files import FileError, text_lines


def read_rows(
    path: Path, columns: Sequence[str], what: str, optional: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row by column as it comes, with the number of its last line in the file; `what` that should be.

    Columns that are `optional` may be missing and are "" then. Raises FileError for a file that can't be
    read, has another first line, or is cut off within a row.
    """
    reader = csv.reader((f"{line}\n" for _, line in text_lines(path)), strict=True)
    try:
        header = next((row for row in reader if any(cell.strip() for cell in row)), None)
        if header is None:
            raise FileError(tr("{name} is empty: download the {what} again.", name=path.name, what=what))
        if [name for name in header if name not in optional] != [*columns]:
            raise FileError(
                tr(
                    "{name} is no PokerNow {what}: it begins with {header!r}, and a {what} with {columns}.",
                    name=path.name,
                    what=what,
                    header=",".join(header)[:60],
                    columns=",".join(columns),
                )
            )
        for row in reader:
            if len(row) != len(header):
                raise cut_off(path, reader.line_num, what)
            yield reader.line_num, dict.fromkeys(optional, "") | dict(zip(header, row, strict=True))
    except csv.Error as error:
        raise cut_off(path, reader.line_num, what) from error


def moment(text: str) -> datetime:
    """A time as the files write it; one without a zone is UTC. Raises ValueError for other text."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def cut_off(path: Path, line: int, what: str) -> FileError:
    """The error of a file that ends too early, or was damaged."""
    return FileError(
        tr(
            "{name}, line {line} is cut off or damaged: download the whole {what} again.",
            name=path.name,
            line=line,
            what=what,
        )
    )
