"""The ledgers of a store's nights: from the journal of a logged night, else from the store's tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from glob import escape
from itertools import combinations
from pathlib import Path
from shlex import quote
from typing import Any, NamedTuple

import polars as pl

from engine.api import PederError
from language import tr, trn
from pipeline.bank.ledger import BankEntry, NightLedger, accounts
from pipeline.bank.settlement import SettleError
from pipeline.night.days import evening_of
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.night import night_ledger
from pipeline.night.replay import Replay
from pipeline.store.bank_rows import bank_entry
from pipeline.store.columns import is_tournament
from pipeline.store.games import catalogue_of
from pipeline.store.store import Store


class Nights:
    """The nights of a store; each journal is replayed once. Methods raise JournalError for a damaged journal."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self._replays: dict[str, tuple[Replay, bytes]] = {}
        self._sessions: dict[str, dict[str, Any]] | None = None

    def replay(self, name: str) -> Replay | None:
        """The replay of a logged night; None if there is no journal."""
        if name not in self._replays:
            place = journal_place(self.store, name)
            if not place.exists():
                return None
            contents = read_journal(place)
            self._replays[name] = Replay(contents.entries, catalogue_of(self.store)), contents.torn
        return self._replays[name][0]

    def faults(self, name: str) -> list[str]:
        """Faults of a night's journal: entries that don't apply, torn ends."""
        replay = self.replay(name)
        if replay is None:
            return []
        torn = self._replays[name][1]
        sentences = [
            tr("{night}, entry #{entry}: {why}", night=name, entry=n, why=why)
            for n, why in replay.night.faults
        ]
        if torn:
            sentences.append(
                trn(
                    "{night}: its journal ends in {n} byte that was never confirmed; the next logger sets it "
                    "aside.",
                    "{night}: its journal ends in {n} bytes that were never confirmed; the next logger sets "
                    "them aside.",
                    len(torn),
                    night=name,
                )
            )
        place = journal_place(self.store, name)
        aside = sorted(place.parent.glob(f"{escape(place.stem)}.torn-*"))
        return sentences + [
            tr(
                "{night}: an end of its journal that was never confirmed lies in {file}.",
                night=name,
                file=one,
            )
            for one in aside
        ]

    def ledger(self, name: str) -> NightLedger:
        """The ledger of a session, logged or not. Raises as `ledgers`."""
        return self.ledgers([name])[0]

    def ledgers(self, names: Sequence[str]) -> list[NightLedger]:
        """The ledgers of sessions, logged or not; the tables of all are read together.

        Raises SettleError if there is no such session, or its chips have no value.
        """
        replays = {name: self.replay(name) for name in names}
        sessions = [self._session(name) for name, replay in replays.items() if not replay]
        nights = _nights_in_files(Store(self.store), sessions) if sessions else ()
        stored = {night.session["session_id"]: night.ledger(is_logged=False) for night in nights}
        return [
            night_ledger(name, replay.night) if (replay := replays[name]) else stored[name] for name in names
        ]

    def _session(self, name: str) -> Mapping[str, Any]:
        """The row of a session. Raises SettleError."""
        session = self.sessions().get(name)
        if session is None:
            raise SettleError(self._no_night(name))
        return session

    def _no_night(self, name: str) -> str:
        """What to say of a name that no night has: the season of that name, else the latest nights."""
        rows = self.sessions().values()
        if name in {row["season"] for row in rows}:
            return tr(
                "{name!r} is a season, not a night: write --season {quoted}.", name=name, quoted=quote(name)
            )
        latest = [row["session_id"] for row in rows if row["kind"] != "run"][-5:]
        if not latest:
            return tr("There is no night {night!r} in the store.", night=name)
        return tr(
            "There is no night {night!r} in the store: the latest are {latest}.",
            night=name,
            latest=", ".join(latest),
        )

    def sessions(self) -> Mapping[str, dict[str, Any]]:
        """Rows of the table `sessions` by session id."""
        if self._sessions is None:
            store = Store(self.store)
            rows = store.read("sessions") if self.store.is_dir() else pl.DataFrame()
            self._sessions = {row["session_id"]: row for row in rows.iter_rows(named=True)}
            if unread := set(store.session_ids()) - self._sessions.keys():
                store.check_lacks_nothing(unread)
        return self._sessions


def latest_night(nights: Nights) -> str:
    """Return the night that was played last, here or (an import with a season) elsewhere. Raises SettleError if there
    is none.

    >>> latest_night(Nights(folder))
    '2026-12'
    """
    sessions = nights.sessions().values()
    rows = [row for row in sessions if row["kind"] == "night" or (row["kind"] == "import" and row["season"])]
    rows = [row for row in rows if not is_tournament(row)]
    rows = [row for row in rows if row["place"] != "simulated"] or rows
    if not rows:
        raise SettleError(tr("No night has been logged yet: peder log begins one."))
    latest = max(rows, key=lambda row: (row["started_at"] is not None, row["started_at"], row["session_id"]))
    return str(latest["session_id"])


