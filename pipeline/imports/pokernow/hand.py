"""One hand as a log tells it, replayed line by line: who put in what, which pots that made, who won them.

Calls, bets and raises name what the player has put in on the street in all. "All in" is what the others can
match, so it may leave chips. Antes, blinds and the bets of a bomb pot are live but for the missing small
blind, which is dead money in the main pot; a missed big blind replaces a small blind of the same player. A
bounty is paid beside the pots, after the hand. Amounts are hundredths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from engine.api import (
    TABLE,
    VARIANTS,
    Act,
    Half,
    Limit,
    Outcome,
    card_set,
    cards_text,
    natural_meld,
    parse_additions,
)
from language import tr
from pipeline.imports.base import FileError
from pipeline.imports.pokernow.lines import Event
from pipeline.imports.pokernow.told import LogHand, LogSeat, LogShare, Move
from pipeline.limits import limit_word

FIVE_CARDS, BOMB_POT = "five-cards", "bomb-pot"
"""Beside the catalogue's additions: omaha with five own cards; everybody bets unseen."""

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
"""What was played while the log named no game."""

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


def said(amount: int) -> str:
    """An amount as the log writes it."""
    return f"{amount // 100}" if amount % 100 == 0 else f"{amount / 100:.2f}"


def replay(events: Sequence[Event], unit: int) -> LogHand:
    """Replay the events of a hand, from its start to what was shown after its end.

    `unit` is the big blind as it was before, for one posted short or not at all. Raises FileError when the
    hand contradicts itself.
    """
    start = events[0]
    variant_id, hole_cards, additions = _game(start.game, {event.kind for event in events})
    hand = LogHand(
        number=start.number,
        variant_id=variant_id,
        hole_cards=hole_cards,
        additions=additions,
        dealer=start.player or None,
        unit=unit,
        started_at=start.at,
    )
    hand.seats = _seats(events, hand)
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
            _begin_street(hand)
        elif event.kind in _DEALS:
            _deal(hand, place, event)
        elif event.kind == "uncalled":
            _put(hand, place, Act.RETURNED, -event.amount)
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
            hand.own = event.cards
        elif event.kind == "end":
            hand.ended_at = event.at
    hand.unit = hand.unit or max((event.amount for event in events if event.kind in _POSTS), default=0)
    if hand.ended_at is not None:
        _settle(hand, collected)
        for event in bounties:
            pay_bounty(hand, event)
    return hand


def cancel(hand: LogHand) -> LogHand:
    """A hand that was broken off: everybody's chips go back."""
    for place, seat in enumerate(hand.seats):
        if seat.paid:
            back = Move(kind=Act.RETURNED, seat=place, round_no=hand.rounds, value=seat.paid)
            hand.moves.append(back)
            seat.live = seat.dead = 0
    hand.notes.append("broken off, the chips went back")
    return hand


def _game(name: str, kinds: set[str]) -> tuple[str, int, str]:
    """The catalogue's id, the own cards and the additions of a game by the log's name for it.

    Until 2026 the name stood in parentheses, and the low's qualifier may stand in some of its own.
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
    said = [word] * bool(word) + ["straddle"] * ("straddle" in kinds)
    words = [parse_additions(said).text, *own, *([BOMB_POT] if "bomb" in kinds else [])]
    return variant_id, hole_cards, " ".join(filter(None, words))


def _seats(events: Sequence[Event], hand: LogHand) -> list[LogSeat]:
    """The players from the dealer's left; beside a dead button the first blind sits there."""
    stacks = next((event.stacks for event in events if event.kind == "stacks"), ())
    chairs = sorted(stacks)
    players = [player for _, player, _, _ in chairs]
    if len(set(players)) != len(players) or not 2 <= len(players) <= 10:
        raise FileError(tr("{n} players have stacks, and it takes 2 to 10", n=len(set(players))))
    if hand.dealer in players:
        first = players.index(hand.dealer) + 1
    else:
        hand.dealer = None
        blinds = {event.kind: event.player for event in events if event.kind in ("small_blind", "big_blind")}
        blind = blinds.get("small_blind") or blinds.get("big_blind")
        first = players.index(blind) if blind in players else 0
    chairs = chairs[first % len(chairs) :] + chairs[: first % len(chairs)]
    return [LogSeat(player=player, name=name, stack=stack) for _, player, name, stack in chairs]


