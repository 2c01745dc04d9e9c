"""Finds out what a typed text means: lines in the log's notation, a sentence, the rest of a hand, the answer to a question.

`pipeline.night.logbook` logs the lines. A doubtful or unreadable hand becomes a draft; any other invalid line is refused,
and no entry is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import islice

from engine.api import PederError, fold_name
from language import join_sentences, join_words, tr
from pipeline.bank.money import CHIPS, money_as_chips
from pipeline.bank.records import replace
from pipeline.night.entries import sender_of, undone_numbers
from pipeline.night.hands import in_open_hand
from pipeline.night.logbook import Answer, Logbook
from pipeline.night.naming import with_former_names
from pipeline.night.nearest import example_hand, example_hand_won, not_read
from pipeline.night.night import Night
from pipeline.night.parser.canonical import line_text
from pipeline.night.parser.commands import command_of, counts_chips
from pipeline.night.parser.grammar import clean, looks_like_hand, nobody_sits, parse, read_entry
from pipeline.night.parser.hands import begins_with_game
from pipeline.night.parser.lines import (
    NOTHING_SHOWN,
    Ask,
    ChipValue,
    Clause,
    Edit,
    Expense,
    HandLine,
    Join,
    Line,
    LogError,
    Note,
    QuestionError,
    Skip,
    Target,
    TooLongError,
    UnevenPotError,
    UnreadError,
)
from pipeline.night.parser.marking import handles_in, marked
from pipeline.night.parser.names import NAME, find_handles, is_player, present
from pipeline.night.parser.plain_speech import spelled
from pipeline.night.parser.sentence import Sentence
from pipeline.night.parser.sentences import in_log_words, unknown_words, vocabulary
from pipeline.night.parser.spoken_questions import NO, OF_A_HAND, Missing, Question, bare_answer, each_alone
from pipeline.night.parser.tokens import ONLY_CHIPS, in_marks, is_body
from pipeline.night.parser.words import NOTE
from pipeline.night.replay import Replay
from pipeline.night.sentences import answer_text, left_out, lines_of, question_text, usual_call_text
from pipeline.store.people import Registry

MOST_SENDERS = 100
"""Maximum number of phones whose last unreadable line is remembered."""


_BETWEEN_LINES = re.compile(r"(?: ?[,;.])? (?:and|og|then|så) |[,;.] ")
"""Where a line may end and another begin."""
_LONGEST_OF_TWO, _MOST_CUTS = 200, 8
_JOINS = re.compile(r"(?:(?:and|og|then|så) )+")
"""Words before a second line."""


def _is_question(text: str) -> bool:
    """Whether a line asks; a note may."""
    said = clean(text)
    return said.partition(";")[0].rstrip().endswith("?") and not NOTE.fullmatch(said)


def _is_new(question: Question, night: Night) -> bool:
    """Whether a hand that may be one of those before is a new one: it has the next number, or is the first."""
    is_next = question.hand == night.next_hand_no if question.hand else not night.hands
    return question.missing is Missing.HAND and is_next


_PLAYERS_CHIPS = re.compile(rf"(?:<\w+>[ :=,-]*{CHIPS}(?:, ?| (?:and |og )?|$))+")


def _without_words(hand: HandLine) -> HandLine:
    """A hand without its note, melds and the words of errors, which change no chips, and without players of whom nothing else
    is said; the others by their handles.
    """
    clauses = (replace(one, announced=None, held=NOTHING_SHOWN) for one in hand.clauses)
    wins = tuple(
        tuple(tuple(replace(win, announced=None, held=NOTHING_SHOWN) for win in pot) for pot in board)
        for board in hand.wins
    )
    said = sorted((one for one in clauses if one != Clause(handle=one.handle)), key=lambda one: one.handle)
    errors = tuple(replace(one, text="") for one in hand.errors)
    return replace(hand, note="", errors=errors, clauses=tuple(said), wins=wins)


class Interpreter:
    """Turns typed lines into entries of a replay, in memory only."""

    def __init__(self, replay: Replay, registry: Registry, now: Callable[[], datetime]) -> None:
        self.replay = replay
        self.logbook = Logbook(replay, registry, now)
        self._named: tuple[Night | None, Registry, Night] = (None, registry, replay.night)
        self._unreadable_lines: dict[
            str, str
        ] = {}  # by sender: the last line, if it was a hand that isn't read
        self._questions: dict[str, Question] = {}  # by sender: what the last line lacked

    @property
    def night(self) -> Night:
        """The night after all entries; its players are found by the names that they had before as well."""
        now = self.replay.night, self.logbook.registry
        if self._named[0] is not now[0] or self._named[1] is not now[1]:
            self._named = (*now, with_former_names(*now))
        return self._named[2]

    def take(self, text: str, *, key: str = "", keep_unreadable: bool = False) -> Answer:
        """Append the entries of a line; none if it is refused, or was taken before with the same `key`.

        An unreadable hand becomes a draft if it is sent twice, or with `keep_unreadable`.
        """
        if key and (known := next((one for one in reversed(self.replay.entries) if one.key == key), None)):
            if known.n in undone_numbers(self.replay.entries):
                text = tr("Logged as #{n} and taken back since: {said}", n=known.n, said=known.as_typed)
            else:
                text = tr("Logged already: #{n} {said}", n=known.n, said=known.as_typed)
            return Answer("draft" if known.draft else "kept", text)
        self.logbook.key, self.logbook.is_asked = key, _is_question(text)
        night = self.night
        remark = " ".join(filter(None, [called_now(clean(text), night), chips_in_note(clean(text), night)]))
        asked = self._questions.get(sender_of(key))
        try:
            answer = self._take(text, keep_unreadable=keep_unreadable)
        except QuestionError as error:
            answer = Answer("refused", str(error))
        if answer.status == "refused" and asked:
            answer = self._still_asked(asked, answer)
        if answer.status in ("kept", "draft"):
            answer = replace(answer, text=join_sentences([answer.text, remark]))
        if answer.status == "refused" and not keep_unreadable and (two := self._as_two_lines(clean(text))):
            answer = replace(answer, text=two)
        if self.night.open_hand is None or answer.status == "kept":
            self.logbook.refused = ""
        elif answer.status == "refused":
            self.logbook.refused = clean(text)
        return answer

    def take_lines(self, lines: Sequence[Line]) -> None:
        """Append the entries of lines, all or none. Raises PederError."""
        self.logbook.key, self.logbook.is_asked = "", False
        with self.logbook.all_or_none():
            for line in lines:
                self.logbook.log(line, line_text(line))

    def _take(self, text: str, *, keep_unreadable: bool) -> Answer:
        question = self._questions.pop(sender_of(self.logbook.key), None)
        said, wrong = clean(text), None
        if question and question.missing in (Missing.LEVEL, Missing.STAKE, Missing.CHIPS):
            said, wrong = money_as_chips(said, self.night.chip_value, self.night.currency)
        if question and (whole := self._answered(question, said)):
            if wrong:
                return Answer("refused", str(wrong))
            note = f" ; {question.note}" if question.note else ""
            return self._take(f"{whole}{note}", keep_unreadable=keep_unreadable)
        if question and clean(text).strip(" .!").casefold() in NO:
            return Answer("asked", tr("Nothing is logged: write the line again."))
        text = in_open_hand(text, self.night)
        previous = self._unreadable_lines.pop(sender_of(self.logbook.key), "")
        again = clean(text) == previous
        try:
            lines = parse(text, self.night.handles, self.night.games)
        except PederError as error:
            return self._take_other(text, error, previous, keep_unreadable=keep_unreadable)
        if refusal := self._more_in_note(clean(text), lines):
            return Answer("refused", refusal)
        is_said = in_marks(text, self.night.handles) != text and not again
        keep = keep_unreadable and not is_said
        answer = self._enter(lines, text, keep_unreadable=again or keep)
        if answer.status == "refused" and is_said:
            other = self._in_sentence(clean(text), asks=not keep_unreadable)
            if other and other.status != "refused":
                self._unreadable_lines.pop(sender_of(self.logbook.key), None)
                return other
            if keep_unreadable:
                return self._enter(lines, text, keep_unreadable=True)
        return answer

    def _answered(self, question: Question, said: str) -> str | None:
        """The line that a question was about, completed by an answer; None if the answer is another line."""
        handles, games = self.night.handles, self.night.games
        if whole := question.answered(said, handles, games):
            return whole
        if self._is_statement(said):
            return None
        answer = bare_answer(said)
        if whole := question.answered(answer, handles, games):
            return whole
        if question.missing not in OF_A_HAND:
            return None
        whole = f"{question.sentence}, {answer}"
        try:
            sentence = self._sentence(whole)
            if sentence is None or sentence.correction or sentence.fact:
                return None
            if left := sentence.question:
                is_less = (left.missing, left.handles) != (question.missing, question.handles)
                return whole if is_less and left.missing in OF_A_HAND else None
            lines = [line for text in sentence.lines for line in parse(text, handles, games)]
        except PederError:
            return None
        is_hand = all(isinstance(line, HandLine) and not line.note for line in lines)
        return whole if is_hand else None

    def _is_statement(self, text: str) -> bool:
        """Whether a line says something by itself. What may be a correction of the last hand is meant of the one that is asked
        about, unless it names the hand.
        """
        sentence = self._understood(text)
        if sentence is None or sentence.question or "".join(sentence.lines).startswith("="):
            return False
        if sentence.correction:
            return sentence.correction.hand is not None
        return all(self._parsed(line) is not None for line in sentence.lines or (text,))

    def _take_other(self, text: str, error: PederError, previous: str, *, keep_unreadable: bool) -> Answer:
        """The answer to a text that isn't in the log's notation, where `error` is: the rest of a hand, a sentence, a line
        with money or a typo, or a hand that can't be read. `previous` is the sender's last line, if it was such a hand.
        """
        night, line = self.night, clean(text)
        again = line == previous
        if isinstance(error, TooLongError):
            return Answer("refused", str(error))
        if completed := self._completed(text, previous):
            return completed
        asks = not keep_unreadable
        if not again and (answer := self._in_words(line, asks=asks)):
            return answer
        if night.handles and not night.open_hand and (chips := each_alone(line)):
            return Answer("refused", self._each_alone(chips))
        if night.handles and is_rest(text, night):
            return Answer(
                "refused",
                tr(
                    "A hand begins with its game, such as {hand} {text}.", hand=example_hand(night), text=line
                ),
            )
        if not again and asks and (question := self._ask_what_is_meant(line)):
            return question
        if not asks and (lacking := self._lacking(line)):
            error = LogError(lacking)
        elif not night.handles:
            error = nobody_sits() if isinstance(error, UnreadError) and not command_of(line) else error
        elif "+" not in text and (words := unknown_words(line, night.handles, night.games)):
            names = join_words([night.handles[one].name for one in present(night.handles)])
            error = LogError(
                tr(
                    "{words!r} isn't understood. At the table: {names}. Write such as {hand}.",
                    words=words,
                    names=names,
                    hand=example_hand_won(night),
                ),
                words,
            )
        is_hand = looks_like_hand(text, night.games)
        if not is_hand and not night.open_hand:
            error = not_read(line, error, night)
        if not is_hand or not night.handles or night.open_hand:
            return Answer("refused", str(error), place=find_place(text, error))
        return self._unreadable_answer(text, error, keep=again or keep_unreadable)

    def _enter(
        self, lines: Sequence[Line], text: str, *, keep_unreadable: bool, in_words: bool = False
    ) -> Answer:
        """Log the lines that a text gave, all or none; `in_words` says that they were put in words."""
        answer = Answer("asked")
        texts: dict[type[Line], str] = {}  # the last of each kind: skips, then a note on them
        try:
            with self.logbook.all_or_none():
                for line in lines:
                    answer = self._one(line, text, keep_unreadable=keep_unreadable, in_words=in_words)
                    texts[type(line)] = answer.text
        except PederError as error:
            return Answer(
                "refused", str(error), offer=getattr(error, "offer", ""), place=find_place(text, error)
            )
        return replace(answer, text=" ".join(texts.values()))

    def _sentence(self, text: str) -> Sentence | None:
        """A sentence in the log's words; None if it isn't understood. Raises PederError."""
        night = self.night
        said, _, note = text.partition(";")
        sentence = in_log_words(said, night.handles, usual_call_text(night), night.games, night.carried)
        if not note.strip() or not said.strip():
            return sentence
        if sentence and sentence.question and sentence.question.missing in OF_A_HAND:
            return replace(sentence, question=replace(sentence.question, note=note.strip()))
        if sentence is None or len(sentence.lines) != 1 or command_of(sentence.lines[0]):
            return None
        (line,) = sentence.lines
        return replace(sentence, lines=(f"{line}{',' if ';' in line else ' ;'} {note.strip()}",))

    def _lacking(self, text: str) -> str:
        """The question that a hand in words leaves open; "" if it isn't a hand, or leaves none."""
        try:
            sentence = self._sentence(text)
        except PederError as error:
            return str(error)
        question = sentence.question if sentence else None
        return question_text(question, self.night) if question and question.missing in OF_A_HAND else ""

    def _in_words(self, line: str, *, asks: bool) -> Answer | None:
        """Return the answer to a line that is a sentence, or is understood with its money as chips; else None."""
        if counts_chips(line):  # `count b 20 kr`: no sentence about something called count
            return self._in_chips(line, asks=asks) or self._in_sentence(line, asks=asks)
        return self._in_sentence(line.lstrip(": "), asks=asks) or self._in_chips(line, asks=asks)

    def _in_sentence(self, text: str, *, asks: bool) -> Answer | None:
        """Return the answer to a line that is a sentence; None if it isn't understood, or is incomplete and `asks` is
        false.
        """
        night = self.night
        try:
            sentence = self._sentence(text)
            if (
                sentence is None
                or (night.open_hand and not sentence.lines)
                or (sentence.question and not asks)
            ):
                return None
            remark = left_out(sentence, self.replay)
            lines = lines_of(sentence, self.replay)
        except PederError as error:
            return Answer("refused", str(error), place=find_place(text, error))
        if sentence.fact:
            return Answer("asked", answer_text(sentence, night))
        if sentence.question and _is_new(sentence.question, night):
            return self._take(sentence.question.sentence, keep_unreadable=not asks)
        if sentence.question:
            question = self._ask(sentence.question)
            return question if sentence.question.in_words else None
        if isinstance(lines, Question):
            return self._ask(lines)
        if not lines:
            return Answer("asked", tr("A comment: nothing is logged."))
        before = len(self.replay.entries)
        answers = []
        for line in lines:
            try:
                parsed = parse(line, self.night.handles, self.night.games)
                if refusal := self._more_in_note(text, parsed):
                    return Answer("refused", refusal)
                answer = self._enter(parsed, text, keep_unreadable=not asks, in_words=True)
            except PederError as error:
                self.replay.cut(before)
                return None if len(lines) == 1 else Answer("refused", str(error))
            if answer.status == "refused":
                self.replay.cut(before)
                offer = f"{text} !" if answer.offer.endswith("!") and len(lines) > 1 else answer.offer
                return replace(answer, offer=offer, place=None)
            answers.append(answer)
        return replace(answers[-1], text=join_sentences([*(answer.text for answer in answers), remark]))

    def _as_two_lines(self, text: str) -> str:
        """Say how a line that isn't read is written as two lines that are; "" if it can't be cut into two."""
        if self.night.open_hand or len(text) > _LONGEST_OF_TWO or self._is_several(text):
            return ""
        for place in islice(_BETWEEN_LINES.finditer(text), _MOST_CUTS):
            first, second = text[: place.start()], text[place.end() :]
            if self._is_read(first) and self._is_read(second):
                return tr(
                    "That is two lines: write '{first}', then '{second}'.", first=first.strip(), second=second
                )
        return ""

    def _more_in_note(self, text: str, lines: Sequence[Line]) -> str:
        """Say how a hand is written whose note would be another line, or a part of the hand; "" for another line."""
        first, _, note = text.partition(";")
        second = _JOINS.sub("", note.strip())
        hand = next((line for line in lines if isinstance(line, HandLine)), None)
        if hand is None or not second:
            return ""
        other, _ = self._reading(second.partition(";")[0])
        # a word that begins a note is no newcomer
        if other is not None and not isinstance(other, Ask | Join | Note):
            return tr(
                "That is two lines: write '{first}', then '{second}'.", first=first.strip(), second=second
            )
        whole = f"{first.strip()}, {second}"
        if self._is_chips_of_players(second) or self._is_other_hand(whole, hand):
            return tr(
                "After a semicolon comes a note, which changes no chips. If {note!r} belongs to the hand, write it before the "
                "semicolon or with a comma: {whole}.",
                note=second,
                whole=whole,
            )
        return ""

    def _is_chips_of_players(self, text: str) -> bool:
        """Whether a text has nothing but players and chips, as ``carl 3``, or what each put in."""
        try:
            words = marked(text, self.night.handles)
        except PederError:
            return False
        return _PLAYERS_CHIPS.fullmatch(words) is not None or each_alone(text) is not None

    def _is_other_hand(self, text: str, hand: HandLine) -> bool:
        """Whether a text is a hand with other chips than this one, or one that lacks something."""
        line, sentence = self._reading(text)
        if sentence and sentence.question:
            return sentence.question.missing in OF_A_HAND
        return isinstance(line, HandLine) and _without_words(line) != _without_words(hand)

    def _is_several(self, text: str) -> bool:
        """Whether a line is understood as several entries, such as the chips of several players."""
        sentence = self._understood(text)
        return sentence is not None and len(sentence.lines) > 1

    def _is_read(self, text: str) -> bool:
        """Whether a line is a hand or says something about the night."""
        line, sentence = self._reading(text)
        if line is None:
            return bool(sentence and sentence.correction and not sentence.lines)
        return not isinstance(line, Ask)

    def _reading(self, text: str) -> tuple[Line | None, Sentence | None]:
        """The first line that a text stands for, in the log's notation or in words, and the sentence if it is in words."""
        line = self._parsed(text)
        if line is not None:
            return line, None
        sentence = self._understood(text)
        return (self._parsed(sentence.lines[0]) if sentence and sentence.lines else None), sentence

    def _parsed(self, text: str) -> Line | None:
        """The first line that a text in the log's notation stands for; None if it can't be read so."""
        try:
            return parse(text, self.night.handles, self.night.games)[0]
        except PederError:
            return None

    def _understood(self, text: str) -> Sentence | None:
        """`_sentence`; None also for a sentence that is refused."""
        try:
            return self._sentence(text)
        except PederError:
            return None

    def _in_chips(self, text: str, *, asks: bool) -> Answer | None:
        """Return the answer to a line that is understood once its money is written as chips: ``bo buys $20``; else None."""
        night = self.night
        written, wrong = money_as_chips(text, night.chip_value, night.currency)
        if written == text:
            return None
        before = len(self.replay.entries)
        try:
            answer: Answer | None = self._enter(
                parse(written, night.handles, night.games), text, keep_unreadable=not asks, in_words=True
            )
        except PederError:
            answer = self._in_sentence(written, asks=asks)
        if answer and wrong:
            self.replay.cut(before)
            return Answer("refused", str(wrong))
        if any(isinstance(one, ChipValue | Expense | Skip) for one in self._lines_since(before)):
            self.replay.cut(before)  # its number of chips was read as money
            return None
        return answer

    def _lines_since(self, count: int) -> list[Line]:
        """The lines of all entries but the first `count`."""
        night = self.night
        return [read_entry(entry.line, night.handles, night.games) for entry in self.replay.entries[count:]]

    def _each_alone(self, chips: str) -> str:
        """What to write instead of ``12 each`` alone: the hand that it belongs to isn't said."""
        night = self.night
        winner = night.handles[present(night.handles)[0]].name if present(night.handles) else "Anna"
        new = tr("7s {chips} each, {winner} wins", chips=chips, winner=winner)
        last = night.hands[-1] if night.hands else None
        if last is None or last.is_skipped:
            return tr(
                "{chips} each in which hand? Write it with its game and winner: {new}.", chips=chips, new=new
            )
        return tr(
            "{chips} each in which hand? Write hand {number} was {chips} each to correct the last one, or a new hand: {new}.",
            chips=chips,
            number=last.hand_no,
            new=new,
        )

    def _ask_what_is_meant(self, text: str) -> Answer | None:
        """Return the question whether a line with a typo was meant as another line; None if the corrected line isn't
        understood either.
        """
        night = self.night
        names = {fold_name(word): word for player in night.handles.values() for word in player.name.split()}
        corrected, words = spelled(text, vocabulary(night.games), names)
        if not words or night.open_hand:
            return None
        try:
            if not (sentence := self._sentence(corrected)):
                parse(corrected, night.handles, night.games)
            elif sentence.lines:
                parse(sentence.lines[0], night.handles, night.games)
        except PederError:
            return None
        return self._ask(Question(Missing.MEANT, corrected, meant=words))

    def _ask(self, question: Question) -> Answer:
        """A question, which the next line of this sender may answer by a word."""
        if len(self._questions) >= MOST_SENDERS:
            self._questions.clear()
        self._questions[sender_of(self.logbook.key)] = question
        return Answer("asked", question_text(question, self.night))

    def _still_asked(self, question: Question, refused: Answer) -> Answer:
        """The refusal of a line that came after a question: a hand in words isn't lost by a wrong answer to it."""
        sender = sender_of(self.logbook.key)
        is_over = sender in self._questions or sender in self._unreadable_lines
        if is_over or not question.in_words or question.missing not in OF_A_HAND:
            return refused
        text = tr(
            "{refusal} The hand still waits: {question}",
            refusal=refused.text,
            question=self._ask(question).text,
        )
        return replace(refused, text=text)

    def _unreadable_answer(self, text: str, error: PederError, *, keep: bool) -> Answer:
        """Refuse a hand that can't be read; make it a draft if it was sent twice, or comes from a file."""
        if keep:
            return self.logbook.log_unreadable(text, str(error))
        if len(self._unreadable_lines) >= MOST_SENDERS:
            self._unreadable_lines.clear()
        self._unreadable_lines[sender_of(self.logbook.key)] = clean(text)
        why = tr("{why} Change the line, or send it again to keep it as a draft.", why=error)
        return Answer("refused", why, place=find_place(text, error))

    def _completed(self, said: str, unreadable: str) -> Answer | None:
        """The answer to a line such as ``+d`` or ``b3`` that completes the hand before it, which was refused as
        unreadable or is a draft; None for another line.
        """
        text = in_marks(said, self.night.handles)
        if not is_rest(text, self.night):
            return None
        if unreadable and not is_rest(unreadable, self.night):
            return self._take(_with_rest(unreadable, text), keep_unreadable=False)
        last = self.night.hands[-1] if self.night.hands else None
        if last is None or not last.is_draft:
            return None
        old = self.replay.effective(last.entry_no).line
        # `anna wins` after a hand that Bo won is no second winner
        if text != said and "+" in text and "+" in old:
            return None
        completed = _with_rest(old, text)
        try:
            parse(completed, self.replay.before(last.entry_no).handles, self.night.games)
            return self.logbook.log(Edit(Target(last.hand_no, False), completed), text)
        except PederError:
            return None

    def _one(self, line: Line, text: str, *, keep_unreadable: bool, in_words: bool) -> Answer:
        match line:
            case Ask():
                return Answer("asked", lookup=line)
            case HandLine():
                return self._log_hand(line, text, keep_unreadable=keep_unreadable, in_words=in_words)
        return self.logbook.log(line, text)

    def _log_hand(self, line: HandLine, text: str, *, keep_unreadable: bool, in_words: bool) -> Answer:
        """Log a hand; ask about one in words that lacks who folded, or the level."""
        try:
            return self.logbook.log(line, text)
        except PederError as error:
            missing = None
            if isinstance(error, UnevenPotError):
                missing = Missing.FOLDED
            elif line.level is None and line.counted is None:
                missing = Missing.LEVEL
            if missing and not keep_unreadable:
                question = self._ask(Question(missing, clean(text)))
                if in_words or in_marks(text, self.night.handles) != text:
                    return question
            return self._unreadable_answer(text, error, keep=keep_unreadable)


