"""`peder app`: a folder of static files that is the log on a phone, without a server.

index.html, page/, palette.css, words/   the page, the same as `peder serve` shows
icons/                                   for the home screen, of the page's icon.svg (`make pictures`)
worker.js, files.js                      the web worker that the log runs in, and where it stores a night
runtime/                                 CPython in WebAssembly (`pipeline/serve/runtime`)
log.zip                                  the log: the modules of Peder that it imports, and the shipped games
people.json, games/*.json, usual.json    the group's players, own games and usual answers
sw.js                                    the service worker, by which the app opens without a network
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.api import Catalogue, PederError, lazy_module
from language import LANGUAGES, tr
from language.catalogue import compiled, read_catalogue
from pipeline.night.interpreter import Interpreter
from pipeline.night.parser.commands import COMMAND_OF
from pipeline.night.parser.lines import End
from pipeline.night.prompt.questions import last_night, questions
from pipeline.night.replay import Replay
from pipeline.serve.view import catalogue
from pipeline.serve.words import words
from pipeline.store.files import write_whole
from pipeline.store.games import VERSIONS, catalogue_of, games_folder
from pipeline.store.people import Registry
from pipeline.store.store import Store
from reports.components.palette import style_rules

ROOT = "pipeline.serve.pocket"
"""The module that the worker imports."""
OURS = ("engine", "language", "pipeline", "queries")
PAGE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content security policy that a page states itself."""
POLICY = f"{PAGE_POLICY}; frame-ancestors 'none'"
"""The same in a header, which the service worker adds: a page can't say who may frame it."""
PACKED = ("runtime/pyodide.asm.wasm", "runtime/pyodide.asm.mjs", "runtime/python_stdlib.zip", "who.json")
"""Files that are stored compressed, for servers that don't compress."""
DIGEST = 32
"""Hexadecimal digits by which the app tells one version of a file from another."""
_CHARSET = '<meta charset="utf-8">\n'
"""The line of a page after which the app's own part of its head begins."""


class AppError(PederError):
    """The app can't be written."""


def write_app(folder: Path, store: Path | None) -> list[str]:
    """Write the app into a folder, with the players, own games and usual answers of a store (None: with none), and
    return sentences on what is in it. Raises AppError if the folder holds something else, OSError if it can't be
    written.
    """
    if folder.exists() and (
        not folder.is_dir() or (any(folder.iterdir()) and not (folder / "sw.js").is_file())
    ):
        raise AppError(
            tr("{folder} holds other files: name a new folder, or one that `peder app` wrote.", folder=folder)
        )
    registry = Registry.of(Store(store)) if store else Registry()
    people = [
        {**row, "pay_to": registry.page_pay_to(row["player_id"]) or None}
        for row in registry.public_rows()
        if not row["hidden"]
    ]
    own = _own_games(store) if store else {}
    usual = _usual(store, registry) if store else []
    contents = (
        dict(_page())
        | dict(_runtime())
        | {
            "log.zip": _log(),
            "people.json": _json(people),
            "games.json": _json(own),
            "usual.json": _json(usual),
        }
    )
    games = catalogue_of(store) if store else Catalogue()
    contents["who.json"] = _json({"role": "banker", "games": catalogue(games)})
    for code in LANGUAGES:
        contents[f"words/{code}.json"] = _json(words(code))
    packed = {
        f"{name}.gz" if name in PACKED else name: _packed(data) if name in PACKED else data
        for name, data in contents.items()
    }
    packed["sw.js"] = _service_worker(packed)
    for name, data in packed.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, data)
    size = sum(map(len, packed.values())) / 1e6
    about = tr("The app is in {folder}: {size:.1f} MB in {n} files.", folder=folder, size=size, n=len(packed))
    return [about, *_contents_texts(people, own, usual)]


@cache
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _contents_texts(
    people: Sequence[Mapping[str, Any]], own: Iterable[str], usual: Iterable[str]
) -> list[str]:
    """What of a group is in the app, as sentences: names, ways to pay, own games, a kept pot."""
    names = ", ".join(row["name"] for row in people if not row["merged_into"])
    sentences = []
    if people:
        sentences.append(
            tr(
                "Visitors who have its address can read the names {names}, with their handles.",
                names=names,
            )
        )
    if paid := [row["name"] for row in people if row["pay_to"]]:
        sentences.append(tr("Also how {names} are paid.", names=", ".join(paid)))
    if own:
        sentences.append(
            tr(
                "Also the group's own games: {games}.",
                games=", ".join(sorted(name.removesuffix(".toml") for name in own if "/" not in name)),
            )
        )
    carried = f"{COMMAND_OF['carry'].name} "
    if pot := next((line.removeprefix(carried) for line in usual if line.startswith(carried)), ""):
        sentences.append(tr("Also the carried pot of {chips} that is kept for the next night.", chips=pot))
    sentences.append(tr("No results, no nights and no PINs are in it."))
    return sentences


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _in_order(folder: Traversable) -> list[Traversable]:
    """The contents of a folder by name, whatever the order in which its disk has them."""
    return sorted(folder.iterdir(), key=lambda place: place.name)


def _page() -> Iterator[tuple[str, bytes]]:
    """The served page with the app's own transport; its addresses are relative, for the folder may be anywhere."""
    serve = files("pipeline.serve")
    own = {file.name: file for file in _in_order(serve.joinpath("app_page")) if file.is_file()}
    head = own.pop("head.html").read_text("utf-8").replace("{policy}", PAGE_POLICY)
    for file in _in_order(serve.joinpath("page")):
        if file.name.endswith(".html"):
            text = file.read_text("utf-8").replace('="/', '="')
            yield file.name, text.replace(_CHARSET, _CHARSET + head).encode()
        elif file.name != "transport.js":
            yield f"page/{file.name}", file.read_bytes()
    yield "page/transport.js", own.pop("transport.js").read_bytes()
    for name, file in own.items():
        if name != "sw.js":
            yield name, file.read_bytes()
    for file in _in_order(serve.joinpath("app_page", "icons")):
        yield f"icons/{file.name}", file.read_bytes()
    yield "palette.css", style_rules().encode()


