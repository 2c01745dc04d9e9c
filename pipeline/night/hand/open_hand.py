"""A hand logged act by act and card by card: the lines that begin with a colon.

    : 7s vild 2            opens the hand; antes or blinds are put in
    : a (As Kd / 9h)       cards of a player, closed / open; bord (9h 2c) for common cards
    : b2 c. d3 e-          bets and raises by chips, follows (check or call), folds
    : b* c=20  d alt 35    with the peder; has put in 20 this round in all; is all-in with 35
    : .                    each player who has yet to act follows
    : a byt 2  a køb       draws cards, buys a card; a betal 3 pays what is forced
    : a hi  b ind  c ude   declares; is in, is out (guts)
    : +d hus               the end, as in a hand on one line

The game's programme says what comes next: cards that a line doesn't name are unknown, a bet begins the betting
round. What happened is stored as acts (`engine.kernel.actions`) in the order of the programme.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field

from engine.api import (
    SHOWING,
    VARIANTS,
    Act,
    Catalogue,
    Declared,
    Detail,
    Fee,
    HandState,
    Limit,
    Op,
    Step,
    Variant,
    cards_text,
    operation_of,
    parse_cards,
)
from language import tr, trn
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Deal, Hand, Player, check_seats, play_out
from pipeline.night.parser.hands import ONLY_CHIPS, cut, parse_call, parse_ending
from pipeline.night.parser.lines import Clause, DealerError, HandLine, Held, LogError
from pipeline.night.parser.words import ALL, BOARD, ENDING_MARKS, HALVES, NAME, known

DROP = ("drop", "afbryd")
ACT = re.compile(rf"(?P<names>{NAME}(?:,{NAME})*)(?P<how>\.|-|\*|!|=?(?P<chips>{CHIPS}))?", re.I)

PAYMENTS: dict[str, Act] = {
    **dict.fromkeys(("betal", "betaler", "pay", "pays"), Act.FORCED_PAYMENT),
    **dict.fromkeys(("indskud", "stake"), Act.STAKE),
    **dict.fromkeys(("match", "matcher"), Act.MATCH_POT),
}  # fmt: skip
EARLY = ("før", "early")
ALL_IN = ("alt", "allin")
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


@dataclass(frozen=True)
class Street:
    """What the programme asks for between two betting rounds, and whether a betting round follows."""

    steps: tuple[Step, ...]
    bets: bool


def streets(variant: Variant) -> Iterator[Street]:
    """The streets of a game; a game without a programme, or with a chase, may bet at any time."""
    steps: list[Step] = []
    for step in variant.steps:
        if step.op is Op.BET:
            yield Street(tuple(steps), True)
            steps = []
        elif step.op is not Op.CHASE:
            steps.append(step)
    if steps or variant.rounds is None:
        yield Street(tuple(steps), variant.rounds is None)


def card_acts(
    street: Street, held: Collection[int], closed: list[int], opened: list[int], *, has_slash: bool
) -> list[tuple[Act, int]]:
    """The acts that deal, turn, pass or throw the cards that a line names of a player who holds `held`.

    `closed` and `opened` are the cards before and after the slash; without one (`has_slash` is False) all are
    `closed`, and the street says what they are. Raises LogError if it can't.
    """
    ops = {step.op: step for step in street.steps}
    if Op.PASS in ops:
        left = opened if has_slash else []
        step = ops[Op.PASS]
        if not has_slash and not step.count:
            closed, left = [], closed
        return [(Act.PASS_RIGHT, card) for card in closed] + [(Act.PASS_LEFT, card) for card in left]
    if Op.THROW in ops and not has_slash and all(card in held for card in closed):
        return [(Act.THROW, card) for card in closed]
    dealt = Act.DEAL_UNSEEN if Op.DEAL_UNSEEN in ops else Act.DEAL_CLOSED
    if Op.CHOOSE_OPEN in ops or Op.TURN_OWN in ops:
        turned, kept = (opened, closed) if has_slash else (closed, [])
        deals = Op.DEAL_CLOSED in ops or Op.DEAL_UNSEEN in ops
        acts = [(dealt, card) for card in [*kept, *turned] if deals and card not in held]
        return acts + [(Act.TURN_OWN, card) for card in turned]
    if not has_slash:
        face_down = ops[Op.DEAL_CLOSED].count if Op.DEAL_CLOSED in ops else 0
        face_up = sum(step.count for step in street.steps if step.op is Op.DEAL_OPEN)
        if face_up:
            if len(closed) not in (face_up, face_up + face_down):
                raise LogError(
                    tr(
                        "This street deals {face_down} closed and {face_up} open: part them with a slash "
                        "(closed / open).",
                        face_down=face_down,
                        face_up=face_up,
                    )
                )
            opened = closed[len(closed) - face_up :]
            closed = closed[: len(closed) - face_up]
    deals_open = Op.DEAL_OPEN in ops or any(step.price for step in street.steps)
    laid = Act.DEAL_OPEN if deals_open else Act.TURN_OWN
    return [(dealt, card) for card in closed] + [(laid, card) for card in opened]


def asked_for(step: Step) -> str:
    """What a step asks for, as text."""
    cards, chips = trn("{n} card", "{n} cards", step.count), trn("{n} chip", "{n} chips", step.price)
    return tr(operation_of(step).asked, cards=cards, count=step.count, chips=chips)


@dataclass(kw_only=True)
class OpenHand:
    """A hand that hasn't ended. `hand` is set once it has; `over` says of bets that they are over the limit:
    such bets are refused when they are written, and stand where they were written before there was a limit.
    """

    line: HandLine
    deal: Deal
    streets: tuple[Street, ...]
    state: HandState
    street: int = 0
    turned: int = 0  # common cards in this street
    payments: list[tuple[Act, Fee]] = field(default_factory=list)  # outside the betting
    declared: dict[int, Declared] = field(default_factory=dict)
    early: list[int] = field(default_factory=list)  # seats that bet out of turn
    over: list[str] = field(default_factory=list)
    hand: Hand | None = None

    @classmethod
    def of(cls, line: HandLine, deal: Deal) -> OpenHand:
        """A hand that begins: antes or blinds are put in."""
        state = HandState(deal.variant, [seat.name for seat in deal.seats])
        state.post(state.posts())
        return cls(line=line, deal=deal, streets=tuple(streets(deal.variant)), state=state)

    def copy(self) -> OpenHand:
        """The same hand, which may go on without this one."""
        other = copy(self)
        other.state = self.state.copy()
        other.payments, other.declared = [*self.payments], {**self.declared}
        other.early, other.over = [*self.early], [*self.over]
        return other

    @property
    def pot(self) -> int:
        """Everything in the pot so far."""
        return self.deal.pot_in + sum(self.state.paid) + sum(fee.chips for _, fee in self.payments)

    def name_of(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.deal.seats[seat].name

    def handle_of(self, seat: int) -> str:
        """The handle of the player in a seat."""
        return self.deal.seats[seat].handle

    @property
    def players(self) -> dict[str, Player]:
        """Players by handle."""
        return {seat.handle: seat for seat in self.deal.seats}

    @property
    def handles(self) -> dict[str, int]:
        """Seats by handle."""
        return {seat.handle: number for number, seat in enumerate(self.deal.seats)}

    @property
    def nobody_opened(self) -> bool:
        """Whether all checked in the first round of a game that asks for a pair to open with: the hand is over."""
        state = self.state
        is_checked = state.begun and not state.to_act and not state.bet
        return self.deal.variant.openers is not None and state.round_no == 1 and is_checked

    @property
    def _steps(self) -> Sequence[Step]:
        """What the programme asks for before the bets of this street."""
        return self.streets[self.street].steps if self.street < len(self.streets) else ()

    @property
    def _endless(self) -> bool:
        """Whether no programme says how many betting rounds there are."""
        return self.deal.variant.rounds is None

    # --- bets

    def bet(self, seat: int, how: str, chips: str | None = None) -> None:
        """A player acts: ``.`` follows, ``-`` folds, ``*`` is the peder, ``!`` is sent out; chips raise by so
        many, or with ``=`` or a word for all-in come to so many this round. Raises PederError.
        """
        state, variant = self.state, self.deal.variant
        if how == "!":
            state.record(Act.SENT_OUT, seat)
            state.leave(seat)
            self._next_street()
            return
        if self._endless and not state.begun and how == "-":  # hasn't beaten what lies on the table
            state.record(Act.FOLD, seat)
            state.leave(seat)
            return
        if (
            seat in state.folded
            and variant.reentry
            and how == "."
            and (not state.begun or state.only_one_left)
        ):
            round_no = state.round_now
            if state.only_one_left:
                self._on()
            state.come_back(seat, round_no)
            return
        if self.street >= len(self.streets) or not self.streets[self.street].bets:
            raise LogError(tr("There is no betting round left in this game: end with +WINNER."))
        self._check_turn(seat)
        if how == "-":
            state.fold(seat)
        elif how == ".":
            state.follow(seat)
        elif how == "*":
            state.raise_peder(seat)
        elif how in ALL_IN or how.startswith("="):
            state.put_in(seat, parse_chips(chips or ""), all_in=how in ALL_IN)
        else:
            self._raise(seat, parse_chips(chips or ""))
        self._next_street()

    def _check_turn(self, seat: int) -> None:
        """Raise LogError, which says whose turn it is, for a player whose turn it isn't."""
        state, turn = self.state, self.state.turn
        if turn is None or seat == turn or seat not in state.live or seat in state.all_in:
            return
        name, other, handle = self.name_of(seat), self.name_of(turn), self.handle_of(turn)
        if seat not in state.to_act:
            raise LogError(
                tr(
                    "{name} has answered the last bet already: {other} acts ({handle}).",
                    name=name,
                    other=other,
                    handle=handle,
                )
            )
        raise LogError(
            tr(
                "It isn't {name}'s turn: {other} acts ({handle}). Chips bet too early stay in the "
                "pot: {early} før 2.",
                name=name,
                other=other,
                handle=handle,
                early=self.handle_of(seat),
            )
        )

    def _raise(self, seat: int, chips: int) -> None:
        """A player raises by chips; note a bet over the limit. Raises PederError."""
        state, stakes = self.state, self.deal.variant.betting
        if stakes.limit is Limit.HOUSE and chips > stakes.max_raise:
            raise LogError(
                tr(
                    "A bet or a raise is 1 to {max_raise} chips, or a peder (b*): what was put in all "
                    "the same is written as b={bet}.",
                    max_raise=stakes.max_raise,
                    bet=state.bet + chips,
                )
            )
        why = self._over_limit(chips)
        state.raise_by(seat, chips)
        if why:
            self.over.append(why)

    def _over_limit(self, raised: int) -> str:
        """Why a raise is over the fixed limit or the pot (ruling 21); "" if it isn't."""
        state, stakes, name = self.state, self.deal.variant.betting, self.deal.variant.name
        if stakes.limit is Limit.FIXED:
            seen = [step for street in self.streets[: self.street + 1] for step in street.steps]
            turned = sum(step.count for step in seen if step.op is Op.TURN_BOARD)
            most = stakes.big_blind * (2 if stakes.doubles(state.round_no, turned) else 1)
            way_out = tr("no limit, or pot,")
            what = tr("A bet or a raise is {most} at the fixed limit of {name}", most=most, name=name)
        elif stakes.limit is Limit.POT:
            most = self.pot + (0 if stakes.by_letter else state.price(state.turn))
            way_out = tr("no limit")
            what = (
                tr("A bet or a raise is at most the pot before the call here, {most},", most=most)
                if stakes.by_letter
                else tr("A bet or a raise is at most the pot after the call here, {most},", most=most)
            )
        else:
            return ""
        if raised <= most:
            return ""
        return tr(
            "{what} and not {raised}. If it is played so, open the hand with "
            "{way_out} after the game; what was put in all the same is written as b={bet}.",
            what=what,
            raised=raised,
            way_out=way_out,
            bet=state.bet + raised,
        )

    def bet_early(self, seat: int, chips: int) -> None:
        """A player bets out of turn: the chips stay, and the hand has an error at the table (PR). Raises LogError."""
        state, name = self.state, self.name_of(seat)
        if seat not in state.live or seat in state.all_in:
            raise LogError(tr("{name} is out of this hand, or all-in.", name=name))
        if state.turn == seat:
            raise LogError(tr("It is {name}'s turn: write the bet as it is.", name=name))
        if state.turn is None:
            raise LogError(
                tr("Nobody has opened yet: write that first, and then what {name} bet too early.", name=name)
            )
        state.bet_early(seat, chips)
        self.early.append(seat)

    def follow_all(self) -> None:
        """Each player who has yet to act in this round checks or calls. Raises PederError."""
        state, before = self.state, self.state.round_no
        if state.turn is None and not state.begun and state.to_act:
            self.bet(state.to_act[0], ".")  # no betting, so it doesn't matter who opens
        while state.round_no == before and state.turn is not None and not state.only_one_left:
            self.bet(state.turn, ".")

    def _next_street(self) -> None:
        """Go on to the next street once all have answered the last bet; past the last one if no player opened."""
        if self.state.begun and not self.state.to_act and not self.state.only_one_left:
            if self.nobody_opened:
                self.street = len(self.streets)
            else:
                self._on()

    def _on(self) -> None:
        seen = [step for street in self.streets[: self.street + 2] for step in street.steps]
        opener_is_told = self._endless or self.deal.variant.reentry  # the chase, the highest bettor (SR)
        self.state.next_round(
            opener_known=not opener_is_told and all(step.op not in SHOWING for step in seen)
        )
        self.street += not self._endless
        self.turned = 0

    # --- cards

    def hold(self, seat: int, group: str) -> None:
        """Cards of a player, by what the street deals, turns, passes or throws. Raises PederError."""
        street = self.streets[min(self.street, len(self.streets) - 1)] if self.streets else Street((), True)
        closed_text, slash, open_text = group.strip("()").partition("/")
        closed, opened = self._named(seat, closed_text), self._named(seat, open_text)
        for act, card in card_acts(street, {*self.state.own[seat]}, closed, opened, has_slash=bool(slash)):
            self._card(act, seat, card)

    def _named(self, seat: int, text: str) -> list[int]:
        """The cards that a line names of a player. Raises PederError for one that lies elsewhere."""
        cards = parse_cards(text)
        for card in cards:
            holders = [n for n, own in enumerate(self.state.own) if card in own and n != seat]
            if holders or card in self.state.board:
                where = self.name_of(holders[0]) if holders else tr("the table")
                raise LogError(
                    tr(
                        "{cards} is with {where} already: a pack holds it once.",
                        cards=cards_text([card]),
                        where=where,
                    )
                )
        return cards

    def _card(self, act: Act, seat: int, card: int) -> None:
        passed = {Act.PASS_LEFT: 1, Act.PASS_RIGHT: -1}.get(act)
        self.state.deal(act, seat, card, to=self.state.order(seat + passed, passed)[0] if passed else None)

    def lay(self, cards: list[int]) -> None:
        """Common cards are laid open or turned. Raises PederError."""
        state, steps = self.state, self._steps
        state.lay(Act.LAY_OPEN if any(step.op is Op.LAY_OPEN for step in steps) else Act.TURN_BOARD, cards)
        self.turned += len(cards)
        asked = sum(step.count for step in steps if step.op in (Op.TURN_BOARD, Op.LAY_OPEN))
        bets = self.street < len(self.streets) and self.streets[self.street].bets
        if bets and not state.begun and not state.to_act and self.turned >= asked:  # no player can bet
            state.begun = True
            self._next_street()

    def draw(self, seat: int, after: str) -> None:
        """An exchange: how many cards, or the cards thrown / received. A paid one is paid for. Raises PederError."""
        step = next((step for step in self._steps if step.op is Op.DRAW), None)
        if step is None:
            raise LogError(tr("Nobody draws now in {name}.", name=self.deal.variant.name))
        gone: list[int] = []
        new: list[int] = []
        if after.startswith("("):
            thrown, _, received = after.strip("()").partition("/")
            gone, new = parse_cards(thrown), self._named(seat, received)
            count = max(len(gone), len(new))
        elif after.isascii() and after.isdigit() and len(after) < 4:
            count = int(after)
        else:
            raise LogError(tr("How many cards? Write such as a draws 2, or a draws (thrown / received)."))
        if count > step.count:
            raise LogError(
                trn(
                    "{name} may exchange {n} card here, not {asked}.",
                    "{name} may exchange {n} cards here, not {asked}.",
                    step.count,
                    name=self.name_of(seat),
                    asked=count,
                )
            )
        if step.other and count:
            self.pay(Act.PAID_DRAW, seat, count * step.other * self.deal.variant.betting.low_stake)
        for card in gone:
            self._card(Act.THROW, seat, card)
        for card in new:
            self._card(Act.DEAL_CLOSED, seat, card)

    @property
    def card_price(self) -> int:
        """The chips that a card costs now; 0 where none is sold."""
        return max((step.price for step in self._steps), default=0) or self.deal.variant.buy_price

    def pay(self, act: Act, seat: int, chips: int) -> None:
        """A player pays outside of the betting: for a card, because of one, a stake, to match the pot. Raises
        LogError.
        """
        if not chips:
            raise LogError(
                tr(
                    "{name} sells no cards now: name the chips, such as a buys 3.",
                    name=self.deal.variant.name,
                )
            )
        state = self.state
        self.payments.append((act, Fee(seat, chips, frozenset(state.live) - state.all_in)))
        state.record(act, seat, chips)

    def declare(self, seat: int, half: Declared) -> None:
        """A player declares high, low or both."""
        self.declared[seat] = half
        self.state.record(Act.DECLARE, seat, half.code)


