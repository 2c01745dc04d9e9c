"""A hand bet by bet and card by card: the lines that begin with a colon.

    : 7s vild 2            opens the hand; antes or blinds are put in
    : a (As Kd / 9h)       cards of a player, closed / open; bord (9h 2c) for common cards
    : b2 c. d3 e-          bets and raises by chips, follows (check or call), folds
    : b* c=20  d alt 35    with the peder; has put in 20 this round in all; is all-in with 35
    : .                    everybody who has yet to act follows
    : a byt 2  a køb       draws cards, buys a card; a betal 3 pays what is forced
    : a hi  b ind  c ude   declares; is in, is out (guts)
    : +d hus               the end, as in a hand on one line

The game's programme says what comes next: cards that nobody names are unknown, a bet begins the betting
round. What happened is kept as acts (`engine.actions`) in the order of the programme.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.api import Act, Declared, Detail, check_table, pack, parse_cards
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.night.hand.betting import Bets, uncalled
from pipeline.night.hand.deal import Deal, play_out
from pipeline.night.hand.limits import over_limit
from pipeline.night.hand.opened import OpenHand
from pipeline.night.hand.streets import ACT, ALL_IN, BUY, DRAW, DROP, EARLY, PAYMENTS, PLAIN
from pipeline.night.text.hand_grammar import parse_call, parse_ending
from pipeline.night.text.lines import Clause, DealerError, HandLine, Held, LogError
from pipeline.night.text.tokens import ONLY_CHIPS, cut, known
from pipeline.night.text.words import ALL, BOARD, ENDING_MARKS, HALVES
from pipeline.records import replace


def announced(text: str, handles: Collection[str]) -> HandLine:
    """The announcement that opens a hand: its game, who deals, who sits out. Raises PederError."""
    if not text:
        raise LogError(tr("Which game is it? Write it after the colon, such as : 7s."))
    return parse_call(text, handles)


def begin(line: HandLine, deal: Deal) -> OpenHand:
    """The hand of an announcement: antes or blinds are put in. Raises PederError."""
    check_table(deal.variant, len(deal.seats))
    return OpenHand.of(line, deal)


def take(hand: OpenHand, text: str) -> OpenHand | None:
    """The hand after one more line; None where it is dropped. Raises PederError; then nothing of the line
    counts.
    """
    if text.casefold() in DROP:
        return None
    tokens, errors, note = cut(text, hand.handles)
    if any(
        token.startswith("+") or (token[1:].casefold() in ENDING_MARKS and token[0] == "!")
        for token in tokens
    ):
        return finish(hand, parse_ending(tokens, hand.handles, errors, note))
    if errors or note or not tokens:
        raise LogError(tr("Errors and notes come at the end of the hand, after the winner."))
    place = 0
    while place < len(tokens):
        hand, place = _token(hand, tokens, place)
    return hand


def _token(hand: OpenHand, tokens: Sequence[str], place: int) -> tuple[OpenHand, int]:
    token, following = tokens[place], tokens[place + 1 : place + 3]
    if token == ".":
        return hand.follow_all(), place + 1
    if token.casefold() in BOARD:
        return hand.lay(_cards(following, token)), place + 2
    match = ACT.fullmatch(token)
    if match is None:
        raise LogError(
            tr(
                "{token!r} is no act: write b2 (bets), b. (follows), b- (folds), b* (peder) or b (As / 9h).",
                token=token,
            )
        )
    seats = _seats(hand, match["names"])
    if match["how"]:
        for seat in seats:
            before, hand = hand, hand.bet(seat, match["how"], match["chips"])
            if match["how"] == match["chips"] and (why := over_limit(before, hand)):
                hand = replace(hand, over=(*hand.over, why))
        return hand, place + 1
    word = following[0].casefold() if following else ""
    if word.startswith("("):
        if len(seats) > 1:
            raise LogError(tr("{token!r}: name the cards of one player at a time.", token=token))
        return hand.hold(seats[0], following[0]), place + 2
    return _word(hand, seats, token, word, following[1] if len(following) > 1 else "", place)


def _seats(hand: OpenHand, names: str) -> list[int]:
    if names.casefold() in ALL:
        return list(hand.betting.live)
    return [hand.handles[known(name, hand.handles)] for name in names.split(",")]


def _word(
    hand: OpenHand, seats: list[int], token: str, word: str, after: str, place: int
) -> tuple[OpenHand, int]:
    chips = parse_chips(after) if ONLY_CHIPS.fullmatch(after) else None
    used = 2
    for seat in seats:
        if word in DRAW:
            hand, used = hand.draw(seat, after), 3
        elif word in BUY:
            price = hand.deal.variant.buy_price if chips is None else chips
            hand, used = hand.pay(Act.BUY_CARD, seat, price), 2 + (chips is not None)
        elif word in ALL_IN:
            if not chips:
                raise LogError(
                    tr(
                        "All-in with how much, this round in all? Write such as {token} {word} 20.",
                        token=token,
                        word=word,
                    )
                )
            hand, used = hand.bet(seat, word, after), 3
        elif word in EARLY:
            if not chips:
                raise LogError(
                    tr(
                        "How many chips were bet too early? Write such as {token} {word} 2.",
                        token=token,
                        word=word,
                    )
                )
            hand, used = hand.bet_early(seat, chips), 3
        elif word in PAYMENTS:
            if not chips:
                raise LogError(
                    tr(
                        "How many chips? Write them after {word!r}, such as {token} {word} 2.",
                        word=word,
                        token=token,
                    )
                )
            hand, used = hand.pay(PAYMENTS[word], seat, chips), 3
        elif isinstance(half := HALVES.get(word), Declared):
            hand = hand.declare(seat, half)
        elif word in PLAIN:
            hand = hand.note([pack(PLAIN[word], seat, hand.round_no)])
            if PLAIN[word] is Act.OUT:
                hand = replace(hand, betting=hand.betting.leave(seat))
        else:
            raise LogError(
                tr(
                    "What does {token!r} do? Write such as {token}2, {token}., {token}- or {token} (As / "
                    "9h).",
                    token=token,
                )
            )
    return hand, place + used


OUT_OF_TURN = "uden for tur"
"""The error of a bet out of turn, in the words of `engine.faults`."""


def finish(opened: OpenHand, ending: HandLine) -> OpenHand:
    """The whole hand, worked out as one that was written on one line."""
    acts = list(opened.acts)
    betting = opened.betting
    back = uncalled(betting) if opened.deal.variant.all_in else None
    if back:
        betting = betting.give_back(*back)
        shown = len(betting.live) > 1  # then every round was reached, though nobody could bet
        last = (opened.deal.variant.rounds or 0) if shown else opened.round_no
        acts.append(pack(Act.RETURNED, back[0], last, back[1]))
    clauses = [_clause(opened, seat, betting, ending) for seat in range(len(opened.deal.seats))]
    stayed = [clause.paid or 0 for clause in clauses if not clause.folded]
    line = replace(
        ending,
        game=opened.line.game,
        additions=opened.line.additions,
        dealer=opened.line.dealer,
        level=max(stayed, default=0),
        clauses=tuple(clauses),
        errors=(*(DealerError(OUT_OF_TURN, opened.handle_of(seat)) for seat in opened.early), *ending.errors),
        boards=ending.boards or ((opened.cards.common,) if opened.cards.common else ()),
    )
    fees = [fee for act, fee in opened.payments if act is Act.PAID_DRAW]
    hand = play_out(line, opened.deal, fees)
    seats = [
        replace(
            seat,
            folded_round=betting.folded.get(number, seat.folded_round) if not seat.stayed else None,
            peder_used=number in betting.peders if opened.deal.variant.betting.peder else None,
        )
        for number, seat in enumerate(hand.seats)
    ]
    told = all(seat.held for seat in seats if seat.stayed)
    hand = replace(
        hand,
        seats=tuple(seats),
        actions=tuple(acts),
        detail=Detail.CARDS if told else Detail.ACTIONS,
        rounds_played=betting.rounds,
    )
    return replace(opened, hand=hand)


def _clause(opened: OpenHand, seat: int, betting: Bets, ending: HandLine) -> Clause:
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
    held = given.held if given and given.held else Held(opened.cards.own[seat])
    return Clause(
        handle=handle,
        paid=betting.paid[seat] + other,
        folded=seat not in betting.live,
        shadow=given.shadow if given else 0,
        peder=seat in betting.peders,
        matched=matched > 0,
        match=matched or None,
        declared=opened.declared.get(seat) or (given.declared if given else None),  # type: ignore[arg-type]
        announced=given.announced if given else None,
        held=held,
    )


def _cards(following: Collection[str], token: str) -> list[int]:
    group = next(iter(following), "")
    if not (group.startswith("(") and group.endswith(")")):
        raise LogError(tr("After {token!r} come cards in parentheses: bord (9h 2c).", token=token))
    return parse_cards(group[1:-1])
