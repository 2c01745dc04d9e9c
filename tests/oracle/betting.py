"""Betting rounds: the family's (PR) and the hold'em family's with blinds, limits and all-in."""

from __future__ import annotations

from collections import Counter

from tests.oracle.acts import Act
from tests.oracle.cards import ACE
from tests.oracle.melds import PAIR, best_high
from tests.oracle.settle import Payment
from tests.oracle.table import Table

ANTE = 2
LAST_ROUND = 31  # later rounds, of a long chase, are recorded as this one
HIGHEST_BET = 5
PEDER = 50
SMALL_BLIND, BIG_BLIND = 1, 2


def ante(table: Table) -> None:
    """Two chips from each (PR)."""
    waiting = set(range(table.n))
    while waiting:
        act = table.take("ante")
        if act.seat not in waiting or act.value != ANTE:
            raise table.broken_before(f"each antes {ANTE} once")
        waiting.remove(act.seat)
        table.pay(act)


def blinds(table: Table) -> Counter[int]:
    """Small and big blind from the two left of the dealer (HE), and twice the big one from the third if
    announced.
    """
    put: Counter[int] = Counter()
    if table.game.posts:
        return guest_posts(table)
    posts = [("small_blind", SMALL_BLIND), ("big_blind", BIG_BLIND)]
    if table.additions.straddle and table.n > 2:
        posts.append(("straddle", 2 * BIG_BLIND))
    # HE speaks of two players left of the dealer; where there is one, the dealer has the small blind.
    for place, (kind, chips) in enumerate(posts):
        seat = place if table.n > 2 else 1 - place
        act = table.take(kind, seat=seat)
        if act.value != min(chips, table.stacks[seat]):
            raise table.broken_before(f"the {kind} is {chips}")
        table.pay(act)
        put[seat] = act.value
    return put


def guest_posts(table: Table) -> Counter[int]:
    """A guest's antes from each, its blinds, the button's blind; a bring-in waits for the cards."""
    put: Counter[int] = Counter()
    for kind, chips in table.game.posts:
        if kind == "ante":
            for seat in range(table.n):
                act = table.take("ante", seat=seat)
                if act.value != min(chips, table.stacks[seat]):
                    raise table.broken_before(f"the ante is {chips}")
                table.pay(act)
        elif kind == "button_blind":
            _post(table, "big_blind", table.n - 1, chips, put)
        elif kind != "bring_in":
            place = int(kind == "big_blind")
            _post(table, kind, place if table.n > 2 else 1 - place, chips, put)
    return put


def _post(table: Table, kind: str, seat: int, chips: int, put: Counter[int]) -> None:
    left = table.left(seat)
    act = table.take(kind, seat=seat)
    if act.value != min(chips, left if left is not None else chips):
        raise table.broken_before(f"the {kind} is {chips}")
    if act.value:
        table.pay(act)
    put[seat] = act.value


def bring_in(table: Table) -> Counter[int]:
    """The lowest open card brings in, by rank and then by suit from clubs up; at razz the highest, the ace
    low.
    """
    razz = table.game.ranking in ("ace-to-five", "ace-to-six")

    def order(seat: int) -> tuple[int, str]:
        card = next(held.card for held in table.view.hands[seat] if held.open)
        return (1 if razz and card.rank == ACE else card.rank), card.suit

    seat = (max if razz else min)(range(table.n), key=order)
    put: Counter[int] = Counter()
    table.round += 1  # it belongs to the round that it opens
    _post(table, "bring_in", seat, dict(table.game.posts)["bring_in"], put)
    table.round -= 1
    return put


def opener(table: Table) -> int:
    """Who opens a round: the highest open combination, the nearest the dealer's left among equals (ruling
    7); with no open cards the first left of the dealer.
    """
    players = table.in_order()
    shown = {seat: meld for seat in players if (meld := table.combination(seat)) is not None}
    if not shown:
        return players[0]
    best = max(shown.values())
    return next(seat for seat in players if shown.get(seat) == best)