class StoredNight(NamedTuple):
    """What a store's tables have of a session: its row of `sessions`, what each player won by the confirmed hands, in chips, its
    rows of `bank` in order, and the numbers of confirmed hands and of drafts.
    """

    session: Mapping[str, Any]
    nets: Mapping[str, int]
    bank: Sequence[Mapping[str, Any]]
    hands: int
    drafts: int

    @property
    def is_tournament(self) -> bool:
        """Whether its chips aren't money."""
        return is_tournament(self.session)

    def ledger(self, *, is_logged: bool) -> NightLedger:
        """The ledger of the session; only one that is logged here may be without players.

        Raises SettleError if it can't be settled: it is a tournament, its chips have no value (a simulated run's haven't), its
        book has an entry of no known kind, or no player has a name.
        """
        name = self.session["session_id"]
        if self.is_tournament:
            raise SettleError(
                tr(
                    "{session!r} was a tournament, whose chips aren't money: there is nothing to settle.",
                    session=name,
                )
            )
        if self.session["chip_value"] is None:
            raise SettleError(
                tr(
                    "The session {session!r} doesn't say what a chip is worth, so it can't be settled in money.",
                    session=name,
                )
            )
        if not (self.nets or self.bank or is_logged):
            raise SettleError(
                tr(
                    "The session {session!r} has no players with names: there is nobody to settle with.",
                    session=name,
                )
            )
        return NightLedger(
            name=name,
            currency=self.session["currency"] or "",
            chip_value=Decimal(self.session["chip_value"]),
            banker_id=self.session["banker_id"],
            nets=self.nets,
            entries=[self._entry(row) for row in self.bank],
            hands=self.hands,
            drafts=self.drafts,
        )

    def _entry(self, row: Mapping[str, Any]) -> BankEntry:
        try:
            return bank_entry(row)
        except ValueError as error:
            raise SettleError(
                tr(
                    "The book of {session_id!r} has an entry of no known kind, {word!r}: see peder store check.",
                    session_id=row["session_id"],
                    word=row["kind"],
                )
            ) from error


def _nights_in_files(store: Store, sessions: Sequence[Mapping[str, Any]]) -> Iterator[StoredNight]:
    """What the store's files have of these rows of `sessions`."""
    names = [session["session_id"] for session in sessions]
    store.check_lacks_nothing(names)
    hands = store.read("hands", names, ("hand_no", "status"))
    confirmed = hands.filter(pl.col("status") == "confirmed")
    seats = store.read("seats", names, ("hand_no", "player_id", "net")).join(
        confirmed, on=["session_id", "hand_no"], how="semi", maintain_order="left"
    )
    sums = (
        seats.filter(pl.col("player_id").is_not_null())
        .group_by("session_id", "player_id", maintain_order=True)
        .agg(pl.col("net").sum())
    )
    nets: dict[str, dict[str, int]] = {name: {} for name in names}
    for name, player_id, net in sums.iter_rows():
        nets[name][player_id] = net
    entries: dict[str, list[Mapping[str, Any]]] = {name: [] for name in names}
    for row in store.read("bank", names).sort("entry_no", maintain_order=True).iter_rows(named=True):
        entries[row["session_id"]].append(row)
    counts = dict(hands["session_id"].value_counts().iter_rows())
    counted = dict(confirmed["session_id"].value_counts().iter_rows())
    for name, session in zip(names, sessions, strict=True):
        count = counted.get(name, 0)
        yield StoredNight(session, nets[name], entries[name], count, counts.get(name, 0) - count)


def season_nights(nights: Nights, season: str) -> list[str]:
    """The nights and imports of a season in order of time; simulated runs and tournaments have no money to settle.

    Raises SettleError if there are none.
    """
    sessions = nights.sessions()
    begins = {
        name: row["started_at"]
        for name, row in sessions.items()
        if row["season"] == season and row["kind"] != "run" and not is_tournament(row)
    }
    if not begins and season in {row["season"] for row in sessions.values() if row["kind"] != "run"}:
        raise SettleError(
            tr(
                "All of season {season!r} were tournaments, whose chips aren't money: there is nothing to settle.",
                season=season,
            )
        )
    if not begins:
        there = sorted({row["season"] for row in sessions.values() if row["kind"] != "run"} - {None})
        known = tr("it has {seasons}", seasons=", ".join(there)) if there else tr("no night belongs to one")
        raise SettleError(
            tr(
                "There is no season {season!r} in the store: {known}.",
                season=season,
                known=known,
            )
        )
    return sorted(begins, key=lambda name: (begins[name] or datetime.max.replace(tzinfo=UTC), name))


def same_results(nights: Nights, names: Collection[str]) -> list[tuple[str, str]]:
    """Return those of some sessions, each with another of its day in which the same players won and lost the same money: they
    may be one night, which counts twice. None in a store with a damaged session: queries name that.

    >>> same_results(Nights(folder), ["2026-12"])
    []
    """
    try:
        sessions = nights.sessions()
    except PederError:
        return []
    by_day: dict[date, list[str]] = defaultdict(list)
    for name, row in sessions.items():
        if row["kind"] != "run" and row["started_at"] and not is_tournament(row):
            by_day[evening_of(row["started_at"])].append(name)
    pairs: list[tuple[str, str]] = []
    for several in by_day.values():
        asked = [
            (one, other) if one in names else (other, one)
            for one, other in combinations(several, 2)
            if one in names or other in names
        ]
        results = {name: _results(nights, name) for name in several} if asked else {}
        pairs += [(one, other) for one, other in asked if results[one] and results[one] == results[other]]
    return pairs


def _results(nights: Nights, name: str) -> dict[str, Decimal]:
    """The money that players won or lost in a session; nothing if it can't be settled."""
    try:
        ledger = nights.ledger(name)
    except PederError:
        return {}
    won = accounts(ledger.nets, ledger.entries).values()
    return {one.player_id: one.result * ledger.chip_value for one in won if one.result}
