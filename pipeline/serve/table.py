"""The desk with phones around it: one line at a time, and everybody told of what came of it."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

from language import speaking, tr
from language.spoken import SOURCE
from pipeline.night.desk import Answer, Desk
from pipeline.night.journal import JournalError
from pipeline.night.shell.questions import last_night, questions
from pipeline.night.shell.views import told
from pipeline.serve.concerns import Role, may, meanwhile, phone_of, sent
from pipeline.serve.sight import books, race, sight

_REMEMBERED = 500
"""Answers that are kept for a phone whose answer was lost; what was kept is in the journal by its key."""


class SharedDesk:
    """A night, its desk, and what was answered of late. May be used from any thread."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._lock = Lock()
        self._answers: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._sights: dict[str, tuple[int, str]] = {}
        self._before = last_night(desk.store.path, desk.journal.place)
        self._told: list[Callable[[], None]] = []

    def on_change(self, tell: Callable[[], None]) -> None:
        """Have somebody told whenever the night has changed."""
        self._told.append(tell)

    @property
    def version(self) -> int:
        """How many entries the night has: it grows with each that is kept, corrections too."""
        return len(self.desk.journal.entries)

    def sight(self, code: str = SOURCE) -> str:
        """How the night stands, as JSON, its sentences in a language."""
        with self._lock, speaking(code):
            return self._sight(code)

    def _sight(self, code: str) -> str:
        version, made = self._sights.get(code, (-1, ""))
        if version != self.version:
            seen = sight(self.desk.name, self.desk.course) | {"question": self._question()}
            made = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
            self._sights[code] = (self.version, made)
        return made

    def _question(self) -> dict[str, str] | None:
        """What a new night is asked next; None once it has all that it needs."""
        night = self.desk.night
        if night.hands or (night.players and night.banker_id and night.book):
            return None
        asked_chip = any(entry.line.startswith("chip ") for entry in self.desk.journal.entries)
        question = next(questions(night, self._before, asked_chip=asked_chip), None)
        if question is None:
            return None
        return {"asked": question.asked, "word": question.word, "default": question.default}

    def books(self, code: str = SOURCE) -> dict[str, Any]:
        """The bank's book, the entries, and who pays whom."""
        with self._lock, speaking(code):
            return books(self.desk.name, self.desk.course)

    def race(self) -> dict[str, Any]:
        """How everybody's chips went, hand by hand."""
        with self._lock:
            return race(self.desk.night)

    def enter(self, text: str, *, key: str, seen: int, role: Role, code: str = SOURCE) -> dict[str, Any]:
        """Take a line of a phone in and answer it: a status, a text, a line to offer, the night since.

        `seen` is how many entries the phone knew of. Where others wrote something that matters to the line
        the status is *stale*, and the line is kept when it is sent again with the number of entries since;
        *barred* where the phone's role doesn't allow it, *failed* where the journal can't be written.
        """
        with self._lock, speaking(code):
            version = self.version
            answer = self._answers.get(key) or self._enter(text, key, seen, role)
            reply = answer | {"version": self.version, "state": self._sight(code)}
            changed = self.version != version
        if changed:
            for tell in self._told:
                tell()
        return reply

    def _enter(self, text: str, key: str, seen: int, role: Role) -> dict[str, Any]:
        course = self.desk.course
        line = sent(text, course)
        if not may(role, line):
            return _reply("barred", tr("That is for the banker's phone."))
        known = any(entry.key == key for entry in course.entries[-1000:])
        if not known and (news := meanwhile(line, phone_of(key), seen, course)):
            return _reply("stale", "; ".join(entry.said for entry in news))
        try:
            answer = self.desk.enter(text, key=key)
        except JournalError as error:
            return _reply("failed", str(error))
        reply = _of(answer, self.desk)
        self._answers[key] = reply
        if len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)
        return reply


def _reply(status: str, text: str, offer: str = "") -> dict[str, Any]:
    return {"status": status, "text": text, "offer": offer}


def _of(answer: Answer, desk: Desk) -> dict[str, Any]:
    if answer.asked and answer.asked.what == "quit":
        return _reply("asked", tr("The night stays open."))
    return _reply(answer.status, told(answer, desk), answer.offer)
