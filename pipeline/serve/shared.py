"""The night shared by several phones: one line at a time, with listeners notified of changes."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

from engine.api import Catalogue, call, describe, parse_additions, read_definition
from language import join_sentences, join_words, speaking, tr
from language.current import SOURCE
from pipeline.night.days import on_own_date
from pipeline.night.entries import Entry, sender_of, undone_numbers
from pipeline.night.journal import JournalError
from pipeline.night.logbook import Answer
from pipeline.night.night import Night
from pipeline.night.parser.lines import Undo
from pipeline.night.prompt.questions import last_night, questions
from pipeline.night.prompt.views import answer_text
from pipeline.night.replay import Replay
from pipeline.night.service import NightService, pasted_lines
from pipeline.serve.conflicts import Role, conflicts, may_send, root_of, subject_of, subjects_of
from pipeline.serve.view import bank_view, catalogue, game_entry, night_view, race_view
from pipeline.store.games import add_game, definition_text, load_games

_REMEMBERED = 500
"""Number of recent answers that a phone can ask for again."""


class SharedNight:
    """A night service that may be used from any thread."""

    def __init__(self, service: NightService, *, usual: Night | None = None) -> None:
        """Share a night; the answers of a `usual` one are offered if no night was logged before."""
        self.service = service
        self._lock = Lock()
        self._answers: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._views: dict[str, tuple[object, str]] = {}
        self._before = last_night(service.store.path, service.journal.place) or usual
        self._listeners: list[Callable[[], None]] = []

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever the night has changed."""
        self._listeners.append(listener)

    @property
    def games(self) -> Catalogue:
        """The games that ship and the group's own."""
        return self.service.store.catalogue

    @property
    def version(self) -> int:
        """The number of entries, corrections included."""
        return len(self.service.journal.entries)

    @property
    def state(self) -> tuple[int, str]:
        """The state that a view of the night depends on: the version, and the group's own games."""
        return self.version, self.games.state

    def follow_games(self) -> None:
        """Learn of games that were added, changed or retired elsewhere."""
        with self._lock:
            load_games(self.service.store.path)

    def view(self, code: str = SOURCE) -> str:
        """The night as JSON, with sentences in a language."""
        with self._lock, speaking(code):
            return self._view(code)

    def _view(self, code: str) -> str:
        state, made = self._views.get(code, (None, ""))
        if state != self.state:
            seen = night_view(self.service.name, self.service.replay) | self._asked()
            made = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
            self._views[code] = (self.state, made)
        return made

    def _asked(self) -> dict[str, Any]:
        """The next question of a new night (None if there is no more to ask), and those that it may begin without."""
        night = on_own_date(self.service.name, self.service.night)
        if night.hands or night.ended_at:
            return {"question": None, "optional": []}
        asked_chip = any(entry.line.startswith("chip ") for entry in self.service.journal.entries)
        asked = list(questions(night, self._before, asked_chip=asked_chip))
        needed = [vars(question) for question in asked if not question.optional]
        return {
            "question": needed[0] if needed else None,
            "optional": [vars(question) for question in asked if question.optional],
        }

    def bank(self, code: str = SOURCE) -> dict[str, Any]:
        """The bank's accounts, the entries, and who pays whom."""
        with self._lock, speaking(code):
            return bank_view(self.service.name, self.service.replay, self.service.registry.pay_to)

    def race(self) -> dict[str, Any]:
        """Each player's chips, hand by hand."""
        with self._lock:
            return race_view(self.service.night)

    def catalogue(self) -> dict[str, Any]:
        """The games, the additions and the command words."""
        with self._lock:
            return catalogue(self.games)

    def rules(self, game: str, additions: str) -> dict[str, Any]:
        """Return a game as text, with a dealer's additions. Raises PederError."""
        with self._lock:
            return describe(call(self.games.find(game), parse_additions([additions])))

    def make_game(self, answers: dict[str, str], *, add: bool) -> dict[str, Any]:
        """A new game from the answers to `QUESTIONS`: its faults, or its rules as text; `add` makes it one of the
        group's. Raises PederError and OSError if it can't be added.
        """
        with self._lock:
            text = definition_text(answers)
            read = read_definition(text, other_names=self.games.own_names)
            variant = read.variant
            if variant is None:
                return {"faults": [fault.text for fault in read.faults], "rules": None, "game": None}
            before = self.games.state
            if add:
                add_game(self.service.store.path, variant, text)
            reply = {"faults": [], "rules": describe(variant), "game": game_entry(variant)}
            changed = self.games.state != before
        if changed:
            for notify in self._listeners:
                notify()
        return reply

    def enter(self, text: str, *, key: str, seen: int, role: Role, code: str = SOURCE) -> dict[str, Any]:
        """Enter a phone's line and answer with a status, a text, a line to suggest and the new state.

        `seen` is the number of entries the phone knew. If another phone has since sent something that conflicts
        with the line, the status is *stale*, and the line is logged if it is sent again with the new number;
        *barred* means that the phone's role doesn't allow it, *failed* that the journal can't be written.
        """
        return self._answer(lambda: self._enter(text, key, seen, role), key, code)

    def take_back(
        self, line_key: str, *, key: str, seen: int, role: Role, code: str = SOURCE
    ) -> dict[str, Any]:
        """Take back the line that this phone sent with `line_key`, and answer as `enter` does.

        A line that hasn't arrived yet is refused when it does.
        """
        return self._answer(lambda: self._take_back(line_key, key, seen, role), key, code)

    def refuse_other_night(self, code: str = SOURCE) -> dict[str, Any]:
        """The answer to a line that waited on a phone while another night was at the table: the status *elsewhere*."""
        with self._lock, speaking(code):
            reply = _reply("elsewhere", tr("That line belongs to another night: nothing is logged."))
            return reply | {"version": self.version, "state": self._view(code)}

    def _answer(self, make: Callable[[], dict[str, Any]], key: str, code: str) -> dict[str, Any]:
        """The answer to the request with a key, made once unless its line was taken back since, with the new state."""
        with self._lock, speaking(code):
            version = self.version
            answer = self._answers.get(key)
            if answer is None or answer.get("entry") in undone_numbers(self.service.replay.entries):
                answer = make()
            reply = answer | {"version": self.version, "state": self._view(code)}
            changed = self.version != version
        if changed:
            for notify in self._listeners:
                notify()
        return reply

    def _enter(self, text: str, key: str, seen: int, role: Role) -> dict[str, Any]:
        lines = pasted_lines(text)
        return (
            self._enter_pasted(lines, key, seen, role)
            if len(lines) > 1
            else self._enter_line(text, key, seen, role)
        )

    def _enter_pasted(self, lines: Sequence[str], key: str, seen: int, role: Role) -> dict[str, Any]:
        """Enter pasted lines one by one, each as a line of its own; `rest` are those from the first that isn't logged."""
        reply: dict[str, Any] = {}
        texts: list[str] = []
        for number, line in enumerate(lines):
            reply = self._enter_line(line, f"{key}.{number}", seen, role)
            texts.append(reply["text"])
            rest = {"rest": "\n".join(lines[number + (reply["status"] == "asked") :])}
            if reply["status"] in (
                "stale",
                "failed",
            ):  # sent again as a whole: what is logged already stays so
                return reply | {"text": "\n".join(texts)} | rest
            if reply["status"] not in ("kept", "draft"):
                reply = reply | rest
                break
        return self._remember(key, reply | {"text": "\n".join(texts)})

    def _enter_line(self, text: str, key: str, seen: int, role: Role) -> dict[str, Any]:
        replay = self.service.replay
        if not any(entry.key == key for entry in replay.entries):  # else it is logged already
            line = subject_of(text, replay)
            if not may_send(role, line):
                return _reply("barred", tr("That is for the banker's phone."))
            if others := conflicts(line, sender_of(key), seen, replay):
                return _reply("stale", _meanwhile(others, replay))
        before = len(replay.entries)

        def check(entries: Sequence[Entry]) -> None:
            """What a sentence says is known only once it is read: hold back what this phone may not send."""
            for said in subjects_of(entries, text, replay):
                if not may_send(role, said):
                    raise _HeldBackError(_reply("barred", tr("That is for the banker's phone.")))
                if others := [
                    one for one in conflicts(said, sender_of(key), seen, replay) if one.n <= before
                ]:
                    raise _HeldBackError(_reply("stale", _meanwhile(others, replay)))

        try:
            answer = self.service.enter(text, key=key, check=check)
        except _HeldBackError as held:
            return held.reply
        except JournalError as error:
            return _reply("failed", str(error))
        reply = _of(answer, self.service)
        if own := _last_of(key, replay.entries):
            hand = replay.night.hand_of(root_of(own, replay.entries).n)
            reply |= {"entry": own.n, "hand": hand.hand_no if hand else None}
            if len(replay.entries) > before and (later := _later(own, replay.entries)):
                reply["text"] = join_sentences([reply["text"], later])
        return self._remember(key, reply)

    def _take_back(self, line_key: str, key: str, seen: int, role: Role) -> dict[str, Any]:
        entries = self.service.replay.entries
        if sender_of(line_key) != sender_of(key):
            return _reply(
                "refused", tr("A phone takes back its own lines by their keys: name the entry, as in u #12.")
            )
        gone = undone_numbers(entries)
        sent = [entry for entry in entries if entry.key == line_key or entry.key.startswith(f"{line_key}.")]
        left = [entry for entry in sent if entry.n not in gone]
        if not sent:
            self._remember(line_key, _reply("refused", tr("The line was taken back before it arrived.")))
            return self._remember(key, _reply("kept", tr("The line never arrived: nothing was logged.")))
        replay, phone = self.service.replay, sender_of(key)
        undos = [subject_of(f"u #{entry.n}", replay) for entry in left]
        others = {one.n: one for undo in undos for one in conflicts(undo, phone, seen, replay)}
        if others:
            return _reply("stale", _meanwhile([others[n] for n in sorted(others)], replay))
        reply = _reply("refused", tr("Entry #{n} was taken back already.", n=sent[-1].n))
        for entry in reversed(left):  # several where the line was such as `skip 3`
            reply = self._enter(f"u #{entry.n}", key if entry is left[0] else f"{key}{entry.n}", seen, role)
        return reply if left else self._remember(key, reply)

    def _remember(self, key: str, reply: dict[str, Any]) -> dict[str, Any]:
        """Answer the same if a request with this key comes again."""
        self._answers[key] = reply
        if len(self._answers) > _REMEMBERED:
            self._answers.popitem(last=False)
        return reply


