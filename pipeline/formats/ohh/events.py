"""A hand of Open Hand History as the events that `pipeline.formats.replay` plays.

By the format a call's amount is what is added, and a raise's the total of the street. Some programs write all amounts as
totals, or all as added; some leave an uncalled bet in the pot (`READINGS`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

from engine.api import parse_cards
from language import tr
from pipeline.formats.ohh.model import OhhAction, OhhHand, Round
from pipeline.formats.replay import Event, Hand
from pipeline.formats.sessions import FileError

_GAMES = {
    "Holdem": "Texas Hold'em", "Omaha": "Omaha Hi", "OmahaHiLo": "Omaha Hi/Lo 8 or Better",
    "Stud": "7 Card Stud", "StudHiLo": "7 Card Stud Hi/Lo",
}  # fmt: skip
_CLOSED_FIRST, _HOLE = 2, 7
"""Of stud: the closed cards before the first open one, and all cards, of which the last is closed."""
_LIMITS = {"NL": "No Limit ", "PL": "Pot Limit ", "FL": "Limit "}
_ACTS = {
    "post sb": "small_blind", "post bb": "big_blind", "post ante": "ante", "straddle": "straddle",
    "post dead": "missing_small", "post extra blind": "missed_big", "fold": "fold", "check": "check",
    "bet": "bet", "raise": "raise", "call": "call",
}  # fmt: skip
_STUD_ACTS = _ACTS | {"post extra blind": "bring_in"}
_NO_ACTS = {
    "dealt cards", "mucks cards", "shows cards", "added chips", "added to pot", "sits down", "stands up",
}  # fmt: skip
_LARGEST = Decimal(10) ** 12


class Reading(NamedTuple):
    """The meaning of a program's amounts: calls as totals of the street, raises as increments."""

    calls_to: bool
    raises_by: bool


READINGS = [Reading(calls_to, raises_by) for raises_by in (False, True) for calls_to in (False, True)]


class NumberedHand(NamedTuple):
    """A hand with its number in the session and the ids of its players."""

    number: int
    hand: OhhHand
    ids: Sequence[str]


def events_of(numbered: NumberedHand, reading: Reading) -> tuple[list[Event], dict[str, int]]:
    """A hand as events, amounts as totals of the street, and the rake by player. Raises FileError."""
    number, hand, _ = numbered
    if hand.game_type not in _GAMES:
        raise FileError(
            tr(
                "it is a game of {game_type!r:.40}, and the import knows {games}",
                game_type=hand.game_type,
                games=", ".join(_GAMES),
            )
        )
    acts = _HandActs(hand, began_at(hand), _seated(numbered), reading)
    acts.begin(number)
    for place, street in enumerate(hand.rounds):
        acts.add_street(place, street)
    raked = _collect(hand, acts.events, acts.players, acts.total, acts.dead, acts.added)
    acts.events.append(Event(kind="end", text=tr("it ends"), at=acts.at, number=number))
    return acts.events, raked


def _seated(numbered: NumberedHand) -> dict[int, str]:
    """The ids of those who play, by their numbers in the hand. Raises FileError where two are the same."""
    sitting = [player for player in numbered.hand.players if not player.is_sitting_out]
    players = {
        player.id: player_id
        for player_id, player in zip(numbered.ids, numbered.hand.players, strict=True)
        if not player.is_sitting_out
    }
    if len(players) != len(sitting) or len({player.name for player in sitting}) != len(players):
        raise FileError(tr("two players have the same name or number"))
    return players