def betting_round(table: Table, first: int, posted: Counter[int] | None = None) -> bool:
    """One round, opened by `first`; the blinds lie in `posted`. True when a player bet or raised.

    It ends when everyone still in has acted and put in the same, or when one player is left.
    """
    table.round += 1
    table.opener = first
    put: Counter[int] = Counter(posted)
    straddled = posted is not None and len(posted) == 3
    level = 0 if posted is None else 2 * BIG_BLIND if straddled else BIG_BLIND
    limits = Limits(table)
    acted: set[int] = set()
    posts = dict(table.game.posts)
    if posted is not None and posts.keys() & {"bring_in", "button_blind"}:
        level = posts.get("bring_in") or posts["button_blind"]
    if posted is not None and "bring_in" in posts:
        acted |= set(posted)  # who brings in speaks again only after a raise
        limits.owed_to_full = BIG_BLIND - level
    place = table.seats_from(first)
    anybody_bet = False
    while not table.over():
        seat = next((s for s in place if table.can_act(s) and (s not in acted or put[s] < level)), None)
        if seat is None:
            break
        alone = not any(table.can_act(other) for other in range(table.n) if other != seat)
        if alone and put[seat] >= level:
            # All others are all-in: there is no one to bet against.
            if table.next_is("check", seat=seat):
                table.take("check", seat=seat)
            break
        act = table.take(
            "check", "bet", "raise", "call", "fold", "peder_bet", "peder_raise", seat=seat
        )  # fmt: skip
        if act.round != min(table.round, LAST_ROUND):
            raise table.broken_before(f"falls in round {table.round}")
        to_call = level - put[seat]
        acted.add(seat)
        if act.kind == "fold":
            table.leave(seat, act.round)
        elif act.kind == "check":
            if to_call or act.value:
                raise table.broken_before(f"{to_call} to call")
        elif act.kind == "call":
            left = table.left(seat)
            if to_call == 0 or act.value != (to_call if left is None else min(to_call, left)):
                raise table.broken_before(f"{to_call} to call")
            table.pay(act)
            put[seat] += act.value
        else:
            if table.game.openers and table.round == 1 and level == 0 and not opens(table, seat):
                raise table.broken_before("has nothing to open with")
            limits.check(act, level, to_call)
            table.pay(act)
            put[seat] += act.value
            level = max(level, put[seat])
            table.last_bettor = seat
            anybody_bet = True
        place = [*table.seats_from(seat)[1:], seat]
    table.rounds_played += bool(acted)  # where all but one are all-in there is nothing to play
    give_back(table)
    return anybody_bet


def opens(table: Table, seat: int) -> bool:
    """Whether a player holds a pair that is high enough to open, or more."""
    meld = best_high(table.view.own(seat), table.fixed_wild)
    return meld.category > PAIR or (meld.category == PAIR and meld.announced[0] >= table.game.openers)


def give_back(table: Table) -> None:
    """An uncalled bet may go back to its player, as far as no other player put in as much."""
    while table.next_is("returned"):
        act = table.take("returned")
        put = [
            sum(paid.chips for paid in table.payments if paid.seat == seat and paid.matched)
            for seat in range(table.n)
        ]
        others = max(put[seat] for seat in range(table.n) if seat != act.seat)
        if act.value != put[act.seat] - others:
            raise table.broken_before(f"{put[act.seat] - others} was not called")
        table.payments.append(Payment(act.seat, -act.value))


class Limits:
    """How much may be bet and raised in one round."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last_raise = dict(table.game.posts).get("button_blind", BIG_BLIND)
        self.owed_to_full = 0

    def check(self, act: Act, level: int, to_call: int) -> None:
        """Refuse a bet where one must raise, a raise where there is nothing to raise, and amounts out of
        bounds.
        """
        table = self.table
        if act.kind.endswith("bet") != (level == 0):
            raise table.broken_before("a bet opens, a raise goes over a bet")
        raised = act.value - to_call
        if table.game.blinds:
            self._check_limit(act, raised, to_call)
        elif act.kind.startswith("peder"):
            if raised != PEDER or act.seat in table.peder_used:
                raise table.broken_before(f"a peder is {PEDER}, once in a hand for each player")
            table.peder_used.add(act.seat)
        elif not 1 <= raised <= HIGHEST_BET:
            raise table.broken_before(f"one bets or raises by 1 to {HIGHEST_BET}")

    def _check_limit(self, act: Act, raised: int, to_call: int) -> None:
        """Ruling 21. A player all-in may raise by less than the least."""
        table = self.table
        all_in = act.value == table.left(act.seat)
        limit = table.additions.limit or table.game.limit
        pot = table.pot_in + sum(table.totals())
        least, most = self.last_raise, act.value
        if limit == "fixed":
            size = BIG_BLIND * (2 if table.doubled() else 1)
            # After an all-in short of a full bet one may complete it.
            if raised < 1 or (raised not in (size, self.owed_to_full) and not (all_in and raised < size)):
                raise table.broken_before(f"bets and raises are {size}")
            self.owed_to_full = max(0, size - raised) if raised < size else 0
            return
        if limit == "pot":
            # To raise one first calls; then one may raise by what lies in the pot. HE's letter: before it.
            most = pot if table.additions.by_letter else pot + to_call
        if raised < 1 or raised > most or (raised < least and not all_in):
            raise table.broken_before(f"a raise is {least} to {most}")
        self.last_raise = max(self.last_raise, raised)
