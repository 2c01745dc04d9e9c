"""A game of PokerNow as the store has it: its log, its ledger, or both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from language import tr
from pipeline.bank.ledger import BankKind
from pipeline.formats.pokernow.ledger import Sitting
from pipeline.formats.pokernow.log import player_id
from pipeline.formats.pokernow.reconcile import Results, all_bought, chip_of, played
from pipeline.formats.sessions import Imported, check_sound
from pipeline.store.manifest import manifest_of
from pipeline.store.people import Registry
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store

HandKey = tuple[int, datetime]
"""A hand of PokerNow wherever it is logged: its number and when it began, to the millisecond."""


def hand_keys(hands: pl.DataFrame) -> dict[HandKey, bool]:
    """The hands of a session, and whether each has an end."""
    rows = hands.select("hand_no", "started_at", pl.col("status") == "confirmed").rows()
    return {(number, at): is_whole for number, at, is_whole in rows}


_KNOWN = ("cards", "meld", "meld_score")


def with_cards(seats: pl.DataFrame, *others: pl.DataFrame) -> tuple[pl.DataFrame, int]:
    """The seats with the cards that the others know of them, and how many of those weren't known."""
    before = seats["cards"].count()
    for other in others:
        known = other.select("hand_no", "seat", *_KNOWN)
        both = seats.join(known, on=["hand_no", "seat"], how="left", suffix="_known", maintain_order="left")
        seats = both.with_columns(pl.coalesce(name, f"{name}_known") for name in _KNOWN).select(seats.columns)
    return seats, seats["cards"].count() - before


@dataclass(frozen=True, kw_only=True)
class StoredGame:
    """The stored part of a game: its log, its ledger, or both."""

    origin: str
    session: Mapping[str, Any]
    hands: pl.DataFrame
    seats: pl.DataFrame
    bank: pl.DataFrame
    name_of: Mapping[str, str]

    @classmethod
    def of(cls, store: Store, session_id: str) -> StoredGame:
        check_sound(store, session_id)
        frames = {table: store.read(table, session_id).drop("session_id") for table in ("hands", "seats")}
        stated, registry = manifest_of(store.path, session_folder(session_id)), Registry.of(store)
        return cls(
            origin=(stated.origin if stated else None) or session_id,
            session=store.session_row(session_id),
            name_of={person.player_id: person.name for person in registry.people.values()},
            bank=store.read("bank", session_id),
            **frames,
        )

    @property
    def session_id(self) -> str:
        return str(self.session["session_id"])

    @cached_property
    def hand_keys(self) -> dict[HandKey, bool]:
        return hand_keys(self.hands)

    @property
    def has_hands(self) -> bool:
        return len(self.hands) > 0

    def has_hands_of(self, game: Imported) -> bool:
        """Whether the hands of a game are these, cards aside."""
        seats, stored = (frame.select(game.seats.columns).drop(_KNOWN) for frame in (game.seats, self.seats))
        return seats.equals(stored) and game.hands.equals(self.hands.select(game.hands.columns))

    @property
    def has_ledger(self) -> bool:
        """Whether a ledger did: it leaves differences, which a log has none of."""
        return BankKind.DIFFERENCE in self.bank["kind"].to_list()

    def sittings(self) -> Iterator[Sitting]:
        """When each player of a ledger sat there, from the first purchase to the last chips handed back."""
        kinds = pl.col("kind")
        times = self.bank.group_by("player_id", maintain_order=True).agg(
            pl.col("at").filter(kinds == BankKind.PURCHASE).min().alias("start"),
            pl.col("at").filter(kinds == BankKind.BUYBACK).sort(nulls_last=True).last().alias("end"),
        )
        for player, start, end in times.rows():
            yield Sitting(
                name=self.name_of.get(player, player), player=player.removeprefix(player_id("")),
                start=start, end=end, buy_in=0, buy_out=0, stack=0,
            )  # fmt: skip

    def results(self) -> Results:
        """What each player won by the ledger, which of a session with hands is in the unit of the hands."""
        chip = chip_of(self.session)
        nets = Counter(played(self.hands, self.seats))
        for player, chips in self.bank.filter(kind=BankKind.DIFFERENCE).select("player_id", "chips").rows():
            nets[player] += chips
        return Results(
            name=tr("the session {name!r}", name=self.session_id),
            nets={player: net * chip for player, net in nets.items()},
            bought=0 if self.has_hands else all_bought(self.bank, chip),
        )

    def under_own_name(self, game: Imported) -> Imported:
        """A log's game under the name of this session, with its season and currency unless it has others."""
        settings = {
            name: self.session[name] or game.session[name]
            if name in game.assumed
            else game.session[name] or self.session[name]
            for name in ("season", "currency")
        }
        bank = game.bank.with_columns(pl.lit(settings["currency"], dtype=pl.String).alias("currency"))
        return replace(game, session={**game.session, **settings, "session_id": self.session_id}, bank=bank)

    @property
    def names(self) -> dict[str, list[str]]:
        """Who had chips, by the log if there is one."""
        players = self._entries()["player_id"].drop_nulls().unique(maintain_order=True)
        return {player: [self.name_of.get(player, player)] for player in players}

    def game(self, source: Path, settings: Imported | None = None) -> Imported:
        """The game as its log had it, for more of it to come in, with the season and the currency that another
        import of it states.
        """
        stated = {
            name: settings.session[name]
            for name in ("season", "currency")
            if settings and name not in settings.assumed and settings.session[name]
        }
        return Imported(
            source=source, session={**self.session, **stated}, hands=self.hands, seats=self.seats,
            bank=self._entries(), names=self.names, origin=self.origin, amends=True,
        )  # fmt: skip

    def with_more(self, rest: Imported, new: Collection[HandKey]) -> Imported:
        """The game with the hands `new` of another log of it, `rest`."""
        game = self.game(rest.source, rest)
        over = [
            number for number, _ in new & self.hand_keys.keys()
        ]  # drafts of which the other log has the end
        hands, seats = (frame.filter(~pl.col("hand_no").is_in(over)) for frame in (game.hands, game.seats))
        bank = pl.concat([game.bank.select(rest.bank.columns), rest.bank]).sort("at", maintain_order=True)
        times = [self.session[name] for name in ("started_at", "ended_at")]
        times += [rest.session[name] for name in ("started_at", "ended_at")]
        return replace(
            game,
            session={**game.session, "started_at": min(times), "ended_at": max(times)},
            hands=pl.concat([hands.select(rest.hands.columns), rest.hands]).sort("hand_no"),
            seats=pl.concat([seats.select(rest.seats.columns), rest.seats]).sort("hand_no", "seat"),
            bank=bank.with_columns(entry_no=pl.int_range(1, len(bank) + 1).cast(bank.schema["entry_no"])),
            names={**rest.names, **game.names},
        )

    def _entries(self) -> pl.DataFrame:
        """The bank's entries, without the pairs that a ledger added to a log, which come after all others."""
        if not (self.has_hands and self.has_ledger):
            return self.bank
        return self.bank.head(self.bank["kind"].to_list().index(BankKind.DIFFERENCE) - 1)