class _HandActs:
    """The acts of a hand, converted to events street by street. `total` is the callable part of each player's chips
    over all streets, `dead` the antes, `added` the chips that the site puts into the pot.
    """

    def __init__(self, hand: OhhHand, at: datetime, players: dict[int, str], reading: Reading) -> None:
        self.hand, self.at, self.players, self.reading = hand, at, players, reading
        self.events: list[Event] = []
        self.total: dict[str, int] = defaultdict(int)
        self.dead = self.added = 0
        self._left = {  # chips of each player that aren't put in yet
            players[one.id]: hundredths(one.starting_stack) for one in hand.players if one.id in players
        }
        self._is_stud = hand.game_type.startswith("Stud")
        self._acts = _STUD_ACTS if self._is_stud else _ACTS
        self._streets: set[str] = set()
        self._names = {players[one.id]: one.name for one in hand.players if one.id in players}

    def begin(self, number: int) -> None:
        """Add who plays what, and with which stacks."""
        hand, at, players = self.hand, self.at, self.players
        sitting = [player for player in hand.players if not player.is_sitting_out]
        dealer = next((players[p.id] for p in sitting if p.seat == hand.dealer_seat), "")
        game = _LIMITS.get(hand.bet_limit.bet_type if hand.bet_limit else "NL", "") + _GAMES[hand.game_type]
        self.events += [
            Event(kind="start", text=tr("it begins"), at=at, player=dealer, number=number, game=game),
            Event(
                kind="stacks", text=tr("the stacks"), at=at,
                stacks=tuple((p.seat, players[p.id], p.name, hundredths(p.starting_stack)) for p in sitting),
            ),
        ]  # fmt: skip

    def add_street(self, place: int, street: Round) -> None:
        """Add the cards and the acts of a street."""
        cards = tuple(parse_cards(" ".join(street.cards or [])))
        put: dict[str, int] = defaultdict(int)
        if self._is_stud and place:
            self.events.append(Event(kind="street", text=street.street, at=self.at))
        if cards:
            run = int(street.street in self._streets)
            self.events.append(
                Event(kind="board", text=f"{street.street} {street.cards}", at=self.at, cards=cards, run=run)
            )
            self._streets.add(street.street)
        for act in street.actions:
            word = act.action.casefold()
            self._add_cards(act, word, place)
            if word == "added to pot":
                self.added += hundredths(act.amount)
            if word not in _NO_ACTS:
                self._add_act(act, word, put)

    def _add_cards(self, act: OhhAction, word: str, place: int) -> None:
        """Add the cards that are shown, or dealt at stud."""
        if not act.cards:
            return
        if word == "shows cards":
            self.events.append(
                Event(
                    kind="show",
                    text=tr("it shows {cards}", cards=act.cards),
                    at=self.at,
                    player=self.players[act.player_id],
                    cards=tuple(parse_cards(" ".join(act.cards))),
                )
            )
        if self._is_stud and word == "dealt cards" and act.player_id in self.players:
            dealt = tuple(parse_cards(" ".join(act.cards)))
            self.events += _dealt(self.players[act.player_id], dealt, place, self.at)

    def _add_act(self, act: OhhAction, word: str, put: dict[str, int]) -> None:
        """Add an act; `put` is what each player has put in on this street. Raises FileError."""
        if word not in self._acts:
            raise FileError(tr("the act {action!r:.40} isn't part of the format", action=act.action))
        if act.player_id not in self.players:
            raise FileError(tr("player {player_id} acts, and isn't at the table", player_id=act.player_id))
        player, kind, amount = self.players[act.player_id], self._acts[word], hundredths(act.amount)
        if kind in ("fold", "check"):
            amount = 0
        elif kind in ("ante", "missing_small"):
            self.dead += amount
            self._left[player] -= amount
        else:
            adds = {"raise": self.reading.raises_by, "call": not self.reading.calls_to}
            if adds.get(kind, kind == "bet"):
                amount += put[player]
            if kind == "raise" and not any(put.values()):
                kind = "bet"
            self.total[player] += amount - put[player]
            self._left[player] -= amount - put[player]
            put[player] = amount
            if kind == "call" and amount < max(put.values()) and self._left[player] > 0:
                raise FileError(
                    tr("{name} calls less than was bet, and has chips left", name=self._names[player])
                )
        self.events.append(
            Event(
                kind=kind, text=f"{act.action} {act.amount}", at=self.at, player=player, name=player,
                amount=amount,
                all_in=bool(act.is_allin),
            )
        )  # fmt: skip


def _dealt(player: str, cards: Sequence[int], street: int, at: datetime) -> Iterator[Event]:
    """The cards of a player on a street of stud: closed ones, then open ones."""
    if street == 0:
        closed = min(len(cards), _CLOSED_FIRST) if len(cards) != 1 else 0
    else:
        closed = len(cards) if street == _HOLE - _CLOSED_FIRST - 1 else 0
    for kind, some in (("deal_closed", cards[:closed]), ("deal_open", cards[closed:])):
        if some:
            yield Event(kind=kind, text=f"{kind} {some}", at=at, player=player, cards=tuple(some))


