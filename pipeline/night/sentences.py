"""What a sentence means for a night: corrections of its hands and turns of its deal as lines of the log."""

from __future__ import annotations

from engine.api import parse_additions, shortened
from language import join_words, mark, tr
from pipeline.bank.money import chips_text
from pipeline.bank.records import replace
from pipeline.night.entries import undone_numbers
from pipeline.night.hand.deal import Hand
from pipeline.night.night import Night, next_dealer
from pipeline.night.parser.canonical import line_text
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.lines import Clause, HandLine, LogError, Undo, Win
from pipeline.night.parser.names import present
from pipeline.night.parser.sentence import Correction, NightFact, Sentence
from pipeline.night.parser.spoken_questions import Missing, Question
from pipeline.night.parser.words import read_meld
from pipeline.night.replay import Replay

_QUESTIONS = {
    Missing.GAME: mark("Which game?"),
    Missing.LEVEL: mark("How many chips did each put in?"),
    Missing.WINNER: mark("Who won?"),
    Missing.FOLDED: mark("That pot isn't the same for each. Who folded, and at how much (bo 4)?"),
    Missing.STAKE: mark("How many chips had {names} put in?"),
    Missing.HAND: mark("A new hand, or hand {number} in other words? Answer new, or {number}."),
    Missing.STAYED: mark(
        "Hand {number} has it that {names} folded. Did they stay, as the others did? Answer yes, or edit {number}."
    ),
    Missing.BANK: mark("Does {names} buy {said}, or borrow it? Answer buys, or borrows."),
    Missing.CHIPS: mark("How many chips?"),
    Missing.MEANT: mark("Did you mean {words}? Answer yes, or write it again: {said}"),
}


def question_text(question: Question, night: Night) -> str:
    """A question about a hand in words, answered by one word."""
    if question.missing is Missing.FOLDED and night.carried:
        return tr(
            "{carried} had been carried in, and the rest of that pot isn't the same for each. Who folded, and at how much "
            "(bo 4)?",
            carried=chips_text(night.carried),
        )
    return tr(
        _QUESTIONS[question.missing],
        names=join_words([night.handles[one].name for one in question.handles]),
        number=question.hand or (night.hands[-1].hand_no if night.hands else 0),
        words=join_words(question.meant),
        said=question.sentence,
    )


def lines_of(sentence: Sentence, replay: Replay) -> tuple[str, ...] | Question:
    """The lines of the log that a sentence is, or what it lacks. Raises LogError where the night has no such hand, or no
    such deal.
    """
    if sentence.correction:
        line, folded = _corrected(sentence.correction, replay), _folded_winners(sentence.correction, replay)
        return Question(Missing.STAYED, line, folded, hand=sentence.correction.hand) if folded else (line,)
    if sentence.bought:
        night = replay.night
        buyers = [one for one in present(night.handles) if night.handles[one].player_id != night.banker_id]
        return tuple(f"buy {handle} {sentence.bought}" for handle in buyers)
    if sentence.skipped:
        return (_without_deal(sentence.skipped, replay.night),)
    return sentence.lines


def answer_text(sentence: Sentence, night: Night) -> str:
    """The answer to a question about the night."""
    assert sentence.fact
    what, handle = sentence.fact
    match what:
        case NightFact.DEALER:
            dealer = night.dealer
            return tr("{name} deals.", name=dealer.name) if dealer else tr("Nobody is here to deal.")
        case NightFact.POT:
            if night.carried:
                return tr("A pot of {chips} is carried to the next hand.", chips=chips_text(night.carried))
            last = night.hands[-1] if night.hands else None
            return (
                tr("Nothing is carried: the next pot is new.") if last else tr("No hand has been logged yet.")
            )
        case NightFact.STACK:
            player = night.handles[handle]
            account = night.accounts[player.player_id]
            if player.player_id == night.banker_id:
                return tr("{name} keeps the bank and has the rest of all chips.", name=player.name)
            return tr("By the hands {name} has {chips}.", name=player.name, chips=chips_text(account.stack))


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
    if correction.is_vague and (other := _last_that_is_no_hand(replay)):
        raise LogError(
            tr(
                "The last line was {said!r}: u takes it back, and then write it as it was. To change hand {number}, name it: hand "
                "{number} was 15 each, or anna won hand {number}.",
                said=shortened(other),
                number=hand.hand_no,
            )
        )
    if correction.deleted:
        return f"undo {hand.hand_no}"
    if hand.line is None or replay.effective(hand.entry_no).line.startswith(":"):
        raise LogError(
            tr(
                "Hand {number} was logged act by act, or isn't understood yet: edit {number} changes it.",
                number=hand.hand_no,
            )
        )
    return f"edit {hand.hand_no} {line_text(_corrected_line(hand, correction, replay.night))}"


