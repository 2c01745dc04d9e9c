"""What the table of players consists of, stated as a session's parts are (`pipeline.store.contents`).

    <store>/contents/players.json

The statement names the checksums that the table may have: while it is written those of before and after, so
that whoever reads finds it stated wherever the writer was stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from pathlib import Path

from language import mark, tr
from pipeline.store.contents import CONTENTS
from pipeline.store.parts import StoreError, flush, write_whole

PLAYERS = "players"
_MEND = mark("restore it from a backup, or `peder check --accept` takes it as it is now")


def _table(store: Path) -> Path:
    return store / PLAYERS / "part-0.parquet"


def _statement(store: Path) -> Path:
    return store / CONTENTS / f"{PLAYERS}.json"


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_players(store: Path, data: bytes) -> None:
    """Put a file in the table's place, stated.

    Raises StoreError where the table isn't as it was stated: what is damaged isn't built upon.
    """
    place = _table(store)
    before = [_checksum(place.read_bytes())] if place.is_file() else []
    stated = bool(before) and _statement(store).exists()
    if stated and (fault := next(players_faults(store), None)):
        raise StoreError(tr("The players can't be changed: {fault}.", fault=fault))
    _state(store, [*before, _checksum(data)])
    write_whole(place, data)
    _state(store, [_checksum(data)])


def accept_players(store: Path) -> None:
    """State the table as it is now, where it isn't stated so; one that is gone begins anew."""
    if not any(players_faults(store)):
        return
    if _table(store).exists():
        _state(store, [_checksum(_table(store).read_bytes())])
    else:
        _statement(store).unlink()


def _state(store: Path, sums: Collection[str]) -> None:
    place = _statement(store)
    place.parent.mkdir(exist_ok=True)
    told = sorted(set(sums))
    text = json.dumps({"players": told, "checksum": _checksum(json.dumps(told).encode())}, indent=1)
    write_whole(place, text.encode())
    flush(place.parent)


def players_faults(store: Path) -> Iterator[str]:
    """In what the table of players isn't as it is stated; one that nobody ever wrote is stated by nothing."""
    place, statement = _table(store), _statement(store)
    try:
        there = _checksum(place.read_bytes())
    except FileNotFoundError:
        if statement.exists():
            yield tr(
                "{place} is gone: restore it from a backup, or `peder check --accept` lets it begin anew",
                place=place,
            )
        return
    except OSError as error:
        yield tr(
            "{place} can't be read ({strerror}): restore it from a backup",
            place=place,
            strerror=error.strerror,
        )
        return
    try:
        told = json.loads(statement.read_text(encoding="utf-8"))
        sums = told["players"]
        if told["checksum"] != _checksum(json.dumps(sums).encode()):
            raise ValueError(tr("its checksum isn't that of what it says"))
    except FileNotFoundError:
        yield (
            tr(
                "nothing states what {place} consists of: it is older than such statements, or "
                "{statement} is gone; `peder check --accept` states it as it is now",
                place=place,
                statement=statement,
            )
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        yield tr(
            "the statement {statement} can't be read ({error}): `peder check --accept` states it anew",
            statement=statement,
            error=error,
        )
    else:
        if there not in sums:
            yield tr(
                "{place} isn't as it was written (its checksum differs): {mend}", place=place, mend=tr(_MEND)
            )
