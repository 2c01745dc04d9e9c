"""The output of exports: a file that is complete or absent, or standard output."""

from __future__ import annotations

import gzip
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from engine.api import PederError
from language import tr
from pipeline.store.files import StoreError, whole_file
from pipeline.store.parts import read_parts
from pipeline.store.people import Registry
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store
from queries import system
from queries.outputs import HEAD, check_replaceable

STDOUT = Path("-")


class ExportError(PederError):
    """An output that can't be written, or data that the format can't describe."""


def first_reasons(left: Counter[str]) -> str:
    """The three reasons for which most hands were left out, each with how many, or that there were none."""
    return ", ".join(f"{number} {reason}" for reason, number in left.most_common(3)) or tr("no hands")


def missing_in(hand: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> str:
    """What a hand lacks that programs need to replay it, as a reason to leave it out; "" if it lacks nothing."""
    if hand["actions"] is None:
        return tr("without acts")
    if any(seat["stack_before"] is None for seat in seats):
        return tr("with a player whose stack isn't known, as the banker's isn't")
    return ""


def pots_of(hand: Mapping[str, Any]) -> dict[int, Counter[int]]:
    """The chips that each seat took of each pot of a row of `hands`, by the number of the pot; none where shares aren't
    known.
    """
    pots: dict[int, Counter[int]] = {}
    for share in hand["shares"] or ():
        pots.setdefault(share["pot_no"] or 0, Counter())[share["seat"]] += share["chips"]
    return pots


@contextmanager
def opened(out: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Open `out` for writing. When the block ends the file is there whole, and not at all if the block raises.

    `-` is standard output; a name that ends in `.gz` is packed. Raises ExportError if the file can't be written.

    >>> with opened(tmp / "hands.csv") as file:
    ...     _ = file.write(b"hand_no,pot")
    ...     (tmp / "hands.csv").exists()
    False
    >>> (tmp / "hands.csv").read_text()
    'hand_no,pot'
    """
    if out == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        with ExitStack() as stack:
            try:
                file = stack.enter_context(whole_file(out, mode))
            except OSError as error:
                raise not_written(out, error) from error
            stack.enter_context(_of_same_kind(out, file))
            if out.suffix == ".gz":
                file = cast("BinaryIO", stack.enter_context(gzip.GzipFile("", "wb", fileobj=file, mtime=0)))
            yield file
    except OSError as error:
        if error.errno not in system.DISK_FULL:
            raise  # it may be the store's
        raise not_written(out, error) from error


@contextmanager
def _of_same_kind(out: Path, file: BinaryIO) -> Iterator[None]:
    """Raise ExportError, once the block has written `file`, if it would replace a file of another kind at `out`."""
    yield
    file.flush()
    try:
        with open(file.name, "rb") as written:
            check_replaceable(out, written.read(HEAD))
    except OSError as error:
        raise not_written(out, error) from error


def not_written(out: Path, error: OSError) -> ExportError:
    """The error of a place that can't be written."""
    return ExportError(
        tr("{out} can't be written ({strerror}): name another place.", out=out, strerror=error.strerror)
    )


def sessions_to_export(store: Store, named: Sequence[str]) -> list[str]:
    """Return the named sessions, each once, or all sessions of the store if none is named. Raises StoreError for an unknown
    session.

    >>> sessions_to_export(Store(folder), ["2026-02", "log-1", "2026-02"])
    ['2026-02', 'log-1']
    >>> len(sessions_to_export(Store(folder), []))
    14
    """
    for name in named:
        if not store.has(name):
            raise StoreError(
                tr("There is no session {name!r} in the store {path}.", name=name, path=store.path)
            )
    return list(dict.fromkeys(named)) or store.session_ids()


def hands_of(store: Store, name: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each hand of a session with its seats, part by part."""
    for part in sorted((store.path / "hands" / session_folder(name)).glob("part-*[0-9].parquet")):
        seats: dict[int, list[dict[str, Any]]] = defaultdict(list)
        seats_part = store.path / "seats" / part.parent.name / part.name
        for seat in read_parts([seats_part], SEATS).iter_rows(named=True):
            seats[seat["hand_no"]].append(seat)
        for hand in read_parts([part], HANDS).iter_rows(named=True):
            yield hand, seats[hand["hand_no"]]


class SeatNames:
    """The names of a store's players in files: a name is one player's in every hand, wherever the players sit.

    The first of several players of one name has it alone, the others with a number. `clean` makes a name that the
    format can hold.
    """

    def __init__(self, registry: Registry, clean: Callable[[str], str] = str) -> None:
        self._registry = registry
        self._clean = clean
        roots = sorted(
            (player_id for player_id, person in registry.people.items() if not person.merged_into),
            key=lambda player_id: (":" in player_id, player_id),
        )
        names = {player_id: self._cleaned(registry.name_of(player_id)) for player_id in roots}
        often, last = Counter(names.values()), Counter[str]()
        self._names = dict[str, str]()
        for player_id, name in names.items():
            last[name] += 1
            while last[name] > 1 and f"{name} {last[name]}" in often:  # another is called so
                last[name] += 1
            self._names[player_id] = name if last[name] == 1 else f"{name} {last[name]}"

    def of(self, seats: Sequence[Mapping[str, Any]]) -> list[str]:
        """The names of the seats of a hand; a simulated player is named by the profile."""
        return [self._name(seat) for seat in seats]

    def _name(self, seat: Mapping[str, Any]) -> str:
        if seat["player_id"] is None:
            return self._cleaned(f"{seat['profile']} {seat['seat'] + 1}")
        player_id = self._registry.merged_id(seat["player_id"])
        return self._names.get(player_id) or self._cleaned(player_id)

    def _cleaned(self, name: str) -> str:
        return self._clean(name) or "Player"