def _collect(
    hand: OhhHand,
    events: list[Event],
    players: Mapping[int, str],
    total: Mapping[str, int],
    dead: int,
    added: int,
) -> dict[str, int]:
    """Add the uncalled chips and the winnings of each pot, rake included; returns the rake by player, less the chips
    that the site `added` to the pot.
    """
    at = events[0].at
    put_in = dead + sum(total.values())
    most = sorted(total.values(), reverse=True)
    uncalled = most[0] - most[1] if len(most) > 1 else sum(most)
    bettor = max(total, key=lambda player: total[player], default="")
    won: list[tuple[str, int]] = []
    raked: dict[str, int] = defaultdict(int)
    if strangers := {win.player_id for pot in hand.pots for win in pot.player_wins} - players.keys():
        raise FileError(tr("player {player_id} wins, and isn't at the table", player_id=min(strangers)))
    for pot in hand.pots:
        wins = [(players[win.player_id], hundredths(win.win_amount)) for win in pot.player_wins]
        stated = pot.rake or sum((win.contributed_rake or Decimal(0) for win in pot.player_wins), Decimal(0))
        if any(win.cashout_amount for win in pot.player_wins):
            raise FileError(tr("the site bought a player's share of the pot (cashout), which isn't read"))
        rake = hundredths(pot.amount) - sum(amount for _, amount in wins)
        with_jackpot = stated + (pot.jackpot or Decimal(0))
        if rake not in (0, hundredths(stated), hundredths(with_jackpot)):
            raise FileError(
                tr(
                    "a pot of {amount} has a rake of {stated}, and {rake:g} is missing",
                    amount=pot.amount,
                    stated=stated,
                    rake=rake / 100,
                )
            )
        if rake and wins:
            most_won = max(range(len(wins)), key=lambda place: wins[place][1])
            player, amount = wins[most_won]
            raked[player] += rake
            wins[most_won] = player, amount + rake
        won += wins
    sums: Counter[str] = Counter()
    for player, amount in won:
        sums[player] += amount
    if added and won:
        best = max(sums, key=sums.__getitem__)
        raked[best] -= added
        won = _less(won, best, added)
    if (
        sum(amount for _, amount in won) == put_in and sums[bettor] >= uncalled
    ):  # the uncalled bet is in the pot
        won = _less(won, bettor, uncalled)
    if uncalled:
        back = Event(
            kind="uncalled", text=tr("an uncalled bet"), at=at, player=bettor, name=bettor, amount=uncalled
        )
        events.append(back)
    for player, amount in won:
        if amount:
            events.append(
                Event(kind="collect", text=f"wins {amount}", at=at, player=player, name=player, amount=amount)
            )
    return raked


def _less(won: Sequence[tuple[str, int]], player: str, chips: int) -> list[tuple[str, int]]:
    """Winnings without `chips` of a player's, from the last pots; what is more than all of them stays as it is."""
    left = [*won]
    for place in reversed(range(len(left))):
        winner, amount = left[place]
        if winner == player:
            taken = min(chips, amount)
            left[place], chips = (winner, amount - taken), chips - taken
    return left


def add_known_cards(done: Hand, numbered: NumberedHand) -> None:
    """Add known cards that were never shown."""
    _, hand, ids = numbered
    dealt = {
        player_id: player.cards for player_id, player in zip(ids, hand.players, strict=True) if player.cards
    }
    names = {player.id: player_id for player_id, player in zip(ids, hand.players, strict=True)}
    is_stud = done.hole_cards == _HOLE
    whole: set[str] = set()  # of whom the first three cards of stud are known, and so all up to a fold
    for number, street in enumerate(hand.rounds):
        for act in street.actions:
            if act.action.casefold() == "dealt cards" and act.cards and act.player_id in names:
                name = names[act.player_id]
                if is_stud and not number and len(act.cards) > _CLOSED_FIRST:
                    whole.add(name)
                dealt[name] = [*(dealt.get(name, []) if is_stud and number else []), *act.cards]
    for seat in done.seats:
        if not seat.cards and (texts := dealt.get(seat.player)):
            cards = tuple(parse_cards(" ".join(dict.fromkeys(texts))))
            if len(cards) == done.hole_cards or (seat.player in whole and len(cards) < _HOLE):
                seat.cards = cards


def began_at(hand: OhhHand) -> datetime:
    try:
        at = datetime.fromisoformat(hand.start_date_utc)
    except ValueError as error:
        raise FileError(
            tr(
                "Hand {game_number!r:.40} begins {start_date_utc!r:.40}, which isn't a time.",
                game_number=hand.game_number,
                start_date_utc=hand.start_date_utc,
            )
        ) from error
    if not 1970 <= at.year <= 2200:
        raise FileError(
            tr(
                "Hand {game_number!r:.40} begins in the year {year}.",
                game_number=hand.game_number,
                year=at.year,
            )
        )
    return at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)


def hundredths(amount: Decimal) -> int:
    """An amount in hundredths. Raises FileError for one that isn't an amount."""
    if (
        not amount.is_finite()
        or not 0 <= amount < _LARGEST
        or (whole := amount * 100) != whole.to_integral_value()
    ):
        raise FileError(
            tr("{amount!r} isn't an amount: a number with at most two decimals", amount=str(amount)[:40])
        )
    return int(whole)
