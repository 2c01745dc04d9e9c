"""The hands of a night in the form of the page's script (`assets/night/facts.js`), and the texts of actions.

Actions, chances and figures are columns over all hands in order, which compress to two thirds of the size of
rows. What follows from the actions isn't included: the players still in, their final cards, the net.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from language import mark, tr
from reports.components.cards import Face
from reports.components.palette import player_spot

Row = Mapping[str, Any]

ACTIONS = {
    "ante": mark("{player} antes {chips}"),
    "bring_in": mark("{player} brings it in for {chips}"),
    "small_blind": mark("{player} posts the small blind, {chips}"),
    "big_blind": mark("{player} posts the big blind, {chips}"),
    "straddle": mark("{player} straddles, {chips}"),
    "dead_blind": mark("{player} posts a dead blind, {chips}"),
    "check": mark("{player} checks"),
    "bet": mark("{player} bets {chips}"),
    "raise": mark("{player} raises to {to}"),
    "call": mark("{player} calls {chips}"),
    "fold": mark("{player} folds"),
    "peder_bet": mark("{player} bets the peder, {chips}"),
    "peder_raise": mark("{player} raises with the peder to {to}"),
    "forced_payment": mark("{player} has to pay {chips}"),
    "buy_card": mark("{player} buys a card for {chips}"),
    "paid_draw": mark("{player} pays {chips} for the draw"),
    "stake": mark("{player} stakes {chips}"),
    "match_pot": mark("{player} matches the pot, {chips}"),
    "sent_out": mark("{player} is sent out"),
    "returned": mark("{chips} go back to {player}"),
    "deal_closed": mark("{player} gets {card} closed"),
    "deal_open": mark("{player} gets {card} open"),
    "deal_unseen": mark("{player} gets {card} unseen"),
    "lay_closed": mark("{card} is laid closed"),
    "lay_open": mark("{card} is laid open"),
    "turn_board": mark("{card} is turned"),
    "turn_own": mark("{player} turns {card}"),
    "throw": mark("{player} throws {card}"),
    "pass_right": mark("{player} passes {card} to the right"),
    "pass_left": mark("{player} passes {card} to the left"),
    "declare": mark("{player} declares"),
    "in": mark("{player} is in"),
    "out": mark("{player} is out"),
    "claim": mark("{player} claims"),
    "doubt": mark("{player} doubts it"),
    "swap": mark("{player} swaps"),
    "keep": mark("{player} keeps"),
    "roll": mark("{player} rolls"),
    "take": mark("{player} takes the cup"),
    "lose_life": mark("{player} loses a life"),
    "play_card": mark("{player} plays {card}"),
    "play_trump": mark("{player} plays the trump {card}"),
    "pass": mark("{player} passes"),
    "must_stay": mark("{player} has to stay"),
}
"""Texts of actions, by the kind in the store."""

DEALS = {"deal_closed", "deal_unseen", "deal_open", "turn_own"}
"""Actions that put a card in front of a player."""

PASSES = {"pass_left": 1, "pass_right": -1}
"""Actions that pass a card on, with the distance in seats of the receiver."""

LEAVE = {"throw", "play_card", "play_trump", *PASSES}
"""Actions that take a card away from a player."""

FOLDS = {"fold", "out", "sent_out"}
"""Actions after which a player is no longer in the hand."""

ZERO, FIRST_LETTER = ord("0"), ord("A")
"""The characters that stand for 0 in a column of small numbers, and for the first item of a list."""


class ReplayData:
    """The data of a night's script, hand after hand."""

    def __init__(self) -> None:
        self._people: dict[tuple[str, str], int] = {}
        self._players: dict[str, int] = {}
        self._games: dict[str, int] = {}
        self._kinds: dict[tuple[str, bool, bool], int] = {}
        self._deck: dict[str, int] = {}
        self._columns: dict[tuple[str, str, str], int] = {}
        self._figures: list[list[str | int]] = []
        self._seats, self._cards, self._chances = list[str](), list[str](), list[str]()
        self._chips: list[int] = []
        self._hands: list[dict[str, Any]] = []

    def add_hand(self, number: int, game: str | None, players: Sequence[str]) -> None:
        """Add a hand with the values that it is filtered by; the other methods add to the last hand."""
        self._hands.append(
            {
                "no": number,
                "game": "" if game is None else _number(self._games, game),
                "players": [_number(self._players, player) for player in players],
            }
        )

    def add_replay(
        self, hand: Row, seats: Sequence[Row], acts: Sequence[Row], chances: Sequence[Row]
    ) -> None:
        """Add the players with their actions (`data.hand_acts`), and the chances to win after each street if
        they are known.
        """
        dealt = {act["seat"] for act in acts if act["kind"] in DEALS}
        dealers = (row["seat"] for row in seats if row["name"] and row["name"] == hand["dealer"])
        self._hands[-1] |= {
            "pot_in": hand["pot_in"] or 0,
            **({"pot_out": hand["pot_out"]} if hand["pot_out"] else {}),
            "dealer": next(dealers, None),
            "seats": [
                (row["seat"], _number(self._people, _name_and_colour(row)), *("".join(map(self._letter, cards)) for cards in _known_cards(row, dealt)))
                for row in seats
            ],
            "acts": "/".join(
                f"{round_no or 0}{''.join(map(self._act, of_round))}" for round_no, of_round in groupby(acts, itemgetter("round"))
            ),
        }  # fmt: skip
        if streets := self._streets(seats, acts, chances):
            self._hands[-1]["streets"] = streets
            if any(not row["cards"] and row["seat"] not in dealt for row in seats):
                self._hands[-1]["guessed"] = True

    def add_outcome(self, won: Sequence[tuple[int, int, str]], ending: str, *, is_alone: bool) -> None:
        """Add the seat, chips and meld of each player who took chips, or else the `ending`; and whether all
        others folded.
        """
        self._hands[-1] |= {"won": won, "ending": ending, **({"alone": True} if is_alone else {})}

    def add_figures(self, heading: tuple[str, str, str], values: Sequence[str | int]) -> None:
        """Add a column of what each player put in and took out: its label, kind and name, and one value per
        seat.
        """
        place = _number(self._columns, heading)
        if place == len(self._figures):
            self._figures.append([])
        self._figures[place] += values
        self._hands[-1].setdefault("columns", []).append(place)

    def holding_text(self, meld: str, cards: str | None, lying: Collection[str]) -> str:
        """A seat's meld and cards as a value of a column: the meld, and after a tab one letter per card; no
        letters if the cards are those `lying` there at the end.
        """
        if not cards:
            return meld
        held = cards.split()
        return f"{meld}\t{'' if sorted(held) == sorted(lying) else ''.join(map(self._letter, held))}"

    def as_json(self) -> dict[str, Any]:
        """All data, for JSON."""
        return {
            "kinds": self.kinds(), "deck": [Face.of(card) for card in self._deck], "people": list(self._people), "players": list(self._players),
            "games": list(self._games), "columns": list(self._columns), "seats": "".join(self._seats), "chips": self._chips,
            "cards": "".join(self._cards), "chances": "".join(self._chances), "figures": self._figures, "hands": self._hands,
        }  # fmt: skip

    def kinds(self) -> list[tuple[str, str, bool, bool]]:
        """For each kind of action its text (its own name if it has none), and whether it has chips and a
        card.
        """
        places = {place: f"{{{place}}}" for place in ("player", "chips", "to", "card")}
        return [
            (
                kind,
                tr(ACTIONS[kind], **places) if kind in ACTIONS else f"{{player}} {kind}".strip(),
                has_chips,
                has_card,
            )
            for kind, has_chips, has_card in self._kinds
        ]

    def _streets(self, seats: Sequence[Row], acts: Sequence[Row], chances: Sequence[Row]) -> list[int]:
        """The numbers of actions after which the chances changed. The chances in percent, by seat of the
        players who are in, go to their own column.
        """
        streets = []
        for done, rows in groupby(chances, key=itemgetter("acts")):
            parts = {row["seat"]: round(100 * row["part"]) for row in rows}
            folded = {act["seat"] for act in acts[:done] if act["kind"] in FOLDS}
            if parts.keys() == {row["seat"] for row in seats} - folded:
                streets.append(done)
                self._chances += (chr(ZERO + parts[row["seat"]]) for row in seats if row["seat"] in parts)
        return streets

    def _act(self, act: Row) -> str:
        """The letter of an action's kind; its seat, chips and card go to their columns."""
        chips, card = act["chips"], act["card"]
        self._seats.append(chr(ZERO + (act["seat"] or 0)))
        if chips is not None:
            self._chips.append(chips)
        if card is not None:
            self._cards.append(self._letter(card))
        return chr(
            FIRST_LETTER + _number(self._kinds, (act["kind"] or "", chips is not None, card is not None))
        )

    def _letter(self, card: str) -> str:
        return chr(ZERO + _number(self._deck, card))