def _put(hand: LogHand, place: int, kind: Act, value: int) -> None:
    """Chips from a seat into the pot, or back out of it with a negative value."""
    seat = hand.seats[place]
    if kind == Act.DEAD_BLIND:
        seat.dead += value
    else:
        seat.live += value
        seat.street += 0 if kind == Act.ANTE else value
    if seat.left < 0 or seat.live < 0:
        raise FileError(
            tr(
                "{name} puts in {chips} and has {held}",
                name=seat.name,
                chips=said(value),
                held=said(seat.left + value),
            )
        )
    hand.moves.append(Move(kind=kind, seat=place, round_no=hand.rounds, value=abs(value)))


def _post(hand: LogHand, place: int, event: Event) -> None:
    value = event.amount
    if event.kind not in ("ante", "missing_small"):
        value = max(value - hand.seats[place].street, 0)  # a missed big blind replaces the small blind
    if event.kind == "big_blind":
        hand.unit = max(hand.unit, event.amount) if event.all_in else event.amount
    _put(hand, place, _POSTS[event.kind], value)


def _choose(hand: LogHand, place: int, event: Event) -> None:
    """A fold, a check, or chips put in by choice; the first on a street begins a betting round."""
    seat = hand.seats[place]
    if hand.street_begins:
        hand.street_begins = False
        hand.rounds += 1
    if seat.folded is not None:
        raise FileError(tr("{text!r} after folding", text=event.text))
    if event.kind == "fold":
        seat.folded = hand.rounds
    value = max(event.amount - seat.street, 0) if event.amount else 0
    if event.amount and not value:
        raise FileError(tr("{text!r} after {said} on this street", text=event.text, said=said(seat.street)))
    _put(hand, place, _CHOICES[event.kind], value)


def _turn(hand: LogHand, event: Event) -> None:
    """Cards turned onto the board, or of the second board when the pot is run twice."""
    for card in event.cards:
        if card in hand.boards[0] or card in hand.boards[event.run]:
            raise FileError(tr("{cards} is turned twice", cards=cards_text([card])))
        hand.boards[event.run].append(card)
        hand.moves.append(Move(kind=Act.TURN_BOARD, seat=TABLE, round_no=hand.rounds, value=card, card=True))
    if not event.run:
        _begin_street(hand)


def _begin_street(hand: LogHand) -> None:
    hand.street_begins = True
    for seat in hand.seats:
        seat.street = 0


def _deal(hand: LogHand, place: int, event: Event) -> None:
    """Cards for a player of a game in which some lie open, as far as they are known."""
    seat = hand.seats[place]
    for card in event.cards:
        if any(card in other.dealt for other in hand.seats):
            raise FileError(tr("{cards} is dealt twice", cards=cards_text([card])))
        seat.dealt += (card,)
        move = Move(kind=_DEALS[event.kind], seat=place, round_no=hand.rounds, value=card, card=True)
        hand.moves.append(move)
    if len(seat.dealt) == hand.hole_cards:
        seat.cards = seat.dealt


def show(hand: LogHand, event: Event) -> None:
    """A player shows cards, at the showdown or after the hand; FileError if they aren't those of before."""
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


def pay_bounty(hand: LogHand, event: Event) -> None:
    """A player of an ended hand pays another a bounty: they make a pot of their own, after the others."""
    seats = {seat.player: place for place, seat in enumerate(hand.seats)}
    if event.player not in seats or event.payee not in seats:
        raise FileError(tr("{text!r}, and they weren't both at the table", text=event.text))
    payer, payee = seats[event.player], seats[event.payee]
    seat = hand.seats[payer]
    if seat.left + seat.won < event.amount:
        raise FileError(
            tr(
                "{text!r}, and {name} has {said}",
                text=event.text,
                name=seat.name,
                said=said(seat.left + seat.won),
            )
        )
    if hand.bounty_pot is None:
        hand.bounty_pot = max((share.pot + 1 for share in hand.shares), default=0)
    seat.dead += event.amount
    hand.seats[payee].won += event.amount
    hand.moves.append(Move(kind=Act.FORCED_PAYMENT, seat=payer, round_no=hand.rounds, value=event.amount))
    before = [share for share in hand.shares if (share.pot, share.seat) == (hand.bounty_pot, payee)]
    amount = event.amount + sum(share.amount for share in before)
    bounty = LogShare(pot=hand.bounty_pot, board=0, half=Half.WHOLE, seat=payee, amount=amount, score=None)
    hand.shares = [share for share in hand.shares if share not in before] + [bounty]


