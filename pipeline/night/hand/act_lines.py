"""Reads the lines that begin with a colon into an open hand, act by act and card by card.

: 7s vild 2            opens the hand; antes or blinds are put in
: a (As Kd / 9h)       cards of a player, closed / open; bord (9h 2c) for common cards
: b2 c. d3 e-          bets and raises by chips, follows (check or call), folds
: b* c=20  d alt 35    with the peder; has put in 20 this round in all; is all-in with 35
: .                    each player who has yet to act follows
: a byt 2  a køb       draws cards, buys a card; a betal 3 pays what is forced
: a hi  b ind  c ude   declares; is in, is out (guts)
: +d hus               the end, as in a hand on one line
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from engine.api import (
    Act,
    Catalogue,
    Declared,
    Detail,
    parse_cards,
)
from language import tr
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Deal
from pipeline.night.hand.open_hand import ALL_IN, PAYMENTS, OpenHand
from pipeline.night.hand.outcome import check_seats, play_out
from pipeline.night.parser.body import parse_ending
from pipeline.night.parser.hands import parse_call
from pipeline.night.parser.lines import Clause, DealerError, HandLine, Held, LogError
from pipeline.night.parser.names import NAME, find_handle
from pipeline.night.parser.tokens import ONLY_CHIPS, cut
from pipeline.night.parser.words import ALL, BOARD, ENDING_MARKS, HALVES

DROP = ("drop", "afbryd")
ACT = re.compile(rf"(?P<names>{NAME}(?:,{NAME})*)(?P<how>\.|-|\*|!|=?(?P<chips>{CHIPS}))?", re.I)
EARLY = ("før", "early")
BUY = ("køb", "køber", "buy", "buys")
DRAW = ("byt", "bytter", "draw", "draws")
PLAIN: dict[str, Act] = {
    **dict.fromkeys(("ind", "in"), Act.IN),
    **dict.fromkeys(("ude", "out"), Act.OUT),
    **dict.fromkeys(("melder", "claims"), Act.CLAIM),
    **dict.fromkeys(("tvivler", "doubts"), Act.DOUBT),
    **dict.fromkeys(("tager", "takes"), Act.TAKE),
    **dict.fromkeys(("swap", "swaps"), Act.SWAP),
    **dict.fromkeys(("beholder", "keeps"), Act.KEEP),
    **dict.fromkeys(("pas", "pass"), Act.PASS),
}  # fmt: skip
ACT_WORDS = (*EARLY, *ALL_IN, *PAYMENTS, *BUY, *DRAW, *PLAIN)


def read_announcement(text: str, handles: Collection[str], games: Catalogue) -> HandLine:
    """The announcement that opens a hand: its game, who deals, who sits out. Raises PederError."""
    if not text:
        raise LogError(tr("Which game is it? Write it after the colon, such as : 7s."))
    return parse_call(text, handles, games)


def open_hand(line: HandLine, deal: Deal) -> OpenHand:
    """The hand of an announcement: antes or blinds are put in. Raises PederError."""
    check_seats(deal)
    return OpenHand.of(line, deal)


def is_ending(token: str) -> bool:
    """Whether a token ends a hand without a winner: `++`, `!nd`, `!om`, `!redeal`."""
    return token == "++" or (token[:1] == "!" and token[1:].casefold() in ENDING_MARKS)


def add_line(opened: OpenHand, text: str) -> OpenHand | None:
    """The hand after one more line; None if the line drops it. Raises PederError; `opened` doesn't change."""
    if text.casefold() in DROP:
        return None
    hand = opened.copy()
    tokens, errors, note = cut(text, hand.players)
    if any(token.startswith("+") or is_ending(token) for token in tokens):
        _finish(hand, parse_ending(tokens, hand.players, errors, note))
        return hand
    if errors or note or not tokens:
        raise LogError(tr("Errors and notes come at the end of the hand, after the winner."))
    place = 0
    while place < len(tokens):
        place += _act(hand, tokens[place], tokens[place + 1 : place + 3])
    return hand


def _act(hand: OpenHand, token: str, following: Sequence[str]) -> int:
    """An act; returns how many tokens it has. Raises PederError."""
    if token == ".":
        hand.follow_all()
        return 1
    if token.casefold() in BOARD:
        hand.lay(_cards(following, token))
        return 2
    match = ACT.fullmatch(token)
    if match is None:
        raise LogError(
            tr(
                "{token!r} isn't an act: write b2 (bets), b. (follows), b- (folds), b* (peder) or b (As / 9h).",
                token=token,
            )
        )
    seats = _seats(hand, match["names"])
    if match["how"]:
        for seat in seats:
            hand.bet(seat, match["how"], match["chips"])
        return 1
    word = following[0].casefold() if following else ""
    if word.startswith("("):
        if len(seats) > 1:
            raise LogError(tr("{token!r}: name the cards of one player at a time.", token=token))
        hand.hold(seats[0], following[0])
        return 2
    after = following[1] if len(following) > 1 else ""
    return max([_word(hand, seat, token, word, after) for seat in seats], default=2)


