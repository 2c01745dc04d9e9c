"""The build step of the wheel: it ships the kernels, compiled, so that a new installation plays its first hand at once,
and the translations as `gettext` reads them.

Installed with another version of numba or Python, or on a processor without the baseline, they are left alone and
compiled again. The same sources give the same wheel, wherever they lie: its kernels are compiled anew, or come from the
folder that `PEDER_KERNELS` names (compiled for the same sources, as `.ci/run` has them).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ShipCompiled(BuildHookInterface[Any]):
    """Adds compiled translations to the wheel, and all kernels: with them it is for one Python and one platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built; an editable one finds its kernels in the user's cache."""
        if version == "editable":
            return
        from babel.messages.mofile import write_mo  # the hook's own need: an sdist is built without
        from babel.messages.pofile import read_po

        self._work = tempfile.TemporaryDirectory(prefix="peder-kernels-")
        work = Path(self._work.name)
        for source in sorted(Path(self.root).glob("language/locale/*/LC_MESSAGES/*.po")):
            copy = work / f"{source.parts[-3]}.mo"
            with source.open("rb") as texts, copy.open("wb") as compiled:
                write_mo(compiled, read_po(texts, locale=source.parts[-3], abort_invalid=True))
            build_data["force_include"][str(copy)] = str(source.with_suffix(".mo").relative_to(self.root))
        cache = os.environ.get("PEDER_KERNELS", str(work / "cache"))
        paths = (self.root, os.environ.get("PYTHONPATH"))
        path = os.pathsep.join(path for path in paths if path)
        self.app.display_info("Compiling the kernels (half a minute)")
        answer = subprocess.run(
            [sys.executable, "-P", "-m", "engine.ahead", "--into", str(work / "shipped")],
            # numba goes through sets, and names constants by their hash
            env={**os.environ, "NUMBA_CACHE_DIR": cache, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        if answer.returncode:
            self._work.cleanup()
            raise RuntimeError(f"The kernels can't be compiled here: {answer.stderr[-400:]}")
        build_data["force_include"][str(work / "shipped")] = "engine/compile/shipped"
        build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is written."""
        if version != "editable":
            self._work.cleanup()
