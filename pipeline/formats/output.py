"""Where an export goes: a file that is whole or absent, or standard output."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from engine.api import PederError
from language import tr
from pipeline.store.files import whole_file

STDOUT = Path("-")


class ExportError(PederError):
    """What can't be written, or said in the format that was asked for."""


@contextmanager
def opened(out: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """`out` for writing: when the block ends it is there whole, and not at all where the block raises.

    `-` is standard output; a name that ends in `.gz` is packed. Raises ExportError for a place that can't be
    written.
    """
    if out == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with ExitStack() as stack:
        try:
            file = stack.enter_context(whole_file(out, mode))
        except OSError as error:
            raise ExportError(
                tr(
                    "{out} can't be written ({strerror}): name another place.",
                    out=out,
                    strerror=error.strerror,
                )
            ) from error
        if out.suffix == ".gz":
            file = cast("BinaryIO", stack.enter_context(gzip.GzipFile("", "wb", fileobj=file, mtime=0)))
        yield file
