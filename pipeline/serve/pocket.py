"""The log in the phone itself: nights in a folder of the browser's memory, asked as `peder serve` is asked.

Runs in a web worker, in CPython compiled to WebAssembly (`pipeline/serve/app_page/worker.js`), which stores each
file before a line is answered. Plain Python: the standard library alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from engine.api import Catalogue, PederError
from language import LANGUAGES, speaking, tr
from pipeline.night.interpreter import Interpreter
from pipeline.night.journal import (
    JournalError,
    clock,
    journal_place,
    journals,
    night_name,
    read_journal,
    tonight,
)
from pipeline.night.night import Night
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from pipeline.serve.conflicts import Role
from pipeline.serve.requests import PhoneRequest, RefusedError, respond
from pipeline.serve.shared import SharedNight
from pipeline.serve.words import words
from pipeline.store.files import write_whole
from pipeline.store.games import GAMES, catalogue_of, definitions_of
from pipeline.store.people import Registry

OPEN = "open-night"
"""The file with the name of the night that is open."""
LONGEST_PAUSE = timedelta(hours=18)
"""Time after its last line during which a night that wasn't ended is opened again, rather than a new one."""


class Pocket:
    """The nights in a folder, one of them open; `people` are rows of the table `players`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     status, answer = Pocket(Path(folder)).ask("/nights")
    >>> status, json.loads(answer)[0]["entries"]
    (200, 0)
    """

    def __init__(
        self, store: Path, people: Iterable[Mapping[str, Any]] = (), usual: Sequence[str] = ()
    ) -> None:
        """Opens tonight's night. `usual` are lines that set up the group's usual night: they are offered as answers
        until a night was logged here. Raises JournalError if the journal is damaged.
        """
        self._store = store
        self._people = Registry.of_rows(people)
        self._usual = _night_of(usual, self._people, catalogue_of(store))
        self._open(self._going_on() or tonight(store))

    def _open(self, night: str) -> None:
        self._service = NightService(self._store, night, registry=self._people)
        self._table = SharedNight(self._service, usual=self._usual)
        write_whole(self._store / OPEN, night.encode())

    def _going_on(self) -> str | None:
        """Return the night that was open here last, unless its last line ended it, whatever the date, even if the
        clock went back.
        """
        try:
            night = (self._store / OPEN).read_text("utf-8")
            entries = read_journal(journal_place(self._store, night)).entries
        except (OSError, PederError, ValueError):
            return None
        if not entries or clock()() - max(entry.at for entry in entries) > LONGEST_PAUSE:
            return None
        return None if entries[-1].line.partition(" ")[0] == "end" else night

    def close(self) -> None:
        """Close the night; its journal is whole."""
        self._service.close(update_tables=False)

    def ask(self, url: str, body: str = "") -> tuple[int, str]:
        """Answer a request (a path with a query; a JSON object that is sent with it) with a status and JSON."""
        path, query = urlsplit(url).path, dict(parse_qsl(urlsplit(url).query))
        code = query.get("lang", "")
        language = code if code in LANGUAGES else "en"
        with speaking(language):
            try:
                return 200, self._answer(unquote(path), query, json.loads(body or "{}"), language)
            except RefusedError as error:
                return error.status, json.dumps({"text": error.text})
            except PederError as error:
                return 409, json.dumps({"text": str(error)})

    def view(self, language: str) -> str:
        """The open night as JSON."""
        return self._table.view(language if language in LANGUAGES else "en")

    def _answer(self, path: str, query: Mapping[str, str], body: Mapping[str, Any], language: str) -> str:
        if path.startswith("/words/"):
            return json.dumps(words(path.removeprefix("/words/")))
        if path == "/nights":
            return json.dumps(list(self._nights()))
        if path == "/night":
            return self._change(body.get("night"))
        if path == "/journal":
            return json.dumps({"night": self._service.name, "text": self._file()})
        request = PhoneRequest(path=path, query=query, body=body, role=Role.BANKER, language=language)
        return respond(self._table, request)

    def _file(self) -> str:
        """The journal as a file to be sent, with the versions of the group's games that it names."""
        text = self._service.journal.place.read_text("utf-8")
        games = {name: rules for name, rules in definitions_of(self._store).items() if name in text}
        return text + (f"{json.dumps({GAMES: games}, ensure_ascii=False)}\n" if games else "")

    def _change(self, night: object) -> str:
        """Open another night, new if there is none of that name."""
        if not isinstance(night, str) or len(night) > 60:
            raise RefusedError(400, tr("A night has a name, such as 2026-03-14."))
        before = self._service.name
        self.close()
        try:
            self._open(" ".join(night.split()))
        except PederError:
            self._open(before)
            raise
        return json.dumps({"night": self._service.name})

    def _nights(self) -> Iterable[dict[str, object]]:
        """The nights on this phone, the latest first."""
        for place in sorted(journals(self._store), reverse=True):
            try:
                count = len(read_journal(place).entries)
            except JournalError:
                count = 0
            yield {"night": night_name(place), "entries": count}


def open_pocket(store: str, people: str, usual: str) -> Pocket:
    """The log in a folder, with players and usual lines as JSON."""
    return Pocket(Path(store), json.loads(people), json.loads(usual))


def _night_of(lines: Sequence[str], people: Registry, games: Catalogue) -> Night | None:
    """The night that lines set up; None for no lines."""
    if not lines:
        return None
    night = Interpreter(Replay((), games), people, lambda: datetime.now(UTC))
    for line in lines:
        night.take(line)
    return night.night
