"""A game's logs and ledger as one session: hands from the logs, results from the ledger.

They may be imported in any order: what comes later joins the session of the first, which keeps its name. So do two logs
of one game, such as the first half of an evening and the whole of it, or those of two friends: a hand counts once (it
has the same number and the same time in both), and has the cards that either log knows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import polars as pl

from language import join_words, tr, trn
from pipeline.bank.ledger import BankKind
from pipeline.formats.files import STDIN, columns_in, text_lines
from pipeline.formats.pokernow.ledger import COLUMNS, Sitting, import_ledger, read_sittings
from pipeline.formats.pokernow.log import PLACE, import_log, player_id
from pipeline.formats.pokernow.reconcile import (
    Results,
    all_bought,
    chip_of,
    reconcile,
)
from pipeline.formats.pokernow.stored_game import StoredGame, hand_keys, with_cards
from pipeline.formats.sessions import FileError, Imported, sound_store
from pipeline.store.manifest import session_of
from pipeline.store.player_names import same_name
from pipeline.store.store import Store

_A_DAY = timedelta(days=1)
_EARLY, _LATE = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


class Games:
    """The games that some logs and ledgers are of, with what the store has of them already."""

    only: Literal["log", "ledger"] | None = None
    """The kind of all files, None where each file's first line tells."""

    def __init__(
        self,
        store: Store,
        files: Sequence[Path],
        *,
        session_id: str | None = None,
        season: str | None = None,
        currency: str | None = None,
        cents: bool = False,
        replace: bool = False,
    ) -> None:
        self._whole, self._session_id, self._replace = store, session_id, replace
        self._store = store  # without the session that the next file replaces, if that is damaged
        self._season, self._currency, self._cents = season, currency, cents
        ledgers = [path for path in files if (self.only == "ledger" if self.only else _is_ledger(path))]
        self._ledgers = dict.fromkeys(ledgers)
        self._used: set[Path] = set()
        self.files = [*(path for path in files if path not in self._ledgers), *self._ledgers]

    def read(self, path: Path) -> list[Imported]:
        """The game of a file, logs first: a ledger that went into a log's game is no separate game any more.

        A game of which the store has the other file is that session, with both. Raises FileError, and StoreError where
        the session is damaged and not to be replaced.
        """
        if path in self._used:
            return []
        return [self._of_ledger(path) if path in self._ledgers else self._of_log(path)]

    def _own(self, game: Imported) -> tuple[str | None, Imported]:
        """The session of the store that a game is, and the game; None if it takes the place of a damaged one, by its name."""
        name = session_of(self._whole.path, game.origin)
        own = name if name and self._session_id in (None, name) else game.session_id
        self._store = sound_store(self._whole, own, replace=self._replace)
        if self._store is self._whole:
            return name, game
        return None, replace(game, session={**game.session, "session_id": own})

    def _of_log(self, path: Path) -> Imported:
        name, game = self._own(self._log(path))
        stored: StoredGame | None = None
        results: Results | None = None
        mine = hand_keys(game.hands).keys()
        overlapping = [one for one in self._at_that_time(game.session) if one.hand_keys.keys() & mine]
        if overlapping and (name is None or self._session_id in (None, name)):
            stored, game = self._joined(path, game, overlapping, name)
        elif name is None:
            if stored := self._ledger_of(game):
                game = stored.under_own_name(game)
            elif self._session_id is None:
                self._check_its_ledger(path, game)
        elif self._session_id in (None, name):
            stored = StoredGame.of(self._store, name)
            game = stored.under_own_name(game)
        if stored:
            game = replace(game, amends=game.amends or name is None)
            if stored.has_ledger:
                ids = _other_ids(stored.sittings(), game)
                results, game = stored.results().under(ids), _with_remark(game, ids, stored.session_id)
        for ledger in self._ledgers:
            try:
                sittings = read_sittings(ledger, cents=self._cents)
            except FileError:
                continue  # its own import reports the error
            sittings, ids = _in_ids_of(sittings, game)
            if ledger not in self._used and is_of(sittings, game):
                game = _with_remark(game, ids, ledger.name)
                game = _with_ledger_names(replace(game, amends=name is not None or game.amends), sittings)
                results = Results.of(sittings, ledger.name)
                self._used.add(ledger)
        return reconcile(game, results) if results else game

    def _log(self, path: Path, without: Collection[int] = ()) -> Imported:
        return import_log(
            path,
            session_id=self._session_id,
            season=self._season,
            currency=self._currency,
            without=without,
        )

    def _joined(
        self, path: Path, game: Imported, overlapping: Sequence[StoredGame], name: str | None
    ) -> tuple[StoredGame | None, Imported]:
        """The session of the store that a log's game belongs to, and that session with what the log adds; None and the
        hands that the store hasn't if the two count in other chips, or the user names another session. Hands that are in other sessions stay there.
        """
        mine = hand_keys(game.hands)
        stored = max(
            overlapping, key=lambda one: (one.session_id == name, len(one.hand_keys.keys() & mine.keys()))
        )
        elsewhere = {key for one in overlapping if one is not stored for key in one.hand_keys}
        new = {key for key in mine.keys() - elsewhere if mine[key] > stored.hand_keys.get(key, -1)}
        is_apart = self._session_id not in (None, stored.session_id)
        has_more = any(whole > mine.get(key, -1) for key, whole in stored.hand_keys.items())
        remarks = [*game.remarks]
        if new and len(new) < len(mine):
            remarks.append(
                trn(
                    "{n} hand is in the session {name!r} already, and counts once",
                    "{n} hands are in the session {name!r} already, and count once",
                    len(mine) - len(new),
                    name=stored.session_id,
                )
            )
        if not (has_more or is_apart or elsewhere & mine.keys()):
            joined = stored.under_own_name(game)
            if not new and stored.has_hands_of(joined):
                joined = stored.game(path, game)  # its chips may have gone through the bank in parts
        elif not new:
            joined = stored.game(path, game)
        else:
            rest = self._log(path, without={number for number, _ in mine.keys() - new})
            if is_apart or rest.session["chip_value"] != stored.session["chip_value"]:
                return None, replace(rest, remarks=remarks)
            joined = stored.with_more(rest, new)
        seats, known = with_cards(joined.seats, stored.seats, game.seats)
        if known:
            remarks.append(
                trn(
                    "another log of the game knows the cards of {n} player in a hand",
                    "another log of the game knows the cards of {n} players in hands",
                    known,
                )
            )
        changes = bool(new) or not seats.equals(stored.seats.select(seats.columns))
        names = {**joined.names, **game.names}
        return stored, replace(joined, seats=seats, names=names, remarks=remarks, amends=changes)

    def _of_ledger(self, path: Path) -> Imported:
        own = import_ledger(
            path,
            session_id=self._session_id,
            season=self._season,
            currency=self._currency,
            cents=self._cents,
        )
        name, own = self._own(own)
        sittings = read_sittings(path, cents=self._cents)
        at_that_time = [*self._at_that_time(own.session)]
        for stored in at_that_time:
            if stored.has_hands and self._session_id in (None, stored.session_id):
                game = stored.game(path)
                here, ids = _in_ids_of(sittings, game)
                if is_of(here, game):
                    game = _with_remark(_with_ledger_names(game, here), ids, path.name)
                    return reconcile(game, Results.of(here, path.name))
                if self._session_id is None and (lacking := _lacking(here, game)):
                    raise FileError(
                        tr(
                            "{name} seems to be the ledger of the session {session!r}, and lacks {players} of its log: "
                            "download it again when the game is over, or import it apart with --session NAME.",
                            name=path.name,
                            session=stored.session_id,
                            players=join_words(lacking),
                        )
                    )
        for stored in at_that_time:
            is_ledger = self._session_id in (None, stored.session_id) and not stored.has_hands
            if is_ledger and (later := self._with_later_ledger(path, own, stored)):
                return later
        return (
            own if name is None or self._session_id else StoredGame.of(self._store, name).under_own_name(own)
        )

    def _with_later_ledger(self, path: Path, own: Imported, stored: StoredGame) -> Imported | None:
        """The game of two ledgers, downloaded at different times: the one that has come further counts. None if they are
        of two games, or differ in another way.
        """
        bought, known = (
            _bought_by_sitting(own.bank, own.session),
            _bought_by_sitting(stored.bank, stored.session),
        )
        ratios = [bought[sitting] / known[sitting] for sitting in bought.keys() & known.keys()]
        if not ratios or (own.origin == stored.origin and {*ratios} != {1}):
            return None
        if not self._cents and min(ratios) >= 100:  # the store knows that the table counted in cents
            own = import_ledger(
                path, session_id=self._session_id, season=self._season, currency=self._currency, cents=True
            )
        come, before = _progress(own.bank, own.session), _progress(stored.bank, stored.session)
        if own.origin == stored.origin and come <= before:
            return None
        name, session = path.name, stored.session_id
        remarks = [*own.remarks]
        if come > before:
            remarks.append(
                tr(
                    "{name} is a later ledger of the session {session!r}, whose results it replaces",
                    name=name,
                    session=session,
                )
            )
        elif come < before:
            remarks.append(
                tr(
                    "{name} is an earlier ledger of the session {session!r}, and adds nothing",
                    name=name,
                    session=session,
                )
            )
        own = replace(stored.under_own_name(own), origin=stored.origin, remarks=remarks)
        return replace(own, amends=come >= before, is_there=come < before)

    def _check_its_ledger(self, path: Path, game: Imported) -> None:
        """Raise FileError if the store seems to have a ledger of the game from before all its players came."""
        for stored in self._at_that_time(game.session):
            if stored.has_ledger and not stored.has_hands and (lacking := _lacking(stored.sittings(), game)):
                raise FileError(
                    tr(
                        "{name} seems to be the log of the session {session!r}, a ledger that lacks {players}: import the ledger "
                        "of the whole game first, or the log apart with --session NAME.",
                        name=path.name,
                        session=stored.session_id,
                        players=join_words(lacking),
                    )
                )

    def _ledger_of(self, game: Imported) -> StoredGame | None:
        """The store's session of the ledger of a log's game, if it has one without hands."""
        for ledger in self._at_that_time(game.session):
            if not ledger.has_ledger or ledger.has_hands:
                continue
            sittings, _ = _in_ids_of([*ledger.sittings()], game)
            if is_of(sittings, game):
                return ledger
        return None

    def _at_that_time(self, session: Mapping[str, Any]) -> Iterator[StoredGame]:
        """PokerNow's games in the store that may have been played while another was."""
        if session["started_at"] is None:
            return
        for row in self._store.read("sessions").filter(kind="import", place=PLACE).iter_rows(named=True):
            if row["started_at"] is None:
                continue
            if max(row["started_at"], session["started_at"]) <= _A_DAY + min(
                row["ended_at"], session["ended_at"]
            ):
                yield StoredGame.of(self._store, row["session_id"])