def _last_that_is_no_hand(replay: Replay) -> str:
    """The last entry that counts, as it was typed; "" if it is a hand, or corrects one. Notes are passed over."""
    gone = undone_numbers(replay.entries)
    for entry in reversed(replay.entries):
        if entry.n in gone or isinstance(entry.correction, Undo) or entry.line.startswith(";"):
            continue
        target = getattr(entry.correction, "target", None)
        number = target.number if target else entry.n
        return "" if replay.night.hand_of(number) else entry.as_typed
    return ""


def _folded_winners(correction: Correction, replay: Replay) -> tuple[str, ...]:
    """The players who would win a hand that has them folded or sitting out."""
    line = None if correction.deleted else _hand(correction.hand, replay.night).line
    clauses = line.clauses if line else ()
    return tuple(
        one.handle for one in clauses if one.handle in correction.winners and (one.folded or one.sat_out)
    )


def left_out(sentence: Sentence, replay: Replay) -> str:
    """A sentence on the meld that a correction of the winner takes out of a hand; "" where it takes none."""
    if sentence.correction is None or not sentence.correction.winners:
        return ""
    hand = _hand(sentence.correction.hand, replay.night)
    wins = [win for board in hand.line.wins for pot in board for win in pot] if hand.line else []
    lost = [win.handle for win in wins if win.announced and win.handle not in sentence.correction.winners]
    names = join_words([seat.name for seat in hand.seats if seat.handle in lost])
    if not lost or sentence.correction.meld:
        return ""
    return tr(
        "What {names} had shown is left out. To name the winner's hand, write such as oops bo won with a "
        "flush.",
        names=names,
    )


def _corrected_line(hand: Hand, correction: Correction, night: Night) -> HandLine:
    """The hand's line with what a correction says."""
    line = hand.line
    assert line
    if correction.game:
        game, count = exact_game(correction.game.split(), night.games) or (None, 0)
        assert game
        additions = parse_additions(correction.game.split()[count:])
        return replace(line, game=game.id, additions=additions)
    if correction.peder:
        return _with_peder(line, correction.peder)
    if correction.level is not None:
        stayed = tuple(one for one in line.clauses if one != Clause(handle=one.handle, paid=line.level))
        return replace(line, level=correction.level, counted=None, clauses=stayed)
    if correction.folded:
        return _folded(hand, line, dict(correction.folded))
    is_winners = any(win.handle == correction.of for board in line.wins for pot in board for win in pot)
    if correction.of and (is_winners or not correction.winners):
        return _with_meld(line, correction.of, correction.meld)
    return _won_by(line, correction.winners, correction.meld)


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


def _won_by(line: HandLine, winners: tuple[str, ...], meld: str) -> HandLine:
    """The hand with other winners, in equal parts. What the old winner announced isn't theirs."""
    announced = read_meld(meld) if meld else None
    old = {win.handle: win for board in line.wins for pot in board for win in pot}
    wins = tuple(
        Win(handle=one, announced=announced or (old[one].announced if one in old else None))
        for one in winners
    )
    clauses = tuple(one for one in line.clauses if one.handle not in winners)
    return replace(line, wins=((wins,),), ending=None, clauses=clauses)


def _folded(hand: Hand, line: HandLine, stakes: dict[str, int]) -> HandLine:
    """The hand in which players folded after they had put in these chips."""
    if any(win.handle in stakes for board in line.wins for pot in board for win in pot):
        raise LogError(
            tr(
                "A player who folded can't have won hand {number}: edit {number} changes the whole line.",
                number=hand.hand_no,
            )
        )
    others = tuple(one for one in line.clauses if one.handle not in stakes)
    folded = tuple(Clause(handle=one, paid=chips, folded=True) for one, chips in stakes.items())
    return replace(line, clauses=(*others, *folded), counted=None)


def _with_meld(line: HandLine, handle: str, meld: str) -> HandLine:
    """The hand with what a player announced."""
    announced = read_meld(meld)
    if any(win.handle == handle for board in line.wins for pot in board for win in pot):
        wins = tuple(
            tuple(
                tuple(replace(win, announced=announced) if win.handle == handle else win for win in pot)
                for pot in board
            )
            for board in line.wins
        )
        return replace(line, wins=wins)
    clause = next((one for one in line.clauses if one.handle == handle), Clause(handle=handle))
    others = tuple(one for one in line.clauses if one.handle != handle)
    return replace(line, clauses=(*others, replace(clause, announced=announced)))


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


def usual_call_text(night: Night) -> str:
    """The call of a hand that names no game; "" where its dealer has no usual one."""
    usual = night.usual_call(night.dealer) if night.dealer else None
    return f"{usual[0]} {usual[1].text}".rstrip() if usual else ""
