"""A second front end needs no terminal: state, offers, views and help stand without prompt_toolkit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pipeline.night.desk import Desk
from pipeline.night.shell.offers import offers
from tests.pipeline.night.at_desk import TABLE, kept

TERMINAL = {"prompt", "completion"}
"""The modules of the shell that are a terminal's."""


def test_state_views_and_offers_need_no_terminal() -> None:
    folder = Path(__file__).parents[3] / "pipeline" / "night" / "shell"
    names = {place.stem for place in folder.glob("*.py")} - TERMINAL - {"__init__"}
    assert TERMINAL | {"offers", "views"} <= {place.stem for place in folder.glob("*.py")}
    modules = [f"pipeline.night.shell.{name}" for name in sorted(names)]
    code = (
        f"import sys; from importlib import import_module; [import_module(name) for name in {modules!r}]; "
        "print('prompt_toolkit' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


def test_offers_follow_the_place_in_the_line(tmp_path: Path) -> None:
    with Desk(tmp_path, "n") as desk:
        kept(desk, *TABLE)

        def words(before: str, typed: str) -> list[str]:
            found = offers(before, typed, desk.night, desk.registry)
            return [offer.word for offer in found if offer.fits(typed)]

        assert words("", "sætt") == []
        assert "sp" in words("", "straight p")
        assert words("7s 14 ", "+do") == ["+d"]
        assert words("køb ", "er") == ["e"]
        assert "hilo" in words("7s ", "hi")
        assert "hus" in words("7s 14 +d ", "hu")
