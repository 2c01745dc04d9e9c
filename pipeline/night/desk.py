"""The banker's desk: takes lines, keeps what they mean in the journal, answers each with one sentence.

`Desk.enter` is all that the prompt, a file and a test need. A line that makes sense is on disk before it is
answered; a hand that doesn't, or that is doubtful, is kept as a draft; anything else that doesn't is refused
and nothing is kept. The store's tables follow each line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Literal

from engine.errors import PederError
from engine.variants import fold_name
from pipeline.night.corrections import Corrector
from pipeline.night.echo import hand_text, line_understood
from pipeline.night.entries import Entry, effective
from pipeline.night.hand.doubts import doubts
from pipeline.night.journal import Journal, journal_place
from pipeline.night.night import Night, fold
from pipeline.night.table import join, seat_players
from pipeline.night.tables import enter_players, write_night
from pipeline.night.text.grammar import clean, looks_like_hand, parse
from pipeline.night.text.lines import (
    Ask,
    Confirm,
    Counted,
    DetailLine,
    Edit,
    HandError,
    HandLine,
    Join,
    Line,
    Loan,
    LogError,
    PlayerSpec,
    Redo,
    Seating,
    Skip,
    Undo,
)
from pipeline.night.text.words import COMMAND_OF, is_reserved
from pipeline.night.text.write import line_text
from pipeline.people import Registry
from pipeline.store.store import Store

Status = Literal["kept", "draft", "refused", "asked"]


@dataclass(frozen=True)
class Answer:
    """What came of a line: whether it was kept, in which words; what was asked; what to offer for editing."""

    status: Status
    text: str = ""
    asked: Ask | None = None
    offer: str = ""


@dataclass(frozen=True)
class Fault:
    """A line of a file that isn't right: its number, the line, the sentence."""

    number: int
    line: str
    why: str


