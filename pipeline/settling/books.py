"""Where a night's book comes from: its journal, else the store's tables (a season simulated, nights played
online).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from glob import escape
from pathlib import Path
from typing import Any

import polars as pl

from language import tr, trn
from pipeline.bank.book import BankEntry, BankKind
from pipeline.bank.money import DEFAULT_CURRENCY
from pipeline.bank.settlement import NightBook, SettleError
from pipeline.night.course import Course
from pipeline.night.days import started_on
from pipeline.night.journal import journal_place, journals, night_name, read_journal
from pipeline.night.night import Night
from pipeline.night.told import ToldNight, keep_told, read_told
from pipeline.progress import Progress
from pipeline.store.store import Store


class Nights:
    """The logged nights of a store, each told once however often it is asked for, and not at all where what
    it comes to was kept (`pipeline.night.told`).

    Raises JournalError where one can't be read.
    """

    def __init__(self, store: Path) -> None:
        self.store = store
        self._courses: dict[str, tuple[Course, bytes]] = {}
        self._told: dict[str, ToldNight] = {}
        self._sessions: dict[str, dict[str, Any]] | None = None

    def names(self) -> list[str]:
        """Every night that has a journal."""
        return [night_name(place) for place in journals(self.store)]

    def course(self, name: str) -> Course | None:
        """The course of a night; None where there is no journal."""
        found = self._tell(name)
        return found[0] if found else None

    def told(self, name: str) -> ToldNight | None:
        """What a journal comes to, as it was kept, else told anew; None where there is no journal."""
        if name not in self._told:
            try:
                data = journal_place(self.store, name).read_bytes()
            except FileNotFoundError:
                return None
            told = read_told(self.store, name, data)
            if told is None and (course := self.course(name)):
                told = keep_told(self.store, name, course.night, data)
            if told is None:
                return None
            self._told[name] = told
        return self._told[name]

    def tell_again(self, name: str, night: Night) -> ToldNight:
        """What a night comes to that has been logged on since."""
        told = keep_told(self.store, name, night, journal_place(self.store, name).read_bytes())
        self._told[name] = told
        return told

    def _tell(self, name: str) -> tuple[Course, bytes] | None:
        if name not in self._courses:
            place = journal_place(self.store, name)
            if not place.exists():
                return None
            contents = read_journal(place)
            self._courses[name] = Course(contents.entries), contents.torn
        return self._courses[name]

    def faults(self, name: str) -> list[str]:
        """What isn't right in a night's journal: lines without a meaning, ends set aside."""
        if self.told(name) is None:
            return []
        course, torn = self._courses.get(name) or (None, b"")  # a night that was kept has none
        found = [
            tr("{night}, entry #{entry}: {why}", night=name, entry=n, why=why)
            for n, why in (course.night.faults if course else ())
        ]
        if torn:
            found.append(
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
        return found + [
            tr(
                "{night}: an end of its journal that was never confirmed lies in {file}.",
                night=name,
                file=one,
            )
            for one in aside
        ]

    def book(self, name: str) -> NightBook:
        """What a session leaves to be settled, logged or not.

        Raises SettleError where there is none, or its chips have no value.
        """
        told = self.told(name)
        if told:
            return told.book
        session = self.sessions().get(name)
        if session is None:
            raise SettleError(
                tr(
                    "There is no night {night!r} in the store {store}: log it with peder log {night!r}.",
                    night=name,
                    store=self.store,
                )
            )
        return _book_of_session(Store(self.store), session)

    def sessions(self) -> Mapping[str, dict[str, Any]]:
        """The rows of the sessions whose tables the store holds, by their names; read once."""
        if self._sessions is None:
            rows = Store(self.store).read("sessions") if self.store.is_dir() else pl.DataFrame()
            self._sessions = {row["session_id"]: row for row in rows.iter_rows(named=True)}
        return self._sessions


def _book_of_session(store: Store, session: Mapping[str, Any]) -> NightBook:
    name = session["session_id"]
    if session["chip_value"] is None:
        raise SettleError(
            tr(
                "The session {session!r} doesn't say what a chip is worth, so it can't be settled in money.",
                session=name,
            )
        )
    hands = store.read("hands", name, ("hand_no", "status"))
    confirmed = hands.filter(pl.col("status") == "confirmed")
    seats = store.read("seats", name, ("hand_no", "player_id", "net"))
    seats = seats.join(confirmed.select("hand_no"), on="hand_no", how="semi")
    nets = (
        seats.filter(pl.col("player_id").is_not_null())
        .group_by("player_id", maintain_order=True)
        .agg(pl.col("net").sum())
    )
    entries = [
        BankEntry(
            kind=_kind(row["kind"], name),
            player_id=row["player_id"],
            counterparty_id=row["counterparty_id"],
            chips=row["chips"],
            money=row["money"],
            at=row["at"],
        )
        for row in store.read("bank", name).sort("entry_no").iter_rows(named=True)
    ]
    if nets.is_empty() and not entries:
        raise SettleError(
            tr(
                "The session {session!r} has no players with names: there is nobody to settle with.",
                session=name,
            )
        )
    return NightBook(
        name=name,
        currency=session["currency"] or DEFAULT_CURRENCY,
        chip_value=Decimal(session["chip_value"]),
        banker_id=session["banker_id"],
        nets=dict(zip(nets["player_id"], nets["net"], strict=True)),
        entries=entries,
        hands=len(confirmed),
        drafts=len(hands) - len(confirmed),
    )


def season_nights(nights: Nights, season: str, progress: Progress | None = None) -> list[str]:
    """The nights of a season, in the order of their time. Raises SettleError where there are none.

    Nights with a journal are asked there, the others in the store's tables (simulated runs don't belong to a
    season's money).
    """
    found: dict[str, datetime | None] = {}
    logged = set()
    names = nights.names()
    for number, name in enumerate(names):
        if progress:
            progress(tr("reading {night}", night=name), number, len(names))
        told = nights.told(name)
        logged.add(name)
        if told and told.season == season and told.started_at:
            found[name] = started_on(name, told.started_at, told.day)
    seasons = set()
    for name, row in nights.sessions().items():
        seasons.add(row["season"])
        if row["season"] == season and row["kind"] != "run" and name not in logged:
            found[name] = row["started_at"]
    if not found:
        known = ", ".join(sorted(filter(None, seasons))) or tr("none")
        raise SettleError(
            tr(
                "There is no night of the season {season!r}; the seasons are: {known}.",
                season=season,
                known=known,
            )
        )
    return sorted(found, key=lambda name: (found[name] or datetime.max.replace(tzinfo=UTC), name))


def _kind(word: str, session_id: str) -> BankKind:
    if word not in list(BankKind):
        raise SettleError(
            tr(
                "The book of {session_id!r} has an entry of no known kind, {word!r}: see peder check.",
                session_id=session_id,
                word=word,
            )
        )
    return BankKind(word)
