"""Hand histories read and played out to the last chip: ours, and pokerkit's, whose format it is."""

from __future__ import annotations

import importlib
import itertools
import os
from pathlib import Path

from bench.harness import Contender, MissingError, Run

TIMES = 40
"""How often the hands at hand go into the file that is read at once."""


def _files() -> list[bytes]:
    """The real hands in the folder next to the checkout."""
    place = Path(os.environ.get("PEDER_SHARED") or Path(__file__).parents[2] / "shared")
    files = [file.read_bytes() for file in sorted((place / "data" / "phh").rglob("*.phh"))]
    if not files:
        raise MissingError("no hands at ../shared/data/phh")
    return files


def _peder() -> Run:
    """Whole files of many hands, read, played out and held against the stacks that they tell."""
    from pipeline.formats.phh.hand import read_hands

    files = _files() * TIMES
    data = b"\n".join(b"[%d]\n%s" % (number, file) for number, file in enumerate(files, start=1))

    def run(amount: int) -> int:
        done = 0
        while done < amount:
            done += len(read_hands(data, "hands.phhs"))
        return done

    return run


def _pokerkit() -> Run:
    """The same hands, one after another, to pokerkit's last state."""
    try:
        history = importlib.import_module("pokerkit").HandHistory
    except ImportError as reason:
        raise MissingError("not installed") from reason
    files = itertools.cycle([file.decode() for file in _files()])

    def run(amount: int) -> int:
        done = 0
        for text in files:
            try:
                *_, last = history.loads(text)
            except ValueError:  # a hand that it doesn't take
                continue
            done += bool(last)
            if done == amount:
                break
        return done

    return run


PHH = Contender(name="peder import phh", unit="histories", prepare=_peder)
POKERKIT_PHH = Contender(name="pokerkit's HandHistory", unit="histories", prepare=_pokerkit)
