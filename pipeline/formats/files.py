"""Input files: packed or not, by name, pattern or folder, from a pipe or standard input, in any usual encoding of
text. Unreadable files give one sentence, and zip bombs are refused.
"""

from __future__ import annotations

import codecs
import glob
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from engine.api import PederError, shortened
from language import mark, tr
from pipeline.formats.old_text import TwoReadingsError, decode

STDIN = Path("-")
_CHUNK = 1 << 20
_TRUSTED = 64 << 20
_DENSEST = 150
"""The most a file of more than `_TRUSTED` bytes may grow when unpacked, as a multiple of its size: logs reach 10."""
_LONGEST_LINE = 16 << 20
_GZIP = b"\x1f\x8b"
_OTHERS = {
    b"PK\x03\x04": mark("a zip archive"),
    b"BZh": mark("packed with bzip2"),
    b"\xfd7zXZ": mark("packed with xz"),
    b"(\xb5/\xfd": mark("packed with zstd"),
    b"7z\xbc\xaf": mark("a 7z archive"),
}


class FileError(PederError):
    """A file that isn't what it should be, or contradicts itself, with the file and the place."""


def named_files(words: Sequence[str | Path], suffixes: Sequence[str]) -> list[Path]:
    """Return the files that the words of a command name, each once: files, patterns (`nights/*.csv`), folders with all
    files in them that end in one of the `suffixes` (packed as `.gz` too), and `-` for standard input.

    Raises FileError for a pattern or a folder without such a file.

    >>> for name in ("june.csv", "july.csv.gz", "notes.txt"):
    ...     (tmp / name).touch()
    >>> [file.name for file in named_files([tmp, tmp / "june.csv"], [".csv"])]
    ['july.csv.gz', 'june.csv']
    """
    files: dict[Path, None] = {}
    for word in map(Path, words):
        if word != STDIN and word.is_dir():
            inside = [place for place in sorted(word.rglob("*")) if _fits(place, suffixes)]
            if not inside:
                raise FileError(
                    tr(
                        "{word} holds no file that ends in {suffixes}.",
                        word=word,
                        suffixes=" or ".join(suffixes),
                    )
                )
        elif word != STDIN and not word.exists() and glob.has_magic(str(word)):
            inside = [Path(name) for name in sorted(glob.glob(str(word), recursive=True))]
            inside = [place for place in inside if place.is_file()]
            if not inside:
                raise FileError(tr("No file is called {word!r}: check the pattern.", word=str(word)))
        else:
            inside = [word]
        files.update(dict.fromkeys(inside))
    return list(files)


def _fits(place: Path, suffixes: Sequence[str]) -> bool:
    name = place.name.casefold().removesuffix(".gz")
    return not name.startswith(".") and name.endswith(tuple(suffixes)) and place.is_file()


def read_bytes(path: Path) -> bytes:
    """Read all bytes of a file, unpacked. Raises OSError if the system refuses it, FileError as `chunks` does.

    >>> import gzip
    >>> (tmp / "packed").write_bytes(gzip.compress(b"date,Anna,Bo"))
    32
    >>> read_bytes(tmp / "packed")
    b'date,Anna,Bo'
    """
    return b"".join(chunks(path))


