"""OMPEval, a C++ evaluator: its sources are fetched once, compiled with a small loop around them, and called.

They come from a source package that wraps it (`ompeval.txt`), by pip, into build/ompeval/, and are compiled
as their authors do (-O3). Where there is no g++ or no package, the rows say so.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from bench.hands import random_hands
from bench.harness import Contender, MissingError, Run

HERE = Path(__file__).parent
BUILD = HERE.parent / "build" / "ompeval"
SOURCES = ("Constants.h", "Hand.h", "HandEvaluator.cpp", "HandEvaluator.h", "OffsetTable.hxx", "Util.h")


def _fetch() -> None:
    """Put OMPEval's sources into `BUILD`."""
    print("Fetching OMPEval's sources, once (72 MB)", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
        ]
        command += ["--no-binary", ":all:", "--require-hashes", "-r", str(HERE / "ompeval.txt"), "-d", folder]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        archives = list(Path(folder).glob("*.tar.gz"))
        if not archives:
            raise MissingError(f"not installed: {answer.stderr.strip().splitlines()[-1:]}")
        BUILD.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archives[0]) as archive:
            for member in archive:
                name = Path(member.name).name
                content = archive.extractfile(member)
                if name in SOURCES and content:
                    (BUILD / name).write_bytes(content.read())


@cache
def _library() -> ctypes.CDLL:
    """The compiled loops, with the hands loaded."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise MissingError("not installed: there is no g++ to compile it")
    if not all((BUILD / name).exists() for name in SOURCES):
        _fetch()
    library = BUILD / "ompeval.so"
    command = [compiler, "-O3", "-std=c++11", "-shared", "-fPIC", "-I", str(BUILD), "-o", str(library)]
    command += [str(HERE / "ompeval.cpp"), str(BUILD / "HandEvaluator.cpp")]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise MissingError(f"not installed: g++ says {answer.stderr.strip().splitlines()[0]}")
    loaded = ctypes.CDLL(str(library))
    hands = np.ascontiguousarray(random_hands(), dtype=np.uint8)
    loaded.load(hands.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(len(hands)))
    return loaded


def _ranks(form: str) -> Contender:
    """OMPEval ranking the random hands, given in one of the three forms."""

    def prepare() -> Run:
        loop = getattr(_library(), f"rank_{form}")
        loop.restype = ctypes.c_uint64
        count = len(random_hands())

        def run(amount: int) -> int:
            times = max(1, amount // count)
            for _ in range(times):
                loop()
            return times * count

        return run

    return Contender(name=f"OMPEval, {FORMS[form]}", unit="hands ranked", prepare=prepare)


FORMS = {"sets": "from sets of cards", "numbers": "from seven numbers", "ready": "from its own ready form"}

SETS, NUMBERS, READY = (_ranks(form) for form in FORMS)
