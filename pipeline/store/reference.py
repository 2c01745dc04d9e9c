"""Reference tables of the store, generated from the program: the games of the catalogue, the kinds of action, the
words in columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from engine.api import (
    ROUND_SHIFT,
    SEAT_SHIFT,
    UNKNOWN_CARD,
    VALUE_SHIFT,
    Act,
    Catalogue,
    Declared,
    Detail,
    Half,
    Outcome,
    Variant,
    card_text,
    pack_of,
    traits_of,
    wild_text,
)
from language import SOURCE, speaking
from pipeline.bank.ledger import BankKind
from pipeline.store.files import PARTS, StoreError
from pipeline.store.games import load_games
from pipeline.store.store import Store

if TYPE_CHECKING:
    import polars as pl


def variants_table(games: Catalogue) -> pl.DataFrame:
    """Return the games of a catalogue, a row each.

    >>> from pipeline.store.games import catalogue_of
    >>> games = variants_table(catalogue_of(folder))
    >>> games.filter(variant_id="baseball").select("name", "wild", "rounds", "pace").row(0)  # pace: seconds a hand
    ('Baseball', 'threes and nines', 5, 180)
    """
    return _variants_table(games, games.state)


@lru_cache(maxsize=4)
def _variants_table(games: Catalogue, state: str) -> pl.DataFrame:
    return _frame("variants", variant_rows(games))


def variant_rows(games: Catalogue) -> list[dict[str, Any]]:
    """Return the games of a catalogue by column, without polars, which is slow to import.

    >>> from pipeline.store.games import catalogue_of
    >>> row = variant_rows(catalogue_of(folder))[0]
    >>> row["variant_id"], row["name"], row["aliases"], row["players_max"]
    ('straight-poker', 'Straight Poker', ['sp', 'straight'], 7)
    """
    with speaking(SOURCE):  # the store has the English texts, whatever the user's language
        return [_variant_row(variant) for variant in games.values()]


def _variant_row(variant: Variant) -> dict[str, Any]:
    return {
        "variant_id": variant.id,
        "name": variant.name,
        "name_da": variant.name_da or None,
        "aliases": list(variant.aliases),
        "family": variant.family,
        "source": variant.source,
        "wild": wild_text(variant),
        "traits": traits_of(variant),
        "rounds": variant.rounds,
        "players_min": variant.players[0],
        "players_max": variant.players[1],
        "pace": variant.pace,
        "hand_definition": variant.hand_means,
        "counts_as": variant.counts_as or None,
    }


@cache
def action_kinds_table() -> pl.DataFrame:
    """Return a row for each kind of act, with its code in packed actions.

    >>> action_kinds_table().filter(aggressive=True)["kind"].to_list()
    ['bet', 'raise', 'peder_bet', 'peder_raise']
    """
    rows = [
        {
            "code": act.value,
            "kind": act.word,
            "pays": act.pays,
            "voluntary": act.voluntary,
            "aggressive": act.aggressive,
            "has_card": act.has_card,
        }
        for act in Act
    ]
    return _frame("action_kinds", rows)


@cache
def terms_table() -> pl.DataFrame:
    """Return a row for each word that a column of the store may have.

    >>> terms_table().filter(term="outcome")["word"].to_list()
    ['showdown', 'last_standing', 'carried', 'split', 'new_deal', 'redealt', 'incomplete']
    """
    rows = [
        *(("detail", it, it.code, ["acts"] * (it is not Detail.RESULT)) for it in Detail),
        *(("outcome", it, it.code, ["played"] * it.played) for it in Outcome),
        *(("half", it, it.code, []) for it in Half),
        *(("declared", it, it.code, []) for it in Declared),
        *(("card", card_text(card), card, []) for card in (*pack_of(54), UNKNOWN_CARD)),
        *(
            (
                "bank_kind",
                it,
                None,
                ["with_bank"] * it.with_bank + ["taken_back"] * it.taken_back + ["chips"] * it.moves_chips,
            )
            for it in BankKind
        ),
        ("act_bits", "seat", SEAT_SHIFT, []),
        ("act_bits", "round", ROUND_SHIFT, []),
        ("act_bits", "value", VALUE_SHIFT, []),
    ]
    return _frame("terms", rows)


def _frame(table: str, rows: Sequence[Any]) -> pl.DataFrame:
    import polars as pl

    from pipeline.store.schemas import REFERENCE_TABLES

    return pl.DataFrame(rows, schema=REFERENCE_TABLES[table], orient="row")


def write_engine_tables(store: Store) -> None:
    """Write this version's reference tables into a store if they differ, or are damaged. Raises StoreError.

    >>> write_engine_tables(Store(tmp))
    >>> Store(tmp).read("terms").filter(term="half")["word"].to_list()
    ['whole', 'high', 'low', 'spade', 'count']
    """
    for table, rows in _engine_tables(store):
        store.write_reference(table, rows)


def engine_files(store: Store) -> dict[str, list[Path]]:
    """Write this version's reference tables into a store if they differ, or are damaged. Returns the files of those for
    which the store can't be written: temporary ones, as long as the program runs.

    >>> engine_files(Store(tmp)), len(Store(tmp).read("action_kinds")) > 0
    ({}, True)
    """
    from pipeline.store.parts import part_bytes

    files = {}
    for table, rows in _engine_tables(store):
        try:
            store.write_reference(table, rows)
        except StoreError:
            data = part_bytes(rows)
            place = Path(_temporary_folder().name) / table / f"part-{sha256(data).hexdigest()[:16]}.parquet"
            place.parent.mkdir(exist_ok=True)
            if not place.exists():
                place.write_bytes(data)
            files[table] = [place]
    return files


@cache
def _temporary_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True)


def _engine_tables(store: Store) -> Iterator[tuple[str, pl.DataFrame]]:
    """The reference tables of this version that a store hasn't got."""
    load_games(store.path)
    tables = {
        "variants": variants_table(store.catalogue),
        "action_kinds": action_kinds_table(),
        "terms": terms_table(),
    }
    return ((table, rows) for table, rows in tables.items() if not _is_stored(store, table, rows))


def _is_stored(store: Store, table: str, rows: pl.DataFrame) -> bool:
    from pipeline.store.parts import part_bytes

    try:
        parts = [part.read_bytes() for part in (store.path / table).glob(PARTS)]
        # comparing bytes is several times as fast, but other versions of polars write different ones
        return parts == [part_bytes(rows)] or store.read(table).equals(rows)
    except (OSError, StoreError):
        return False
