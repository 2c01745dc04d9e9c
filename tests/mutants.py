"""`make mutants`: does a test fail when the code is changed? Small changes to a part of it, one at a time, in a copy.

`python -m tests.mutants bank 80 1` makes 80 changes to `pipeline/bank`, chosen by the seed 1 from those that cosmic-ray
knows, and prints each that no test noticed, then how many were noticed. Changes to annotations, which nothing evaluates,
and those that swap one operator for another of a different kind, which any test notices, are left out. The tests that
noticed most of the changes before run first.
"""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec

from tests.noticed import NOTICED

ROOT = Path(__file__).parents[1]
PARTS = {
    "bank": (
        "pipeline/bank",
        "tests/pipeline/bank",
        "tests/pipeline/night/test_expenses.py",
        "tests/pipeline/night/test_side_bets.py",
    ),
    "parser": ("pipeline/night/parser", "tests/pipeline/night"),
    "cards": (
        "engine/cards",
        *(
            f"tests/engine/test_{name}.py"
            for name in ("cards", "ranks", "melds", "rankings", "worth", "words", "short_pack", "golden")
        ),
        "tests/oracle",
    ),
}
"""What is changed, and where its tests are; the rest of the tests isn't run, nor what `make test` leaves to the night."""
LIKELY = re.compile(
    r"NumberReplacer|AddNot|AndWithOr|OrWithAnd|ZeroIteration|Break|Continue|Exception"
    r"|_(Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul|Mod_FloorDiv|RShift_LShift|LShift_RShift|BitAnd_BitOr|BitOr_BitAnd)$"
    r"|_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Lt_GtE|Gt_LtE)$|Delete_Not$"
)
PATIENCE = 10
"""How many times as long as without a change the tests may take: a loop that no longer ends counts as noticed."""


def sample(part: str, count: int, seed: int, folder: Path) -> list[MutationSpec]:
    """Some of the changes to a part of the copy in `folder`."""
    modules = sorted((folder / part).rglob("*.py"))
    with use_db(str(folder / "mutants.sqlite"), WorkDB.Mode.create) as known:
        init([module.relative_to(folder) for module in modules], known, {})
        found = [
            mutation
            for item in known.work_items
            for mutation in item.mutations
            if LIKELY.search(mutation.operator_name) and not is_annotation(folder, mutation)
        ]
    found.sort(key=lambda one: (str(one.module_path), one.operator_name, one.occurrence))
    return Random(seed).sample(found, min(count, len(found)))


def is_annotation(folder: Path, mutation: MutationSpec) -> bool:
    """Whether a change is to `A | B` on a line that declares types."""
    line = (folder / mutation.module_path).read_text("utf-8").splitlines()[mutation.start_pos[0] - 1]
    return "BitOr" in mutation.operator_name and bool(re.search(r"->|\b\w+: [\w\[]", line))


def main(part: str, count: int = 40, seed: int = 1) -> int:
    """Try a sample of changes; returns how many no test noticed."""
    source, *tests = PARTS[part]
    survived = 0
    with tempfile.TemporaryDirectory() as temporary, contextlib.chdir(temporary):
        folder = Path(temporary)
        files = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        for name in files.stdout.split("\0"):
            if name and (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        command = shlex.join(
            [
                sys.executable,
                *["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "tests.noticed", "-m"],
                "not nightly",
                *tests,
            ]
        )
        NOTICED.touch()
        began = time.monotonic()
        subprocess.run(
            shlex.split(command), check=True, stdout=subprocess.DEVNULL
        )  # without a change all pass
        patience = PATIENCE * (time.monotonic() - began)
        changes = sample(source, count, seed, folder)
        noticed: Counter[str] = Counter()
        for number, change in enumerate(changes, 1):
            result = mutate_and_test([change], command, patience)
            noticed.update(re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", result.output or "", re.M))
            NOTICED.write_text("\n".join(test for test, _ in noticed.most_common()), "utf-8")
            if not result.is_killed:
                survived += 1
                print(result.diff, flush=True)
            print(f"{part}: {number} of {len(changes)}, {number - survived} noticed", flush=True)
    return survived


if __name__ == "__main__":
    name, *numbers = sys.argv[1:]
    main(name, *map(int, numbers))