class LogGames(Games):
    only = "log"


class LedgerGames(Games):
    only = "ledger"


def _other_ids(sittings: Iterable[Sitting], game: Imported) -> dict[str, str]:
    """The ids of a ledger for players whom the log of its game has by others: they changed them after the log ends. Such a
    player of the log isn't in the ledger, and one other than the log's has the name.
    """
    by_name: dict[str, set[str]] = defaultdict(set)
    there = {player_id(sitting.player): sitting.name for sitting in sittings}
    for player, name in there.items():
        if player not in game.names:
            by_name[same_name(name)].add(player)
    ids: dict[str, str] = {}
    for player, names in game.names.items():
        others = set().union(*(by_name[same_name(name)] for name in names)) if player not in there else set()
        if len(others) == 1 and not others & ids.keys():
            ids[others.pop()] = player
    return ids


def _in_ids_of(sittings: Sequence[Sitting], game: Imported) -> tuple[list[Sitting], dict[str, str]]:
    """The sittings of a ledger by the ids that a log has, and the other ids that the ledger has for them."""
    ids, site = _other_ids(sittings, game), player_id("")
    return [
        replace(one, player=ids.get(player_id(one.player), player_id(one.player)).removeprefix(site))
        for one in sittings
    ], ids


def _with_remark(game: Imported, ids: Mapping[str, str], name: str) -> Imported:
    """The game with a remark on players who have other ids in its ledger."""
    if not ids:
        return game
    players = join_words([game.names[player][0] for player in ids.values()])
    remark = tr("{name} has {players} by another id, and they count once", name=name, players=players)
    return replace(game, remarks=[*game.remarks, remark])


