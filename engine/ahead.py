"""Compile kernels before they are needed: only those that are missing, in as many processes as there are cores.

python -m engine.ahead                  compile all
python -m engine.ahead KERNEL…          compile some, by the names that variants give; "games" is the interpreter,
                                        "rollout" plays hands out from a position, "worth" ranks a hand
python -m engine.ahead --into FOLDER    compile all, and copy them to a folder: the build step of a wheel
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from engine.cards.card import parse_cards
from engine.catalogue import CATALOGUE, VARIANTS
from engine.catalogue.model import Variant
from engine.compile.cache import PYTHON, ROLLOUT, WORTH, cache_folder, is_compiled
from engine.compile.jit import PLAIN
from engine.cores import usable_cores
from engine.rules.equity import equities
from engine.rules.hand_value import read_held_cards, worth
from engine.simulate import play
from engine.terms import Detail

GAMES = "games"
_PLAIN = "plain-steady"
_RANKED = ("elevator", "As Ah Ad Kc", "2c 3h 4c 5d 6s 8h Td"), ("badugi", "Ah Ks 3c 4d", "")
"""Hands of games that need all kernels of a hand's worth: games, own cards, boards."""


def compile_kernels(variants: Sequence[Variant], *, pages: bool = False) -> None:
    """Compile the kernels of these games, or load them, so that their first hand doesn't wait; with `pages`, also the kernels
    that pages about them use.
    """
    kernels = {variant.kernel: variant for variant in variants}
    missing = [kernel or GAMES for kernel in [*[ROLLOUT] * pages, *kernels] if not is_compiled(kernel)]
    if len(missing) > 1 and not PLAIN:
        _compile_in_processes(missing)
    for variant in kernels.values():
        _play_one(variant)


def _compile_in_processes(units: Sequence[str]) -> None:
    """Compile units in processes. If a process fails, the first hand compiles instead.

    A process compiles what its units have in common only once, so that two processes take less than two thirds of the
    processor time of one for each unit.
    """
    cores = usable_cores()
    large = [unit for unit in units if unit in (GAMES, ROLLOUT)]
    small = [unit for unit in units if unit not in large]
    groups = [large, small]
    if cores > 2:
        groups = [[unit] for unit in large] + [small[start :: cores - 2] for start in range(cores - 2)]
    command = [sys.executable, "-P", "-m", "engine.ahead"]
    run = partial(subprocess.run, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    with ThreadPoolExecutor(cores) as pool:
        for group in filter(None, groups):
            pool.submit(run, [*command, *group])


def _compile_unit(unit: str) -> None:
    if unit == ROLLOUT:
        held = parse_cards("Ah Kh"), parse_cards("2c 2d")
        equities(VARIANTS.find("texas-holdem"), held, parse_cards("7s 8s 9d Jc"), [(2, 0b11)])
        return
    if unit == WORTH:
        for game, own, board in _RANKED:
            worth(VARIANTS[game], read_held_cards(own, board=board))
        return
    kernel = "" if unit == GAMES else unit
    variants = [variant for variant in CATALOGUE.values() if variant.kernel == kernel]
    # games with kernels of their own differ in their types, and so do learned and plain players
    for variant in variants if kernel else variants[:1]:
        for profile in (_PLAIN, "regular") if kernel else (_PLAIN,):
            _play_one(variant, profile)


def _play_one(variant: Variant, profile: str = _PLAIN) -> None:
    hands = play(
        variant, players=variant.players[0], hands=1, seed=0, profiles=[profile], detail=Detail.ACTIONS
    )
    next(hands, None)


def _ship(compiled: Path, folder: Path) -> None:
    """Copy the kernels for this Python, without those of another one."""
    for index in compiled.glob(f"*.{PYTHON}.nbi"):
        (folder / compiled.name).mkdir(parents=True, exist_ok=True)
        for file in compiled.glob(f"{index.stem}.*"):
            shutil.copy(file, folder / compiled.name)


def main(words: Sequence[str]) -> int:
    kernels = list(dict.fromkeys(variant.kernel for variant in CATALOGUE.values()))
    units = [ROLLOUT, WORTH, *(kernel or GAMES for kernel in kernels)]
    if not words or words[0] == "--into":
        _compile_in_processes(units)
        for source in Path(__file__).parent.rglob("*.py") if words else ():
            if (compiled := cache_folder(source)).is_dir():
                _ship(compiled, Path(words[1]))
        return 0 if all(map(is_compiled, kernels)) else 1
    for unit in words:
        _compile_unit(unit)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
