"""What a sentence means for a night: corrections of its hands and turns of its deal as lines of the log."""

from __future__ import annotations

from language import join_words, mark, tr
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Hand
from pipeline.night.night import Night, next_dealer
from pipeline.night.parser.grammar import line_text
from pipeline.night.parser.lines import Clause, HandLine, LogError, Win
from pipeline.night.parser.sentences import Correction, Sentence
from pipeline.night.parser.spoken_hand import Missing, Question
from pipeline.night.replay import Replay

_QUESTIONS = {
    Missing.GAME: mark("Which game?"),
    Missing.LEVEL: mark("How many chips did each put in?"),
    Missing.WINNER: mark("Who won?"),
    Missing.FOLDED: mark("That pot isn't the same for each. Who folded, and at how much (bo 4)?"),
    Missing.STAKE: mark("How many chips had {names} put in?"),
}


def question_text(question: Question, night: Night) -> str:
    """A question about a hand in words, answered by one word."""
    return tr(
        _QUESTIONS[question.missing], names=join_words([night.handles[one].name for one in question.handles])
    )


def lines_of(said: Sentence, replay: Replay) -> tuple[str, ...]:
    """The lines of the log that a sentence is. Raises LogError where the night has no such hand, or no such deal."""
    if said.correction:
        return (_corrected(said.correction, replay),)
    if said.skipped:
        return (_without_deal(said.skipped, replay.night),)
    return said.lines


def _without_deal(handle: str, night: Night) -> str:
    player, dealer = night.handles[handle], night.dealer
    if dealer is None or dealer.handle != handle:
        raise LogError(
            tr(
                "It is {dealer}'s deal, not {name}'s: deals WHO says who deals next.",
                dealer=dealer.name if dealer else tr("nobody"),
                name=player.name,
            )
        )
    following = next_dealer(night.players, player.player_id, {handle})
    if following is None:
        raise LogError(tr("Nobody but {name} is here to deal.", name=player.name))
    return f"deals {following.handle}"


def _corrected(correction: Correction, replay: Replay) -> str:
    hand = _hand(correction.hand, replay.night)
    if correction.deleted:
        return f"undo {hand.hand_no}"
    if hand.line is None or replay.effective(hand.entry_no).line.startswith(":"):
        raise LogError(
            tr(
                "Hand {number} was logged act by act, or isn't understood yet: edit {number} changes it.",
                number=hand.hand_no,
            )
        )
    line = (
        _with_peder(hand.line, correction.peder)
        if correction.peder
        else _won_by(hand.line, correction.winners)
    )
    return f"edit {hand.hand_no} {line_text(line)}"


def _hand(number: int | None, night: Night) -> Hand:
    if number is None and night.hands:
        return night.hands[-1]
    named = next((hand for hand in night.hands if hand.hand_no == number), None)
    if named is None:
        raise LogError(
            tr("There is no hand {number} tonight: history lists the hands.", number=number)
            if number
            else tr("No hand has been logged yet: begin with its game, as in 7s 14 +d.")
        )
    return named


def _won_by(line: HandLine, winners: tuple[str, ...]) -> HandLine:
    """The hand with other winners: equal parts, and the meld that was announced where one winner takes another's place."""
    old = [win for board in line.wins for pot in board for win in pot]
    announced = old[0].announced if len(old) == len(winners) == 1 else None
    wins = tuple(Win(handle=handle, announced=announced) for handle in winners)
    clauses = tuple(one for one in line.clauses if one.handle not in winners or not one.folded)
    return replace(line, wins=((wins,),), ending=None, clauses=clauses)


def _with_peder(line: HandLine, handle: str) -> HandLine:
    """The hand in which a player used the peder."""
    won = any(win.handle == handle for board in line.wins for pot in board for win in pot)
    if won:
        wins = tuple(
            tuple(
                tuple(replace(win, peder=win.peder or win.handle == handle) for win in pot) for pot in board
            )
            for board in line.wins
        )
        return replace(line, wins=wins)
    if any(one.handle == handle for one in line.clauses):
        clauses = tuple(replace(one, peder=one.peder or one.handle == handle) for one in line.clauses)
        return replace(line, clauses=clauses)
    return replace(line, clauses=(*line.clauses, Clause(handle=handle, peder=True)))