def _with_ledger_names(game: Imported, sittings: Sequence[Sitting]) -> Imported:
    """The game with the names that its ledger has."""
    names_of = {player: list(names) for player, names in game.names.items()}
    for sitting in sittings:
        names = names_of.setdefault(player_id(sitting.player), [])
        if sitting.name not in names:
            names.append(sitting.name)
    return replace(game, names=names_of)


def _is_ledger(path: Path) -> bool:
    if path == STDIN:
        return False
    first = next((line for _, line in text_lines(path) if line.strip()), "")
    return COLUMNS[0] in columns_in(first)


def _bought_by_sitting(bank: pl.DataFrame, session: Mapping[str, Any]) -> dict[tuple[str, datetime], int]:
    """What each player of a ledger bought, in hundredths, by the moment of sitting down: every ledger of a game names the same."""
    bought: Counter[tuple[str, datetime]] = Counter()
    entries = bank.filter(pl.col("kind") == BankKind.PURCHASE, pl.col("at").is_not_null())
    for player, at, chips in entries.select("player_id", "at", "chips").rows():
        bought[player, at] += chips * chip_of(session)
    return bought


def _progress(bank: pl.DataFrame, session: Mapping[str, Any]) -> tuple[int, int, datetime]:
    """How far a game had come by its ledger: what was bought, who had risen, and the last time in it."""
    return (
        all_bought(bank, chip_of(session)),
        bank.filter(pl.col("kind") == BankKind.BUYBACK, pl.col("at").is_not_null()).height,
        session["ended_at"],
    )


def _lacking(sittings: Iterable[Sitting], game: Imported) -> list[str]:
    """The players of a log who aren't in a ledger, if most others of the log sat there at that time: the two may be of
    one game, whose results must not count twice. None of them otherwise.
    """
    there = _there(sittings, game)
    lacking = [player for player in game.names if player not in there]
    is_likely = len(game.names) - len(lacking) >= max(2, len(lacking))
    return [game.names[player][0] for player in lacking] if is_likely else []


def is_of(sittings: Iterable[Sitting], game: Imported) -> bool:
    """Whether a ledger is of the game of a log: its players sat there, at that time."""
    return set(game.names) <= _there(sittings, game)


def _there(sittings: Iterable[Sitting], game: Imported) -> set[str]:
    """The players of a ledger who sat at the table while a log's game was played. Who hasn't risen yet does so within a
    day.
    """
    began, ended = game.session["started_at"], game.session["ended_at"]
    return {
        player_id(sitting.player)
        for sitting in sittings
        if (sitting.start or _EARLY) <= ended  # type: ignore[operator]
        and (sitting.end or (sitting.start + _A_DAY if sitting.start else _LATE)) >= began  # type: ignore[operator]
    }