def _seats(hand: OpenHand, names: str) -> list[int]:
    if names.casefold() in ALL:
        return [*hand.state.live]
    return [hand.handles[find_handle(name, hand.players)] for name in names.split(",")]


def _word(hand: OpenHand, seat: int, token: str, word: str, after: str) -> int:
    """An act that a word after the player says; returns how many tokens it has. Raises PederError."""
    chips = parse_chips(after) if ONLY_CHIPS.fullmatch(after) else None
    if word in DRAW:
        hand.draw(seat, after)
        return 3
    if word in BUY:
        hand.pay(Act.BUY_CARD, seat, hand.card_price if chips is None else chips)
        return 2 + (chips is not None)
    if word in ALL_IN:
        if not chips:
            raise LogError(
                tr(
                    "All-in with how much, this round in all? Write such as {token} {word} 20.",
                    token=token,
                    word=word,
                )
            )
        hand.bet(seat, word, after)
        return 3
    if word in EARLY:
        if not chips:
            raise LogError(
                tr(
                    "How many chips were bet too early? Write such as {token} {word} 2.",
                    token=token,
                    word=word,
                )
            )
        hand.bet_early(seat, chips)
        return 3
    if word in PAYMENTS:
        if not chips:
            raise LogError(
                tr(
                    "How many chips? Write them after {word!r}, such as {token} {word} 2.",
                    word=word,
                    token=token,
                )
            )
        hand.pay(PAYMENTS[word], seat, chips)
        return 3
    if isinstance(half := HALVES.get(word), Declared):
        hand.declare(seat, half)
    elif word in PLAIN:
        hand.state.record(PLAIN[word], seat)
        if PLAIN[word] is Act.OUT:
            hand.state.leave(seat)
    else:
        raise LogError(
            tr(
                "What does {token!r} do? Write such as {token}2, {token}., {token}- or {token} (As / 9h).",
                token=token,
            )
        )
    return 2


OUT_OF_TURN = "uden for tur"
"""The error of a bet out of turn, in the words of `engine.catalogue.table_errors`."""


def _finish(opened: OpenHand, ending: HandLine) -> None:
    """End the hand, which is then one that could have been written on one line. Raises PederError."""
    state, variant = opened.state, opened.deal.variant
    if variant.all_in:
        shown = not state.only_one_left  # then every round was reached, though no player could bet
        state.give_back((variant.rounds or 0) if shown else state.round_now)
    clauses = [_clause(opened, seat, ending) for seat in range(len(opened.deal.seats))]
    stayed = [clause.paid or 0 for clause in clauses if not clause.folded]
    line = replace(
        ending,
        game=opened.line.game,
        additions=opened.line.additions,
        dealer=opened.line.dealer,
        level=max(stayed, default=0),
        clauses=tuple(clauses),
        errors=(*(DealerError(OUT_OF_TURN, opened.handle_of(seat)) for seat in opened.early), *ending.errors),
        boards=ending.boards or ((state.board,) if state.board else ()),
    )
    fees = [fee for act, fee in opened.payments if act is Act.PAID_DRAW]
    hand = play_out(line, opened.deal, fees)
    seats = [
        replace(
            seat,
            folded_round=state.folded.get(number, seat.folded_round) if not seat.stayed else None,
            peder_used=number in state.peders if variant.betting.peder else None,
        )
        for number, seat in enumerate(hand.seats)
    ]
    opened.hand = replace(
        hand,
        seats=tuple(seats),
        actions=tuple(state.acts),
        detail=Detail.CARDS if all(seat.held for seat in seats if seat.stayed) else Detail.ACTIONS,
        rounds_played=state.rounds,
    )


def _clause(opened: OpenHand, seat: int, ending: HandLine) -> Clause:
    handle = opened.handle_of(seat)
    given = next((clause for clause in ending.clauses if clause.handle == handle), None)
    mine = [(act, fee.chips) for act, fee in opened.payments if fee.seat == seat]
    matched = sum(chips for act, chips in mine if act is Act.MATCH_POT)
    other = sum(chips for act, chips in mine if act is not Act.MATCH_POT)
    if given and (given.paid is not None or given.sat_out or given.matched):
        raise LogError(
            tr(
                "{handle!r}: what was put in is known from the bets; after the colon name winners and cards.",
                handle=handle,
            )
        )
    held = given.held if given and given.held else Held(opened.state.own[seat])
    return Clause(
        handle=handle,
        paid=opened.state.paid[seat] + other,
        folded=seat not in opened.state.live,
        shadow=given.shadow if given else 0,
        peder=seat in opened.state.peders,
        matched=matched > 0,
        match=matched or None,
        declared=opened.declared.get(seat) or (given.declared if given else None),
        announced=given.announced if given else None,
        held=held,
    )


def _cards(following: Collection[str], token: str) -> list[int]:
    group = next(iter(following), "")
    if not (group.startswith("(") and group.endswith(")")):
        raise LogError(tr("After {token!r} come cards in parentheses: bord (9h 2c).", token=token))
    return parse_cards(group[1:-1])
