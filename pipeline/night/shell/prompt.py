"""The logger at the table: one line at a time, answered at once, never in the way.

A new night is asked what it needs. What Enter would send is shown in grey: typing replaces it, the right
arrow brings it into the line to be changed. Ctrl-C empties the line, Ctrl-D leaves; the night stays open.
"""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from language import mark, tr
from pipeline.night.desk import Desk
from pipeline.night.journal import JournalError
from pipeline.night.night import Night
from pipeline.night.shell.completion import LineCompleter
from pipeline.night.shell.questions import last_night, questions
from pipeline.night.shell.toolbar import toolbar
from pipeline.night.shell.views import told

LEAVE = mark("The night stays open: peder log goes on with it, peder settle closes it.")
WELCOME = mark(
    "A new night. Enter takes the answer in grey, typing replaces it, → brings it into "
    "the line, - passes it over; ? is help, Ctrl-D leaves."
)
FIRST_HAND = mark(
    "Now a line a hand: GAME LEVEL, who folded where, +WINNER and the meld, such as 7s "
    "14 b3 +d hus. ? shows how, ? spil the games, ? hi, ? side, ? vild, ? ret a word."
)


class Line:
    """The line that is typed, with what Enter sends where nothing is."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.offer = ""
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory([entry.said for entry in desk.journal.entries]),
            completer=LineCompleter(lambda: desk.night, lambda: desk.registry),
            complete_while_typing=False,
            bottom_toolbar=lambda: toolbar(desk.night),
            placeholder=lambda: FormattedText([("class:offer fg:ansibrightblack", self.offer)]),
            key_bindings=self._keys(),
        )

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("right", filter=Condition(lambda: bool(self.offer) and not get_app().current_buffer.text))
        def _(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text(self.offer)

        return keys

    def ask(self, *, offer: str = "", begin: str = "") -> str:
        """What is typed; the `offer` where nothing is. The line begins with `begin`, to be changed.

        Raises EOFError for Ctrl-D, KeyboardInterrupt for Ctrl-C.
        """
        self.offer = offer
        return self._session.prompt(lambda: _prompt(self.desk.night), default=begin).strip() or offer

    def show(self, text: str, say: Callable[[str], None]) -> None:
        """Print a text, a screen at a time where it is longer than that."""
        lines = text.splitlines() or [""]
        screen = max(
            self._session.output.get_size().rows - 4, 5
        )  # the toolbar and the question stay in sight
        for start in range(0, len(lines), screen):
            if start and not self._more():
                return
            say("\n".join(lines[start : start + screen]))

    def _more(self) -> bool:
        self.offer = ""
        try:
            return not self._session.prompt(tr("-- Enter: more, q: enough -- "), default="").strip()
        except (EOFError, KeyboardInterrupt):
            return False


def run(desk: Desk, say: Callable[[str], None]) -> None:
    """Talk with the banker until they leave. `say` prints a line."""
    line = Line(desk)
    for warning in desk.warnings:
        say(warning)
    if not desk.night.players:
        say(tr(WELCOME))
    if not _begin(desk, line, say):
        say(tr(LEAVE))
        return
    if not desk.night.hands:
        say(tr(FIRST_HAND))
    offer = begin = ""
    while True:
        try:
            text = line.ask(offer=offer, begin=begin)
        except KeyboardInterrupt:
            offer = begin = ""
            continue
        except EOFError:
            break
        offer = begin = ""
        if not text:
            continue
        try:
            answer = desk.enter(text)
        except JournalError as error:
            say(str(error))
            begin = text
            continue
        if answer.asked and answer.asked.what == "quit":
            break
        if answer.status == "asked":
            begin = answer.offer  # a line to be mended
        else:
            offer = answer.offer
        line.show(told(answer, desk), say)
    say(tr(LEAVE) if desk.night.ended_at is None else tr("Good night."))


def _begin(desk: Desk, line: Line, say: Callable[[str], None]) -> bool:
    """Ask what a new night needs. False where somebody leaves."""
    if desk.night.hands or (desk.night.players and desk.night.banker_id and desk.night.book):
        return True
    before = last_night(desk.store.path, desk.journal.place)
    passed: set[str] = set()
    if any(entry.line.startswith("chip ") for entry in desk.journal.entries):
        passed.add("chip")
    while True:
        open_ = (
            q for q in questions(desk.night, before, asked_chip="chip" in passed) if q.word not in passed
        )
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
        try:
            answer = desk.enter(question.line(text))
        except JournalError as error:
            say(str(error))
            continue
        if answer.asked and answer.asked.what == "quit":
            return False
        line.show(told(answer, desk), say)
        if answer.status == "kept" and question.line(text).startswith("chip "):
            passed.add("chip")


def _prompt(night: Night) -> FormattedText:
    """The number of the hand that comes next and whose deal it is; a colon while a hand is open."""
    if night.open_hand:
        return FormattedText([("bold", f"{night.next_hand_no}:> ")])
    dealer = f" {night.dealer.handle}" if night.dealer else ""
    return FormattedText([("bold", f"{night.next_hand_no}{dealer}> ")])
