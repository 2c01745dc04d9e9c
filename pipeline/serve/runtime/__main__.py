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
    "antigravity", "argparse", "_ast_unparse", "asyncio/__main__.py", "asyncio/proactor_events.py", "asyncio/tools.py",
    "asyncio/windows_events.py", "asyncio/windows_utils.py", "base64", "bdb", "bz2", "cProfile", "cmd", "code",
    "colorsys", "_compat_pickle", "compileall", "concurrent/futures/interpreter.py", "concurrent/futures/process.py",
    "concurrent/futures/thread.py", "concurrent/interpreters", "configparser", "csv", "ctypes", "doctest", "email",
    "ensurepip", "filecmp", "fileinput", "fractions", "ftplib", "getopt", "graphlib", "gzip", "__hello__", "hmac",
    "html", "http", "idlelib", "imaplib", "importlib/metadata", "json/__main__.py", "json/tool.py", "logging/config.py",
    "logging/handlers.py", "lzma", "mailbox", "_markupbase", "mimetypes", "modulefinder", "multiprocessing", "netrc",
    "nturl2path", "optparse", "pathlib/types.py", "pdb", "__phello__", "pickle", "pickletools", "pkgutil", "platform",
    "plistlib", "poplib", "pprint", "profile", "pstats", "pty", "_py_abc", "py_compile", "pyclbr", "_pydatetime",
    "pydoc", "pydoc_data", "_pyio", "pyodide/_nodesock_transport.py", "pyodide/console.py", "pyodide/http", "_pyrepl",
    "queue", "quopri", "rlcompleter", "runpy", "sched", "secrets", "shelve", "shlex", "smtplib", "socketserver",
    "sqlite3", "sre_compile", "sre_constants", "sre_parse", "_ssl", "ssl", "statistics", "stringprep", "symtable",
    "sysconfig", "_sysconfigdata__emscripten_wasm32-emscripten", "tabnanny", "tarfile", "this", "_threading_local",
    "timeit", "trace", "tracemalloc", "tty", "turtle", "unittest", "urllib/error.py", "urllib/request.py",
    "urllib/response.py", "urllib/robotparser.py", "uuid", "venv", "wave", "webbrowser", "wsgiref", "xml", "xmlrpc",
    "zipapp", "zipfile/__main__.py", "zoneinfo",
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
