"""The log needs the standard library alone, so that it starts at once and runs in a browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli import __file__ as cli

OURS = {"engine", "language", "pipeline", "queries"}
CODE = """
import sys
before = set(sys.modules)
import {module}
loaded = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(*sorted(loaded - set(sys.stdlib_module_names)))
"""


@pytest.mark.parametrize("module", ["pipeline.night.service", "pipeline.serve.pocket"])
def test_the_log_imports_the_standard_library_alone(module: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", CODE.format(module=module)],
        cwd=Path(cli).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(answer.stdout.split()) <= OURS
