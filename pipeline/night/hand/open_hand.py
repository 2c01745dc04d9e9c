"""A hand that is logged act by act: its bets and cards, and the next step of the game's programme.

Cards that a line doesn't name are unknown, a bet begins the betting round. What happened is stored as acts
(`engine.kernel.actions`) in the order of the programme. `pipeline.night.hand.act_lines` reads the lines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field

from engine.api import (
    SHOWING,
    Act,
    Declared,
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
from pipeline.bank.money import parse_chips
from pipeline.night.hand.deal import Deal, Hand, Player
from pipeline.night.parser.lines import HandLine, LogError

PAYMENTS: dict[str, Act] = {
    **dict.fromkeys(("betal", "betaler", "pay", "pays"), Act.FORCED_PAYMENT),
    **dict.fromkeys(("indskud", "stake"), Act.STAKE),
    **dict.fromkeys(("match", "matcher"), Act.MATCH_POT),
}  # fmt: skip
ALL_IN = ("alt", "allin")


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
    """Return the acts that deal, turn, pass or throw the cards that a line names of a player with the cards `held`.

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
        turned, hidden = (opened, closed) if has_slash else (closed, [])
        deals = Op.DEAL_CLOSED in ops or Op.DEAL_UNSEEN in ops
        acts = [(dealt, card) for card in [*hidden, *turned] if deals and card not in held]
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


def request_text(step: Step) -> str:
    """What a step asks for, as text."""
    cards, chips = trn("{n} card", "{n} cards", step.count), trn("{n} chip", "{n} chips", step.price)
    return tr(operation_of(step).request, cards=cards, count=step.count, chips=chips)


@dataclass(kw_only=True)
class OpenHand:
    """A hand that hasn't ended. `hand` is set once it has; `over` are sentences on bets over the limit: new ones are
    refused, but those from before there was a limit stay.
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
        """Return an independent copy of the hand."""
        other = copy(self)
        other.state = self.state.copy()
        other.payments, other.declared = [*self.payments], {**self.declared}
        other.early, other.over = [*self.early], [*self.over]
        return other

    @property
    def pot(self) -> int:
        """The chips in the pot."""
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
    def is_unopened(self) -> bool:
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
        """A player acts: ``.`` follows, ``-`` folds, ``*`` is the peder, ``!`` is sent out; `chips` is
        the raise, or with ``=`` or a word for all-in what the player has put in this round. Raises PederError.
        """
        state, variant = self.state, self.deal.variant
        if how == "!":
            state.record(Act.SENT_OUT, seat)
            state.leave(seat)
            self._next_street()
            return
        if self._endless and not state.begun and how == "-":  # hasn't beaten the best hand on the table
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
            if self.is_unopened:
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
        closed, opened = self._read_cards(seat, closed_text), self._read_cards(seat, open_text)
        for act, card in card_acts(street, {*self.state.own[seat]}, closed, opened, has_slash=bool(slash)):
            self._card(act, seat, card)

    def _read_cards(self, seat: int, text: str) -> list[int]:
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
            gone, new = parse_cards(thrown), self._read_cards(seat, received)
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
                    "No cards are for sale in {name} now: name the chips, such as a buys 3.",
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


def guide(hand: OpenHand) -> str:
    """Return what an open hand waits for next as a sentence, with prices in chips.

    >>> from pipeline.night.hands import continue_hand
    >>> guide(continue_hand(replay.night, "hold'em"))
    '2 cards closed each, 5 cards closed on the table. Betting round 1: Dorte to act, 2 to call.'
    """
    state = hand.state
    if state.only_one_left:
        last = state.live[0]
        return tr(
            "{name} is the only one left: end with +{handle}.",
            name=hand.name_of(last),
            handle=hand.handle_of(last),
        )
    if hand.is_unopened:
        return tr("Nobody opened, so the pot carries over: end with ++.")
    if hand.street >= len(hand.streets):
        return tr("Showdown: end with +WINNER.")
    street = hand.streets[hand.street]
    asked = "" if state.begun else ", ".join(filter(None, map(request_text, street.steps)))
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
