"""The log at the terminal: one line at a time, answered at once.

A new night begins with questions. A suggestion is shown in grey: Enter sends it, typing replaces it, the right
arrow copies it into the line. Ctrl-C clears the line, Ctrl-D leaves; the night stays open.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from language import mark, tr, trn
from pipeline.night.confirmation import call_word
from pipeline.night.days import on_own_date
from pipeline.night.journal import JournalError
from pipeline.night.night import Night
from pipeline.night.prompt.completion import LineCompleter
from pipeline.night.prompt.questions import last_night, questions
from pipeline.night.prompt.views import answer_text
from pipeline.night.service import NightService, pasted_lines
from pipeline.store.games import load_games

LEAVE = mark("The night stays open: peder log goes on with it, peder settle closes it.")
WELCOME = mark(
    "A new night. Enter takes the answer in grey, typing replaces it, → brings it into "
    "the line, - passes it over; ? is help, Ctrl-D leaves."
)
FIRST_HAND = mark(
    "Now a line a hand: GAME LEVEL, who folded where, +WINNER and the meld, such as 7s 14 b3 "
    "+d full house. ? shows how, ? games the games, ? hi, ? side, ? wild, ? edit a word."
)


def toolbar(night: Night, columns: int = 140) -> str:
    """Each player's handle and chips (the banker's result); the deal, pot, bank and drafts: two lines, or as many as
    `columns` ask for, broken between players.
    """
    if not night.players:
        return tr(" Who plays? players Anna, Bo, Carl ")
    accounts = night.accounts
    table = []
    for player in night.players:
        if player.status == "gone":
            continue
        account = accounts[player.player_id]
        is_banker = player.player_id == night.banker_id
        chips = f"* {account.net:+d}" if is_banker else f" {account.stack}"
        pause = f" ({tr('pause')})" if player.status == "pausing" else ""
        table.append(f"{player.handle} {player.name}{chips}{pause}")
    dealer = night.dealer.name if night.dealer else tr("nobody")
    parts = [
        tr("hand {hand_no}, {name} deals", hand_no=night.next_hand_no, name=dealer),
        tr("pot {pot}", pot=night.pot),
        tr("bank out {bank_out}", bank_out=night.bank_out),
    ]
    if night.drafts:
        parts.append(trn("{n} draft ?", "{n} drafts ?", len(night.drafts)))
    return "\n".join([*_filled(table, "  ", columns), *_filled(parts, " · ", columns)])


def _filled(parts: Sequence[str], between: str, columns: int) -> Iterator[str]:
    """Parts put into as few lines as they need, each whole; one that is wider than a line is cut, but not in a number at
    its end.
    """
    line = ""
    for part in parts:
        if len(part) > columns - 2:
            name, _, number = part.rpartition(" ")
            part = f"{name[: max(columns - len(number) - 4, 1)]}… {number}"
        if line and len(line) + len(between) + len(part) > columns - 2:
            yield f" {line} "
            line = ""
        line += (between if line else "") + part
    if line:
        yield f" {line} "


class Line:
    """The input line with its suggestion."""

    def __init__(self, service: NightService) -> None:
        self.service = service
        self.offer = ""
        self.begun = (
            ""  # the initial text of the line: typed while a long text was shown, or pasted and not entered
        )
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory([entry.as_typed for entry in service.journal.entries]),
            completer=LineCompleter(self._night, lambda: service.registry),
            complete_while_typing=False,
            bottom_toolbar=lambda: toolbar(service.night, self._session.output.get_size().columns),
            placeholder=lambda: FormattedText([("class:offer fg:ansibrightblack", self.offer)]),
            key_bindings=self._keys(),
        )

    def _night(self) -> Night:
        """The night, once the games are those that the store has now."""
        load_games(self.service.store.path)
        return self.service.night

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("right", filter=Condition(lambda: bool(self.offer) and not get_app().current_buffer.text))
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text(self.offer)

        return keys

    def ask(self, *, offer: str = "", begin: str = "", cursor: int | None = None) -> str:
        """Read a line, which begins with `begin`, with the cursor at its end or at `cursor`; an empty line is
        the `offer`. Raises EOFError for Ctrl-D, KeyboardInterrupt for Ctrl-C.
        """
        self.offer = offer
        begin, self.begun = begin or self.begun, ""

        def place_cursor() -> None:
            if cursor is not None:
                self._session.default_buffer.cursor_position = cursor

        prompt = lambda: _prompt(self.service.night)  # noqa: E731
        return self._session.prompt(prompt, default=begin, pre_run=place_cursor).strip() or offer

    def show(self, text: str, say: Callable[[str], None]) -> None:
        """Print a text, wrapped between words, a screen at a time if it is longer than that."""
        size = self._session.output.get_size()
        lines = [part for line in text.splitlines() or [""] for part in _wrapped(line, size.columns)]
        screen = max(size.rows - 4, 5)  # leaves room for the toolbar and the input line
        for start in range(0, len(lines), screen):
            if start and not self._more():
                return
            say("\n".join(lines[start : start + screen]))

    def _more(self) -> bool:
        self.offer = ""
        try:
            typed = self._session.prompt(tr("-- Enter: more, q: enough -- "), default="").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        self.begun = typed if typed != "q" else ""
        return not typed


def _wrapped(line: str, columns: int) -> list[str]:
    """A line broken between words; continuation lines are indented as deep as the text before it."""
    if len(line) < columns:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(
        line,
        max(columns - 1, 20),
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def run(service: NightService, say: Callable[[str], None]) -> None:
    """Read lines from the terminal until the user leaves. `say` prints a line."""
    line = Line(service)
    for warning in service.warnings:
        say(warning)
    if not service.night.players:
        line.show(tr(WELCOME), say)
    if not _begin(service, line, say):
        say(tr(LEAVE))
        return
    if not service.night.hands:
        line.show(tr(FIRST_HAND), say)
    offer = begin = ""
    cursor: int | None = None
    while True:
        try:
            text = line.ask(offer=offer, begin=begin, cursor=cursor)
        except KeyboardInterrupt:
            offer = begin = ""
            continue
        except EOFError:
            break
        offer = begin = ""
        cursor = None
        if not text:
            continue
        try:
            answer = service.enter(text)
        except JournalError as error:
            say(str(error))
            begin = text
            continue
        if answer.lookup and answer.lookup.what == "quit":
            break
        if answer.rest:
            begin = answer.rest
        elif answer.status == "asked":
            begin = answer.offer  # a line to edit
        elif answer.status == "refused" and not answer.offer:
            begin = text
            if answer.place:
                start, cursor = answer.place
                margin = sum(len(part[1]) for part in _prompt(service.night))
                say(" " * (margin + start) + "^" * (cursor - start))
        else:
            offer = answer.offer
        line.show(answer_text(answer, service), say)
    say(tr(LEAVE) if service.night.ended_at is None else tr("Good night."))


def _begin(service: NightService, line: Line, say: Callable[[str], None]) -> bool:
    """Ask what a new night needs. False if the user leaves."""
    if service.night.hands or service.night.ended_at:
        return True
    before = last_night(service.store.path, service.journal.place)
    passed: set[str] = set()
    if any(entry.line.startswith("chip ") for entry in service.journal.entries):
        passed.add("chip")
    while True:
        night = on_own_date(service.name, service.night)
        open_ = (q for q in questions(night, before, asked_chip="chip" in passed) if q.word not in passed)
        question = next(open_, None)
        if question is None:
            return True
        say(question.asked)
        try:
            text = line.ask(offer=question.offer)
        except KeyboardInterrupt:
            continue
        except EOFError:
            return False
        if text == "-":
            passed.add(question.word)
        if text in ("", "-"):
            continue
        first, *more = pasted_lines(text) or [text]
        text = question.line(first)
        try:
            answer = service.enter("\n".join([text, *more]))
        except JournalError as error:
            say(str(error))
            continue
        if answer.lookup and answer.lookup.what == "quit":
            return False
        line.show(answer_text(answer, service), say)
        line.begun = answer.rest
        if any(entry.line.startswith("chip ") for entry in service.journal.entries):
            passed.add("chip")


def _prompt(night: Night) -> FormattedText:
    """The number of the hand that comes next, whose deal it is, and the game of a line that names none; a colon
    while a hand is open.
    """
    if night.open_hand:
        return FormattedText([("bold", f"{night.next_hand_no}:> ")])
    words = [str(night.next_hand_no)]
    if night.dealer:
        words.append(night.dealer.handle)
        if usual := night.usual_call(night.dealer):
            words.append(call_word(*usual, night.games))
    return FormattedText([("bold", f"{' '.join(words)}> ")])
