"""A recorded hand followed by the rules: every act must be allowed, and every chip is counted again.

`replay` takes what was recorded, the cards and the acts, and nothing else. It raises `RuleBroken` with the
place where the record leaves the rules, or says who wins what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from tests.oracle import betting
from tests.oracle.acts import DECLARED
from tests.oracle.additions import parse
from tests.oracle.betting import betting_round, give_back
from tests.oracle.cards import Card, from_code
from tests.oracle.games import GAMES, Held
from tests.oracle.melds import Meld
from tests.oracle.showdown import Result, declares, finish
from tests.oracle.table import Table

LOW_STAKE = 2
MIDNIGHT_PRICE = {3: 3, 9: 1}


def replay(
    variant_id: str,
    additions: str,
    stacks: Sequence[int],
    actions: Iterable[int],
    *,
    pot_in: int = 0,
    last_deal: bool = False,
) -> Result:
    """Follow one hand of a game, with what the dealer added, at a table with these chips before the hand;
    `last_deal` ends a chain.
    """
    table = Table(GAMES[variant_id], parse(additions), stacks, actions, pot_in)
    play = Play(table)
    play.before_the_deal()
    for step in programme(table):
        if play.all_passed or (table.over() and not play.comes_back(step)):
            break
        play.step(step)
    give_back(table)
    if table.at != len(table.acts):
        raise table.broken("the hand is over")
    return finish(table, carried=play.all_passed, last_deal=last_deal)


def steps(text: str) -> list[str]:
    """The words of a programme, ``4*(…)`` written out."""
    while match := re.search(r"(\d+)\*\(([^()]*)\)", text):
        text = text[: match.start()] + " ".join([match[2]] * int(match[1])) + text[match.end() :]
    return text.split()


def programme(table: Table) -> list[str]:
    """The steps of the game as it was called: a dealer may add psychology, high/low and another draw."""
    game, added = table.game, table.additions
    result = steps(game.programme)
    if added.draw is not None:
        result = [f"X{added.draw}" if re.fullmatch(r"X\d", step) else step for step in result]
    if added.psychology and not any(step.startswith("PSY") for step in result):
        result.append("PSY")
    if declares(table) and not any("HL" in step for step in result):
        result.append("HL")
    return result


class Play:
    """The steps of a programme, a method each."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.posted: Counter[int] | None = None
        self.drawn = 0
        self.all_passed = False
        self.asked = False

    def before_the_deal(self) -> None:
        """Blinds, or an ante from each."""
        if self.table.game.blinds:
            self.posted = betting.blinds(self.table)
        else:
            betting.ante(self.table)

    def step(self, step: str) -> None:
        """Follow one step."""
        number = re.fullmatch(r"[A-Z+:?]+?(\d+)", step.split("~")[0])
        word = step.split("~")[0].rstrip("0123456789")
        count = int(number[1]) if number else 1
        if "~" in step:
            self.deal_with_a_call(count, step.split("~")[1:])
        elif word in ("D", "N"):
            self.deal("deal_closed" if word == "D" else "deal_unseen", count)
        elif word == "U":
            self.deal_open()
        elif word in ("C", "O"):
            for _ in range(count):
                self.table.lay("lay_closed" if word == "C" else "lay_open")
        elif word in ("T", "S"):
            self.open_common(count, burn=word == "S")
        elif word == "B?" and not self.drawn:
            self.table.round += 1
        elif word in ("B", "B?"):
            self.bet()
        elif word in ("F", "V"):
            self.turn_own(lay_open=word == "F")
        elif "@" in step and word[0] in "DU":
            self.sell(free="deal_closed" if word[0] == "D" else "deal_open", price=int(step.split("@")[1]))
        elif "@" in step:
            limit, price = step[1:].split("@")
            self.exchange(int(limit), price=int(price))
        elif word == "X":
            self.exchange(count)
        elif word == "P":
            self.exchange(2, price=LOW_STAKE * count)
        elif word == "W":
            self.throw_away(count)
        elif re.fullmatch(r"[RL]\d(\+[RL]\d)?", step):
            self.pass_cards({way[0]: int(way[1]) for way in step.split("+")})
        elif word.startswith("PSY"):
            self.psychology(turns_common="+T" in step, declares_first=":HL" in step)
        elif word == "HL":
            self.declare()
        elif word == "CHASE":
            Chase(self.table).play()
        elif word == "BS":
            self.table.keeps_cards = True
            self.all_passed = not betting_round(self.table, self.table.in_order()[0])
            self.table.keeps_cards = False
        elif word == "XS":
            self.exchange_with_returns(count)
        elif word == "BH":
            assert self.table.last_bettor is not None
            betting_round(self.table, self.table.last_bettor)

    # --- Dealing ------------------------------------------------------------------------------------------

    def deal(self, kind: str, count: int) -> None:
        """`count` cards to each, one at a time around the table or all of a player's together.

        A deal that the pack can't fill is cut short: all get the same (ruling 8).
        """
        table = self.table
        seats = table.in_order()
        count = min(count, table.stock.available() // len(seats))
        together = (
            table.next_is(kind, seat=seats[0])
            and [act.seat for act in table.acts[table.at : table.at + count]] == [seats[0]] * count
        )
        for seat in [seat for seat in seats for _ in range(count)] if together else seats * count:
            table.deal(kind, seat)
        if table.game.blinds and table.next_is("lay_closed") and "C" not in table.game.programme:
            for _ in range(5):  # RG deals five cards down to the table; HE burns and lays them open later
                table.lay("lay_closed")

    def deal_with_a_call(self, count: int, common: Sequence[str]) -> None:
        """A deal in the midst of which a player calls "spit", and a common card is laid (PR)."""
        table = self.table
        called = [
            "lay_open" if word[0] == "O" else "lay_closed" for word in common for _ in range(int(word[1]))
        ]
        due = Counter(dict.fromkeys(table.in_order(), count))
        while called or +due:
            if called and table.next_is(called[0]):
                table.lay(called.pop(0))
            elif table.next_is("deal_closed"):
                seat = table.acts[table.at].seat
                if not due[seat]:
                    raise table.broken("has all cards of the deal")
                table.deal("deal_closed", seat)
                due[seat] -= 1
            else:
                raise table.broken("the deal isn't over")

    def deal_open(self) -> None:
        """One open card each; in baseball it may send its player out, or let him buy the next, closed."""
        table = self.table
        for seat in table.in_order():
            if table.over() or not table.stock.available():
                return
            card = table.deal("deal_open", seat)
            if card in table.game.redeals:
                self.all_passed = True
                return
            if card in table.game.sends_out:
                act = table.take("sent_out", seat=seat)
                table.leave(seat, act.round)
            elif card in table.game.buys and table.stock.available() and table.next_is("buy_card", seat=seat):
                act = table.take("buy_card", seat=seat)
                if act.value != table.game.card_price:
                    raise table.broken_before(f"a card costs {table.game.card_price}")
                table.pay(act)
                table.deal("deal_closed", seat, extra=True)

    def sell(self, free: str, price: int) -> None:
        """One card each, which a player may have the other way up for a price."""
        table = self.table
        other = "deal_open" if free == "deal_closed" else "deal_closed"
        if table.stock.available() < len(table.in_order()):
            return
        for seat in table.in_order():
            if table.next_is("buy_card", seat=seat):
                act = table.take("buy_card", seat=seat)
                if act.value != price:
                    raise table.broken_before(f"a card costs {price}")
                table.pay(act)
                table.deal(other, seat)
            else:
                table.deal(free, seat)

    def open_common(self, count: int, burn: bool) -> None:
        """Common cards turned or laid open, with what they make each player pay or get.

        Paying is no free choice: who doesn't pay folds (ruling 9). A player all-in pays what is left, which
        is nothing. Extra cards stop when the pack is out (ruling 8).
        """
        table, game = self.table, self.table.game
        lies = any(not place.turned for place in table.view.board)
        if burn and not lies and len(table.stock.cards) > table.stock.burnt:
            table.stock.burnt += 1
        price = game.forced or (LOW_STAKE if table.additions.charge and game.id == "bush-league" else 0)
        due: Counter[int] = Counter()
        extra: Counter[int] = Counter()
        laid = 0
        while not table.over():
            for seat in due:
                left = table.left(seat)
                due[seat] = min(due[seat], due[seat] if left is None else left)
            owing = table.stock.available() and +extra
            if laid == count and not +due and not owing:
                return
            if laid < count and table.next_is("lay_open", "turn_board"):
                card = table.turn_board() if lies else table.lay("lay_open")
                laid += 1
                for seat in table.in_order():
                    due[seat] += price * (card in table.fixed_wild)
                    extra[seat] += game.extra_four and card.rank == 4
            elif table.next_is("forced_payment") and due[table.acts[table.at].seat]:
                act = table.take("forced_payment")
                if act.value > due[act.seat]:
                    raise table.broken_before(f"{due[act.seat]} to pay")
                table.pay(act)
                due[act.seat] -= act.value
            elif table.next_is("fold") and due[table.acts[table.at].seat]:
                act = table.take("fold")
                table.leave(act.seat, act.round)
                del due[act.seat], extra[act.seat]
            elif owing and table.next_is("deal_closed") and extra[table.acts[table.at].seat]:
                seat = table.acts[table.at].seat
                table.deal("deal_closed", seat, extra=True)
                extra[seat] -= 1
            else:
                raise table.broken(
                    f"{count - laid} common cards to lay, {+due} to pay, {+extra} to get a card"
                )

    # --- Betting ------------------------------------------------------------------------------------------

    def bet(self) -> None:
        """A betting round; the first with blinds is opened left of them."""
        table = self.table
        if self.posted is None:
            anybody_bet = betting_round(table, betting.opener(table))
            self.all_passed = bool(table.game.openers) and table.round == 1 and not anybody_bet
        else:
            posted, self.posted = self.posted, None
            kinds = {kind for kind, _ in table.game.posts}
            if "bring_in" in kinds:
                posted = betting.bring_in(table)
                first = (next(iter(posted)) + 1) % table.n
            elif "button_blind" in kinds:
                first = 0
            else:
                first = len(posted) % table.n if table.n > 2 else 1
            betting_round(table, first, posted)

    # --- Turning, exchanging, passing ---------------------------------------------------------------------

    def turn_own(self, lay_open: bool = False) -> None:
        """Every player turns one closed card, or with `lay_open` chooses one to lay open."""
        table = self.table
        waiting = {
            seat for seat in table.in_order() if any(not held.visible for held in table.view.hands[seat])
        }  # fmt: skip
        while waiting:
            act = table.take("turn_own")
            if act.seat not in waiting:
                raise table.broken_before("has turned a card, or has none to turn")
            waiting.remove(act.seat)
            table.turn_own(act, lay_open)

    def psychology(self, turns_common: bool = False, declares_first: bool = False) -> None:
        """All closed cards turned one at a time in the order that each player chose, a round after each
        (PR).
        """
        table = self.table
        while not table.over():
            closed = [sum(not held.visible for held in table.view.hands[seat]) for seat in table.in_order()]
            if not any(closed):
                return
            if declares_first and max(closed) == 1:
                self.declare()
            common = turns_common and any(not place.turned for place in table.view.board)
            if common and table.next_is("turn_board"):
                table.turn_board()
                common = False
            self.turn_own()
            if common:
                table.turn_board()
            self.bet()

    def exchange(self, limit: int, price: int = 0) -> None:
        """Each in turn throws cards and gets as many, at a price for each if there is one."""
        self.drawn = 0
        for seat in self.table.in_order():
            self.exchange_of(seat, limit, price)

    def exchange_of(self, seat: int, limit: int, price: int = 0) -> None:
        """One player's exchange. No player gets back a card just thrown (ruling 8)."""
        table = self.table
        before = table.view.own(seat)
        thrown: list[Card] = []
        paid = got = 0
        kinds = ("throw", "deal_closed", "paid_draw") if price else ("throw", "deal_closed")
        while table.next_is(*kinds, seat=seat) and table.acts[table.at].round <= table.round:
            if table.next_is("paid_draw"):
                act = table.take("paid_draw", seat=seat)
                table.pay(act, matched=False)
                paid += act.value
            elif table.next_is("throw"):
                act = table.take("throw", seat=seat)
                held = table.held(act)
                if held.card not in before or len(thrown) == limit:
                    raise table.broken_before(f"up to {limit} of the cards held before may be thrown")
                thrown.append(held.card)
                table.view.hands[seat].remove(held)
                table.stock.discards.add(held.card)
            else:
                if got == len(thrown):
                    raise table.broken("has thrown no card for this one")
                table.deal("deal_closed", seat, banned=thrown)
                got += 1
        if got < len(thrown) and table.stock.available(thrown):
            raise table.broken(f"seat {seat} threw {len(thrown)} cards and got {got}")
        if paid != price * got:
            raise table.broken(f"seat {seat} paid {paid} for {got} cards at {price}")
        self.drawn += got

    def comes_back(self, step: str) -> bool:
        """Whether a player comes back of those who passed in the short pack's first round and left one
        alone; they are asked once, in turn (ruling 33).
        """
        table = self.table
        if not step.startswith("XS"):
            return False
        self.asked = True
        assert table.last_bettor is not None
        for seat in table.seats_from(table.last_bettor):
            if not (table.still_in[seat] or self.returns(seat)):
                table.stock.discards |= set(table.view.own(seat))
        return not table.over()

    def returns(self, seat: int) -> bool:
        """Whether a player who passed comes back, paying up to the stake of the others."""
        table = self.table
        if table.still_in[seat] or not table.next_is("call", seat=seat):
            return False
        due = max(table.totals()) - table.put_in(seat)
        table.still_in[seat] = True
        table.folded_round[seat] = None
        act = table.take("call", seat=seat)
        if act.value != due:
            raise table.broken_before(f"{due} to come back")
        table.pay(act)
        return True

    def exchange_with_returns(self, limit: int) -> None:
        """The short pack's exchange (SR): it starts with the highest bettor and ends with the dealer; who
        passed in round one may come back by paying up to the same stake, if no player was asked before.
        """
        table = self.table
        assert table.last_bettor is not None
        dealer = table.n - 1
        order = [seat for seat in table.seats_from(table.last_bettor) if seat != dealer]
        for seat in [*order, dealer]:
            if not self.asked:
                self.returns(seat)
            if table.still_in[seat]:
                self.exchange_of(seat, limit)
            else:
                table.stock.discards |= set(table.view.own(seat))

    def throw_away(self, count: int) -> None:
        """Each throws cards away for good."""
        table = self.table
        due = Counter(dict.fromkeys(table.in_order(), count))
        while +due:
            act = table.take("throw")
            if not due[act.seat]:
                raise table.broken_before(f"{count} to throw away")
            held = table.held(act)
            table.view.hands[act.seat].remove(held)
            table.stock.discards.add(held.card)
            due[act.seat] -= 1

    def pass_cards(self, ways: dict[str, int]) -> None:
        """Cards to the nearest player still in, all chosen before anything is received (ruling 25)."""
        table = self.table
        seats = sorted(table.in_order())
        passed: list[tuple[int, Card]] = []
        due = {(seat, way): count for seat in seats for way, count in ways.items()}
        while any(due.values()):
            act = table.take("pass_right", "pass_left")
            way = "R" if act.kind == "pass_right" else "L"
            if not due.get((act.seat, way)):
                raise table.broken_before("has nothing more to pass that way")
            due[act.seat, way] -= 1
            held = table.held(act)
            table.view.hands[act.seat].remove(held)
            # Clockwise is to the left: the next higher seat sits there.
            place = seats.index(act.seat) + (1 if way == "L" else -1)
            passed.append((seats[place % len(seats)], held.card))
        for receiver, card in passed:
            table.view.hands[receiver].append(Held(card))

    def declare(self) -> None:
        """Every player says high, low or both, all at once (PR: with chips laid out)."""
        table = self.table
        waiting = set(table.in_order())
        while waiting:
            act = table.take("declare")
            if act.seat not in waiting or act.value not in DECLARED:
                raise table.broken_before("one declares once, 1 low, 2 both or 3 high")
            waiting.remove(act.seat)
            table.declared[act.seat] = DECLARED[act.value]


class Chase:
    """Midnight baseball: each turns cards until the best hand on the table is beaten, or folds (PR).

    There is no showdown: it ends when all but one have folded. If the leader folds in the
    betting, the best open hand of the others leads (the nearest the dealer's left among equals).
    """

    def __init__(self, table: Table) -> None:
        self.table = table

    def play(self) -> None:
        table = self.table
        leader: int | None = None
        seat = table.in_order()[0]
        while not table.over():
            after = seat
            if self.beats(seat, None if leader is None else table.combination(leader)):
                betting_round(table, seat)
                leader = seat if table.still_in[seat] else self.best()
                after = seat if leader is None else leader
            seat = next(other for other in [*table.seats_from(after)[1:], after] if table.still_in[other])

    def best(self) -> int | None:
        shown = {seat: meld for seat in self.table.in_order() if (meld := self.table.combination(seat))}
        return max(shown, key=lambda seat: (shown[seat], -seat), default=None)

    def beats(self, seat: int, target: Meld | None) -> bool:
        """Turn cards until the target is beaten; False if the player ran out of cards or didn't pay, and
        folded.
        """
        table = self.table
        is_baseball = bool(table.game.ranks)
        while any(not held.visible for held in table.view.hands[seat]):
            act = table.take("turn_own", seat=seat)
            on_top = [held for held in table.view.hands[seat] if held.extra and not held.visible]
            if on_top and from_code(act.value) != on_top[-1].card:
                raise table.broken_before(f"the extra card {on_top[-1].card} lies on top")
            card = table.turn_own(act).card
            price = MIDNIGHT_PRICE.get(card.rank) if is_baseball else None
            if price:
                act = table.take("forced_payment", "fold", seat=seat)
                if act.kind == "fold":
                    table.leave(seat, act.round)
                    return False
                if act.value != price:
                    raise table.broken_before(f"a turned {card.rank} costs {price}")
                table.pay(act)
            if is_baseball and card.rank == 4 and table.stock.available():
                table.deal("deal_unseen", seat, extra=True)
            combination = table.combination(seat)
            if target is None or (combination is not None and combination > target):
                return True
        table.leave(seat, table.take("fold", seat=seat).round)
        return False
