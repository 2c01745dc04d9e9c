"""A hand bet by bet and card by card: the lines that begin with a colon.

    : 7s vild 2            opens the hand; antes or blinds are put in
    : a (As Kd / 9h)       cards of a player, closed / open; bord (9h 2c) for common cards
    : b2 c. d3 e-          bets and raises by chips, follows (check or call), folds; b* with the peder; b=20 in all
    : .                    everybody who has yet to act follows
    : a byt 2  a køb       draws cards, buys a card; a betal 3 a forced payment; a hi declares; a ind, a ude (guts)
    : +d hus               the end, as in a hand on one line

The game's programme says what comes next: cards that nobody names are unknown, a bet begins the betting
round. What happened is kept as acts (`engine.actions`) in the order of the programme.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.actions import MAX_ROUND, TABLE, Act, pack
from engine.additions import Additions
from engine.cards import cards_text, parse_cards
from engine.program import check_table
from engine.variants.model import Op, Step, Variant
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.logger.betting import Betting
from pipeline.logger.hand_grammar import NAME, cut, known, parse_call, parse_ending
from pipeline.logger.hands import Deal, Hand, play_out
from pipeline.logger.lines import Clause, HandLine, Held, LogError
from pipeline.logger.rules import doubts
from pipeline.logger.words import ALL, BOARD, ENDING_MARKS, HALVES

if TYPE_CHECKING:
    from pipeline.logger.night import Night

DROP = ("drop", "afbryd")
_ACT = re.compile(rf"(?P<names>{NAME}(?:,{NAME})*)(?P<how>\.|-|\*|!|=?(?P<chips>{CHIPS}))?", re.I)
_CHIPS = re.compile(CHIPS, re.I)
_DECLARED = {"low": 1, "both": 2, "high": 3}

_PAYMENTS: dict[str, Act] = {
    **dict.fromkeys(("betal", "betaler", "pay", "pays"), Act.FORCED_PAYMENT),
    **dict.fromkeys(("indskud", "stake"), Act.STAKE),
    **dict.fromkeys(("match", "matcher"), Act.MATCH_POT),
}  # fmt: skip
_BUY = ("køb", "køber", "buy", "buys")
_DRAW = ("byt", "bytter", "draw", "draws")
_PLAIN: dict[str, Act] = {
    **dict.fromkeys(("ind", "in"), Act.IN),
    **dict.fromkeys(("ude", "out"), Act.OUT),
    **dict.fromkeys(("melder", "claims"), Act.CLAIM),
    **dict.fromkeys(("tvivler", "doubts"), Act.DOUBT),
    **dict.fromkeys(("tager", "takes"), Act.TAKE),
    **dict.fromkeys(("swap", "swaps"), Act.SWAP),
    **dict.fromkeys(("beholder", "keeps"), Act.KEEP),
    **dict.fromkeys(("pas", "pass"), Act.PASS),
}  # fmt: skip
ACT_WORDS = (*_PAYMENTS, *_BUY, *_DRAW, *_PLAIN)


@dataclass(frozen=True)
class Street:
    """What the programme asks for between two betting rounds, and whether a betting round follows."""

    steps: tuple[Step, ...]
    bets: bool


def streets(variant: Variant) -> Iterator[Street]:
    """The streets of a game; one that has no programme, or a chase, bets whenever somebody does."""
    steps: list[Step] = []
    for step in variant.steps:
        if step.op is Op.BET:
            yield Street(tuple(steps), True)
            steps = []
        elif step.op is not Op.CHASE:
            steps.append(step)
    if steps or variant.rounds is None:
        yield Street(tuple(steps), variant.rounds is None)


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
    payments: tuple[tuple[Act, int, int], ...] = ()  # outside the betting: what for, the seat, chips
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
        return self.deal.pot_in + sum(self.betting.paid) + sum(chips for _, _, chips in self.payments)

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
            return f"{self._name(self.betting.live[0])} is the only one left: end with +{self._handle(self.betting.live[0])}."
        street = self.streets[self.street] if self.street < len(self.streets) else None
        if street is None:
            return "Showdown: end with +WINNER."
        asked = "" if self.betting.begun else ", ".join(filter(None, map(_asked, street.steps)))
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
        match = _ACT.fullmatch(token)
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
        chips = parse_chips(after) if _CHIPS.fullmatch(after) else None
        used = 2
        for seat in seats:
            if word in _DRAW:
                hand, used = hand._draw(seat, after), 3
            elif word in _BUY:
                price = self.deal.variant.buy_price if chips is None else chips
                hand, used = hand._pay(Act.BUY_CARD, seat, price), 2 + (chips is not None)
            elif word in _PAYMENTS:
                if not chips:
                    raise LogError(f"How many chips? Write them after {word!r}, such as {token} {word} 2.")
                hand, used = hand._pay(_PAYMENTS[word], seat, chips), 3
            elif word in HALVES and HALVES[word] != "spade":
                hand = hand._declare(seat, str(HALVES[word]))
            elif word in _PLAIN:
                hand = hand._with_acts([pack(_PLAIN[word], seat, self._round)])
                if _PLAIN[word] is Act.OUT:
                    hand = replace(hand, betting=hand.betting.leave(seat))
            else:
                raise LogError(
                    f"What does {token!r} do? Write such as {token}2, {token}., {token}- or {token} (As / 9h)."
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
        if self.street >= len(self.streets) or not self.streets[self.street].bets:
            raise LogError("There is no betting round left in this game: end with +WINNER.")
        name = self._name(seat)
        if how == "-":
            betting, act, put = self.betting.fold(seat, name)
        elif how == ".":
            betting, act, put = self.betting.follow(seat, name)
        elif how == "*":
            betting, act, put = self.betting.raise_peder(seat, name)
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
        endless = self.deal.variant.rounds is None
        opens = any(step.op in (Op.DEAL_OPEN, Op.CHOOSE_OPEN, Op.TURN_OWN)
                    for street in self.streets[: self.street + 2] for step in street.steps)  # fmt: skip
        return replace(
            self,
            betting=self.betting.next_round(open_cards=opens),
            street=self.street + (0 if endless else 1),
        )

    # --- cards

    def _held(self, seat: int, group: str) -> OpenHand:
        """Cards of a player, by what the street deals, turns, passes or throws."""
        street = self.streets[min(self.street, len(self.streets) - 1)] if self.streets else Street((), True)
        closed_text, slash, open_text = group.strip("()").partition("/")
        closed = self._new_or_own(seat, closed_text)
        opened = self._new_or_own(seat, open_text)
        acts = self._card_acts(street, seat, closed, opened, bool(slash))
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

    def _card_acts(
        self, street: Street, seat: int, closed: list[int], opened: list[int], parted: bool
    ) -> list[tuple[Act, int]]:
        ops = {step.op: step for step in street.steps}
        held = set(self.own[seat])
        if Op.PASS in ops:
            left = opened if parted else []
            step = ops[Op.PASS]
            if not parted and not step.count:
                closed, left = [], closed
            return [(Act.PASS_RIGHT, card) for card in closed] + [(Act.PASS_LEFT, card) for card in left]
        if Op.THROW in ops and not parted and all(card in held for card in closed):
            return [(Act.THROW, card) for card in closed]
        if Op.CHOOSE_OPEN in ops or Op.TURN_OWN in ops:
            turned, kept = (opened, closed) if parted else (closed, [])
            deals = Op.DEAL_CLOSED in ops
            acts = [(Act.DEAL_CLOSED, card) for card in [*kept, *turned] if deals and card not in held]
            return acts + [(Act.TURN_OWN, card) for card in turned]
        unseen = Act.DEAL_UNSEEN if Op.DEAL_UNSEEN in ops else Act.DEAL_CLOSED
        if not parted:
            face_down = ops[Op.DEAL_CLOSED].count if Op.DEAL_CLOSED in ops else 0
            face_up = sum(step.count for step in street.steps if step.op is Op.DEAL_OPEN)
            if face_up:
                if len(closed) not in (face_up, face_up + face_down):
                    raise LogError(
                        f"This street deals {face_down} closed and {face_up} open: part them with a slash (closed / open)."
                    )
                opened = closed[len(closed) - face_up :]
                closed = closed[: len(closed) - face_up]
        return [(unseen, card) for card in closed] + [(Act.DEAL_OPEN, card) for card in opened]

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
        return replace(self, common=(*self.common, *cards))._with_acts(acts)

    def _draw(self, seat: int, after: str) -> OpenHand:
        """An exchange: how many cards, or the cards thrown / received. A paid one is paid for."""
        steps = self.streets[self.street].steps if self.street < len(self.streets) else ()
        step = next((step for step in steps if step.op is Op.DRAW), None)
        if step is None:
            raise LogError(f"Nobody draws now in {self.deal.variant.name}.")
        hand = self
        if after.startswith("("):
            thrown, _, received = after.strip("()").partition("/")
            gone, new = parse_cards(thrown), self._new_or_own(seat, received)
            for card in gone:
                hand = hand._card(Act.THROW, seat, card)
            for card in new:
                hand = hand._card(Act.DEAL_CLOSED, seat, card)
            count = max(len(gone), len(new))
        elif after.isascii() and after.isdigit():
            count = int(after)
        else:
            raise LogError("How many cards? Write them after byt: a byt 2, or a byt (thrown / received).")
        if count > step.count:
            raise LogError(f"{self._name(seat)} may exchange {step.count} cards here, not {count}.")
        if step.other and count:
            hand = hand._pay(Act.PAID_DRAW, seat, count * step.other * self.deal.variant.betting.big_blind)
        return hand

    def _pay(self, act: Act, seat: int, chips: int) -> OpenHand:
        if not chips:
            raise LogError(f"{self.deal.variant.name} sells no cards: name the chips, such as a køb 3.")
        paid = (*self.payments, (act, seat, chips))
        return replace(self, payments=paid)._with_acts([pack(act, seat, self._round, chips)])

    def _declare(self, seat: int, half: str) -> OpenHand:
        hand = replace(self, declared={**self.declared, seat: half})
        return hand._with_acts([pack(Act.DECLARE, seat, self._round, _DECLARED[half])])

    # --- the end

    def _end(self, ending: HandLine) -> OpenHand:
        """The whole hand, worked out as one that was written on one line."""
        acts = list(self.acts)
        betting = self.betting
        back = betting.uncalled() if self.deal.variant.all_in else None
        if back:
            betting = betting.give_back(*back)
            acts.append(pack(Act.RETURNED, back[0], min(betting.round_no, MAX_ROUND), back[1]))
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
        hand, line = play_out(line, self.deal)
        seats = [
            replace(
                seat,
                folded_round=betting.folded.get(number, seat.folded_round) if not seat.stayed else None,
                peder_used=number in betting.peders if self.deal.variant.betting.peder else None,
            )
            for number, seat in enumerate(hand.seats)
        ]
        told = all(seat.held for seat in seats if seat.stayed)
        rounds = betting.round_no if betting.begun else betting.round_no - 1
        hand = replace(
            hand,
            seats=tuple(seats),
            actions=tuple(acts),
            detail="cards" if told else "actions",
            rounds_played=min(rounds, MAX_ROUND),
            doubts=doubts(hand, line, self.deal),
        )
        return replace(self, hand=hand)

    def _clause(self, seat: int, betting: Betting, ending: HandLine) -> Clause:
        handle = self._handle(seat)
        given = next((clause for clause in ending.clauses if clause.handle == handle), None)
        matched = sum(chips for act, who, chips in self.payments if who == seat and act is Act.MATCH_POT)
        other = sum(chips for act, who, chips in self.payments if who == seat and act is not Act.MATCH_POT)
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


def _asked(step: Step) -> str:
    """What a step asks for, in a few words."""
    count = step.count
    cards = f"{count} card{'s' if count != 1 else ''}"
    return {
        Op.DEAL_CLOSED: f"{cards} closed each",
        Op.DEAL_OPEN: f"{cards} open each",
        Op.DEAL_UNSEEN: f"{cards} unseen each",
        Op.LAY_CLOSED: f"{cards} closed on the table",
        Op.LAY_OPEN: f"{cards} open on the table",
        Op.TURN_BOARD: f"{cards} turned on the table",
        Op.DRAW: f"draws of up to {count} (a byt 2)",
        Op.PASS: "cards are passed",
        Op.CHOOSE_OPEN: "everybody lays one open",
        Op.ORDER: "everybody orders the closed cards",
        Op.TURN_OWN: "everybody turns one",
        Op.THROW: f"{cards} thrown by each",
        Op.DECLARE: "everybody declares (a hi, b lo, c begge)",
    }.get(step.op, "")
