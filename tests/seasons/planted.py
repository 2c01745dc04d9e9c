"""Faults that were once there, put back one by one: the seasons find each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from starlette.responses import Response

from engine.api import PederError
from pipeline.bank import money
from pipeline.night import logbook, season_payments
from pipeline.night.parser import canonical, command_lines, grammar, lines, tokens
from pipeline.serve import app, conflicts, shared
from tests.reports.browser import chromium
from tests.seasons import evening, imports, tapped, years
from tests.seasons.simulation import Step, StepKind, live
from tests.seasons.store import warm
from tests.seasons.world import FaultError


@dataclass(frozen=True)
class Planted:
    """A fault: how it is put back, the steps among which it shows, the kinds of fault that it may show as."""

    name: str
    plant: Callable[[pytest.MonkeyPatch], None]
    steps: Sequence[StepKind]
    kinds: Sequence[str]


TAKEN_BACK = (
    "undo of a line that waits", "the bar shows another line", "confirmed entries", "other hands", "other numbers",
)  # fmt: skip
ANOTHER_NIGHT = ("the journal gives another night",)


def _stored_unread(patch: pytest.MonkeyPatch) -> None:
    """Lines are stored without being read again."""
    patch.setattr(logbook, "entry_text", lambda line, *_: canonical.line_text(line))


def _ids_without_colons(patch: pytest.MonkeyPatch) -> None:
    _stored_unread(patch)
    pattern = command_lines._SPEC.pattern.replace(r"[^\s,]+", r"[\w-]+")
    patch.setattr(command_lines, "_SPEC", re.compile(pattern))


def _short_entries(patch: pytest.MonkeyPatch) -> None:
    _stored_unread(patch)
    patch.setattr(grammar, "LONGEST_ENTRY", grammar.LONGEST_LINE)


def _ranks_are_players(patch: pytest.MonkeyPatch) -> None:
    _stored_unread(patch)
    patch.setattr(tokens, "_is_meld_of_ranks", lambda token: False)


def _nobody_plays(patch: pytest.MonkeyPatch) -> None:
    _stored_unread(patch)
    known = command_lines.COMMAND_READERS["players"]

    def players(command: Any, rest: str, handles: Any) -> Any:
        return [lines.Seating(())] if rest == "," else known(command, rest, handles)

    patch.setitem(command_lines.COMMAND_READERS, "players", players)


def _thousandths(patch: pytest.MonkeyPatch) -> None:
    def read(self: money.NumberStyle, number: str) -> Decimal | None:
        try:
            return Decimal(number.replace(" ", "").replace(",", "."))
        except ArithmeticError:
            return None

    patch.setattr(money.NumberStyle, "read", read)


def _cut_journals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(season_payments, "_check_journal", lambda store: None)


def _guests_undo(patch: pytest.MonkeyPatch) -> None:
    """An entry that can't be read at the table as it is counts as a hand, which a guest may take back."""
    known = conflicts.subject_of

    def subject_of(text: str, replay: Any) -> conflicts.LineSubject:
        subject = known(text, replay)
        if subject.corrects:
            # by its handles alone: a handle that a player had before is read as the beginning of a name
            handles = {handle: replace(player, name="?") for handle, player in replay.night.handles.items()}
            try:
                grammar.parse(replay.entries[subject.corrects - 1].line, handles, replay.games)
            except PederError:
                return replace(subject, subject=conflicts.Subject.HAND)
        return subject

    patch.setattr(shared, "subject_of", subject_of)
    patch.setattr(shared, "subjects_of", lambda *_: [])  # the second guard, on what was read


def _served(patch: pytest.MonkeyPatch, name: str, old: str, new: str) -> None:
    """A file of the phone's page is served with a fault."""
    known = app._file

    def file(wanted: str) -> Response:
        response = known(wanted)
        if wanted != name:
            return response
        text = bytes(response.body).decode()
        assert text.count(old) == 1, f"{name} has another {old}"
        return Response(text.replace(old, new), media_type=response.media_type)

    patch.setattr(app, "_file", file)


def _undo_of_the_last(patch: pytest.MonkeyPatch) -> None:
    """Undo takes back what was logged last, whatever the bar shows."""
    _served(patch, "phone.js", "takeBack(shown); composer", "send(`u #${state.last_entry.n}`); composer")


def _undo_offline(patch: pytest.MonkeyPatch) -> None:
    """Undo of a line that waits is sent after it as an undo of what was logged last."""
    old = "if (net.queue.some((item) => item.key === key)) drop(key)"
    _served(patch, "net.js", old, old.replace("drop(key)", "send(`u #${net.state.last_entry.n}`)"))


TABLE: tuple[StepKind, ...] = (evening.line,) * 12
PLANTED = (
    Planted("1 ids of PokerNow", _ids_without_colons, (imports.pokernow, evening.begin_night), ANOTHER_NIGHT),
    Planted("2 long lines", _short_entries, TABLE, ANOTHER_NIGHT),
    Planted("3 ranks in words", _ranks_are_players, TABLE, ANOTHER_NIGHT),
    Planted("3 nobody plays", _nobody_plays, (evening.odd_line,), (*ANOTHER_NIGHT, "crash of a line")),
    Planted("4 thousands", _thousandths, TABLE, ("other numbers",)),
    Planted("9 cut payments", _cut_journals, (evening.line, years.pay_season, years.cut_payments),
            ("the payments' table follows a cut journal", "settled by a cut journal", "written over a cut journal")),
    Planted("10 a guest's undo", _guests_undo, (evening.line, evening.line, evening.reseat, evening.phone_undo), ("a line is kept",)),
    Planted("10 Undo of another's hand", _undo_of_the_last, (tapped.tapped,), TAKEN_BACK),
    Planted("10 Undo of a line that waits", _undo_offline, (tapped.tapped,), TAKEN_BACK),
)  # fmt: skip


@contextmanager
def planted(fault: Planted) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        fault.plant(patch)
        yield


def found(fault: Planted, *, seasons: int = 20, steps: int = 120) -> tuple[int, FaultError] | None:
    """After how many steps the seasons find a fault that is put back; None if they don't."""
    taken = 0
    with planted(fault):
        for seed in range(seasons):
            draw = Random(seed)
            kinds = [evening.begin_night, *draw.choices(fault.steps, k=steps)]
            outcome = live([Step(kind, draw.randrange(10**6)) for kind in kinds], with_kills=False)
            taken += outcome.done
            if outcome.fault and outcome.fault.kind in fault.kinds:
                return taken, outcome.fault
    return None


def all_found() -> Iterator[tuple[int, str, list[str]]]:
    """Put each fault back: its number, its name, what is wrong where it isn't found."""
    warm()
    for number, fault in enumerate(PLANTED, 1):
        if tapped.tapped in fault.steps and chromium() is None:
            yield number, f"{fault.name}: passed over, for there is no Chromium", []
            continue
        seen = found(fault)
        name = f"{fault.name}: {f'found in {seen[0]} steps: {seen[1]!s:.200}' if seen else 'not found'}"
        yield number, name, [] if seen else [f"{fault.name} isn't found"]
