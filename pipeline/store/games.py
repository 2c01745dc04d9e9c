"""The games that a group defined, as files of the store.

    <store>/games/woolworth.toml                    a game as it is played now
    <store>/games/versions/woolworth@1a2b3c.toml    the rules of each version that was ever read

A hand names the version that it was played by, so its rules stay readable when the file changes or is gone. Names of
games in other languages, texts and aliases make no new version (`engine.catalogue.version`).
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from engine.catalogue import Catalogue, fold_name, names_of
from engine.catalogue.model import Variant
from engine.errors import PederError
from language import mark, tr
from pipeline.store.files import write_whole
from queries.cache import COMPARED
from queries.system import file_name_fault

if TYPE_CHECKING:
    from engine.catalogue.mistakes import Fault
    from engine.catalogue.reading import Definition

GAMES, VERSIONS = "games", "versions"
MOST_FILES = 500
_SAME_AS = re.compile(r"""^\s*(same_as|samme_som)\s*=\s*(\[[^\]]*\]|"[^"]*").*\n?""", re.MULTILINE)
QUESTIONS = {
    "name": mark("What is the game called?"),
    "like": mark("Which game does it start from, such as seven-card-stud? (- for none)"),
    "deal": mark("What is dealt, such as 2 down, 4 x (1 up, bet), 1 down, bet? (- as in that game)"),
    "wild": mark("What is wild, such as 5, T, lowest hole card? (- as in that game)"),
    "hand": mark("What wins, such as high and low, declared? (- as in that game)"),
}
"""The questions for a new game, by the key that the answer sets."""
_LOCK = Lock()
_CATALOGUES: dict[str, _StoreGames] = {}


@dataclass
class _StoreGames:
    """The catalogue of a store, the state of the files that it was read from, and faults that weren't reported yet."""

    store: Path
    catalogue: Catalogue
    read: tuple[object, ...] | None = None
    faults: list[str] = field(default_factory=list)


class GameError(PederError):
    """A definition with faults, or a game that can't be added, changed or retired."""


def games_folder(store: Path) -> Path:
    """Return the folder of a store with the group's own games, a TOML file each.

    >>> games_folder(Path("friends")).as_posix()
    'friends/games'
    """
    return store / GAMES


def catalogue_of(store: Path) -> Catalogue:
    """The catalogue of a store: the games that ship and the group's own, as they were when `load_games` last read them.

    There is one for each folder and process, so that an open night knows a game that was just added. The runs of
    comparisons, a store within a store, use the outer store's games.

    >>> catalogue_of(folder)["baseball"].players  # fewest and most
    (3, 7)
    """
    return _games_of(store).catalogue


def load_games(store: Path) -> list[str]:
    """Read the group's own games again if their files have changed; returns a sentence for each file that can't be
    read as a game.

    >>> games_folder(tmp / "oops").mkdir(parents=True)
    >>> write_whole(games_folder(tmp / "oops") / "woolworth.toml", b'wild = ["5", "T"]')
    >>> print(*load_games(tmp / "oops"))
    games/woolworth.toml, line 1: the game has no name: write name = "Woolworth"; the game is left out.
    """
    games = _games_of(store)
    with _LOCK:
        _read_again(games)
        faults, games.faults = games.faults, []
        return faults


def _games_of(store: Path) -> _StoreGames:
    key = os.path.abspath(store).removesuffix(str(Path("/", COMPARED)))
    with _LOCK:
        games = _CATALOGUES.get(key)
        if games is None:
            games = _CATALOGUES[key] = _StoreGames(Path(key), Catalogue())
            _read_again(games)
        return games


def _read_again(games: _StoreGames) -> None:
    store = games.store
    state = _state(store)
    if state == games.read:
        return
    current, same, games.faults = _current(store)
    own = [*current, *_superseded(store, current, same)]
    games.read = _state(store)  # reading has stored new versions
    games.catalogue.set_own(own, _stamp(store) if own else "")


def _stamp(store: Path) -> str:
    """A short text that is the same in every copy of a store, and another if its games differ."""
    files = [*_files(store), *_files(store, VERSIONS)]
    return f"{zlib.crc32(repr([(path.name, path.read_bytes()) for path in files]).encode()):08x}"


def _state(store: Path) -> tuple[object, ...]:
    """Each file with its time and size."""
    files = [*_files(store), *_files(store, VERSIONS)]
    return tuple((path.name, at.st_mtime_ns, at.st_size) for path in files if (at := path.stat()))


def _files(store: Path, *parts: str) -> list[Path]:
    folder = games_folder(store).joinpath(*parts)
    files = sorted(path for path in folder.glob("*.toml") if path.is_file() and not path.name.startswith("."))
    return files[:MOST_FILES]