class Desk:
    """A night opened for logging; a context that holds it against other loggers."""

    def __init__(self, store: Path, name: str, *, now: Callable[[], datetime] | None = None) -> None:
        self.name = name
        self.store = Store(store)
        self._entered: dict[str, str] = {}
        self.journal = Journal(journal_place(store, name), now=now)
        try:
            self.registry = Registry.of(self.store)
            self.night = fold(self.journal.entries)
        except BaseException:
            self.journal.close()
            raise

    @property
    def warnings(self) -> list[str]:
        """What somebody who opens the night should know."""
        found = []
        if self.journal.torn_file:
            found.append(
                "The journal ended in a line that was never confirmed: it is set aside in "
                f"{self.journal.torn_file}."
            )
        found += [f"Entry #{n}: {why}" for n, why in self.night.faults]
        return found

    # --- one line

    def enter(self, text: str) -> Answer:
        """Take a line in. Raises JournalError where it can't be kept; then nothing has changed."""
        entries, answer, night = self._work(text, list(self.journal.entries), self.night)
        if entries:
            self.journal.append(entries)
            self.night = night
            late = self.write_tables()
            answer = replace(answer, text=f"{answer.text} {late}".strip())
        return answer

    def write_tables(self) -> str:
        """Have the tables follow; a sentence where that fails, for the journal holds everything."""
        if not self.night.players:
            return ""
        try:
            if self._entered != self.night.names:
                enter_players(self.store, self.night)
                self.registry = Registry.of(self.store)
                self._entered = self.night.names
            write_night(self.store, self.name, self.night)
        except (PederError, OSError) as error:
            return f"(Kept in the journal; the tables follow later: {error})"
        return ""

    # --- a file

    def read_file(self, lines: Sequence[str], *, keep_going: bool = False) -> tuple[list[str], list[Fault]]:
        """Take the lines of a file in, all or none; with `keep_going` those that are right, hands that aren't
        as drafts.

        Returns the answers and the faults; without `keep_going` nothing is kept where there are any. Lines
        that are empty or begin with # are passed over.
        """
        entries, night = list(self.journal.entries), self.night
        answers: list[str] = []
        faults: list[Fault] = []
        drafts: dict[int, Fault] = {}
        before = len(entries)
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            new, answer, night = self._work(line, entries, night)
            entries += new
            if answer.status == "refused":
                faults.append(Fault(number, line.strip(), answer.text))
            elif answer.status == "draft":
                drafts[new[-1].n] = Fault(number, line.strip(), answer.text)
            answers.append(answer.text)
        open_drafts = {hand.entry_no for hand in night.drafts}
        skipped = {hand.entry_no for hand in night.drafts if hand.text == "skip"}
        faults += [fault for n, fault in drafts.items() if n in open_drafts - skipped]
        faults.sort(key=lambda fault: fault.number)
        new = entries[before:]
        if faults and not keep_going:
            return answers, faults
        typed = [entry.typed or entry.line for entry in new]
        if new and typed == [entry.typed or entry.line for entry in entries[before - len(new) : before]]:
            raise LogError(
                f"These {len(new)} lines are what the night {self.name!r} ends with already: "
                "nothing was read twice."
            )
        self.journal.append(new)
        self.night = night
        if late := self.write_tables():
            answers.append(late)
        return answers, faults

    # --- from text to entries, without writing

    def _work(self, text: str, entries: list[Entry], night: Night) -> tuple[list[Entry], Answer, Night]:
        """The entries that a line makes after some others, what to say, and the night with them."""
        text = self._in_open_hand(text, night)
        try:
            lines = parse(text, night.handles)
        except PederError as error:
            if looks_like_hand(text) and night.handles and not night.open_hand:
                return self._draft(text, str(error), entries, night)
            return [], Answer("refused", str(error)), night
        made: list[Entry] = []
        answer = Answer("asked")
        for line in lines:
            try:
                new, answer, night = self._line(line, text, [*entries, *made], night)
            except PederError as error:
                return [], Answer("refused", str(error)), night
            made += new
        return made, answer, night

    @staticmethod
    def _in_open_hand(text: str, night: Night) -> str:
        """While a hand is open bet by bet, lines that are no command belong to it."""
        line = clean(text)
        if not night.open_hand or not line or line[0] in ":;?=" or line.startswith("!fejl"):
            return text
        return text if fold_name(line.split()[0]) in COMMAND_OF else f": {line}"

    def _entry(self, line: str, typed: str, entries: Sequence[Entry], draft: str = "") -> Entry:
        after = len(entries) - len(self.journal.entries)
        return self.journal.new_entry(line, clean(typed), draft, after)

    def _line(
        self, line: Line, text: str, entries: list[Entry], night: Night
    ) -> tuple[list[Entry], Answer, Night]:
        match line:
            case Ask():
                return [], Answer("asked", asked=line), night
            case HandLine():
                return self._hand(text, entries, night)
            case DetailLine():
                return self._detail(line, text, entries, night)
            case Undo() | Redo() | Edit() | Confirm() | Counted() | HandError():
                return self._correct(line, text, entries, night)
        line = self._resolved(line, night)
        entry = self._entry(line_text(line), text, entries)  # type: ignore[arg-type]
        after = night.take(entry)
        if len(after.faults) > len(night.faults):
            raise LogError(after.faults[-1][1])
        if isinstance(line, Skip):
            return [entry], Answer("draft", f"{after.hands[-1].hand_no}? A hand that nobody logged."), after
        return [entry], Answer("kept", line_understood(line, after)), after

    def _hand(self, text: str, entries: list[Entry], night: Night) -> tuple[list[Entry], Answer, Night]:
        trial = night.take(self._entry(clean(text), text, entries))
        hand = trial.hands[-1]
        if not hand.readable:
            return self._draft(text, hand.why, entries, night)
        entry = self._entry(hand.text, text, entries, " ".join(doubts(hand)))
        after = night.take(entry)
        hand = after.hands[-1]
        if not hand.is_draft:
            return [entry], Answer("kept", hand_text(hand, after)), after
        mend = f"ok says that it is so, ret {hand.hand_no} mends it."
        return [entry], Answer("draft", f"{hand_text(hand, after)} A draft: {hand.why} ({mend})"), after

    def _draft(
        self, text: str, why: str, entries: list[Entry], night: Night
    ) -> tuple[list[Entry], Answer, Night]:
        entry = self._entry(clean(text), text, entries, why)
        after = night.take(entry)
        number = after.hands[-1].hand_no
        return [entry], Answer("draft", f"{number}? Kept as a draft: {why} (ret {number} mends it)"), after

    def _detail(
        self, line: DetailLine, text: str, entries: list[Entry], night: Night
    ) -> tuple[list[Entry], Answer, Night]:
        kept = f": {line.text}"
        if night.open_hand is None:
            opened = night.take(self._entry(kept, text, entries)).open_hand
            kept = f": {line_text(replace(opened.line, wins=((),)))}" if opened else kept
        trial = night.take(self._entry(kept, text, entries))
        if len(trial.faults) > len(night.faults):
            raise LogError(trial.faults[-1][1])
        ended = trial.hands[-1] if len(trial.hands) > len(night.hands) else None
        entry = self._entry(kept, text, entries, " ".join(doubts(ended)) if ended else "")
        after = night.take(entry)
        if ended is None:
            guide = (
                after.open_hand.guide() if after.open_hand else "The hand is dropped: nothing of it counts."
            )
            return [entry], Answer("kept", guide), after
        hand = after.hands[-1]
        told = hand_text(hand, after)
        if not hand.is_draft:
            return [entry], Answer("kept", told), after
        return [entry], Answer("draft", f"{told} A draft: {hand.why} (ok says that it is so)"), after

    def _correct(
        self,
        line: Undo | Redo | Edit | Confirm | Counted | HandError,
        text: str,
        entries: list[Entry],
        night: Night,
    ) -> tuple[list[Entry], Answer, Night]:
        corrector = Corrector(entries, night)
        if isinstance(line, Edit) and not line.text:
            return (
                [],
                Answer("asked", "Mend the line and press Enter.", offer=corrector.offer(line.target)),
                night,
            )
        if isinstance(line, Edit):
            line = replace(line, text=self._edited(line, corrector, entries))
        made, said = corrector.correct(line)
        entry = self._entry(made.line, text, entries, made.draft)
        after = fold([*entries, entry])
        status: Status = "kept"
        if made.draft:
            status = "draft"
        return [entry], Answer(status, " ".join(filter(None, [said(after), *corrector.news(after)]))), after

    def _edited(self, line: Edit, corrector: Corrector, entries: list[Entry]) -> str:
        """The new line of an edit as it would have been kept at its place: canonical, or refused."""
        target = corrector.entry_of(line.target)
        standing = effective(entries)
        place = next((number for number, entry in enumerate(standing) if entry.n == target.n), None)
        if place is None:
            raise LogError(f"Entry #{target.n} was taken back: there is nothing to edit.")
        then = Night()
        for entry in standing[:place]:
            then = then.take(entry)
        lines = parse(self._in_open_hand(line.text, then), then.handles)
        if len(lines) != 1 or isinstance(lines[0], Ask | Undo | Redo | Edit | Confirm | Counted | HandError):
            raise LogError(
                f"{line.text!r} can't stand in the place of entry #{target.n}: give one hand, "
                "setting or booking."
            )
        made, answer, _ = self._line(lines[0], line.text, list(self.journal.entries), then)
        if not made or (
            answer.status == "draft" and not then.take(made[0]).hands[-1].readable and made[0].line != "skip"
        ):
            raise LogError(answer.text)
        corrector.draft = made[0].draft
        return made[0].line

    # --- names

    def _resolved(self, line: Line, night: Night) -> Line:
        """A line with players known by id and handle, and loans by name, as the journal keeps it."""
        match line:
            case Seating(specs):
                found = tuple(self._spec(spec, night) for spec in specs)
                seated = seat_players(found, night.players)[: len(found)]
                return Seating(tuple(PlayerSpec(p.name, p.handle, p.player_id) for p in seated))
            case Join(spec, after):
                one = self._spec(spec, night)
                player = next(p for p in join(one, after, night.players) if p.player_id == one.player_id)
                return Join(PlayerSpec(player.name, player.handle, player.player_id), after)
            case Loan((), chips):
                return Loan(tuple(night.borrowers()), chips)
        return line

    def _spec(self, spec: PlayerSpec, night: Night) -> PlayerSpec:
        """A name as the player it finds, with the handle that is theirs if it is free."""
        here = {player.player_id: player for player in night.players}
        by_handle = night.handles.get(spec.name.casefold())
        person = self.registry.find(spec.player_id or spec.name)
        if by_handle and person is None:
            return PlayerSpec(by_handle.name, spec.handle or by_handle.handle, by_handle.player_id)
        if person is None:
            new = next((p for p in here.values() if fold_name(p.name) == fold_name(spec.name)), None)
            player_id = spec.player_id or (new.player_id if new else self.registry.new_id(spec.name))
            return PlayerSpec(spec.name, spec.handle, player_id)
        name = " ".join(person.name.translate(str.maketrans("=/,;", "    ")).split()) or person.player_id
        taken = {player.handle for player in night.players if player.player_id != person.player_id}
        own = (
            person.handle
            if person.handle and person.handle not in taken and not is_reserved(person.handle)
            else None
        )
        return PlayerSpec(name, spec.handle or own, person.player_id)

    # --- the end

    def close(self) -> None:
        """Let the night go."""
        self.journal.close()

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