def read_text(path: Path, *, is_sheet: bool = False) -> str:
    """A file as text, its mark of order taken away: UTF-8, UTF-16 with a mark, a sheet also in an encoding from before
    Unicode.

    Raises FileError for one that can't be read, or is other text or none.
    """
    data = b"".join(readable(path, chunks(path)))
    encoding = _encoding(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if not is_sheet:
            raise _no_text(path, error) from error
        if encoding == "utf-8-sig" and b"\0" not in data:
            with suppress(UnicodeDecodeError):
                return _old_text(path, data)
        raise FileError(
            tr("{name} isn't text that can be read: save the sheet again, as CSV UTF-8.", name=path.name)
        ) from error


def _old_text(path: Path, data: bytes) -> str:
    try:
        return decode(data)
    except TwoReadingsError as error:
        one, other = error.args
        raise FileError(
            tr(
                "{name} doesn't say which letters it has: {one!r} may be {other!r}. Save the sheet again, as CSV UTF-8.",
                name=path.name,
                one=shortened(one),
                other=shortened(other),
            )
        ) from error


def columns_in(line: str) -> set[str]:
    """The names of columns in the first line of a table, whatever is between them: commas, semicolons or tabs.

    >>> sorted(columns_in('"at";"order"'))
    ['at', 'order']
    """
    return {*re.split(r"[,;\t]", line.replace('"', "").strip())}


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a text, numbered from 1, as they come, without their ends. Raises as `read_text`."""
    decoder: codecs.IncrementalDecoder | None = None
    number, rest = 0, ""
    try:
        for chunk in readable(path, chunks(path)):
            decoder = decoder or codecs.getincrementaldecoder(_encoding(chunk))()
            *whole, rest = (rest + decoder.decode(chunk)).split("\n")
            for line in whole:
                number += 1
                yield number, line.removesuffix("\r")
            if len(rest) > _LONGEST_LINE:
                raise FileError(
                    tr(
                        "{name}, line {number} has no end: this is no such file.",
                        name=path.name,
                        number=number + 1,
                    )
                )
        rest += decoder.decode(b"", final=True) if decoder else ""
    except UnicodeDecodeError as error:
        raise _no_text(path, error, number + 1) from error
    if rest:
        yield number + 1, rest.removesuffix("\r")


def _encoding(data: bytes) -> str:
    return "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def _no_text(path: Path, error: UnicodeDecodeError, line: int | None = None) -> FileError:
    place = tr("byte {start}", start=error.start) if line is None else tr("at line {line}", line=line)
    encoding = error.encoding.upper().removesuffix("-SIG")
    return FileError(
        tr(
            "{name} isn't {encoding} text ({place}): take the file as it was downloaded, not as "
            "a spreadsheet saved it.",
            name=path.name,
            encoding=encoding,
            place=place,
        )
    )


def readable(path: Path, parts: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of a file as they come. Raises FileError where the system refuses them."""
    try:
        yield from parts
    except OSError as error:
        raise FileError(
            tr(
                "{path} can't be read ({strerror}): check the name of the file.",
                path=path,
                strerror=error.strerror,
            )
        ) from error


def chunks(path: Path) -> Iterator[bytes]:
    r"""Yield the bytes of a file, unpacked if it is packed with gzip, whatever its name.

    Raises OSError if the system refuses it (also for a pipe that stays empty for three seconds), FileError for a file
    that is packed another way, is cut off, or unpacks without end.

    >>> _ = (tmp / "nights.zip").write_bytes(b"PK\x03\x04")
    >>> list(chunks(tmp / "nights.zip"))
    Traceback (most recent call last):
        ...
    pipeline.formats.files.FileError: nights.zip is a zip archive: unpack it first.
    """
    parts = _raw(path)
    first = next(parts, b"")
    while 0 < len(first) < 6 and (more := next(parts, b"")):
        first += more
    for head, what in _OTHERS.items():
        if first.startswith(head):
            raise FileError(tr("{name} is {what}: unpack it first.", name=path.name, what=tr(what)))
    if first.startswith(_GZIP):
        yield from _unpacked(path, first, parts)
    elif first:
        yield first
        yield from parts


def _unpacked(path: Path, first: bytes, parts: Iterator[bytes]) -> Iterator[bytes]:
    compressed = expanded = 0
    stream = zlib.decompressobj(wbits=31)
    data = first
    while data:
        compressed += len(data)
        while data:
            try:
                out = stream.decompress(data, _CHUNK)
            except zlib.error as error:
                raise FileError(
                    tr("{name} is damaged where it is packed: fetch it again.", name=path.name)
                ) from error
            expanded += len(out)
            if expanded > max(_TRUSTED, _DENSEST * compressed):
                raise FileError(
                    tr(
                        "{name} unpacks to more than {most} times its size: this is no such file.",
                        name=path.name,
                        most=_DENSEST,
                    )
                )
            if out:
                yield out
            data = stream.unconsumed_tail
            if stream.eof:
                data = stream.unused_data.lstrip(b"\0")
                if data:
                    stream = zlib.decompressobj(wbits=31)
        data = next(parts, b"")
        if data and stream.eof:
            stream = zlib.decompressobj(wbits=31)
    if not stream.eof:
        raise FileError(tr("{name} is cut off where it is packed: fetch it again.", name=path.name))


def _raw(path: Path) -> Iterator[bytes]:
    if path == STDIN:
        yield from iter(lambda: sys.stdin.buffer.read(_CHUNK), b"")
    else:
        with path.open("rb") as file:
            yield from iter(lambda: file.read(_CHUNK), b"")