def _service_worker(contents: dict[str, bytes]) -> bytes:
    """The service worker, with the files that it stores, their digests, and a version that changes with any of them."""
    digests = {name: hashlib.sha256(contents[name]).hexdigest() for name in sorted(contents)}
    text = files("pipeline.serve").joinpath("app_page", "sw.js").read_text("utf-8")
    version = hashlib.sha256((text + POLICY + json.dumps(digests)).encode()).hexdigest()[:16]
    text = text.replace("'{version}'", json.dumps(version)).replace("{policy}", POLICY)
    short = {name: digest[:DIGEST] for name, digest in digests.items()}
    return text.replace("{files}", json.dumps(short)).encode()


def _runtime() -> Iterator[tuple[str, bytes]]:
    """CPython in WebAssembly: what `pipeline/serve/runtime/runtime.tar.xz` holds."""
    data = files("pipeline.serve").joinpath("runtime", "runtime.tar.xz").read_bytes()
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            assert file
            yield f"runtime/{member.name}", file.read()


def _own_games(store: Path) -> dict[str, str]:
    """The files of a group's own games, by their paths in the folder of games."""
    folder = games_folder(store)
    places = [*sorted(folder.glob("*.toml")), *sorted(folder.glob(f"{VERSIONS}/*.toml"))]
    return {place.relative_to(folder).as_posix(): place.read_text("utf-8") for place in places}


def _usual(store: Path, registry: Registry) -> list[str]:
    """The lines by which the last night began: who played, who kept the bank, the chip, the loan."""
    before = last_night(store, Path())
    night = Interpreter(Replay((), catalogue_of(store)), registry, lambda: datetime.now(UTC))
    asked_chip = False
    while before and (question := next(questions(night.night, before, asked_chip=asked_chip), None)):
        if not question.default or night.take(question.offer).status != "kept":
            break
        if question.word == COMMAND_OF["carry"].word:
            night.take_lines([End(sure=True, pot="next")])  # the pot is offered to the night after this one
            break
        asked_chip = asked_chip or question.word == "chip"
    return [entry.line for entry in night.replay.entries]


# --- the log's own modules


@cache
def _imports(module: str) -> tuple[frozenset[str], frozenset[str]]:
    """The modules that a module of ours imports when it is imported, and those that its functions import."""
    spec = find_spec(module)
    assert spec
    assert spec.origin
    tree = ast.parse(Path(spec.origin).read_text("utf-8"))
    first: set[str] = set()
    later: set[str] = set()

    def walk(node: ast.AST, names: set[str]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            if isinstance(child, ast.Import):
                names.update(alias.name for alias in child.names)
            elif isinstance(child, ast.ImportFrom) and child.module:
                names.add(child.module)
                names.update(f"{child.module}.{alias.name}" for alias in child.names)
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            walk(child, later if is_function else names)

    walk(tree, first)
    lazy = {known for name in first | later if (known := lazy_module(name.removeprefix("engine.api.")))}
    return frozenset(first), frozenset(later | lazy)


def _is_ours(name: str) -> bool:
    if name.partition(".")[0] not in OURS:
        return False
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # a name in a module
        return False


def _needed(module: str, seen: set[str]) -> set[str] | None:
    """Modules of ours that importing a module imports; None if one of them needs another package."""
    if module in seen:
        return set()
    seen.add(module)
    needed = {module}
    parents = {module.rsplit(".", n)[0] for n in range(1, module.count(".") + 1)}
    for name in _imports(module)[0] | parents:
        if _is_ours(name):
            more = _needed(name, seen)
            if more is None:
                return None
            needed |= more
        elif name.partition(".")[0] not in {*sys.stdlib_module_names, *OURS}:
            return None
    return needed


def modules() -> set[str]:
    """The modules of ours that the log in a phone may import: plain Python, the standard library aside."""
    allowed: set[str] = set()
    waiting = {ROOT}
    while waiting:
        module = waiting.pop()
        more = None if module in allowed else _needed(module, set())
        for one in (more or set()) - allowed:
            allowed.add(one)
            waiting |= {name for name in _imports(one)[1] if _is_ours(name)}
    return allowed


def _log() -> bytes:
    """The log's modules, the shipped games and the translations of the texts in these, as a zip."""
    archive = io.BytesIO()
    places = {}
    for module in sorted(modules()):
        spec = find_spec(module)
        assert spec
        assert spec.origin
        place = Path(spec.origin)
        inside = module.replace(".", "/") + ("/__init__.py" if place.name == "__init__.py" else ".py")
        places[inside] = place.read_bytes()
    for game in _in_order(files("engine.catalogue").joinpath("games")):
        if game.name.endswith(".toml"):
            places[f"engine/catalogue/games/{game.name}"] = game.read_bytes()
    for code in list(LANGUAGES)[1:]:
        texts = read_catalogue(code)
        for message in list(texts):
            if message.id and not any(
                place.endswith(".toml") or place in places for place, _ in message.locations
            ):
                texts.delete(message.id)
        places[f"language/locale/{code}/LC_MESSAGES/peder.mo"] = compiled(texts)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in places.items():
            out.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return archive.getvalue()
