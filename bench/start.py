"""How long a new process takes to its first hand: with no kernel compiled yet, and with all of them cached.

Counted from where numba itself is loaded, which takes most of a second and which the engine can't change. The
process is like a user's: it keeps its bytecode, and has no scipy, which the peers bring and numba would load.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import cache

CODE = """
import sys, time
sys.modules["scipy"] = None
import numba, numpy
start = time.process_time()
from engine.simulate import play
from engine.catalogue import (VARIANTS)
next(play(VARIANTS.find("texas-holdem"), players=6, hands=1, seed=7, detail="actions"))
print(time.process_time() - start)
"""


def _first_hand(kernels: str) -> float:
    """Processor time in seconds to load the engine and play a hand; `kernels` is the folder of their cache."""
    environment = os.environ | {"NUMBA_CACHE_DIR": kernels, "PYTHONPYCACHEPREFIX": kernels}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", CODE]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(answer.stdout)


@cache
def _compiled() -> tuple[tempfile.TemporaryDirectory[str], float]:
    """A folder that the first hand ever filled with kernels, and how long that took; it goes with us."""
    folder = tempfile.TemporaryDirectory(prefix="peder-kernels-")
    return folder, _first_hand(folder.name)


def first_ever() -> float:
    """Seconds to the first hand on a machine that has no kernels: loading, compiling and playing."""
    return _compiled()[1]


def first_later() -> float:
    """Seconds to the first hand of any later process."""
    return _first_hand(_compiled()[0].name)
