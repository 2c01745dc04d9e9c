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
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.actions import MAX_ROUND, TABLE, Act, pack
from engine.additions import Additions
from engine.cards import cards_text, parse_cards
from engine.program import check_table
from engine.variants.model import Op
from pipeline.bank.money import parse_chips
from pipeline.logger.betting import OPENING, Betting
from pipeline.logger.hand_grammar import parse_call, parse_ending
from pipeline.logger.hands import Deal, Hand, play_out
from pipeline.logger.lines import Clause, HandLine, Held, LogError
from pipeline.logger.rules import doubts
from pipeline.logger.shares import Fee
from pipeline.logger.streets import (
    ACT,
    ALL_IN,
    BUY,
    DECLARED,
    DRAW,
    DROP,
    PAYMENTS,
    PLAIN,
    Street,
    asked_for,
    card_acts,
    streets,
)
from pipeline.logger.tokens import ONLY_CHIPS, cut, known
from pipeline.logger.words import ALL, BOARD, ENDING_MARKS, HALVES

if TYPE_CHECKING:
    from pipeline.logger.night import Night


@dataclass(frozen=True, kw_only=True)
class OpenHand:
    """A hand as far as it has been told. `hand` is set once it has ended."""

    line: HandLine
    deal: Deal
    streets: tuple[Street, ...]
    betting: Betting
    street: int = 0
    acts: tuple[int, ...] = ()
    own: tuple[tuple[int, ...], ...] = ()
    common: tuple[int, ...] = ()
    turned: int = 0  # common cards in this street
    payments: tuple[tuple[Act, Fee], ...] = ()  # outside the betting
    declared: dict[int, str] = field(default_factory=dict)
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

    # --- beginning

    @classmethod
    def begin(cls, text: str, night: Night) -> OpenHand:
        """Open a hand: the announcement, then antes or blinds. Raises PederError."""
        if not text:
            raise LogError("Which game is it? Write it after the colon, such as : 7s.")
        call = parse_call(text, night.handles)
        deal, line = night.deal_for(call)
        check_table(deal.variant, len(deal.seats))
        opened = cls(
            line=line,
            deal=deal,
            streets=tuple(streets(deal.variant)),
            betting=Betting.of(deal.variant, len(deal.seats)),
            own=((),) * len(deal.seats),
        )
        betting, posted = opened.betting.post()
        return replace(opened, betting=betting)._with_acts(
            [pack(act, seat, 0, chips) for act, seat, chips in posted]
        )

    # --- what comes next

    def guide(self) -> str:
        """What the programme asks for now, in a sentence."""
        if self.betting.only_one_left:
            return (
                f"{self._name(self.betting.live[0])} is the only one left: end with "
                f"+{self._handle(self.betting.live[0])}."
            )
        street = self.streets[self.street] if self.street < len(self.streets) else None
        if street is None:
            return "Showdown: end with +WINNER."
        asked = "" if self.betting.begun else ", ".join(filter(None, map(asked_for, street.steps)))
        if not street.bets:
            return (
                f"{asked[:1].upper()}{asked[1:]}, then +WINNER." if asked else "Showdown: end with +WINNER."
            )
        turn = self.betting.turn
        who = f"{self._name(turn)} to act" if turn is not None else "the highest open hand opens"
        price = (
            f", {self.betting.price(turn)} to call" if turn is not None and self.betting.price(turn) else ""
        )
        bets = f"Betting round {self.betting.round_no}: {who}{price}."
        return f"{asked[:1].upper()}{asked[1:]}. {bets}" if asked else bets

    def _name(self, seat: int) -> str:
        return self.deal.seats[seat].name

    def _handle(self, seat: int) -> str:
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
    def _handles(self) -> dict[str, int]:
        return {seat.handle: number for number, seat in enumerate(self.deal.seats)}

    # --- taking a line in

    def take(self, text: str) -> OpenHand | None:
        """The hand after one more line; None where it is dropped. Raises PederError; then nothing of the line
        counts.
        """
        if text.casefold() in DROP:
            return None
        tokens, errors, note = cut(text, self._handles)
        if any(
            token.startswith("+") or (token[1:].casefold() in ENDING_MARKS and token[0] == "!")
            for token in tokens
        ):
            return self._end(parse_ending(tokens, self._handles, errors, note))
        if errors or note or not tokens:
            raise LogError("Errors and notes come at the end of the hand, after the winner.")
        hand = self
        place = 0
        while place < len(tokens):
            hand, place = hand._token(tokens, place)
        return hand

    def _token(self, tokens: Sequence[str], place: int) -> tuple[OpenHand, int]:
        token, following = tokens[place], tokens[place + 1 : place + 3]
        if token == ".":
            return self._follow_all(), place + 1
        if token.casefold() in BOARD:
            return self._board(_cards(following, token)), place + 2
        match = ACT.fullmatch(token)
        if match is None:
            raise LogError(
                f"{token!r} is no act: write b2 (bets), b. (follows), b- (folds), b* (peder) or b (As / 9h)."
            )
        seats = self._seats(match["names"])
        if match["how"]:
            hand = self
            for seat in seats:
                hand = hand._bet(seat, match["how"], match["chips"])
            return hand, place + 1
        word = following[0].casefold() if following else ""
        if word.startswith("("):
            if len(seats) > 1:
                raise LogError(f"{token!r}: name the cards of one player at a time.")
            return self._held(seats[0], following[0]), place + 2
        return self._word(seats, token, word, following[1] if len(following) > 1 else "", place)

    def _seats(self, names: str) -> list[int]:
        if names.casefold() in ALL:
            return list(self.betting.live)
        return [self._handles[known(name, self._handles)] for name in names.split(",")]

    def _word(self, seats: list[int], token: str, word: str, after: str, place: int) -> tuple[OpenHand, int]:
        hand = self
        chips = parse_chips(after) if ONLY_CHIPS.fullmatch(after) else None
        used = 2
        for seat in seats:
            if word in DRAW:
                hand, used = hand._draw(seat, after), 3
            elif word in BUY:
                price = self.deal.variant.buy_price if chips is None else chips
                hand, used = hand._pay(Act.BUY_CARD, seat, price), 2 + (chips is not None)
            elif word in ALL_IN:
                if not chips:
                    raise LogError(
                        f"All-in with how much, this round in all? Write such as {token} {word} 20."
                    )
                hand, used = hand._bet(seat, word, after), 3
            elif word in PAYMENTS:
                if not chips:
                    raise LogError(f"How many chips? Write them after {word!r}, such as {token} {word} 2.")
                hand, used = hand._pay(PAYMENTS[word], seat, chips), 3
            elif word in HALVES and HALVES[word] != "spade":
                hand = hand._declare(seat, str(HALVES[word]))
            elif word in PLAIN:
                hand = hand._with_acts([pack(PLAIN[word], seat, self._round)])
                if PLAIN[word] is Act.OUT:
                    hand = replace(hand, betting=hand.betting.leave(seat))
            else:
                raise LogError(
                    f"What does {token!r} do? Write such as {token}2, {token}., {token}- or "
                    f"{token} (As / 9h)."
                )
        return hand, place + used

    @property
    def _round(self) -> int:
        """The betting round that an act falls in: the one before the cards of this street, 0 before the
        first.
        """
        return min(self.betting.round_no - (0 if self.betting.begun else 1), MAX_ROUND)

    def _with_acts(self, acts: Sequence[int]) -> OpenHand:
        return replace(self, acts=(*self.acts, *acts))

    # --- bets

    def _bet(self, seat: int, how: str, chips: str | None) -> OpenHand:
        if how == "!":
            return self._with_acts([pack(Act.SENT_OUT, seat, self._round)])._left(seat)
        name = self._name(seat)
        if self._endless and not self.betting.begun and how == "-":  # not beaten what lies on the table
            hand = self._with_acts([pack(Act.FOLD, seat, self._round)])
            return replace(hand, betting=self.betting.leave(seat))
        if (
            seat in self.betting.folded
            and self.deal.variant.reentry
            and how == "."
            and not self.betting.begun
        ):
            betting, act, put = self.betting.come_back(seat, name)
            return replace(self, betting=betting)._with_acts([pack(act, seat, self._round, put)])
        if self.street >= len(self.streets) or not self.streets[self.street].bets:
            raise LogError("There is no betting round left in this game: end with +WINNER.")
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
        hand = replace(self, betting=betting)._with_acts(
            [pack(act, seat, min(self.betting.round_no, MAX_ROUND), put)]
        )
        return hand._next_street()

    def _follow_all(self) -> OpenHand:
        hand = self
        before = self.betting.round_no
        if self.betting.turn is None and not self.betting.begun and self.betting.to_act:
            hand = hand._bet(self.betting.to_act[0], ".", None)  # nobody bets, so it doesn't matter who opens
        while (
            hand.betting.round_no == before
            and hand.betting.turn is not None
            and not hand.betting.only_one_left
        ):
            hand = hand._bet(hand.betting.turn, ".", None)
        return hand

    def _left(self, seat: int) -> OpenHand:
        return replace(self, betting=self.betting.leave(seat))._next_street()

    def _next_street(self) -> OpenHand:
        """On to the next street once all have answered the last bet."""
        if not self.betting.begun or not self.betting.complete or self.betting.only_one_left:
            return self
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

    def _held(self, seat: int, group: str) -> OpenHand:
        """Cards of a player, by what the street deals, turns, passes or throws."""
        street = self.streets[min(self.street, len(self.streets) - 1)] if self.streets else Street((), True)
        closed_text, slash, open_text = group.strip("()").partition("/")
        closed = self._new_or_own(seat, closed_text)
        opened = self._new_or_own(seat, open_text)
        acts = card_acts(street, set(self.own[seat]), closed, opened, parted=bool(slash))
        hand = self
        for act, card in acts:
            hand = hand._card(act, seat, card)
        return hand

    def _new_or_own(self, seat: int, text: str) -> list[int]:
        cards = parse_cards(text)
        for card in cards:
            holder = next((n for n, own in enumerate(self.own) if card in own and n != seat), None)
            if holder is not None or card in self.common:
                where = self._name(holder) if holder is not None else "the table"
                raise LogError(f"{cards_text([card])} is with {where} already: a pack holds it once.")
        return cards

    def _card(self, act: Act, seat: int, card: int) -> OpenHand:
        own = [list(cards) for cards in self.own]
        if act in (Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.DEAL_UNSEEN):
            if card in own[seat]:
                raise LogError(f"{self._name(seat)} has {cards_text([card])} already.")
            own[seat].append(card)
        elif act is Act.TURN_OWN:
            if card not in own[seat]:
                own[seat].append(card)
        elif card in own[seat]:
            own[seat].remove(card)
        if act in (Act.PASS_LEFT, Act.PASS_RIGHT):
            own[self.betting.neighbour(seat, to_left=act is Act.PASS_LEFT)].append(card)
        acts = [pack(act, seat, self._round, card)]
        return replace(self, own=tuple(map(tuple, own)))._with_acts(acts)

    def _board(self, cards: list[int]) -> OpenHand:
        for card in cards:
            if card in self.common or any(card in own for own in self.own):
                raise LogError(f"{cards_text([card])} is on the table already: a pack holds it once.")
        steps = self.streets[self.street].steps if self.street < len(self.streets) else ()
        laid = any(step.op is Op.LAY_OPEN for step in steps)
        act = Act.LAY_OPEN if laid else Act.TURN_BOARD
        acts = [pack(act, TABLE, self._round, card) for card in cards]
        hand = replace(self, common=(*self.common, *cards), turned=self.turned + len(cards))._with_acts(acts)
        asked = sum(step.count for step in steps if step.op in (Op.TURN_BOARD, Op.LAY_OPEN))
        bets = hand.street < len(hand.streets) and hand.streets[hand.street].bets
        if bets and hand.betting.closed and hand.turned >= asked:  # nobody can bet: on to the next street
            return replace(hand, betting=replace(hand.betting, begun=True))._next_street()
        return hand

    def _draw(self, seat: int, after: str) -> OpenHand:
        """An exchange: how many cards, or the cards thrown / received. A paid one is paid for."""
        steps = self.streets[self.street].steps if self.street < len(self.streets) else ()
        step = next((step for step in steps if step.op is Op.DRAW), None)
        if step is None:
            raise LogError(f"Nobody draws now in {self.deal.variant.name}.")
        gone: list[int] = []
        new: list[int] = []
        if after.startswith("("):
            thrown, _, received = after.strip("()").partition("/")
            gone, new = parse_cards(thrown), self._new_or_own(seat, received)
            count = max(len(gone), len(new))
        elif after.isascii() and after.isdigit():
            count = int(after)
        else:
            raise LogError("How many cards? Write them after byt: a byt 2, or a byt (thrown / received).")
        if count > step.count:
            raise LogError(f"{self._name(seat)} may exchange {step.count} cards here, not {count}.")
        hand = self
        if step.other and count:
            hand = hand._pay(Act.PAID_DRAW, seat, count * step.other * self.deal.variant.betting.big_blind)
        for card in gone:
            hand = hand._card(Act.THROW, seat, card)
        for card in new:
            hand = hand._card(Act.DEAL_CLOSED, seat, card)
        return hand

    def _pay(self, act: Act, seat: int, chips: int) -> OpenHand:
        if not chips:
            raise LogError(f"{self.deal.variant.name} sells no cards: name the chips, such as a køb 3.")
        fee = Fee(seat, chips, frozenset(self.betting.live) - self.betting.all_in)
        return replace(self, payments=(*self.payments, (act, fee)))._with_acts(
            [pack(act, seat, self._round, chips)]
        )

    def _declare(self, seat: int, half: str) -> OpenHand:
        hand = replace(self, declared={**self.declared, seat: half})
        return hand._with_acts([pack(Act.DECLARE, seat, self._round, DECLARED[half])])

    # --- the end

    def _end(self, ending: HandLine) -> OpenHand:
        """The whole hand, worked out as one that was written on one line."""
        acts = list(self.acts)
        betting = self.betting
        back = betting.uncalled() if self.deal.variant.all_in else None
        if back:
            betting = betting.give_back(*back)
            shown = len(betting.live) > 1  # then every round was reached, though nobody could bet
            last = (self.deal.variant.rounds or 0) if shown else self._round
            acts.append(pack(Act.RETURNED, back[0], last, back[1]))
        clauses = [self._clause(seat, betting, ending) for seat in range(len(self.deal.seats))]
        stayed = [clause.paid or 0 for clause in clauses if not clause.folded]
        line = replace(
            ending,
            game=self.line.game,
            additions=self.line.additions,
            dealer=self.line.dealer,
            level=max(stayed, default=0),
            clauses=tuple(clauses),
            boards=ending.boards or ((self.common,) if self.common else ()),
        )
        fees = [fee for act, fee in self.payments if act is Act.PAID_DRAW]
        hand, line = play_out(line, self.deal, fees)
        seats = [
            replace(
                seat,
                folded_round=betting.folded.get(number, seat.folded_round) if not seat.stayed else None,
                peder_used=number in betting.peders if self.deal.variant.betting.peder else None,
            )
            for number, seat in enumerate(hand.seats)
        ]
        told = all(seat.held for seat in seats if seat.stayed)
        hand = replace(
            hand,
            seats=tuple(seats),
            actions=tuple(acts),
            detail="cards" if told else "actions",
            rounds_played=betting.rounds,
            doubts=doubts(hand, line, self.deal),
        )
        return replace(self, hand=hand)

    def _clause(self, seat: int, betting: Betting, ending: HandLine) -> Clause:
        handle = self._handle(seat)
        given = next((clause for clause in ending.clauses if clause.handle == handle), None)
        mine = [(act, fee.chips) for act, fee in self.payments if fee.seat == seat]
        matched = sum(chips for act, chips in mine if act is Act.MATCH_POT)
        other = sum(chips for act, chips in mine if act is not Act.MATCH_POT)
        if given and (given.paid is not None or given.sat_out or given.matched):
            raise LogError(
                f"{handle!r}: what was put in is known from the bets; after the colon name winners and cards."
            )
        held = given.held if given and given.held else Held(self.own[seat])
        return Clause(
            handle=handle,
            paid=betting.paid[seat] + other,
            folded=seat not in betting.live,
            shadow=given.shadow if given else 0,
            peder=seat in betting.peders,
            matched=matched > 0,
            match=matched or None,
            declared=self.declared.get(seat) or (given.declared if given else None),  # type: ignore[arg-type]
            announced=given.announced if given else None,
            held=held,
        )


def _cards(following: Collection[str], token: str) -> list[int]:
    group = next(iter(following), "")
    if not (group.startswith("(") and group.endswith(")")):
        raise LogError(f"After {token!r} come cards in parentheses: bord (9h 2c).")
    return parse_cards(group[1:-1])
