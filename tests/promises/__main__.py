"""`python -m tests.promises`: keep what the version of `pyproject.toml` promises, in a folder of its name."""

from __future__ import annotations

import tempfile
from importlib.metadata import version
from pathlib import Path

from tests.promises.story import freeze

with tempfile.TemporaryDirectory() as work:
    freeze(Path(__file__).parent / version("peder"), Path(work))