def called_now(text: str, night: Night) -> str:
    """A remark on each player whom a line calls by a former name; "" if it calls none so."""
    words = [fold_name(word) for word in re.findall(NAME, text)]
    current = {handle: replace(player, also=()) for handle, player in night.handles.items()}
    old = {
        name: player.name
        for player in night.players
        for name in player.also
        if fold_name(name.split()[0]) in words and not find_handles(name.split()[0], current)
    }
    return " ".join(
        tr("{old} is called {name} now.", old=old_name, name=name) for old_name, name in old.items()
    )


def chips_in_note(text: str, night: Night) -> str:
    """A remark on a hand whose note names a player and a number: ``; carl was 5 short``."""
    said, _, note = text.partition(";")
    if not said.strip() or not re.search(r"\d", note):
        return ""
    try:
        names = handles_in(marked(note, night.handles))
    except LogError:  # a name that may be several players'
        return ""
    return tr("The note changes no chips.") if names else ""


def _with_rest(line: str, rest: str) -> str:
    """A hand's line with what completes it, before its note."""
    hand, semicolon, note = line.partition(";")
    return f"{hand.rstrip()} {clean(rest)} {semicolon}{note}".rstrip()


def find_place(text: str, error: PederError) -> tuple[int, int] | None:
    """Where a typed line has the part that an error is about; None if the error doesn't say."""
    part = getattr(error, "place", "")
    start = text.casefold().find(part.casefold()) if part else -1
    return (start, start + len(part)) if start >= 0 else None


def is_rest(text: str, night: Night) -> bool:
    """Return whether a line is the rest of a hand, such as ``b3 +d``; a line that begins with a game isn't.

    >>> is_rest("b3 +d", replay.night), is_rest("th14 +d", replay.night)
    (True, False)
    """
    words = clean(text).split()
    if not words or not is_body(words[0]):
        return False
    if not begins_with_game(text, night.games):
        return True
    name = re.match(NAME, words[0])
    is_level_next = len(words) > 1 and ONLY_CHIPS.fullmatch(words[1])
    return bool(name and is_player(name[0], night.handles) and not is_level_next)
