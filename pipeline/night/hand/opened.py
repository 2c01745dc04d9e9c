"""A hand that is told act by act, as far as it is told: the acts so far, the street, bets and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.api import MAX_ROUND, TABLE, Act, Additions, Declared, Op, pack, parse_cards
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.night.hand.betting import OPENING, Bets
from pipeline.night.hand.cards import KnownCards
from pipeline.night.hand.deal import Deal, Hand
from pipeline.night.hand.shares import Fee
from pipeline.night.hand.streets import ALL_IN, Street, card_acts, streets
from pipeline.night.text.lines import HandLine, LogError
from pipeline.records import replace


@dataclass(frozen=True, kw_only=True)
class OpenHand:
    """A hand as far as it has been told. `hand` is set once it has ended; `over` says of bets that they are
    over the limit, which are refused when they are written, and stand where they were written before that.
    """

    line: HandLine
    deal: Deal
    streets: tuple[Street, ...]
    betting: Bets
    street: int = 0
    acts: tuple[int, ...] = ()
    cards: KnownCards
    turned: int = 0  # common cards in this street
    payments: tuple[tuple[Act, Fee], ...] = ()  # outside the betting
    declared: dict[int, str] = field(default_factory=dict)
    early: tuple[int, ...] = ()  # seats that bet out of turn
    over: tuple[str, ...] = ()
    hand: Hand | None = None

    @property
    def game(self) -> str:
        return self.line.game or ""

    @property
    def additions(self) -> Additions:
        return self.line.additions

    @property
    def pot(self) -> int:
        """Everything in the pot so far."""
        return self.deal.pot_in + sum(self.betting.paid) + sum(fee.chips for _, fee in self.payments)

    @classmethod
    def of(cls, line: HandLine, deal: Deal) -> OpenHand:
        """A hand that begins: antes or blinds are put in."""
        opened = cls(
            line=line,
            deal=deal,
            streets=tuple(streets(deal.variant)),
            betting=Bets.of(deal.variant, len(deal.seats)),
            cards=KnownCards(((),) * len(deal.seats)),
        )
        betting, posted = opened.betting.post()
        posts = [pack(act, seat, 0, chips) for act, seat, chips in posted]
        return replace(opened, betting=betting).note(posts)

    def name_of(self, seat: int) -> str:
        """The name of who sits there."""
        return self.deal.seats[seat].name

    def handle_of(self, seat: int) -> str:
        """The handle of who sits there."""
        return self.deal.seats[seat].handle

    @property
    def _endless(self) -> bool:
        """Whether no programme says how many betting rounds there are."""
        return self.deal.variant.rounds is None

    @property
    def _opener_is_told(self) -> bool:
        """Whether a round's opener follows from what a line doesn't tell: the chase, the highest bettor
        (SR).
        """
        return self._endless or self.deal.variant.reentry

    @property
    def handles(self) -> dict[str, int]:
        """Seats by handle."""
        return {seat.handle: number for number, seat in enumerate(self.deal.seats)}

    @property
    def round_no(self) -> int:
        """The betting round that an act falls in: the one before the cards of this street, 0 before the
        first.
        """
        return min(self.betting.round_no - (0 if self.betting.begun else 1), MAX_ROUND)

    def note(self, acts: Sequence[int]) -> OpenHand:
        """The hand with some acts more."""
        return replace(self, acts=(*self.acts, *acts))

    # --- bets

    def bet(self, seat: int, how: str, chips: str | None = None) -> OpenHand:
        """A player acts: ``.`` follows, ``-`` folds, ``*`` the peder, ``!`` is sent out; chips raise by so
        much, or with ``=`` come to so much this round, as does a word for all-in. Raises LogError.
        """
        if how == "!":
            return self.note([pack(Act.SENT_OUT, seat, self.round_no)])._left(seat)
        name = self.name_of(seat)
        if self._endless and not self.betting.begun and how == "-":  # not beaten what lies on the table
            hand = self.note([pack(Act.FOLD, seat, self.round_no)])
            return replace(hand, betting=self.betting.leave(seat))
        if (
            seat in self.betting.folded
            and self.deal.variant.reentry
            and how == "."
            and (not self.betting.begun or self.betting.only_one_left)
        ):
            hand = self._on() if self.betting.only_one_left else self
            betting, act, put = hand.betting.come_back(seat, name)
            return replace(hand, betting=betting).note([pack(act, seat, self.round_no, put)])
        if self.street >= len(self.streets) or not self.streets[self.street].bets:
            raise LogError(tr("There is no betting round left in this game: end with +WINNER."))
        _check_turn(self, seat)
        if how == "-":
            betting, act, put = self.betting.fold(seat, name)
        elif how == ".":
            betting, act, put = self.betting.follow(seat, name)
        elif how == "*":
            betting, act, put = self.betting.raise_peder(seat, name)
        elif how in ALL_IN:
            betting, act, put = self.betting.go_all_in(seat, parse_chips(chips or ""), name)
        elif how.startswith("="):
            betting, act, put = self.betting.put_in(seat, parse_chips(chips or ""), name)
        else:
            betting, act, put = self.betting.raise_by(seat, parse_chips(chips or ""), name)
        hand = replace(self, betting=betting).note(
            [pack(act, seat, min(self.betting.round_no, MAX_ROUND), put)]
        )
        return hand._next_street()

    def bet_early(self, seat: int, chips: int) -> OpenHand:
        """A player bets out of turn: the chips stay, and the error goes with the hand (PR)."""
        betting = self.betting.early(seat, chips, self.name_of(seat))
        act = pack(Act.FORCED_PAYMENT, seat, min(betting.round_no, MAX_ROUND), chips)
        return replace(self, betting=betting, early=(*self.early, seat)).note([act])

    def follow_all(self) -> OpenHand:
        """Everybody who has yet to act in this round checks or calls."""
        hand = self
        before = self.betting.round_no
        if self.betting.turn is None and not self.betting.begun and self.betting.to_act:
            hand = hand.bet(self.betting.to_act[0], ".", None)  # nobody bets, so it doesn't matter who opens
        while (
            hand.betting.round_no == before
            and hand.betting.turn is not None
            and not hand.betting.only_one_left
        ):
            hand = hand.bet(hand.betting.turn, ".", None)
        return hand

    def _left(self, seat: int) -> OpenHand:
        return replace(self, betting=self.betting.leave(seat))._next_street()

    def _next_street(self) -> OpenHand:
        """On to the next street once all have answered the last bet."""
        if not self.betting.begun or not self.betting.complete or self.betting.only_one_left:
            return self
        return self._on()

    def _on(self) -> OpenHand:
        """The hand on its next street."""
        seen = [step for street in self.streets[: self.street + 2] for step in street.steps]
        return replace(
            self,
            betting=self.betting.next_round(
                open_cards=self._opener_is_told or any(step.op in OPENING for step in seen)
            ),
            street=self.street + (0 if self._endless else 1),
            turned=0,
        )

    # --- cards

    def hold(self, seat: int, group: str) -> OpenHand:
        """Cards of a player, by what the street deals, turns, passes or throws."""
        street = self.streets[min(self.street, len(self.streets) - 1)] if self.streets else Street((), True)
        closed_text, slash, open_text = group.strip("()").partition("/")
        closed = _named(self, seat, closed_text)
        opened = _named(self, seat, open_text)
        acts = card_acts(street, set(self.cards.own[seat]), closed, opened, parted=bool(slash))
        hand = self
        for act, card in acts:
            hand = hand._card(act, seat, card)
        return hand

    def _card(self, act: Act, seat: int, card: int) -> OpenHand:
        passed = act in (Act.PASS_LEFT, Act.PASS_RIGHT)
        to = self.betting.neighbour(seat, to_left=act is Act.PASS_LEFT) if passed else seat
        cards = self.cards.moved(act, seat, card, to=to, name=self.name_of(seat))
        return replace(self, cards=cards).note([pack(act, seat, self.round_no, card)])

    def lay(self, cards: list[int]) -> OpenHand:
        """Common cards are laid open or turned."""
        laid = self.cards.laid(cards)
        steps = self.streets[self.street].steps if self.street < len(self.streets) else ()
        act = Act.LAY_OPEN if any(step.op is Op.LAY_OPEN for step in steps) else Act.TURN_BOARD
        acts = [pack(act, TABLE, self.round_no, card) for card in cards]
        hand = replace(self, cards=laid, turned=self.turned + len(cards)).note(acts)
        asked = sum(step.count for step in steps if step.op in (Op.TURN_BOARD, Op.LAY_OPEN))
        bets = hand.street < len(hand.streets) and hand.streets[hand.street].bets
        if bets and hand.betting.closed and hand.turned >= asked:  # nobody can bet: on to the next street
            return replace(hand, betting=replace(hand.betting, begun=True))._next_street()
        return hand

    def draw(self, seat: int, after: str) -> OpenHand:
        """An exchange: how many cards, or the cards thrown / received. A paid one is paid for."""
        steps = self.streets[self.street].steps if self.street < len(self.streets) else ()
        step = next((step for step in steps if step.op is Op.DRAW), None)
        if step is None:
            raise LogError(tr("Nobody draws now in {name}.", name=self.deal.variant.name))
        gone: list[int] = []
        new: list[int] = []
        if after.startswith("("):
            thrown, _, received = after.strip("()").partition("/")
            gone, new = parse_cards(thrown), _named(self, seat, received)
            count = max(len(gone), len(new))
        elif after.isascii() and after.isdigit() and len(after) < 4:
            count = int(after)
        else:
            raise LogError(tr("How many cards? Write them after byt: a byt 2, or a byt (thrown / received)."))
        if count > step.count:
            raise LogError(
                tr(
                    "{name} may exchange {count} cards here, not {asked}.",
                    name=self.name_of(seat),
                    count=step.count,
                    asked=count,
                )
            )
        hand = self
        if step.other and count:
            hand = hand.pay(Act.PAID_DRAW, seat, count * step.other * self.deal.variant.betting.big_blind)
        for card in gone:
            hand = hand._card(Act.THROW, seat, card)
        for card in new:
            hand = hand._card(Act.DEAL_CLOSED, seat, card)
        return hand

    def pay(self, act: Act, seat: int, chips: int) -> OpenHand:
        """A player pays outside of the betting: for a card, because of one, a stake, to match the pot."""
        if not chips:
            raise LogError(
                tr("{name} sells no cards: name the chips, such as a køb 3.", name=self.deal.variant.name)
            )
        fee = Fee(seat, chips, frozenset(self.betting.live) - self.betting.all_in)
        return replace(self, payments=(*self.payments, (act, fee))).note(
            [pack(act, seat, self.round_no, chips)]
        )

    def declare(self, seat: int, half: Declared) -> OpenHand:
        """A player declares high, low or both."""
        hand = replace(self, declared={**self.declared, seat: half})
        return hand.note([pack(Act.DECLARE, seat, self.round_no, half.code)])


def _named(hand: OpenHand, seat: int, text: str) -> list[int]:
    return hand.cards.named(seat, text, [one.name for one in hand.deal.seats])


def _check_turn(hand: OpenHand, seat: int) -> None:
    """Raise LogError, which says whose turn it is, for one whose turn it isn't."""
    turn = hand.betting.turn
    if turn is None or seat == turn or seat not in hand.betting.live or seat in hand.betting.all_in:
        return
    name, other, handle = hand.name_of(seat), hand.name_of(turn), hand.handle_of(turn)
    if seat not in hand.betting.to_act:
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
            early=hand.handle_of(seat),
        )
    )
