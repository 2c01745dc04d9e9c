"""`python -m pipeline.serve.runtime FOLDER`: make `runtime.tar.xz` of the npm package `pyodide` in a folder (needs Node.js)."""

from __future__ import annotations

import io
import json
import lzma
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

UNCHANGED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LEFT_OUT = (
    "_pyrepl", "_pyio", "asyncio/__main__.py", "asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_events.py", "asyncio/windows_utils.py", "concurrent/futures/process.py", "importlib/metadata", "bdb", "cProfile", "cmd", "code", "compileall", "configparser", "ctypes",
    "doctest", "ensurepip", "fileinput", "ftplib", "idlelib", "imaplib", "mailbox", "modulefinder", "multiprocessing",
    "netrc", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "py_compile", "pyclbr", "pydoc",
    "pydoc_data", "smtplib", "socketserver", "sqlite3", "tabnanny", "timeit", "trace", "turtle", "unittest", "venv",
    "wave", "wsgiref", "xml", "xmlrpc", "zipapp", "filecmp", "symtable", "rlcompleter", "shelve",
    "argparse", "bz2", "_pydatetime", "email", "getopt", "graphlib", "html", "http", "_markupbase", "lzma", "mimetypes", "pty", "quopri", "runpy",
    "sched", "ssl", "_ssl", "statistics", "stringprep", "tarfile", "uuid", "webbrowser",
)  # fmt: skip
"""Modules of the standard library that a log without a terminal, processes and mail does without."""


def main(folder: Path) -> None:
    """Write the archive next to this file."""
    package = json.loads((folder / "package.json").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as work:
        compiled = Path(work) / "python_stdlib.zip"
        script = Path(__file__).with_name("compile.mjs")
        left = json.dumps([*LEFT_OUT, *(f"encodings/{name}.py" for name in _encodings(folder))])
        command = ["node", str(script), str(folder), str(compiled), left]
        version = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]
        files = {name: (folder / name).read_bytes() for name in UNCHANGED}
        files["python_stdlib.zip"] = compiled.read_bytes()
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    files["pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    files["NOTICE.txt"] = (
        f"CPython {version} compiled to WebAssembly: the npm package pyodide {package['version']}.\n"
        "Pyodide is licensed under the Mozilla Public License 2.0, CPython under the Python Software Foundation License.\n"
        f"Source: {package['homepage']}\n"
    ).encode()
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as out:
        for name, data in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            out.addfile(member, io.BytesIO(data))
    place = Path(__file__).with_name("runtime.tar.xz")
    place.write_bytes(lzma.compress(archive.getvalue(), preset=9 | lzma.PRESET_EXTREME))
    print(
        f"{place.name}: {place.stat().st_size / 1e6:.1f} MB, pyodide {package['version']}, Python {version}"
    )


def _encodings(folder: Path) -> list[str]:
    """The encodings that no text of the log is in."""
    import zipfile

    needed = {
        "__init__",
        "aliases",
        "utf_8",
        "ascii",
        "latin_1",
        "utf_8_sig",
        "idna",
        "utf_16",
        "utf_16_le",
        "cp437",
        "raw_unicode_escape",
        "unicode_escape",
    }
    with zipfile.ZipFile(folder / "python_stdlib.zip") as library:
        names = (name for name in library.namelist() if name.startswith("encodings/"))
        return [stem for name in names if (stem := Path(name).stem) not in needed]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
