"""Replays a recorded hand event by event: the chips that each player put in, the pots, and their winners.

Calls, bets and raises name the player's total on the street. "All in" is what the others can match, so it may leave
chips. All posts are live except the missing small blind, which is dead money in the main pot; a missed big blind
replaces a small blind of the same player. A bounty is paid after the hand, apart from the pots. Amounts are hundredths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from engine.api import (
    TABLE,
    VARIANTS,
    Act,
    Half,
    HandState,
    Limit,
    Op,
    card_set,
    cards_text,
    hand_value,
    make_pots,
    natural_meld,
    parse_additions,
)
from language import tr
from pipeline.formats.sessions import FileError
from pipeline.formats.tables import limit_word

FIVE_CARDS, BOMB_POT = "five-cards", "bomb-pot"
"""Additions that the catalogue lacks: omaha with five own cards; all bet before they see their cards."""

_GAMES = {  # the catalogue's game, own cards, words
    "Texas Hold'em": ("texas-holdem", 2, ()),
    "Omaha Hi": ("omaha-high", 4, ()),
    "Omaha Hi/Lo 8 or Better": ("omaha", 4, ()),
    "Omaha 5 Hi": ("omaha-high", 5, (FIVE_CARDS,)),
    "Omaha 5 Hi/Lo 8 or Better": ("omaha", 5, (FIVE_CARDS,)),
    "7 Card Stud": ("stud-bring-in", 7, ()),
    "7 Card Stud Hi/Lo": ("stud-high-low", 7, ()),
}
_LIMITS = {
    "No Limit ": Limit.NO, "Pot Limit ": Limit.POT, "Fixed Limit ": Limit.FIXED, "Limit ": Limit.FIXED,
}  # fmt: skip
_UNNAMED = "No Limit Texas Hold'em"
"""The game played as long as the log names none."""

_POSTS = {
    "ante": Act.ANTE, "small_blind": Act.SMALL_BLIND, "big_blind": Act.BIG_BLIND, "straddle": Act.STRADDLE,
    "missed_big": Act.BIG_BLIND, "missing_small": Act.DEAD_BLIND, "bomb": Act.ANTE,
}  # fmt: skip
_CHOICES = {
    "fold": Act.FOLD, "check": Act.CHECK, "call": Act.CALL, "bet": Act.BET, "raise": Act.RAISE,
    "bring_in": Act.BRING_IN,
}  # fmt: skip
_DEALS = {"deal_closed": Act.DEAL_CLOSED, "deal_open": Act.DEAL_OPEN}
_COLLECTS = {"collect", "gain", "win"}
_BY_SEATS = {*_POSTS, *_CHOICES, *_COLLECTS, *_DEALS, "uncalled", "show"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """The event of a line. Amounts are hundredths of the log's currency; cards are codes (`engine.cards.card`)."""

    kind: str
    text: str
    at: datetime
    line: int = 0  # in the file
    player: str = ""  # the id, as the name may change
    name: str = ""
    amount: int = 0
    before: int = 0  # a stack before an admin changed it
    all_in: bool = False
    number: int = 0  # of a hand
    game: str = ""
    street: str = ""
    run: int = 0  # 1 on the second board
    cards: tuple[int, ...] = ()
    words: str = ""  # the winning hand as text; the id before a login
    payee: str = ""  # the id of who is paid a bounty
    stacks: tuple[tuple[int, str, str, int], ...] = ()  # chair, player, name, stack

    @property
    def amounts(self) -> tuple[int, ...]:
        return (self.amount, self.before, *(stack for *_, stack in self.stacks))

    def divided(self, by: int) -> Event:
        """The same with all amounts divided."""
        stacks = tuple((chair, player, name, stack // by) for chair, player, name, stack in self.stacks)
        return replace(self, amount=self.amount // by, before=self.before // by, stacks=stacks)


@dataclass(kw_only=True)
class Seat:
    """A player in the hand, in the order of the seats (0 is left of the dealer)."""

    player: str
    name: str
    stack: int  # before the hand
    won: int = 0
    showed: bool = False
    shown: tuple[int, ...] = ()  # so far, where not all at once
    dealt: tuple[int, ...] = ()  # in a game in which some lie open
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Share:
    pot: int
    board: int
    half: Half
    seat: int
    amount: int
    score: int | None


class Hand(HandState):
    """A hand as the log records it. `dealer` is None when the button is dead, `unit` is the big blind, `owner_cards`
    are the cards of the player who took the log. The state's stacks are unknown: use `left`.
    """

    def __init__(self, start: Event, unit: int, seats: Sequence[Seat], game: tuple[str, int, str]) -> None:
        variant_id, self.hole_cards, self.additions = game
        super().__init__(VARIANTS[variant_id], [seat.name for seat in seats])
        self.number, self.unit, self.started_at = start.number, unit, start.at
        self.ended_at: datetime | None = None
        self.seats = [*seats]
        self.dealer = start.player if start.player in [seat.player for seat in seats] else None
        self.shares: list[Share] = []
        self.boards: list[list[int]] = [[], []]
        self.owner_cards: tuple[int, ...] = ()
        self.bounty_pot: int | None = None
        self.notes: list[str] = []

    @property
    def board_size(self) -> int:
        return sum(step.count for step in self.variant.steps if step.op is Op.TURN_BOARD)

    @property
    def pot(self) -> int:
        return sum(self.paid)

    @property
    def matched(self) -> list[int]:
        """What each seat put in that the others must match: antes, blinds and bets, not dead blinds."""
        return [paid - dead for paid, dead in zip(self.paid, self.unmatched, strict=True)]

    def left(self, place: int) -> int:
        """The chips that a player has not put in."""
        return self.seats[place].stack - self.paid[place]

    def runs(self) -> list[list[int]]:
        """The boards: two, sharing their first cards, when the pot was run twice."""
        first, second = self.boards
        return [first, first[: 5 - len(second)] + second] if second else [first]

    def put_chips(self, place: int, kind: Act, value: int) -> None:
        """Chips from a seat into the pot, or back out of it with a negative value. Raises FileError."""
        self.paid[place] += value
        if kind == Act.DEAD_BLIND:
            self.unmatched[place] += value
        elif kind != Act.ANTE:
            self.put[place] += value
        if self.left(place) < 0 or self.matched[place] < 0:
            raise FileError(
                tr(
                    "{name} puts in {chips} and has {held}",
                    name=self.names[place],
                    chips=amount_text(value),
                    held=amount_text(self.left(place) + value),
                )
            )
        self.record(kind, place, abs(value))

    def begin_bets(self) -> None:
        self._begin()

    def begin_street(self) -> None:
        """Begin to count what is put in on the next street."""
        if self.begun:
            self.next_round(opener_known=False)
        self.put = [0] * len(self.put)


def amount_text(amount: int) -> str:
    """An amount as the log writes it."""
    return f"{amount // 100}" if amount % 100 == 0 else f"{amount / 100:.2f}"


def replay(events: Sequence[Event], unit: int) -> Hand:
    """Replay the events of a hand, from its start to cards shown after its end. `unit` is the big blind of the hands
    before, for one that is posted short or not at all. Raises FileError if the hand contradicts itself.
    """
    start = events[0]
    game = _game(start.game, {event.kind for event in events})
    hand = Hand(start, unit, _seats(events, start.player), game)
    places = {seat.player: place for place, seat in enumerate(hand.seats)}
    collected: list[tuple[int, Event]] = []
    bounties: list[Event] = []
    for event in events:
        place = places.get(event.player, TABLE)
        if place == TABLE and event.kind in _BY_SEATS:
            raise FileError(tr("{text!r}, and {name} isn't at the table", text=event.text, name=event.name))
        if event.kind in _POSTS:
            _post(hand, place, event)
        elif event.kind in _CHOICES:
            _choose(hand, place, event)
        elif event.kind == "board":
            _turn(hand, event)
        elif event.kind == "street":
            hand.begin_street()
        elif event.kind in _DEALS:
            _deal(hand, place, event)
        elif event.kind == "uncalled":
            hand.put_chips(place, Act.RETURNED, -event.amount)
        elif event.kind == "show":
            show(hand, event)
        elif event.kind in _COLLECTS:
            if event.kind == "win":  # it names the winner's own cards
                show(hand, event)
                event = replace(event, cards=())
            collected.append((place, event))
        elif event.kind == "bounty":
            bounties.append(event)
        elif event.kind == "unknown":
            note_unknown(hand, event)
        elif event.kind == "own":
            hand.owner_cards = event.cards
        elif event.kind == "end":
            hand.ended_at = event.at
    hand.unit = hand.unit or max((event.amount for event in events if event.kind in _POSTS), default=0)
    if hand.ended_at is not None:
        _settle(hand, collected)
        for event in bounties:
            pay_bounty(hand, event)
    return hand


def cancel(hand: Hand) -> Hand:
    """Cancel a hand that was broken off: all chips go back."""
    for place, paid in enumerate(hand.paid):
        if paid:
            hand.record(Act.RETURNED, place, paid)
            hand.paid[place] = hand.unmatched[place] = 0
    hand.notes.append("broken off, the chips went back")
    return hand


def _game(name: str, kinds: set[str]) -> tuple[str, int, str]:
    """The catalogue's id, the own cards and the additions of a game by the log's name for it.

    Until 2026 the name stood in parentheses, and the low's qualifier may stand in a second pair.
    """
    name = name.replace("(", "").replace(")", "") or _UNNAMED
    limit = next((words for words in _LIMITS if name.startswith(words)), "")
    game = name.removeprefix(limit)
    if game not in _GAMES:
        raise FileError(
            tr(
                "it is a game of {name!r}, and the import knows {games}",
                name=name[:80],
                games=", ".join(_GAMES),
            )
        )
    variant_id, hole_cards, own = _GAMES[game]
    word = limit_word(VARIANTS[variant_id], _LIMITS[limit]) if limit else ""
    added = [word] * bool(word) + ["straddle"] * ("straddle" in kinds)
    words = [parse_additions(added).text, *own, *([BOMB_POT] if "bomb" in kinds else [])]
    return variant_id, hole_cards, " ".join(filter(None, words))


def _seats(events: Sequence[Event], dealer: str) -> list[Seat]:
    """The players from the dealer's left; with a dead button the first blind sits there."""
    stacks = next((event.stacks for event in events if event.kind == "stacks"), ())
    chairs = sorted(stacks)
    players = [player for _, player, _, _ in chairs]
    if len(set(players)) != len(players) or not 2 <= len(players) <= 10:
        raise FileError(tr("{n} players have stacks, and it takes 2 to 10", n=len(set(players))))
    if dealer in players:
        first = players.index(dealer) + 1
    else:
        blinds = {event.kind: event.player for event in events if event.kind in ("small_blind", "big_blind")}
        blind = blinds.get("small_blind") or blinds.get("big_blind")
        first = players.index(blind) if blind in players else 0
    chairs = chairs[first % len(chairs) :] + chairs[: first % len(chairs)]
    return [Seat(player=player, name=name, stack=stack) for _, player, name, stack in chairs]


def _post(hand: Hand, place: int, event: Event) -> None:
    value = event.amount
    if event.kind not in ("ante", "missing_small"):
        value = max(value - hand.put[place], 0)  # a missed big blind replaces the small blind
    if event.kind == "big_blind":
        hand.unit = max(hand.unit, event.amount) if event.all_in else event.amount
    hand.put_chips(place, _POSTS[event.kind], value)


def _choose(hand: Hand, place: int, event: Event) -> None:
    """A fold, a check, or chips put in by choice; the first on a street begins a betting round."""
    hand.begin_bets()
    if place in hand.folded:
        raise FileError(tr("{text!r} after folding", text=event.text))
    before = hand.put[place]
    value = max(event.amount - before, 0) if event.amount else 0
    if event.amount and not value:
        raise FileError(tr("{text!r} after {said} on this street", text=event.text, said=amount_text(before)))
    hand.put_chips(place, _CHOICES[event.kind], value)
    if event.kind == "fold":
        hand.leave(place)


def _turn(hand: Hand, event: Event) -> None:
    """Cards turned onto the board, or of the second board when the pot is run twice."""
    for card in event.cards:
        if card in hand.boards[0] or card in hand.boards[event.run]:
            raise FileError(tr("{cards} is turned twice", cards=cards_text([card])))
        hand.boards[event.run].append(card)
        hand.record(Act.TURN_BOARD, TABLE, card)
    if not event.run:
        hand.begin_street()


def _deal(hand: Hand, place: int, event: Event) -> None:
    """Cards for a player of a game in which some lie open, as far as they are known."""
    seat = hand.seats[place]
    for card in event.cards:
        if any(card in other.dealt for other in hand.seats):
            raise FileError(tr("{cards} is dealt twice", cards=cards_text([card])))
        seat.dealt += (card,)
        hand.record(_DEALS[event.kind], place, card)
    if len(seat.dealt) == hand.hole_cards:
        seat.cards = seat.dealt


def show(hand: Hand, event: Event) -> None:
    """A player shows cards, at the showdown or after the hand; FileError if they differ from cards shown before."""
    seat = next((seat for seat in hand.seats if seat.player == event.player), None)
    if seat is None:
        raise FileError(tr("{text!r}, and {name} isn't at the table", text=event.text, name=event.name))
    seat.showed = True
    cards = event.cards
    if len(cards) < hand.hole_cards:  # one by one, after the hand
        seat.shown = tuple(dict.fromkeys((*seat.shown, *cards)))
        cards = seat.shown
    if len(cards) == hand.hole_cards:
        if seat.cards and set(seat.cards) != set(cards):
            raise FileError(tr("{text!r}, and {cards} before", text=event.text, cards=cards_text(seat.cards)))
        seat.cards = cards


def pay_bounty(hand: Hand, event: Event) -> None:
    """A player of an ended hand pays another a bounty: they make a pot of their own, after the others."""
    seats = {seat.player: place for place, seat in enumerate(hand.seats)}
    if event.player not in seats or event.payee not in seats:
        raise FileError(tr("{text!r}, and they weren't both at the table", text=event.text))
    payer, payee = seats[event.player], seats[event.payee]
    held = hand.left(payer) + hand.seats[payer].won
    if held < event.amount:
        raise FileError(
            tr(
                "{text!r}, and {name} has {said}",
                text=event.text,
                name=hand.names[payer],
                said=amount_text(held),
            )
        )
    if hand.bounty_pot is None:
        hand.bounty_pot = max((share.pot + 1 for share in hand.shares), default=0)
    hand.paid[payer] += event.amount
    hand.unmatched[payer] += event.amount
    hand.seats[payee].won += event.amount
    hand.record(Act.FORCED_PAYMENT, payer, event.amount)
    before = [share for share in hand.shares if (share.pot, share.seat) == (hand.bounty_pot, payee)]
    amount = event.amount + sum(share.amount for share in before)
    bounty = Share(pot=hand.bounty_pot, board=0, half=Half.WHOLE, seat=payee, amount=amount, score=None)
    hand.shares = [share for share in hand.shares if share not in before] + [bounty]


def note_unknown(hand: Hand, event: Event) -> None:
    """Add a line of unknown meaning to the notes of its hand."""
    hand.notes.append(f"line {event.line} isn't known: {event.text[:100]}")


def _settle(hand: Hand, collected: Sequence[tuple[int, Event]]) -> None:
    """End the hand: determine who won which part of which pot; all chips put in must come out."""
    stayed, matched = hand.live, hand.matched
    out = sum(event.amount for _, event in collected)
    if out != hand.pot:
        raise FileError(
            tr(
                "{paid} went into the pot and {out} came out of it",
                paid=amount_text(hand.pot),
                out=amount_text(out),
            )
        )
    if any(place not in stayed for place, _ in collected):
        raise FileError(tr("a player who had folded won chips"))
    most = max(matched)
    for place in stayed:
        if matched[place] < most and hand.left(place):
            raise FileError(
                tr(
                    "{most} was bet, {name} put in {chips} and didn't fold",
                    most=amount_text(most),
                    name=hand.names[place],
                    chips=amount_text(matched[place]),
                )
            )
    if len(stayed) > 1 and any(len(board) != hand.board_size for board in hand.runs()):
        raise FileError(tr("it ends before the river, and {n} players didn't fold", n=len(stayed)))
    for place, event in collected:
        hand.seats[place].won += event.amount
    hand.shares = _shares(hand, [(place, event) for place, event in collected if event.amount])


_MOST_WINNINGS, _MOST_TRIED = 200, 10_000
"""Of a hand: its winnings, and how many ways to part them among its pots are tried. Real hands stay far below."""


def _shares(hand: Hand, collected: Sequence[tuple[int, Event]]) -> list[Share]:
    """Find the pot that each winning comes from: the log names the winnings in the order of the pots."""
    pots = make_pots(hand.matched, hand.live, sum(hand.unmatched))
    tried = 0

    @cache
    def place_from(index: int, left: tuple[int, ...]) -> tuple[int, ...] | None:
        nonlocal tried
        tried += 1
        if index == len(collected):
            return None if any(left) else ()
        if tried > _MOST_TRIED:
            return None
        seat, event = collected[index]
        for number, (rest, pot) in enumerate(zip(left, pots, strict=True)):
            if seat in pot.seats and event.amount <= rest:
                after = place_from(index + 1, (*left[:number], rest - event.amount, *left[number + 1 :]))
                if after is not None:
                    return (number, *after)
        return None

    is_usual = len(collected) <= _MOST_WINNINGS
    pot_of = place_from(0, tuple(pot.chips for pot in pots)) if is_usual else None
    if pot_of is None:
        hand.notes.append(tr("the log doesn't say which winnings are from which pot"))
        pot_of = (0,) * len(collected)
    lows = {(pot, event.run) for pot, (_, event) in zip(pot_of, collected, strict=True) if _is_low(event)}
    shares = []
    for pot, (seat, event) in zip(pot_of, collected, strict=True):
        half = Half.LOW if _is_low(event) else Half.HIGH if (pot, event.run) in lows else Half.WHOLE
        score = natural_meld(card_set(event.cards)) if event.cards and half is not Half.LOW else None
        shares.append(Share(pot=pot, board=event.run, half=half, seat=seat, amount=event.amount, score=score))
    return shares


_MOST_REMARKS = 3
"""Maximum number of hands that are remarked on one by one."""


def winner_remarks(hands: Sequence[Hand]) -> list[str]:
    """Remarks on hands whose pot was paid to another player than the one with the best of the hands that were shown."""
    remarks = [*filter(None, map(_other_winner, hands))]
    more = len(remarks) - _MOST_REMARKS
    return remarks[:_MOST_REMARKS] + ([tr("so it is in {n} more hands", n=more)] if more > 0 else [])


def _other_winner(hand: Hand) -> str:
    """A remark on a hand that another player won than the one with the best hand of those that were shown; "" for none."""
    if len(hand.runs()) > 1 or hand.variant.share.value != "high" or len(hand.live) < 2:
        return ""
    pots = make_pots(hand.matched, hand.live, sum(hand.unmatched))
    if len(hand.boards[0]) != hand.board_size or {share.pot for share in hand.shares} != {*range(len(pots))}:
        return ""
    values = {
        place: hand_value(hand.variant, seat.cards, hand.boards[0])[0]
        for place, seat in enumerate(hand.seats)
        if len(seat.cards) == hand.hole_cards
    }
    for number, pot in enumerate(pots):
        winners = [share.seat for share in hand.shares if share.pot == number]
        paid = next((place for place in winners if place in values), None)
        losers = [
            place
            for place in pot.seats
            if place in values and hand.seats[place].showed and place not in winners
        ]
        best = max(losers, key=values.__getitem__, default=None)
        if paid is not None and best is not None and values[best] > values[paid]:
            return tr(
                "hand {number}: {winner} was paid, and by the cards that were shown {best} won",
                number=hand.number,
                winner=hand.names[paid],
                best=hand.names[best],
            )
    return ""


def _is_low(event: Event) -> bool:
    return event.words.startswith("low hand")