def read_announcement(text: str, handles: Collection[str], games: Catalogue = VARIANTS) -> HandLine:
    """The announcement that opens a hand: its game, who deals, who sits out. Raises PederError."""
    if not text:
        raise LogError(tr("Which game is it? Write it after the colon, such as : 7s."))
    return parse_call(text, handles, games)


def open_hand(line: HandLine, deal: Deal) -> OpenHand:
    """The hand of an announcement: antes or blinds are put in. Raises PederError."""
    check_seats(deal)
    return OpenHand.of(line, deal)


def is_ending(token: str) -> bool:
    """Whether a token ends a hand that nobody won: `++`, `!nd`, `!om`, `!redeal`."""
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
                "{token!r} is no act: write b2 (bets), b. (follows), b- (folds), b* (peder) or b (As / 9h).",
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
    return [hand.handles[known(name, hand.players)] for name in names.split(",")]


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


def guide(hand: OpenHand) -> str:
    """What the programme asks for now, as text."""
    state = hand.state
    if state.only_one_left:
        last = state.live[0]
        return tr(
            "{name} is the only one left: end with +{handle}.",
            name=hand.name_of(last),
            handle=hand.handle_of(last),
        )
    if hand.nobody_opened:
        return tr("Nobody opened, so the pot carries over: end with ++.")
    if hand.street >= len(hand.streets):
        return tr("Showdown: end with +WINNER.")
    street = hand.streets[hand.street]
    asked = "" if state.begun else ", ".join(filter(None, map(asked_for, street.steps)))
    asked = f"{asked[:1].upper()}{asked[1:]}"
    if not street.bets:
        return tr("{asked}, then +WINNER.", asked=asked) if asked else tr("Showdown: end with +WINNER.")
    turn = state.turn
    who = (
        tr("{name} to act", name=hand.name_of(turn))
        if turn is not None
        else tr("the highest open hand opens")
    )
    price = tr(", {price} to call", price=state.price(turn)) if turn is not None and state.price(turn) else ""
    bets = tr("Betting round {round_no}: {who}{price}.", round_no=state.round_no, who=who, price=price)
    return f"{asked}. {bets}" if asked else bets