def _current(store: Path) -> tuple[list[Variant], dict[str, str], list[str]]:
    """Return the current games, the versions that are counted with others, and the faults of the files."""
    games: list[Variant] = []
    same: dict[str, str] = {}
    faults: list[str] = []
    other_names: dict[str, str] = {}
    for path in _files(store):
        read = read_game(path, other_names)
        if read.variant is None:
            faults.append(
                tr(
                    "{file}, {fault}; the game is left out.",
                    file=f"{GAMES}/{path.name}",
                    fault=str(read.faults[0]),
                )
            )
            continue
        games.append(read.variant)
        same |= dict.fromkeys(read.same_as, read.variant.id)
        other_names |= {fold_name(name): path.stem for name in names_of(read.variant)}
        _remember(store, path, read.variant)
    return games, same, faults


def read_game(path: Path, other_names: dict[str, str] | None = None) -> Definition:
    """Read a game's file; its id is the file's name. No game may use a name in `other_names`, which has the folded
    names of other games, each with its game. Returns the definition: its `variant` is None if it has `faults`.
    Raises GameError for a file that isn't text, OSError for one that can't be read.

    >>> text = definition_text({"name": "Woolworth", "like": "seven-card-stud", "wild": "5, T"})
    >>> write_whole(tmp / "woolworth.toml", text.encode())
    >>> game = read_game(tmp / "woolworth.toml").variant
    >>> game.id, game.name, game.rounds
    ('woolworth@d2fe5f', 'Woolworth', 5)
    """
    from engine.catalogue.reading import MAX_LETTERS, read_definition

    with path.open("rb") as file:
        data = file.read(4 * MAX_LETTERS + 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError(tr("{name} isn't UTF-8 text: save it as plain text.", name=path.name)) from error
    return read_definition(text, game_id(path), other_names)


def game_id(path: Path) -> str:
    """Return the id of a file's game, without its version: lower-case letters, digits and hyphens, 40 at most.

    >>> game_id(Path("games/Søren's stud.toml")), game_id(Path("games/versions/woolworth@1a2b3c.toml"))
    ('soren-s-stud', 'woolworth')
    """
    word = re.sub(r"[^a-z0-9]+", "-", fold_slug(path.stem.partition("@")[0])).strip("-")
    return word[:40] or "game"


def fold_slug(text: str) -> str:
    return text.casefold().replace("æ", "ae").replace("ø", "o").replace("å", "a")


def _remember(store: Path, path: Path, variant: Variant) -> None:
    """Store a version's rules; if nothing can be written, no hands of it can be stored either."""
    place = games_folder(store) / VERSIONS / f"{variant.id}.toml"
    if not place.exists():
        with suppress(OSError, PederError):
            place.parent.mkdir(exist_ok=True)
            write_whole(place, path.read_bytes())


def _superseded(store: Path, current: list[Variant], same: Mapping[str, str]) -> Iterator[Variant]:
    """Return the versions that are no longer played; `same` has the version that some of them are counted with."""
    known = {variant.id for variant in current}
    for path in _files(store, VERSIONS):
        if path.stem in known:
            continue
        with suppress(GameError, OSError):
            variant = read_game(path).variant
            if variant is not None:
                name, version = variant.name, path.stem.partition("@")[2]
                yield replace(
                    variant, id=path.stem, name=f"{name} ({version})", aliases=(), superseded=True,
                    counts_as=same.get(path.stem, ""),
                )  # fmt: skip


def definition_text(answers: Mapping[str, str]) -> str:
    """Return the definition made from answers to `QUESTIONS`; an empty answer, or a dash, leaves its key out.

    >>> print(definition_text({"name": "Woolworth", "like": "seven-card-stud", "deal": "-", "wild": "5, T"}), end="")
    name = "Woolworth"
    like = "seven-card-stud"
    wild = ["5", "T"]
    """
    values = {key: text for key in QUESTIONS if (text := answers.get(key, "").strip()) not in ("", "-")}
    written: dict[str, object] = {
        key: [word.strip() for word in text.split(",") if word.strip()] if key == "wild" else text
        for key, text in values.items()
    }
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in written.items())


def answer_faults(answers: Mapping[str, str], key: str, games: Catalogue) -> list[Fault]:
    """Return the faults that the answer to a question of `QUESTIONS` adds to the faults of the other answers. A name is
    checked as the name of a stud game.

    >>> answers = {"name": "Woolworth", "like": "seven-card-stud", "deal": "2 downs"}
    >>> print(*answer_faults(answers, "deal", catalogue_of(folder)))
    line 3: '2 downs' isn't a step of a deal: did you mean '2 down'?
    """
    from engine.catalogue.reading import read_definition

    if answers[key] in ("", "-"):
        return []
    with_it = {"name": answers["name"], "like": "seven-card-stud"} if key == "name" else dict(answers)
    without = with_it | {key: "-"}
    known = {fault.mistake for fault in read_definition(definition_text(without)).faults}
    faults = read_definition(definition_text(with_it), other_names=games.own_names).faults
    return [fault for fault in faults if fault.mistake not in known]


