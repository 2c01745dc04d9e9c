"""A copy of a store for strangers: players by their initials, without typed texts about them. Names occur in many
places: the players' table, ids (and so the names of pages), notes, the remedies of dealer's errors, the name of a
place. In the copy, ids and names are initials and such texts are left out, so that no page made from it can have
them. Nights, seasons and own games that seem to be named for a player are reported.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import polars as pl

from engine.api import fold_name
from pipeline.bank.ledger import BankKind
from pipeline.store.columns import SESSION_FOLDERS
from pipeline.store.manifest import JOURNALS, MANIFESTS
from pipeline.store.people import Person, Registry
from pipeline.store.players import frame
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store
from queries.cache import COMPARED

_PLAYERS = "players"
_SHORTEST = 3
"""The shortest name, in letters, for which a word that begins with it counts as the name: a bare `bo` begins many words."""


def initials(name: str) -> str:
    """The first letters of a name's words.

    >>> initials("Anna-Marie Berg"), initials("💎 7")
    ('AMB', 'P')
    """
    return "".join(word[0] for word in re.findall(r"[^\W\d_]+", name))[:4].upper() or "P"


def copy_with_initials(store: Store, to: Path) -> Mapping[str, str]:
    """Copy a store to an empty folder, with initials for names. Returns the new name of each player by the old id,
    hidden players left out. Players with the same initials are numbered in the order in which they first played.
    Raises StoreError if the copy can't be written.

    >>> from pipeline.store.players import add_names
    >>> friends = Store(tmp / "friends")
    >>> _ = add_names(friends, {"anna": ["Anna Berg"], "arne": ["Arne Bo"], "bo": ["Bo"]})
    >>> copy_with_initials(friends, tmp / "strangers")
    {'anna': 'AB', 'arne': 'AB2', 'bo': 'B'}
    """
    registry = Registry.of(store)
    rows = store.read("sessions").sort("started_at", "session_id", nulls_last=True)
    initials_of = _initials_by_id(store, registry, rows)
    for place in store.path.glob("[!.]*"):
        if place.is_dir() and place.name not in {*SESSION_FOLDERS, MANIFESTS, JOURNALS, _PLAYERS}:
            shutil.copytree(place, to / place.name)
    if (store.path / COMPARED).is_dir():
        shutil.copytree(store.path / COMPARED, to / COMPARED)
    copy = Store(to)
    copy.write_reference(_PLAYERS, frame(Registry(_people(registry, initials_of))))
    words = name_words(registry)
    for row in rows.iter_rows(named=True):
        if row["kind"] == "run":
            _copy_files(store, to, row["session_id"])
        else:
            _copy_session(store, copy, row, registry, initials_of, words)
    return {one: name for one, name in initials_of.items() if not registry.people[one].hidden}


def name_words(registry: Registry) -> frozenset[str]:
    """The words of all names of players, folded."""
    return frozenset(
        fold_name(word)
        for person in registry.people.values()
        for name in person.names
        for word in name.split()
        if fold_name(word)
    )


def has_name(text: str, words: frozenset[str]) -> bool:
    """Whether a text has a word that is, or begins with, one of some names: also `Annas` and `Anna's`.

    >>> has_name("Annas-fødselsdag", frozenset({"anna"})), has_name("Farum", frozenset({"anna"}))
    (True, False)
    """
    return any(
        word in words or any(word[:end] in words for end in range(_SHORTEST, len(word)))
        for word in map(fold_name, re.findall(r"\w+", text))
    )


def _initials_by_id(store: Store, registry: Registry, sessions: pl.DataFrame) -> dict[str, str]:
    """Return the initials of each player who isn't merged into another, by id."""
    came: dict[str, None] = {}
    for session_id, kind in sessions.select("session_id", "kind").iter_rows():
        if kind != "run":
            seats = store.read("seats", session_id, ["player_id"])["player_id"].drop_nulls().unique().sort()
            came |= dict.fromkeys(map(registry.merged_id, seats))
    roots = (one.player_id for one in registry.people.values() if not one.merged_into)
    initials_of: dict[str, str] = {}
    used: set[str] = set()
    for player_id in (*came, *sorted(set(roots).difference(came))):
        if player_id not in registry.people:
            continue
        short = name = initials(registry.people[player_id].name)
        number = 1
        while name in used:
            number += 1
            name = f"{short}{number}"
        used.add(name)
        initials_of[player_id] = name
    return initials_of


def _people(registry: Registry, initials_of: Mapping[str, str]) -> Iterable[Person]:
    for player_id, name in initials_of.items():
        yield Person(player_id=name.lower(), name=name, hidden=registry.people[player_id].hidden)


def _copy_files(store: Store, to: Path, session_id: str) -> None:
    """Copy a run unchanged: it names no people."""
    folder = session_folder(session_id)
    for table in (*SESSION_FOLDERS, MANIFESTS):
        if (store.path / table / folder).is_dir():
            shutil.copytree(store.path / table / folder, to / table / folder)


def _copy_session(
    store: Store,
    copy: Store,
    row: Mapping[str, object],
    registry: Registry,
    initials_of: Mapping[str, str],
    words: frozenset[str],
) -> None:
    session_id = str(row["session_id"])
    bank = store.read("bank", session_id)
    hands, seats = store.read("hands", session_id), store.read("seats", session_id)
    ids = {
        *bank["player_id"], *bank["counterparty_id"], *hands["dealer_id"], *seats["player_id"], row["banker_id"],
    } - {None}  # fmt: skip
    new = {one: initials_of.get(registry.merged_id(str(one)), "p").lower() for one in ids}

    def renamed(*columns: str) -> list[pl.Expr]:
        return [pl.col(column).replace_strict(new, return_dtype=pl.String) for column in columns]

    place = row["place"]
    session = dict(row) | {
        "banker_id": new.get(row["banker_id"]),
        "notes": None,
        "place": None if place is not None and has_name(str(place), words) else place,
    }
    errors = pl.col("errors").list.eval(
        pl.struct(
            pl.element().struct.field("kind"),
            pl.element().struct.field("seat"),
            remedy=pl.lit(None, pl.String),
        )
    )
    copy.write_session(
        session,
        hands=hands.with_columns(*renamed("dealer_id"), errors, note=pl.lit(None, pl.String)).drop(
            "session_id", strict=False
        ),
        seats=seats.with_columns(renamed("player_id")).drop("session_id", strict=False),
        bank=bank.filter(pl.col("kind") != BankKind.PAYMENT)
        .with_columns(*renamed("player_id", "counterparty_id"), note=pl.lit(None, pl.String))
        .drop("session_id", strict=False),
    )


def other_names(store: Store) -> list[str]:
    """Return the nights, seasons and own games that seem to be named for a player.

    >>> from pipeline.store.players import add_names
    >>> own = Store(tmp / "own")
    >>> _ = add_names(own, {"anna": ["Anna"]})
    >>> (own.path / "games").mkdir()
    >>> (own.path / "games" / "annas-stud.toml").touch()
    >>> other_names(own)
    ['annas-stud']
    """
    words = name_words(Registry.of(store))
    sessions = store.read("sessions").filter(pl.col("kind") != "run")
    games = [place.stem for place in sorted((store.path / "games").glob("*.toml"))]
    texts = dict.fromkeys([*sessions["session_id"], *sessions["season"].drop_nulls(), *games])
    return [text for text in texts if has_name(text, words)]