def cards_lying(seats: Sequence[Row], acts: Sequence[Row]) -> dict[int, list[str]]:
    """The cards in front of each seat after all actions, as the page's script places them (`tableAfter` in
    `assets/night/table.js`).

    >>> seats = [{"seat": 0, "cards": None, "showed": False}]
    >>> acts = [{"seat": 0, "kind": "deal_open", "card": "As"}]
    >>> cards_lying(seats, acts)
    {0: ['As']}
    """
    order = [row["seat"] for row in seats]
    dealt = {act["seat"] for act in acts if act["kind"] in DEALS}
    lying = {row["seat"]: [card for cards in _known_cards(row, dealt) for card in cards] for row in seats}
    for act in acts:
        seat, kind, card = act["seat"], act["kind"], act["card"]
        if seat not in lying or card is None:
            continue
        mine = lying[seat]
        if kind in DEALS:
            if kind != "turn_own" or card not in mine:
                mine.append(card)
        elif kind in LEAVE and card in mine:
            mine.remove(card)
        if kind in PASSES:
            lying[order[(order.index(seat) + PASSES[kind]) % len(order)]].append(card)
    return lying


def _number(known: dict[Any, int], what: Any) -> int:
    """The index of an item among the different items so far, in order of appearance."""
    return known.setdefault(what, len(known))


def _name_and_colour(seat: Row) -> tuple[str, str]:
    """A player's name and colour class; a hidden player has none."""
    colour = "" if seat["join_order"] is None else player_spot(seat["join_order"])
    return seat["name"] or tr("a hidden player"), colour


def _known_cards(row: Row, dealt: Collection[int]) -> Iterator[list[str]]:
    """The cards of a seat if no action dealt them (a log from another program); else nothing."""
    if row["cards"] and row["seat"] not in dealt:
        yield row["cards"].split()