class _HeldBackError(Exception):
    """A line that isn't logged; `reply` says why."""

    def __init__(self, reply: dict[str, Any]) -> None:
        super().__init__(reply["text"])
        self.reply = reply


def _last_of(key: str, entries: Sequence[Entry]) -> Entry | None:
    """The last entry of the line with a key."""
    return next((entry for entry in reversed(entries) if entry.key == key), None)


def _later(own: Entry, entries: Sequence[Entry]) -> str:
    """For an undo of an entry that isn't the last one: that a later one of another phone stays."""
    if not (isinstance(own.correction, Undo) and own.correction.target):
        return ""
    target, gone = own.correction.target.number, undone_numbers(entries)
    since = entries[target : own.n - 1]
    later = [entry for entry in since if entry.n not in gone and entry.correction is None]
    if not later or isinstance(entries[target - 1].correction, Undo):
        return ""
    return tr("#{n} {said} was logged after it and stays.", n=later[-1].n, said=later[-1].as_typed)


def _meanwhile(others: Sequence[Entry], replay: Replay) -> str:
    """The question to a phone whose line may be about a hand that another phone has logged."""
    entry = others[-1]
    hand = replay.night.hand_of(entry.n)
    winners = [seat.name for seat in hand.seats if seat.won] if hand else []
    if len(others) == 1 and winners:
        return tr("{names}'s win was logged meanwhile. Is yours another hand?", names=join_words(winners))
    lines = "; ".join(entry.as_typed for entry in others)
    return tr("Logged meanwhile: {lines}. Send yours as well?", lines=lines)


def _reply(status: str, text: str, offer: str = "") -> dict[str, Any]:
    return {"status": status, "text": text, "offer": offer}


def _of(answer: Answer, service: NightService) -> dict[str, Any]:
    if answer.lookup and answer.lookup.what == "quit":
        return _reply("asked", tr("The night stays open."))
    return _reply(answer.status, answer_text(answer, service), answer.offer)