def add_game(store: Path, variant: Variant, text: str, *, replace: bool = False) -> bool:
    """Add a game by its definition; returns False if the identical file exists. Raises GameError if another game has
    its id (unless `replace`), OSError if it can't be written.

    >>> from engine.catalogue.reading import read_definition
    >>> text = definition_text({"name": "Woolworth", "like": "seven-card-stud", "wild": "5, T"})
    >>> add_game(tmp / "own", read_definition(text, "woolworth").variant, text)
    True
    >>> catalogue_of(tmp / "own")["woolworth@d2fe5f"].name
    'Woolworth'
    """
    word = variant.id.partition("@")[0]
    place = games_folder(store) / f"{word}.toml"
    if file_name_fault(place.name):
        raise GameError(tr("A game can't be called {word!r}: Windows has no file of that name.", word=word))
    if place.exists():
        if variant.id in catalogue_of(store) and place.read_text(encoding="utf-8-sig") == text:
            return False
        if not replace:
            raise GameError(
                tr(
                    "There is a game {word} already: --replace changes its rules, and its hands stay apart.",
                    word=word,
                )
            )
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, text.encode())
    load_games(store)
    return True


def is_logged(store: Path, version: str) -> bool:
    """Whether a journal names a version of a game, because an open night isn't in the tables yet.

    >>> (tmp / "journal").mkdir()
    >>> write_whole(tmp / "journal" / "2026-03-14.jsonl", b'{"game": "woolworth@1a2b3c"}')
    >>> is_logged(tmp, "woolworth@1a2b3c"), is_logged(tmp, "woolworth@4d5e6f")
    (True, False)
    """
    from pipeline.store.manifest import JOURNALS

    return any(version in file.read_text(encoding="utf-8") for file in (store / JOURNALS).glob("*.jsonl"))


def set_versions(store: Path, word: str, versions: Sequence[str]) -> None:
    """Count hands of these versions of a game (ids, or their last six letters) as the game's own, by the key
    `same_as` of its file. Raises OSError if the file can't be written.

    >>> add_versions(tmp / "same", {"woolworth@1a2b3c": 'name = "Woolworth"'})
    >>> set_versions(tmp / "same", "woolworth", ["woolworth@1a2b3c", "4d5e6f"])
    >>> print((games_folder(tmp / "same") / "woolworth.toml").read_text(), end="")
    name = "Woolworth"
    same_as = ["1a2b3c", "4d5e6f"]
    """
    place = games_folder(store) / f"{word}.toml"
    text = _SAME_AS.sub("", place.read_text(encoding="utf-8-sig")).rstrip("\n") + "\n"
    own = [version.removeprefix(f"{word}@") for version in versions]
    if own:
        text += f"same_as = {json.dumps(own)}\n"
    write_whole(place, text.encode())
    load_games(store)


def definitions_of(store: Path) -> dict[str, str]:
    """Return the definition of each version of the group's own games that was ever read, by its id.

    >>> add_versions(tmp / "defined", {"woolworth@1a2b3c": 'name = "Woolworth"'})
    >>> definitions_of(tmp / "defined")["woolworth@1a2b3c"]
    'name = "Woolworth"'
    """
    return {path.stem: path.read_text(encoding="utf-8-sig") for path in _files(store, VERSIONS)}


def add_versions(store: Path, definitions: Mapping[str, str]) -> None:
    """Add versions of games that came with hands; if the store doesn't have the game, the version becomes the game.
    Raises OSError if nothing can be written.

    >>> add_versions(tmp / "came", {"woolworth@1a2b3c": 'name = "Woolworth"'})
    >>> sorted(place.relative_to(tmp / "came").as_posix() for place in (tmp / "came").rglob("*1a2b3c.toml"))
    ['games/versions/woolworth@1a2b3c.toml']
    """
    for variant_id, text in definitions.items():
        word = variant_id.partition("@")[0]
        current = games_folder(store) / f"{word}.toml"
        version = games_folder(store) / VERSIONS / f"{variant_id}.toml"
        version.parent.mkdir(parents=True, exist_ok=True)
        if not current.exists() and not version.exists():
            write_whole(current, text.encode())
        write_whole(version, text.encode())
    if definitions:
        load_games(store)