def note_unknown(hand: LogHand, event: Event) -> None:
    """Keep a line that nobody knows with the hand that it belongs to."""
    hand.notes.append(f"line {event.line} isn't known: {event.text[:100]}")


def _settle(hand: LogHand, collected: Sequence[tuple[int, Event]]) -> None:
    """End the hand: who won which part of which pot; what went in must come out."""
    stayed = hand.stayed()
    out = sum(event.amount for _, event in collected)
    if out != hand.pot:
        raise FileError(
            tr("{paid} went into the pot and {out} came out of it", paid=said(hand.pot), out=said(out))
        )
    if any(place not in stayed for place, _ in collected):
        raise FileError(tr("a player who had folded won chips"))
    most = max(seat.live for seat in hand.seats)
    for place in stayed:
        seat = hand.seats[place]
        if seat.live < most and seat.left:
            raise FileError(
                tr(
                    "{most} was bet, {name} put in {chips} and didn't fold",
                    most=said(most),
                    name=seat.name,
                    chips=said(seat.live),
                )
            )
    if len(stayed) > 1 and any(len(board) != hand.board_size for board in hand.runs()):
        raise FileError(tr("it ends before the river, and {n} players didn't fold", n=len(stayed)))
    hand.outcome = Outcome.SHOWDOWN if len(stayed) > 1 else Outcome.LAST_STANDING
    for place, event in collected:
        hand.seats[place].won += event.amount
    hand.shares = _shares(hand, [(place, event) for place, event in collected if event.amount])


def _pots(hand: LogHand) -> list[tuple[int, set[int]]]:
    """The main pot and the side pots: how much, and the seats that can win it."""
    stayed = hand.stayed()
    pots: list[tuple[int, set[int]]] = []
    below, dead = 0, sum(seat.dead for seat in hand.seats)
    for stake in sorted({hand.seats[place].live for place in stayed}):
        amount = sum(min(seat.live, stake) - min(seat.live, below) for seat in hand.seats)
        if amount + dead:
            pots.append((amount + dead, {place for place in stayed if hand.seats[place].live >= stake}))
            dead = 0
        below = stake
    if pots:  # what a player put in beyond everybody who stayed, and folded
        amount, winners = pots[-1]
        pots[-1] = (amount + hand.pot - sum(amount for amount, _ in pots), winners)
    return pots


def _shares(hand: LogHand, collected: Sequence[tuple[int, Event]]) -> list[LogShare]:
    """Find the pot that each winning comes from: the log names the winnings in the order of the pots."""
    pots = _pots(hand)

    @cache
    def place_from(index: int, left: tuple[int, ...]) -> tuple[int, ...] | None:
        if index == len(collected):
            return None if any(left) else ()
        seat, event = collected[index]
        for pot, (rest, (_, winners)) in enumerate(zip(left, pots, strict=True)):
            if seat in winners and event.amount <= rest:
                after = place_from(index + 1, (*left[:pot], rest - event.amount, *left[pot + 1 :]))
                if after is not None:
                    return (pot, *after)
        return None

    found = place_from(0, tuple(amount for amount, _ in pots))
    if found is None:
        hand.notes.append(tr("the log doesn't say which winnings are from which pot"))
        found = (0,) * len(collected)
    lows = {(pot, event.run) for pot, (_, event) in zip(found, collected, strict=True) if _is_low(event)}
    shares = []
    for pot, (seat, event) in zip(found, collected, strict=True):
        half = Half.LOW if _is_low(event) else Half.HIGH if (pot, event.run) in lows else Half.WHOLE
        score = natural_meld(card_set(event.cards)) if event.cards and half is not Half.LOW else None
        shares.append(
            LogShare(pot=pot, board=event.run, half=half, seat=seat, amount=event.amount, score=score)
        )
    return shares


def _is_low(event: Event) -> bool:
    return event.words.startswith("low hand")


def best_meld(hand: LogHand, own: Sequence[int], board: Sequence[int]) -> int:
    """The score of the best five: any of seven, but two of the own and three of the board in omaha."""
    if not hand.variant.use.own_exactly:
        return int(natural_meld(card_set([*own, *board])))
    return max(
        int(natural_meld(card_set([*two, *three])))
        for two in combinations(own, 2)
        for three in combinations(board, 3)
    )
