"""Ctrl-C before a command runs is one word, no traceback."""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from pipeline import console


@pytest.mark.parametrize("interrupted", [("pipeline.cli",), ("pipeline.cli", "language")])
def test_ctrl_c_during_the_imports_is_one_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], interrupted: tuple[str, ...]
) -> None:
    real: Callable[..., Any] = builtins.__import__

    def interrupt(name: str, *given: Any, **named: Any) -> Any:
        if name in interrupted:
            raise KeyboardInterrupt
        return real(name, *given, **named)

    monkeypatch.setattr(builtins, "__import__", interrupt)
    with pytest.raises(SystemExit) as ended:
        console.main()
    assert (ended.value.code, capsys.readouterr().err) == (1, "Aborted.\n")


def test_a_command_ends_without_looking_for_cycles() -> None:
    program = (
        "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0));"  # runs last
        "import sys; sys.argv = ['peder', '--version']; from pipeline.cli import main; main()"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "True"
